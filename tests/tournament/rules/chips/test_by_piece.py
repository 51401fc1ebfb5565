"""Chips by the piece: handed out, and changed where a value leaves."""

from __future__ import annotations

import pytest

from tournament.rules.chips.by_piece import PiecesDue, pieces_due, pieces_of

STACK = {25: 12, 100: 12, 500: 5, 1000: 6}
VALUES = (25, 100, 500, 1000, 5000)


@pytest.mark.parametrize(
    ("amount", "pieces"),
    [
        (10_000, STACK),
        (15_000, {5000: 3}),
        (6_750, {5000: 1, 1000: 1, 500: 1, 100: 2, 25: 2}),
        (10, {}),
    ],
)
def test_a_stack_is_handed_out_as_it_is_written_and_anything_else_in_the_fewest_chips(
    amount: int, pieces: dict[int, int]
) -> None:
    assert pieces_of(amount, stack=STACK, values=VALUES) == pieces


def test_while_nothing_has_left_the_pieces_are_those_handed_out() -> None:
    due = pieces_due([STACK] * 9 + [{5000: 3}], in_play=105_000, left={}, values=VALUES)
    assert due == PiecesDue(pieces={25: 108, 100: 108, 500: 45, 1000: 54, 5000: 3}, beside=0)


def test_what_leaves_becomes_the_next_larger_chip_with_what_the_race_has_brought() -> None:
    # Seven stacks have 84 chips of 25, that is 21 of 100; three have 36, that is 9 of 100.
    seven = pieces_due([STACK] * 7, in_play=70_000, left={25: 0}, values=VALUES)
    assert seven == PiecesDue(pieces={100: 105, 500: 35, 1000: 42}, beside=0)
    # At two tables three odd chips each were raced for one of 100.
    raced = pieces_due([STACK] * 6 + [{25: 2}], in_play=60_100, left={25: 50}, values=VALUES)
    assert raced == PiecesDue(pieces={100: 91, 500: 30, 1000: 36}, beside=0)
    removed = pieces_due([STACK] * 7, in_play=69_900, left={25: 0}, values=VALUES)
    assert removed.beside == -100


def test_two_values_that_leave_both_become_the_next_that_stays() -> None:
    due = pieces_due([STACK] * 10, in_play=100_000, left={100: 0, 25: 0}, values=VALUES)
    assert due == PiecesDue(pieces={500: 50 + 6 + 24, 1000: 60}, beside=0)


def test_what_makes_no_whole_piece_stands_beside() -> None:
    due = pieces_due([{25: 3, 100: 1}], in_play=175, left={25: 0}, values=(25, 100))
    assert due == PiecesDue(pieces={100: 1}, beside=75)


def test_the_largest_value_stays_though_it_has_left() -> None:
    due = pieces_due([{100: 2}], in_play=200, left={100: 0}, values=(25, 100))
    assert due == PiecesDue(pieces={100: 2}, beside=0)
