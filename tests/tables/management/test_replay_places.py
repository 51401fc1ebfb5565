"""Where the players of a recorded hand sit at the table that deals it again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import ButtonAndBlinds, Post, SeatStack, Setup, Stakes
from tables.floor.button.next_hand import next_positions
from tables.floor.rules import FLOOR_RULES
from tables.management.replay_places import ReplayPlaces, places_of, what_differs
from tests.tables.engine.hands import TDA

DEAD = FLOOR_RULES["tda2024"]


def hand(
    seats: list[int], *, button: int, small: int | None, big: int | None, game: str = "NT", ante: int = 0
) -> Setup:
    return Setup.for_level(
        game=game,
        rules=TDA,
        stakes=Stakes(
            5 if big else 0,
            10 if big else 0,
            ante,
            "classic" if ante else "none",
            small_bet=10,
            big_bet=20,
            bring_in=0 if big else 2,
        ),
        positions=ButtonAndBlinds(
            button=button,
            small_blinds=() if small is None else (small,),
            big_blinds=() if big is None else (big,),
        ),
        seats=[SeatStack(seat, 1000) for seat in seats],
    )


HANDS = {
    "seats with gaps": (hand([3, 5, 8], button=8, small=3, big=5), (8, {3: 3, 5: 5, 8: 8}, 8, 3)),
    "a dead button": (hand([3, 5, 8], button=1, small=3, big=5), (8, {3: 3, 5: 5, 8: 8}, 1, 3)),
    "a dead small blind in a gap": (
        hand([3, 5, 8], button=8, small=None, big=3),
        (8, {3: 3, 5: 5, 8: 8}, 8, 2),
    ),
    "a dead small blind beside the last seat": (
        hand([1, 2, 3], button=3, small=None, big=1),
        (4, {1: 1, 2: 2, 3: 3}, 3, 4),
    ),
    "a dead small blind without a gap": (
        hand([1, 2, 3], button=1, small=None, big=2),
        (4, {2: 2, 3: 3, 1: 4}, 4, 1),
    ),
    "two players": (hand([2, 6], button=6, small=6, big=2), (6, {2: 2, 6: 6}, 6, 6)),
    "seats of a larger table": (hand([3, 12, 20], button=20, small=3, big=12), (3, {3: 1, 12: 2, 20: 3}, 3, 1)),
    "a dead button of a larger table": (
        hand([3, 12, 20], button=40, small=3, big=12),
        (4, {3: 1, 12: 2, 20: 3}, 4, 1),
    ),
    "stud": (hand([2, 4, 7], button=4, small=None, big=None, game="F7S", ante=2), (3, {7: 1, 2: 2, 4: 3}, 3, 1)),
}  # fmt: skip


@pytest.mark.parametrize("name", HANDS)
def test_players_sit_on_their_own_seats_where_the_table_has_them(name: str) -> None:
    setup, (seats, seat_for, button, small_blind) = HANDS[name]
    assert places_of(setup) == ReplayPlaces(
        seats=seats, seat_for=seat_for, button=button, small_blind=small_blind
    )


@pytest.mark.parametrize("name", [name for name in HANDS if name != "stud"])
def test_the_floors_rule_makes_the_positions_of_the_file(name: str) -> None:
    setup, _ = HANDS[name]
    places = places_of(setup)
    made = next_positions(places.hand_before, live=sorted(places.taken), rules=DEAD)
    posted = {post.kind: places.seat_for[post.seat] for post in setup.posts}
    assert [made.button, made.small_blinds, made.big_blinds, sorted(made.dealt)] == [
        places.button,
        (posted["small_blind"],) if "small_blind" in posted else (),
        (posted["big_blind"],),
        sorted(places.taken),
    ]


def test_what_a_tournament_does_not_post_is_said() -> None:
    setup = hand([3, 5, 8], button=8, small=3, big=5)
    places = places_of(setup)
    assert what_differs(setup, places, setup) == ""
    dead = replace(setup, posts=(*setup.posts, Post(8, 5, "dead_blind")))
    assert (
        what_differs(dead, places, setup) == "the file posts dead blind 5 at seat 8, the table nothing of it"
    )
    straddled = replace(setup, posts=(*setup.posts[:1], Post(5, 12, "big_blind")))
    assert what_differs(straddled, places, setup) == (
        "the file posts big blind 12 at seat 5, the table big blind 10 at seat 5"
    )
    elsewhere = replace(setup, button=7)
    assert (
        what_differs(setup, places, elsewhere) == "the button of the file is at seat 8, the table's at seat 7"
    )
    fewer = replace(setup, seats=(*setup.seats[:2], SeatStack(8, 900)))
    assert what_differs(setup, places, fewer) == "other players are dealt in"
