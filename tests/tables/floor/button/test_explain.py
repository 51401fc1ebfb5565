"""What a dealer is told about an unusual button, and that every reason has its words."""

from __future__ import annotations

import string
from collections.abc import Collection

import pytest

from tables.floor.button.explain import explain_positions, is_unusual
from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.reasons import REASONS, Reason, reason
from tables.floor.rules import FLOOR_RULES


def told(
    live: Collection[int],
    out: Collection[int],
    came: Collection[int] = (),
    *,
    profile: str = "tda2024",
    hands: int = 1,
    moved: Collection[int] = (),
) -> list[str]:
    """The codes told about the hand that comes `hands` later."""
    rules = FLOOR_RULES[profile]
    positions = first_positions(live=live, button=1, rules=rules)
    now = set(live) - set(out) | set(came)
    for hand in range(hands):
        new = came if hand == 0 else ()
        positions = next_positions(positions, live=now, newcomers=new, moved_by_balancing=moved, rules=rules)
    return [why.code for why in explain_positions(positions, rules)]


SIX = range(1, 7)


@pytest.mark.parametrize(
    ("out", "hands", "codes"),
    [
        ([], 1, []),
        ([2], 1, ["dead_button"]),
        ([3], 1, ["dead_small_blind"]),
        ([3], 2, ["dead_button"]),
        ([2, 3], 1, ["dead_button", "dead_small_blind"]),
        ([4], 1, []),
    ],
)
def test_the_dealer_is_told_what_is_dead(out: list[int], hands: int, codes: list[str]) -> None:
    assert told(SIX, out, hands=hands) == codes


@pytest.mark.parametrize("profile", sorted(FLOOR_RULES))
def test_what_is_explained_is_unusual(profile: str) -> None:
    """Those who ask at every tap look first whether there is anything to explain."""
    rules = FLOOR_RULES[profile]
    seen = set()
    for out in range(1, 64):
        live = [seat for seat in SIX if not out & 1 << (seat - 1)]
        if len(live) < 2:
            continue
        positions = first_positions(live=SIX, button=1, rules=rules)
        for newcomers in ([], live[:1], []):
            positions = next_positions(positions, live=live, newcomers=newcomers, rules=rules)
            explained = bool(explain_positions(positions, rules))
            assert is_unusual(positions) == explained, positions
            seen.add(explained)
    # A button that walks from player to player leaves nothing to explain.
    assert seen == ({False} if profile in ("home", "italian") else {True, False})


def test_the_dealer_is_told_who_waits_and_why() -> None:
    assert told({1, 3, 5, 7}, [], [4]) == ["newcomer_waits"]
    assert told({1, 3, 5, 7}, [5], [5], profile="figp", moved=[5]) == ["small_blind_waits"]
    assert told({1, 3, 5, 7}, [3], [3], profile="figp") == ["button_passes_over"]
    assert told({1, 3, 5, 7}, [], [4], profile="home") == ["newcomer_waits_walking"]


def test_the_dealer_is_told_about_the_blinds_of_a_moving_button() -> None:
    assert told(range(1, 9), [3], profile="draw_room") == ["no_small_blind_due", "several_big_blinds"]
    assert told(range(1, 9), [], profile="draw_room") == []


def test_a_big_blind_posted_twice_running_is_explained_where_it_happens() -> None:
    # Robert's 4.2a: three players are left, all of them posted in the last hand.
    rules = FLOOR_RULES["draw_room"]
    first = first_positions(live=range(1, 6), button=1, rules=rules)
    three = next_positions(first, live={1, 4, 5}, rules=rules)
    assert three.big_blinds == (4, 5, 1)
    again = next_positions(three, live={1, 4, 5}, rules=rules)
    assert (again.small_blinds, again.big_blinds, again.again) == ((5, 1), (4,), (4,))
    (why,) = explain_positions(again, rules)
    assert (why.sentence, why.source) == (
        (
            "Seat 4 posts the big blind again: with the moving button several players posted it in the last "
            "hand."
        ),
        "Robert's Rules 4.2a",
    )
    assert explain_positions(next_positions(again, live={1, 4, 5}, rules=rules), rules) == ()


def test_who_takes_the_seat_of_the_big_blind_does_not_post_it_twice() -> None:
    rules = FLOOR_RULES["draw_room"]
    three = next_positions(
        first_positions(live=range(1, 6), button=1, rules=rules), live={1, 4, 5}, rules=rules
    )
    another = next_positions(three, live={1, 4, 5}, newcomers={4}, rules=rules)
    assert another.again == ()


def test_a_dead_button_is_told_in_a_sentence_with_its_rule() -> None:
    positions = next_positions(first_positions(live=SIX, button=1), live={1, 3, 4, 5, 6})
    (why,) = explain_positions(positions, FLOOR_RULES["tda2024"])
    assert why.sentence == ("Dead button on empty seat 2: every player pays both blinds. Seat 1 acts last.")
    assert (dict(why.params), why.source) == ({"seat": 2, "last": 1}, "TDA 32, WSOP 85")


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_is_a_sentence_with_a_source(code: str) -> None:
    sentence, source = REASONS[code]
    names = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
    why = reason(code, **dict.fromkeys(names, 7))
    assert why.sentence[0].isupper()
    assert why.sentence.endswith(".")
    assert "{" not in why.sentence
    assert source


def test_what_is_told_has_its_seats_and_figures() -> None:
    def reasons(
        out: int, *, profile: str = "tda2024", came: Collection[int] = (), has_blinds: bool = True
    ) -> tuple[Reason, ...]:
        rules = FLOOR_RULES[profile]
        first = first_positions(live=SIX, button=1, rules=rules)
        live = (set(SIX) - {out}) | set(came)
        positions = next_positions(first, live=live, newcomers=came, moved_by_balancing=came, rules=rules)
        return explain_positions(positions, rules, has_blinds=has_blinds)

    dead = {"seat": 2, "last": 1}
    assert [
        reasons(2),
        reasons(2, has_blinds=False),
        reasons(3),
        reasons(3, has_blinds=False),
        reasons(3, profile="figp", came=[3]),
        reasons(3, profile="draw_room"),
    ] == [
        (reason("dead_button", **dead),),
        (reason("dead_button_no_blinds", **dead),),
        (reason("dead_small_blind", seat=3),),
        (),
        (reason("small_blind_waits", seat=3),),
        (reason("no_small_blind_due"), reason("several_big_blinds", count=2)),
    ]
