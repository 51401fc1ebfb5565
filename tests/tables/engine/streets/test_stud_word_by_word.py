"""Rules of stud that otherwise only random hands hold, told word by word."""

from __future__ import annotations

import pytest

from tables.engine import legal
from tests.tables.engine.hands import play, raises
from tests.tables.engine.streets.test_stud import FIGP, refusal, stud


@pytest.mark.rule("S-028")
def test_figp_an_all_in_of_less_than_half_a_bet_over_the_bring_in_is_only_called() -> None:
    doors = "t1:2c t2:9d t3:9h i1"
    figp = play(stud(500, 7, 500, rules=FIGP), doors)
    # The bring-in itself is completed by any house.
    assert raises(play(stud(500, 500, 500, rules=FIGP), doors)) == (15, 15)
    short = play(figp, "r2:7")
    assert (short.actor, raises(short), legal(short).call_amount) == (3, None, 7)
    assert refusal(short, "r3:15") == "raise_under_half"
    assert raises(play(stud(500, 7, 500), f"{doors} r2:7")) == (15, 15)


@pytest.mark.parametrize(
    ("game", "stacks", "text", "limits"),
    [
        # 8 is more than half of 15: a bet, and a raise adds 15. Over the bring-in of 5 it would be 3.
        ("F7S", (500, 500, 8), "t1:2c t2:9d t3:9h i1 c2 r3:8 c1", (23, 23)),
        # 15 is a whole bet to a player who has called 5, not one of 10.
        ("N5S", (500, 500, 500), "t1:Ac t2:9d t3:9h i1 c2 r3:15 c1", (30, 500)),
    ],
)
def test_a_caller_of_the_bring_in_faces_the_whole_of_a_completion_and_may_raise(
    game: str, stacks: tuple[int, ...], text: str, limits: tuple[int, int]
) -> None:
    state = play(stud(*stacks, game=game), text)
    assert (state.actor, raises(state)) == (2, limits)


@pytest.mark.parametrize(
    ("game", "third", "fourth"),
    [
        ("F7S", "t1:Qs t2:Qc t3:2d i3 c1 c2", "t1:Kc t2:Kd t3:4h"),
        ("FR", "t1:3s t2:3c t3:Kh i3 c1 c2", "t1:7c t2:7d t3:Qh"),
    ],
)
def test_of_boards_that_tie_the_one_with_the_highest_card_of_the_better_suit_acts_first(
    game: str, third: str, fourth: str
) -> None:
    """TDA RP-10D: the suit of the highest up-card, whatever spades lie beside it."""
    assert play(stud(500, 500, 500, game=game), f"{third} {fourth}").actor == 2
