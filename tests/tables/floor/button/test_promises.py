"""Wrong ways to count with players who sit out, join late or have left: each breaks the promise that it is against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tables.floor.button.by_hand import Sitting
from tables.floor.button.next_hand import next_positions
from tables.floor.button.positions import Positions
from tables.floor.button.promises import HandAfter, broken_promise
from tables.floor.circle import clockwise_from, next_clockwise
from tables.floor.rules import FLOOR_RULES, FloorRules
from tests.tables.floor.button.evenings import Rule, as_it_is, evening

TDA = FLOOR_RULES["tda2024"]


def absent_players_have_no_seat(
    previous: Positions, sitting: Sitting, sits_out: frozenset[int], rules: FloorRules
) -> Positions:
    there = sitting.live - sits_out if len(sitting.live - sits_out) > 1 else sitting.live
    return next_positions(
        previous,
        live=there,
        newcomers=sitting.newcomers & there,
        moved_by_balancing=sitting.moved_by_balancing & there,
        rules=rules,
    )


def absent_players_have_no_big_blind(
    previous: Positions, sitting: Sitting, sits_out: frozenset[int], rules: FloorRules
) -> Positions:
    now = as_it_is(previous, sitting, sits_out, rules)
    there = set(now.dealt) - sits_out - {now.button}
    if now.big_blind_position not in sits_out or not there or now.is_heads_up:
        return now
    big_blind = next_clockwise(now.big_blind_position, there)
    return replace(now, big_blind_position=big_blind, big_blinds=(big_blind,))


def absent_players_post_no_small_blind(
    previous: Positions, sitting: Sitting, sits_out: frozenset[int], rules: FloorRules
) -> Positions:
    now = as_it_is(previous, sitting, sits_out, rules)
    return replace(now, small_blinds=()) if now.small_blind_position in sits_out else now


def absent_players_have_no_button(
    previous: Positions, sitting: Sitting, sits_out: frozenset[int], rules: FloorRules
) -> Positions:
    now = as_it_is(previous, sitting, sits_out, rules)
    if now.button not in sits_out or now.is_heads_up:
        return now
    return replace(now, button=clockwise_from(now.big_blind_position, now.dealt)[0])


def absent_players_wait(
    previous: Positions, sitting: Sitting, sits_out: frozenset[int], rules: FloorRules
) -> Positions:
    now = as_it_is(previous, sitting, sits_out, rules)
    waits = sits_out & set(now.dealt) - {now.button, *now.small_blinds, *now.big_blinds}
    dealt = tuple(seat for seat in now.dealt if seat not in waits)
    return replace(now, dealt=dealt, waiting=now.waiting | waits)


def who_has_the_big_blind_keeps_it_while_absent(
    previous: Positions, sitting: Sitting, sits_out: frozenset[int], rules: FloorRules
) -> Positions:
    now = as_it_is(previous, sitting, sits_out, rules)
    if previous.big_blind_position not in sits_out or now.is_heads_up:
        return now
    small_blind, button = previous.small_blind_position, previous.button
    return replace(
        now,
        button=button,
        small_blind_position=small_blind,
        big_blind_position=previous.big_blind_position,
        big_blinds=previous.big_blinds,
    )


def the_button_lies_where_the_disc_lies(
    previous: Positions, sitting: Sitting, sits_out: frozenset[int], rules: FloorRules
) -> Positions:
    """Behind the blinds as they would be without it."""
    now = as_it_is(previous, sitting, sits_out, rules)
    if now.button not in sits_out or now.is_heads_up:
        return now
    return replace(now, button=now.big_blind_position)


PLANTED: dict[str, tuple[Rule, str]] = {
    "absent players have no seat": (
        absent_players_have_no_seat,
        "everybody with chips is dealt in or waits",
    ),
    "absent players have no big blind": (
        absent_players_have_no_big_blind,
        "no player is between the small blind and the big blind",
    ),
    "absent players post no small blind": (
        absent_players_post_no_small_blind,
        "the big blind posts the small blind in the next hand",
    ),
    "absent players have no button": (
        absent_players_have_no_button,
        "the small blind has the button in the next hand",
    ),
    "absent players wait": (absent_players_wait, "only new players wait"),
    "an absent player keeps the big blind": (
        who_has_the_big_blind_keeps_it_while_absent,
        "nobody has the big blind twice running",
    ),
    "the button is not before the blinds": (
        the_button_lies_where_the_disc_lies,
        "button, small blind and big blind follow one another",
    ),
}


def broken(rule: Rule) -> Iterator[str]:
    """What each hand of some evenings breaks, evenings that end with the first hand that is wrong."""
    rng = Random("planted")
    for _ in range(60):
        hands = evening(rng, TDA, hands=20, churn=0.1, by_hand=0.2, sitting_out=0.3, rule=rule)
        for hand in hands:
            found = broken_promise(
                HandAfter(
                    before=hand.previous, now=hand.positions, stayed=hand.survivors, came=hand.newcomers
                )
            )
            yield found
            if found:
                break


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_breaks_its_promise(fault: str) -> None:
    rule, promise = PLANTED[fault]

    assert promise in set(broken(rule))


def test_every_promise_has_a_planted_fault_and_the_rule_breaks_none() -> None:
    assert set(broken(as_it_is)) == {""}
    assert len({promise for _rule, promise in PLANTED.values()}) == len(PLANTED)
