"""The bounties of a hand that was played through the engine."""

from __future__ import annotations

import pytest

from tables.engine import Stakes, State
from tests.tables.engine.hands import play, table
from tournament.rules.payouts.bounties import BountiesSettled, BountyWon, PotWon, settle_bounties


def pots_won(state: State) -> list[PotWon]:
    """The pots of a complete hand, the main pot first, with the winners as they were paid."""
    return [
        PotWon(
            entries=frozenset(pot.seats),
            winners=tuple(award.seat for award in state.awards if award.pot == pot.index),
        )
        for pot in state.pots
    ]


def settled(state: State) -> BountiesSettled:
    """The bounties of 50 a head of everybody who has no chips left."""
    out = [seat for seat, chips in state.results.items() if chips == 0]
    return settle_bounties(dict.fromkeys(state.results, 50), pots=pots_won(state), eliminated=out)


@pytest.mark.rule("BTY-01")
def test_bty_01_annas_bounty_goes_to_bruno_and_carlas_to_dina() -> None:
    anna, bruno, carla, dina = 1, 2, 3, 4
    start = table(100, 200, 400, 1000, stakes=Stakes(1, 2))
    hand = play(start, "r3:400 r4:1000 c1 c2 b:2c7d9h b:3s b:4d s4:KsKh s1:JsJh s2:AsAh s3:QsQh")
    assert dict(hand.results) == {anna: 0, bruno: 700, carla: 0, dina: 1000}
    assert settled(hand).won == (
        BountyWon(winner=bruno, eliminated=anna, paid=50),
        BountyWon(winner=dina, eliminated=carla, paid=50),
    )


@pytest.mark.rule("BTY-02")
def test_bty_02_kings_take_the_bounty_of_queens_though_aces_win_the_main_pot() -> None:
    kings, queens, aces = 1, 2, 3
    start = table(10_000, 5_000, 1_000, stakes=Stakes(50, 100))
    hand = play(start, "r3:1000 r1:10000 c2 b:2c7d9h b:3s b:4d s1:KsKh s2:QsQh s3:AsAh")
    assert dict(hand.results) == {kings: 13_000, queens: 0, aces: 3_000}
    assert settled(hand).won == (BountyWon(winner=kings, eliminated=queens, paid=50),)


@pytest.mark.rule("BTY-03")
def test_bty_03_a_chopped_pot_chops_the_bounty_from_the_left_of_the_button() -> None:
    start = table(300, 200, 300, stakes=Stakes(50, 100))
    hand = play(start, "r3:300 c1 c2 b:2c7d9h b:3s b:4d s3:AcKc s1:AdKd s2:QsJs")
    assert dict(hand.results) == {1: 400, 2: 0, 3: 400}
    assert settled(hand).won == (
        BountyWon(winner=1, eliminated=2, paid=25),
        BountyWon(winner=3, eliminated=2, paid=25),
    )
