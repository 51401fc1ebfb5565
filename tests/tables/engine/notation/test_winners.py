"""Who won which pot, where a file says only how much each player won of all together."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tables.engine.notation.winners import PotToWin, winners_by_pot
from tests.tables.engine.notation.ohh_cases import TOURNAMENT, changed, read
from tests.tables.engine.notation.told_alike import end_of, phh

MAIN_AND_SIDE: list[PotToWin] = [(300, (1, 2, 3)), (200, (2, 3))]


@pytest.mark.parametrize(
    ("pots", "won", "winners"),
    [
        (MAIN_AND_SIDE, {1: 300, 2: 200}, [(1,), (2,)]),
        (MAIN_AND_SIDE, {1: 150, 3: 350}, [(1, 3), (3,)]),
        (MAIN_AND_SIDE, {2: 250, 3: 250}, [(2, 3), (2, 3)]),
        (MAIN_AND_SIDE, {1: 290, 2: 195}, [(1,), (2,)]),
        (MAIN_AND_SIDE, {1: 100, 2: 400}, []),
        # Nobody of those who won could win the side pot.
        (MAIN_AND_SIDE, {1: 500}, []),
        # Either may have won either pot.
        ([(200, (1, 2)), (200, (1, 2))], {1: 200, 2: 200}, []),
        ([(500, (1, 2, 3, 4, 5))], dict.fromkeys(range(1, 6), 100), []),
    ],
)
def test_the_amounts_tell_who_won_which_pot(
    pots: list[PotToWin], won: dict[int, int], winners: list[tuple[int, ...]]
) -> None:
    assert winners_by_pot(pots, {seat: Decimal(chips) for seat, chips in won.items()}) == winners


def test_pots_lumped_together_are_given_to_the_winners_that_the_amounts_name() -> None:
    wins = [{"player_id": player, "win_amount": amount} for player, amount in ((9, 7_200), (12, 13_800))]
    unseen = changed(TOURNAMENT, "rounds.4.actions", [])
    lumped = read(changed(unseen, "pots", [{"number": 0, "player_wins": wins}]))
    assert end_of(lumped) == list(map(int, lumped.finishing_stacks or ()))


def test_finishing_stacks_name_the_winners_of_side_pots() -> None:
    play = ["p3 cbr 500", "p1 cc", "p2 cc", "d db 2c7d9s", "d db 3h", "d db 4c"]
    assert end_of(phh((200, 500, 500), play, finishing=(600, 600, 0))) == [600, 600, 0]
    assert end_of(phh((200, 500, 500), play)) == "showdown"
