from typing import Any

import pytest

from tests.refusals import said
from tournament.rules.penalties import PENALTY_KINDS, PenaltyError, PenaltyHands, give_penalty, sit_out


def after(penalty: PenaltyHands, deals: int) -> PenaltyHands:
    for _ in range(deals):
        penalty = sit_out(penalty)
    return penalty


@pytest.mark.rule("PEN-01")
def test_pen_01_two_rounds_of_eight_players_are_16_hands_also_when_seven_are_left() -> None:
    penalty = give_penalty("rounds", count=2, players=8)
    assert penalty == PenaltyHands(kind="rounds", hands=16)
    # The eighth player busts after five hands: nothing in the penalty asks for the table again.
    assert after(penalty, 5).remaining == 11
    assert after(penalty, 15).remaining == 1
    assert after(penalty, 16) == PenaltyHands(kind="rounds", hands=16, missed=16)
    assert give_penalty("rounds", count=2, players=7).hands == 14


@pytest.mark.rule("PEN-02")
def test_pen_02_a_misdeal_and_its_redeal_are_one_hand() -> None:
    penalty = give_penalty("hands", count=2, players=9)
    misdealt = sit_out(penalty)
    dealt_again = sit_out(sit_out(misdealt, is_redeal=True), is_redeal=True)
    assert dealt_again == misdealt == PenaltyHands(kind="hands", hands=2, missed=1)
    assert sit_out(dealt_again).remaining == 0


@pytest.mark.rule("PEN-02")
def test_the_redeal_of_a_hand_from_before_the_penalty_does_not_count() -> None:
    penalty = give_penalty("hands", count=1, players=9)
    assert sit_out(penalty, is_redeal=True) == penalty


@pytest.mark.rule("PEN-03")
def test_pen_03_what_is_left_goes_along_when_the_table_breaks() -> None:
    at_the_old_table = after(give_penalty("rounds", count=1, players=6), 4)
    assert at_the_old_table.remaining == 2
    # A table of nine makes no round of nine of it.
    assert after(at_the_old_table, 2) == PenaltyHands(kind="rounds", hands=6, missed=6)


def test_a_warning_and_a_disqualification_cost_no_hand() -> None:
    given = {
        kind: give_penalty(kind, count=1 if kind in ("hands", "rounds") else 0, players=9)
        for kind in PENALTY_KINDS
    }
    assert {kind: penalty.remaining for kind, penalty in given.items()} == {
        "warning": 0, "hands": 1, "rounds": 9, "disqualification": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "count", "players", "code"),
    [
        ("hands", 0, 9, "bad_count"),
        ("rounds", -1, 9, "bad_count"),
        ("warning", 1, 9, "bad_count"),
        ("disqualification", 1, 9, "bad_count"),
        ("rounds", 1, 0, "bad_count"),
        ("dungeon", 1, 9, "unknown_penalty"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused(kind: Any, count: int, players: int, code: str) -> None:
    with pytest.raises(PenaltyError) as refused:
        give_penalty(kind, count=count, players=players)
    assert refused.value.code == code


def test_a_served_penalty_is_not_served_on() -> None:
    for served in (after(give_penalty("hands", count=1, players=9), 1), give_penalty("warning", players=9)):
        with pytest.raises(PenaltyError, match="has already been served"):
            sit_out(served)


def test_a_penalty_is_refused_in_words() -> None:
    counted = "A penalty in hands or rounds needs a number of at least 1; other penalties take none."
    kind: Any = "dungeon"
    assert [
        said(lambda: give_penalty(kind, players=9)),
        said(lambda: give_penalty("hands", players=9)),
        said(lambda: give_penalty("rounds", count=2, players=0)),
        said(lambda: sit_out(give_penalty("warning", players=9))),
    ] == [
        ("This kind of penalty does not exist.", "unknown_penalty", {}),
        (counted, "bad_count", {"count": 0}),
        (counted, "bad_count", {"count": 2}),
        ("This penalty has already been served.", "penalty_served", {}),
    ]
    assert give_penalty("rounds", count=1, players=1) == PenaltyHands(kind="rounds", hands=1)
