import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import said
from tournament.rules.chips.ledger import (
    ISSUED,
    REMOVED,
    AverageStack,
    ChipError,
    ChipMovement,
    ChipReason,
    ChipTotals,
    average_stack,
    chip_totals,
    chips_in_play,
)


def row(reason: ChipReason, chips: int) -> ChipMovement:
    return ChipMovement(reason=reason, chips=chips)


LEDGER = [
    *[row("starting_stack", 20_000)] * 10,
    row("rebuy", 20_000),
    row("add_on", 30_000),
    row("forfeit", -400),
    row("penalty", -600),
    row("colour_up", 50),
    row("colour_up", -25),
]


def test_chips_in_play_are_issued_less_removed_and_the_difference_of_colour_ups() -> None:
    totals = chip_totals(LEDGER)
    assert totals == ChipTotals(issued=250_000, removed=1000, adjusted=25)
    assert totals.in_play == chips_in_play(LEDGER) == 249_025


def test_an_empty_ledger_has_no_chips() -> None:
    assert chips_in_play([]) == 0


@pytest.mark.parametrize("reason", sorted(ISSUED))
@pytest.mark.parametrize("chips", [0, -5])
def test_issued_chips_come_in(reason: ChipReason, chips: int) -> None:
    with pytest.raises(ChipError, match=f"cannot be recorded as {reason}"):
        row(reason, chips)


@pytest.mark.parametrize("reason", sorted(REMOVED))
@pytest.mark.parametrize("chips", [0, 5])
def test_removed_chips_go_out(reason: ChipReason, chips: int) -> None:
    with pytest.raises(ChipError, match=f"cannot be recorded as {reason}"):
        row(reason, chips)


def test_an_unknown_movement_is_refused() -> None:
    with pytest.raises(ChipError, match="kind of chip movement"):
        row("gift", 5)  # type: ignore[arg-type]  # what a stored row might say


def test_the_average_is_in_chips_and_in_big_blinds() -> None:
    assert average_stack(in_play=249_025, players=7, big_blind=800) == AverageStack(
        chips=35_575, big_blind_tenths=444
    )


def test_there_is_no_average_of_nobody_and_no_big_blinds_without_one() -> None:
    assert average_stack(in_play=100, players=0, big_blind=800) is None
    assert average_stack(in_play=100, players=2, big_blind=0) == AverageStack(chips=50, big_blind_tenths=0)


@given(st.lists(st.integers(1, 10**6), max_size=20), st.lists(st.integers(-(10**6), -1), max_size=20))
def test_the_ledger_is_a_plain_sum(issues: list[int], removals: list[int]) -> None:
    rows = [row("starting_stack", chips) for chips in issues] + [row("lost", chips) for chips in removals]
    assert chips_in_play(rows) == sum(issues) + sum(removals)


def test_a_movement_that_cannot_be_says_why() -> None:
    assert [
        said(lambda: row("gift", 5)),  # type: ignore[arg-type]  # what a stored row might say
        said(lambda: row("rebuy", 0)),
        said(lambda: row("lost", 7)),
    ] == [
        ("This kind of chip movement does not exist.", "unknown_reason", {}),
        ("0 chips cannot be recorded as rebuy.", "wrong_sign", {"chips": 0, "reason": "rebuy"}),
        ("7 chips cannot be recorded as lost.", "wrong_sign", {"chips": 7, "reason": "lost"}),
    ]
    assert (row("rebuy", 1).chips, row("lost", -1).chips, row("correction", 0).chips) == (1, -1, 0)


def test_the_last_player_has_the_average_and_a_blind_of_one_counts() -> None:
    assert average_stack(in_play=1_000, players=1, big_blind=1) == AverageStack(
        chips=1_000, big_blind_tenths=10_000
    )
