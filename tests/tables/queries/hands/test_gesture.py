"""What a gesture counts as at a table: in turn, before the turn, and what of it can be recorded."""

from __future__ import annotations

import pytest

from tables import engine
from tables.engine.gestures.gesture import Gesture
from tables.queries.hands.gesture import GestureRead, read_gesture, seats_to_act
from tests.factories import STRUCTURE
from tests.tables.engine.hands import play, table
from tournament.templatetags.writing import PageWriter

WRITER = PageWriter(currency="EUR", structure=STRUCTURE)
FOUR = (90_000,) * 4


def read(state: engine.State, gesture: Gesture, seat: int) -> GestureRead:
    return read_gesture(state, gesture, seat=seat, writer=WRITER)


def codes(found: GestureRead) -> list[str]:
    return [outcome.code for outcome in found.outcomes]


def test_in_turn_one_outcome_is_what_the_hand_records() -> None:
    state = play(table(*FOUR), "r3:300")
    found = read(state, Gesture(chips=(1000,)), 4)
    assert (found.ahead, found.is_floors, codes(found)) == ((), False, ["c4"])
    assert (found.words.outcome, found.words.chips, found.rules) == (
        "Call.",
        "Chips to return: 700.",
        "TDA 44, WSOP 97",
    )
    assert engine.apply(state, engine.decode("c4")).actor == 1


def test_several_choices_are_the_players_or_the_floors() -> None:
    state = play(table(*FOUR), "r3:300 r4:900")
    undercall = read(state, Gesture(chips=(500,)), 1)
    assert (undercall.is_floors, codes(undercall)) == (True, ["c1", "f1"])
    check = read(state, Gesture(said="check"), 1)
    assert (check.is_floors, codes(check)) == (False, ["c1", "f1"])


@pytest.mark.rule("OOT-01")
def test_oot_01_before_the_turn_it_is_a_ruling_that_binds_if_nothing_changes() -> None:
    """Seat 3 opens 300, seat 4 folds, seat 6 says raise 800 before seat 5."""
    state = play(table(*[90_000] * 6, stakes=engine.Stakes(50, 100)), "r3:300 f4")
    found = read(state, Gesture(said="raise", amount=800), 6)
    assert (found.ahead, codes(found)) == ((5,), ["x:out_of_turn,s=6,o=r6:800"])
    (outcome,) = found.outcomes
    assert (outcome.seat, outcome.action, outcome.amount) == (6, "raise", 800)
    after = engine.apply(state, engine.decode(outcome.code))
    assert after.actor == 5
    assert engine.legal(engine.apply(after, engine.Call(5))).bound == engine.RaiseTo(6, 800)
    assert engine.legal(engine.apply(after, engine.RaiseTo(5, 600))).bound is None


def test_the_last_player_out_of_turn_is_read_though_a_fold_would_end_the_hand() -> None:
    state = engine.replay(table(9_000, 9_000), ())
    (early,) = seats_to_act(state)[1:]
    found = read(state, Gesture(said="fold"), early)
    assert found.ahead == (state.actor,)
    assert [outcome.action for outcome in found.outcomes] == ["fold"]


def test_nobody_is_to_act_when_no_betting_is_on() -> None:
    start = engine.replay(table(9_000, 9_000), ())
    done = engine.apply(start, engine.Fold(seats_to_act(start)[0]))
    assert seats_to_act(done) == ()
    assert read(done, Gesture(said="call"), 1).outcomes == ()
