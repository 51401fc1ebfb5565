"""Cases of the rules catalogue as they stand there, where no test of one part of the engine tells them."""

from __future__ import annotations

import pytest

from tables.engine import Post, RaiseTo, Stakes, State, apply
from tests.tables.engine.hands import on_street, play, pots, raises, table

BIG_BLIND_ANTE = Stakes(500, 1000, ante=1000, ante_kind="big_blind")


def returned(state: State) -> list[tuple[int, int]]:
    return [(each.seat, each.amount) for each in state.returned]


def test_pot_02_500_over_an_all_in_of_300_gets_200_back() -> None:
    state = play(table(300, 5000), "r2:500 c1")
    assert returned(state) == [(2, 200)]
    assert pots(state) == [(600, "12")]
    assert dict(state.stacks) == {1: 0, 2: 4700}


def test_pot_03_80_folded_50_all_in_and_two_of_200() -> None:
    # Seat 2 has posted 80 and folds, seat 3 is all-in for 50, seats 4 and 1 have 200 each.
    setup = table(1000, 1000, 50, 1000, stakes=Stakes(40, 80), small_blinds=())
    state = play(setup, "c3 r4:200 c1 f2")
    assert pots(state) == [(200, "134"), (330, "14")]


@pytest.mark.parametrize("game", ["NT", "NO", "PT", "PO"])
def test_tda_48_no_limit_and_pot_limit_have_no_cap(game: str) -> None:
    state = on_street(1, table(*[900_000] * 2, game=game))
    amounts: list[int] = []
    while (limits := raises(state)) and len(amounts) < 20:
        assert state.actor is not None
        amounts.append(limits[0])
        state = apply(state, RaiseTo(state.actor, limits[0]))
    assert amounts == [100 * count for count in range(1, 21)]


def test_rp_11_the_big_blind_ante_is_never_reduced() -> None:
    assert table(9000, 9000, stakes=BIG_BLIND_ANTE).posts == (
        Post(2, 500, "small_blind"),
        Post(1, 1000, "big_blind"),
        Post(1, 1000, "table_ante"),
    )


def test_2k_a_dead_small_blind_leaves_the_big_blind_ante_as_it_is() -> None:
    assert table(*[9000] * 4, stakes=BIG_BLIND_ANTE, small_blinds=()).posts == (
        Post(2, 1000, "big_blind"),
        Post(2, 1000, "table_ante"),
    )


def test_tda_54_c_after_the_flop_short_blinds_leave_the_pot_as_it_lies() -> None:
    # PL-03 with a dead small blind: the first to act saw a pot of 300, the flop has 200 from each of three.
    setup = table(*[9000] * 4, game="PO", stakes=Stakes(100, 200), small_blinds=())
    assert raises(play(setup)) == (400, 700)
    flop = play(setup, "c3 c4 f1 k2 b:??????")
    assert flop.pot_total == 600
    assert raises(flop) == (200, 600)
