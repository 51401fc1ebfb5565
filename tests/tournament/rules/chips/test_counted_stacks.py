from __future__ import annotations

import pytest

from tests.refusals import said
from tournament.rules.chips.bust_chips import Stack
from tournament.rules.chips.counted_stacks import Counted, CountError, count_table, shares_of


def unknown(chips: int) -> Stack:
    return Stack(chips=chips, is_known=False)


def known(chips: int) -> Stack:
    return Stack(chips=chips)


def test_what_is_not_counted_is_shared_for_the_books() -> None:
    table = {1: unknown(10_000), 2: unknown(10_000), 3: unknown(10_000), 4: known(5_000)}

    assert count_table(table, {1: 22_999}) == Counted(
        stacks={1: known(22_999), 2: unknown(3_501), 3: unknown(3_500), 4: known(5_000)}, difference=0
    )


def test_with_everybody_counted_the_difference_to_the_chips_of_the_table_is_told() -> None:
    table = {1: unknown(10_000), 2: unknown(10_000)}

    assert count_table(table, {1: 15_000, 2: 5_000}).difference == 0
    assert count_table(table, {1: 15_000, 2: 4_000}) == Counted(
        stacks={1: known(15_000), 2: known(4_000)}, difference=-1_000
    )
    assert count_table(table, {1: 15_000, 2: 7_000}).difference == 2_000


def test_a_known_stack_that_is_counted_again_changes_the_share_of_the_others() -> None:
    table = {1: known(10_000), 2: unknown(10_000)}

    assert count_table(table, {1: 4_000}).stacks == {1: known(4_000), 2: unknown(16_000)}


def test_counts_that_leave_nothing_for_the_others_are_refused() -> None:
    table = {1: unknown(10_000), 2: unknown(10_000), 3: unknown(10_000)}

    with pytest.raises(CountError, match="leave 1 chips for 2 players"):
        count_table(table, {1: 29_999})


def test_shares_are_equal_but_for_odd_chips_and_nobody_is_without() -> None:
    assert shares_of(11, [4, 7, 9]) == {4: 4, 7: 4, 9: 3}
    assert shares_of(2, [4, 7, 9]) is None
    assert shares_of(2, []) is None


def test_the_refusal_of_a_count_says_what_is_left_for_how_many() -> None:
    table = {1: unknown(10_000), 2: unknown(10_000), 3: unknown(10_000)}
    assert said(lambda: count_table(table, {1: 29_999})) == (
        "The counts leave 1 chips for 2 players who were not counted. Count again.",
        "nothing_left",
        {"rest": 1, "players": 2},
    )
    assert count_table(table, {1: 29_998}).stacks == {1: known(29_998), 2: unknown(1), 3: unknown(1)}
