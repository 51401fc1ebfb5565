"""The table after each step of a hand: what the replayer of a page shows."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest

from tables import engine
from tables.queries.hands.replay import HandReplay, replay_of_steps
from tables.queries.hands.steps import HandStep, steps_of
from tests.breadth import sample
from tests.factories import NOW
from tests.published import all_published
from tests.tables.engine.hands import table
from tests.tables.engine.random_hands import random_hand


def steps(setup: engine.Setup, operations: list[engine.Operation]) -> list[HandStep]:
    timed = [(each, NOW + timedelta(seconds=at)) for at, each in enumerate(operations)]
    names = {each.seat: f"P{each.seat}" for each in setup.seats}
    return list(steps_of(setup, timed, names=names, hides_cards=True))


def replay(operations: str) -> HandReplay:
    return replay_of_steps(steps(table(1000, 1000), [engine.decode(each) for each in operations.split()]))


def test_each_step_has_the_chips_the_board_and_who_acts() -> None:
    shown = replay("h1:AsAd c2 k1 b:Ks9h3d r1:100 f2")
    backs = "????"
    assert [list(step) for step in shown.steps] == [
        [2, 150, [], [""], 2, [[900, 100, backs, "", 0], [950, 50, backs, "", 0]]],
        [3, 150, [], [""], 2, [[900, 100, backs, "", 0], [950, 50, backs, "", 0]]],
        [4, 200, [], [""], 1, [[900, 100, backs, "", 0], [900, 100, backs, "", 0]]],
        [5, 200, [200], [""], 0, [[900, 0, backs, "", 0], [900, 0, backs, "", 0]]],
        [5, 200, [200], ["Ks9h3d"], 1, [[900, 0, backs, "", 0], [900, 0, backs, "", 0]]],
        [6, 300, [200], ["Ks9h3d"], 2, [[800, 100, backs, "", 0], [900, 0, backs, "", 0]]],
        [8, 200, [200], ["Ks9h3d"], 0, [[1100, 0, backs, "", 200], [900, 0, "", "folded", 0]]],
    ]
    assert shown.streets == (0, 4)
    assert set(shown.cards) == {"??", "Ks", "9h", "3d"}


def test_cards_are_seen_once_they_are_shown() -> None:
    shown = replay("h1:AsAd h2:7c2d c2 k1 b:Ks9h3d k1 k2 b:2c k1 k2 b:4h k1 k2 s1: m2")
    assert [step[5][0][2] for step in shown.steps[-3:]] == ["????", "AsAd", "AsAd"]
    assert [step[5][1][2:4] for step in shown.steps[-2:]] == [["????", ""], ["", "folded"]]


def check(setup: engine.Setup, operations: list[engine.Operation]) -> None:
    """No chip is lost on the way, a line is read by the end, and each street begins at a step."""
    whole = sum(each.stack for each in setup.seats) + setup.carried_pot.chips
    told = steps(setup, operations)
    shown = replay_of_steps(told)
    for step, (_lines, pot, _pots, _boards, _actor, seats) in zip(told, shown.steps, strict=True):
        held = sum(seat[0] for seat in seats)
        if not step.state.is_complete:
            assert held + pot == whole, setup
        assert sum(seat[1] for seat in seats) <= pot
    assert shown.steps[-1][0] == sum(len(step.lines) for step in told)
    assert list(shown.streets) == sorted(shown.streets)
    last: Any = shown.steps[-1]
    assert [seat[0] for seat in last[5]] == [
        engine.replay(setup, operations).stacks[seat] for seat in sorted(each.seat for each in setup.seats)
    ]


def test_no_chip_is_lost_in_a_published_hand() -> None:
    for hand in all_published():
        check(hand.setup, list(hand.operations))


@pytest.mark.sampled
def test_no_chip_is_lost_in_a_hand_of_any_game() -> None:
    rng = random.Random("replayed")
    for game in [*engine.GAMES] * sample("hands given to everybody"):
        check(*random_hand(rng, [game]))
