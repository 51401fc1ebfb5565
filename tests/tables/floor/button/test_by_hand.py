"""The floor sets the button of the next hand: which ways it is offered, and what follows from each."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tables.floor.button.by_hand import ButtonSetting, Sitting, hands_ahead, way_to_set, ways_to_set
from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.button.positions import Positions
from tables.floor.circle import is_between
from tables.floor.errors import FloorError
from tables.floor.rules import FLOOR_RULES
from tests.refusals import said
from tests.tables.floor.button.evenings import (
    check_every_rule,
    check_the_dead_button,
    evening,
)

TDA = FLOOR_RULES["tda2024"]
FIGP = FLOOR_RULES["figp"]
# Button, small blind (None where it is dead), big blind, who waits.
Shown = tuple[int, int | None, int, tuple[int, ...]]


def shown(positions: Positions) -> Shown:
    (big_blind,) = positions.big_blinds
    small_blind = positions.small_blinds[0] if positions.small_blinds else None
    return positions.button, small_blind, big_blind, tuple(sorted(positions.waiting))


def offered(
    button: int,
    *live: int,
    previous: tuple[int, int, int] = (1, 2, 3),
    newcomers: tuple[int, ...] = (),
    moved: tuple[int, ...] = (),
    capacity: int = 9,
    profile: str = "tda2024",
) -> tuple[ButtonSetting, ...]:
    """`previous` is a hand of players in every seat by its button; the blinds are the next ones."""
    sitting = Sitting(
        capacity=capacity,
        live=frozenset(live),
        newcomers=frozenset(newcomers),
        moved_by_balancing=frozenset(moved),
    )
    rules = FLOOR_RULES[profile]
    hand = first_positions(live=range(1, capacity + 1), button=previous[0], rules=rules)
    return ways_to_set(button, previous=hand, sitting=sitting, rules=rules)


def ways(button: int, *live: int, **more: Any) -> list[list[Shown]]:
    return [[shown(hand) for hand in way.hands] for way in offered(button, *live, **more)]


@pytest.mark.rule("BTN-90")
def test_btn_90_a_wrong_button_that_stands_is_not_moved_back() -> None:
    """Moved two seats by error: from 1 to 3 instead of 2; the next hands follow from seat 3."""
    (way,) = offered(3, 1, 2, 3, 4, 5, 6, capacity=6)
    assert [shown(hand) for hand in way.hands] == [(3, 4, 5, ()), (4, 5, 6, ()), (5, 6, 1, ())]


def test_the_usual_way_comes_first_and_a_dead_small_blind_on_an_empty_seat_second() -> None:
    assert ways(2, 1, 2, 4, 5, 6) == [
        [(2, 4, 5, ()), (4, 5, 6, ()), (5, 6, 1, ())],
        [(2, None, 4, ()), (3, 4, 5, ()), (4, 5, 6, ())],
    ]


def test_the_button_on_an_empty_seat_is_a_dead_button() -> None:
    (way,) = offered(3, 1, 2, 4, 5, 6)
    assert [shown(hand) for hand in way.hands] == [(3, 4, 5, ()), (4, 5, 6, ()), (5, 6, 1, ())]
    assert way.next.is_dead_button
    assert way.next.last_to_act == 2


def test_players_who_were_there_before_are_never_passed_by() -> None:
    """A small blind at seat 5 or beyond would leave the player of seat 4 without cards."""
    assert {way.next.small_blinds for way in offered(3, 1, 3, 4, 5, 6)} == {(4,)}


def test_a_new_player_between_button_and_small_blind_waits_or_has_the_small_blind() -> None:
    assert ways(2, 1, 2, 3, 5, 6, newcomers=(3,)) == [
        [(2, 3, 5, ()), (3, 5, 6, ()), (5, 6, 1, ())],
        [(2, 5, 6, (3,)), (5, 6, 1, ()), (6, 1, 2, ())],
        [(2, None, 5, (3,)), (4, 5, 6, ()), (5, 6, 1, ())],
    ]


def test_figp_gives_the_small_blind_to_no_player_who_was_balanced_in() -> None:
    found = ways(2, 1, 2, 3, 5, 6, newcomers=(3,), moved=(3,), profile="figp")
    assert [hands[0] for hands in found] == [(2, 5, 6, (3,)), (2, None, 5, (3,))]


def test_a_disc_that_stays_on_a_dead_button_lies_where_the_floor_has_put_it() -> None:
    (way,) = offered(3, 1, 2, 4, 5, 6, profile="figp")
    assert (way.next.button, way.next.marker) == (3, 3)


def test_two_players_leave_no_choice_and_a_third_finds_the_rule_at_work() -> None:
    (way,) = offered(5, 2, 5)
    assert [shown(hand) for hand in way.hands] == [(5, 5, 2, ()), (2, 2, 5, ()), (5, 5, 2, ())]
    assert way.follows is not None
    three = next_positions(way.follows, live={2, 5, 7}, newcomers={7}, rules=TDA)
    assert shown(three) == (2, 5, 7, ())
    assert offered(3, 2, 5) == ()


def test_the_first_hand_has_its_button_at_a_player_and_the_blinds_after_it() -> None:
    sitting = Sitting(capacity=9, live=frozenset({1, 4, 7}))
    (way,) = ways_to_set(4, previous=None, sitting=sitting, rules=TDA)
    assert way.follows is None
    assert [shown(hand) for hand in way.hands] == [(4, 7, 1, ()), (7, 1, 4, ()), (1, 4, 7, ())]
    assert ways_to_set(5, previous=None, sitting=sitting, rules=TDA) == ()


@pytest.mark.parametrize("profile", ["home", "draw_room"])
def test_a_button_that_walks_goes_to_any_player_and_leaves_no_choice(profile: str) -> None:
    assert [hands[0][0] for hands in ways(4, 1, 2, 4, 5, profile=profile)] == [4]
    assert ways(3, 1, 2, 4, 5, profile=profile) == []
    # A new player waits until it has passed them.
    assert ways(4, 1, 2, 4, 5, newcomers=(4,), profile=profile) == []


def test_what_is_owed_at_a_moving_button_is_still_owed() -> None:
    previous = first_positions(live={1, 2, 4, 5}, button=1, rules=FLOOR_RULES["draw_room"])
    assert previous.owing == (4,)
    sitting = Sitting(capacity=6, live=frozenset({1, 2, 4, 5}))
    (way,) = ways_to_set(5, previous=previous, sitting=sitting, rules=FLOOR_RULES["draw_room"])
    assert way.next.small_blinds == (4,)


def test_a_way_is_found_by_the_seat_of_its_small_blind_and_another_is_refused() -> None:
    sitting = Sitting(capacity=9, live=frozenset({1, 2, 4, 5, 6}))
    previous = first_positions(live=range(1, 10), button=1)
    dead = way_to_set(2, 3, previous=previous, sitting=sitting, rules=TDA)
    assert shown(dead.next) == (2, None, 4, ())
    with pytest.raises(FloorError) as refused:
        way_to_set(2, 5, previous=previous, sitting=sitting, rules=TDA)
    assert (refused.value.code, refused.value.params) == ("no_such_button", {"button": 2, "small_blind": 5})


def test_setting_what_the_rule_says_anyway_changes_nothing() -> None:
    """But where the rule itself moves the button off a blind, for one hand."""
    rng, compared = Random("as it is"), 0
    for _ in range(200):
        for hand in evening(rng, TDA, hands=6, churn=0.1):
            sitting = Sitting(capacity=10, live=hand.live, newcomers=hand.newcomers)
            following = hands_ahead(hand.previous, 0, sitting, TDA)[0]
            if following.button == hand.previous.small_blind_position and not following.is_heads_up:
                found = ways_to_set(following.button, previous=hand.previous, sitting=sitting, rules=TDA)
                assert following in [way.next for way in found]
                compared += 1
    assert compared > 500


def check_evenings(hands: int, profile: str) -> Counter[str]:
    rules, rng, seen = FLOOR_RULES[profile], Random(f"by hand {profile}"), Counter[str]()
    while seen["hands"] < hands:
        for hand in evening(
            rng, rules, hands=25, churn=rng.choice((0.03, 0.1, 0.3)), by_hand=0.2, sitting_out=0.3
        ):
            check_every_rule(hand)
            if rules.button_rule == "dead":
                check_the_dead_button(hand)
            seen["hands"] += 1
            seen["dead button"] += hand.positions.is_dead_button
            seen["dead small blind"] += hand.positions.is_dead_small_blind
            seen["waiting"] += bool(hand.positions.waiting)
            seen["blind of somebody who sits out"] += not hand.sits_out.isdisjoint(
                (*hand.positions.big_blinds, *hand.positions.small_blinds)
            )
            seen["new player between button and big blind"] += any(
                is_between(hand.positions.button, seat, hand.positions.big_blind_position)
                for seat in hand.newcomers
            )
    return seen


@pytest.mark.parametrize("profile", FLOOR_RULES)
def test_random_hands_keep_the_rules_with_absences_and_buttons_set_by_hand(profile: str) -> None:
    seen = check_evenings(2_000, profile)
    corners = ["waiting", "blind of somebody who sits out"]
    if profile in ("tda2024", "figp"):
        corners += ["dead button", "dead small blind", "new player between button and big blind"]
    assert min(seen[corner] for corner in corners) > 20


@pytest.mark.long(reason="hundreds of thousands of hands of random tables")
@pytest.mark.parametrize("profile", ["tda2024", "figp"])
def test_hundreds_of_thousands_of_hands_keep_the_rules_with_absences_and_buttons_set_by_hand(
    profile: str,
) -> None:
    assert check_evenings(300_000, profile)["hands"] >= 300_000


def test_a_way_that_is_not_lawful_is_refused_in_words() -> None:
    sitting = Sitting(capacity=9, live=frozenset({1, 2, 4, 5, 6}))
    previous = first_positions(live=range(1, 10), button=1)
    assert said(lambda: way_to_set(2, 5, previous=previous, sitting=sitting, rules=TDA)) == (
        "The button cannot be at seat 2 with the small blind at seat 5.",
        "no_such_button",
        {"button": 2, "small_blind": 5},
    )


def test_what_is_written_down_is_a_whole_hand_before_the_next() -> None:
    (way, dead) = offered(2, 1, 2, 4, 5, 6)
    assert way.follows == Positions(
        button=1,
        small_blind_position=2,
        big_blind_position=4,
        small_blinds=(2,),
        big_blinds=(4,),
        dealt=(2, 4, 5, 6, 1),
        waiting=frozenset(),
        first_to_act=5,
        last_to_act=1,
        marker=2,
    )
    assert dead.follows is not None
    assert (dead.follows.big_blind_position, dead.follows.first_to_act) == (3, 4)
    (first_seat,) = offered(1, 1, 2, 3, 4)
    assert first_seat.follows is not None
    assert (first_seat.follows.button, first_seat.follows.small_blind_position) == (9, 1)
    (two,) = offered(5, 2, 5)
    assert two.follows == Positions(
        button=2,
        small_blind_position=2,
        big_blind_position=5,
        small_blinds=(),
        big_blinds=(5,),
        dealt=(5, 2),
        waiting=frozenset(),
        first_to_act=2,
        last_to_act=2,
        marker=5,
    )


def test_the_hands_ahead_know_who_came_and_who_was_told_to_wait() -> None:
    previous = first_positions(live={1, 2, 4, 6}, button=1, rules=TDA)
    live, came = frozenset({1, 2, 3, 4, 6}), frozenset({3})
    in_small_blind = frozenset({4})
    shown_hands = [
        [shown(hand) for hand in hands_ahead(previous, 0, sitting, TDA)]
        for sitting in (
            Sitting(capacity=9, live=live),
            Sitting(capacity=9, live=live, newcomers=came),
            Sitting(capacity=9, live=live, moved_by_balancing=came),
            Sitting(capacity=9, live=live, newcomers=in_small_blind),
            Sitting(capacity=9, live=live, newcomers=in_small_blind, told_to_wait=in_small_blind),
        )
    ]
    waits = [(2, 4, 6, (3,)), (4, 6, 1, ()), (6, 1, 2, ())]
    assert shown_hands == [
        [(2, 4, 6, ()), (4, 6, 1, ()), (6, 1, 2, ())],
        waits,
        waits,
        [(2, 4, 6, ()), (4, 6, 1, ()), (6, 1, 2, ())],
        [(2, None, 6, (4,)), (4, 6, 1, ()), (6, 1, 2, ())],
    ]
    draw_room = FLOOR_RULES["draw_room"]
    first, *_others = hands_ahead(None, 2, Sitting(capacity=9, live=live), draw_room)
    assert first == first_positions(live=live, button=2, rules=draw_room)
    arrived = Sitting(capacity=9, live=live, newcomers=frozenset({3, 9}), moved_by_balancing=in_small_blind)
    assert arrived.arrived == {3, 4}
