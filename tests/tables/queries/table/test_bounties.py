"""The bounties of a hand that was played through the engine."""

from __future__ import annotations

import pytest

from tables.engine import Stakes, State
from tables.models import Table
from tables.queries.table.bounties import in_position, takers_of_hand
from tests.factories import make_tournament
from tests.factories.felt import add_table
from tests.tables.engine.hands import play, table
from tournament.rules.payouts.bounties import BountiesSettled, BountyWon, settle_bounties


def settled(state: State) -> BountiesSettled:
    """The bounties of 50 a head of everybody who has no chips left."""
    out = [seat for seat, chips in state.results.items() if chips == 0]
    return settle_bounties(dict.fromkeys(state.results, 50), taken=takers_of_hand(state, out=out))


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


@pytest.mark.rule("BTY-01")
@pytest.mark.parametrize(("stack", "taker"), [(500, 4), (900, 1)])
def test_bty_01_a_killed_hand_loses_its_bounty_with_the_deepest_pot_its_chips_have_reached(
    stack: int, taker: int
) -> None:
    """Seat 2 is all-in and its hand is killed; the main pot is cut by seat 4, all-in for 800 with aces."""
    start = table(2_000, stack, 2_000, 800, stakes=Stakes(50, 100))
    hand = play(
        start,
        "r3:1000 c4 c1 c2 x:dead_hand,s=2,f b:2c7d9h k1 k3 b:3s k1 k3 b:4d k1 k3 s1:KsKh s3:QsQh s4:AsAh",
    )
    assert hand.results[2] == 0
    assert takers_of_hand(hand, out=[2]) == {2: (taker,)}


@pytest.mark.rule("BTY-03")
@pytest.mark.django_db
def test_bty_03_the_earliest_position_is_the_first_left_of_the_button() -> None:
    felt = add_table(make_tournament(), number=1)
    assert in_position(felt, [5, 2, 8]) == [2, 5, 8]
    assert Table.objects.get().positions is None
