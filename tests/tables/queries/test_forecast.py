from __future__ import annotations

import pytest

from tables import engine
from tables.queries.forecast import Forecast, Turn, forecast
from tests.tables.queries.test_bet_choices import state_of


def seats(turns: tuple[Turn, ...]) -> list[tuple[int, bool]]:
    return [(turn.seat, turn.checks) for turn in turns]


def test_everybody_left_to_act_comes_in_turn_and_the_big_blind_may_check() -> None:
    told = forecast(state_of(1000, 1000, 1000, 1000))
    assert told.live == 4
    assert seats(told.if_passive) == [(4, False), (1, False), (2, True)]


def test_raise_brings_everybody_else_back_to_a_call() -> None:
    told = forecast(state_of(1000, 1000, 1000, 1000, codes=("c3",)))
    assert seats(told.if_raised) == [(1, False), (2, False), (3, False)]


def test_after_the_flop_who_checks_is_followed_by_who_may_check() -> None:
    told = forecast(state_of(1000, 1000, 1000, codes=("c3", "c1", "k2", "b:2c3d4h")))
    assert seats(told.if_passive) == [(2, True), (3, True)]


def test_nothing_is_foretold_once_somebody_is_all_in() -> None:
    told = forecast(state_of(1000, 1000, 500, 1000, codes=("r3:500",)))
    assert told == Forecast(live=4, if_passive=(), if_raised=())


def test_forecast_ends_with_the_call_that_would_be_all_in() -> None:
    told = forecast(state_of(1000, 1000, 1000, 100, 1000))
    assert seats(told.if_passive) == [(4, False)]


def test_last_to_act_has_nobody_after_him() -> None:
    told = forecast(state_of(1000, 1000, 1000, codes=("c3", "c1")))
    assert told.if_passive == ()


@pytest.mark.parametrize("codes", [(), ("f3",), ("c3",), ("c3", "c4", "c1", "k2", "b:2c3d4h")])
def test_forecast_comes_true_as_long_as_two_are_left(codes: tuple[str, ...]) -> None:
    """Whatever each does, folds among it, the next in the list is the next to act."""
    for pattern in range(2**3):
        state = state_of(1000, 1000, 1000, 1000, codes=codes)
        told = forecast(state)
        live = told.live
        for step, turn in enumerate(told.if_passive):
            folds = bool(pattern >> step & 1)
            legal = engine.legal(state)
            assert legal.actor is not None
            live -= folds
            if live < 2:
                break
            if folds:
                operation: engine.Operation = engine.Fold(legal.actor)
            else:
                operation = engine.Check(legal.actor) if legal.can_check else engine.Call(legal.actor)
            state = engine.apply(state, operation)
            assert (state.actor, engine.legal(state).can_check) == (turn.seat, turn.checks)


def test_forecast_is_short_enough_for_every_answer() -> None:
    assert forecast(state_of(1000, 1000, 1000)).as_json() == (
        '{"live":3,"passive":[[1,false,1000],[2,true,1000]],"raised":[[1,false,1000],[2,false,1000]]}'
    )
