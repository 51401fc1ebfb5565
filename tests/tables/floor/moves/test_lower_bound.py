"""Balancing and breaking take exactly as many moves as the counts demand: the bound written out from the catalogue.

For each lowest count L that the players allow (every table between L and L + d): a surplus above must leave, a deficit
below must come, and a move does one of each. Of these bounds the smallest is the fewest moves; the players of a broken
table fill deficits first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from random import Random

import pytest

from tables.floor.moves.balancing import propose_moves
from tables.floor.moves.breaking import break_moves
from tables.floor.room import TableView
from tables.floor.rules import FloorRules, ToleranceStep
from tests.breadth import sample
from tests.tables.floor.room_builder import a_room

SEATS = 9
# Tables of nine: every vector of counts up to three of them at once, of more in `make test-long`.
MORE = pytest.mark.long(reason="the same of thousands of vectors more; larger rooms are drawn below")
TABLES = (2, 3, pytest.param(4, marks=MORE), pytest.param(5, marks=MORE))


def tolerating(tolerance: int) -> FloorRules:
    step = ToleranceStep(seats_at_least=0, tables_above=0, tolerance=tolerance)
    return FloorRules(tolerance_steps=(step,))


def levels(players: int, tables: int, tolerance: int) -> Iterator[int]:
    """Every lowest count L with L·T ≤ N ≤ T·(L+d); a full table is as high as one can be."""
    for low in range(SEATS + 1):
        if low * tables <= players <= tables * min(low + tolerance, SEATS):
            yield low


def bound(counts: Sequence[int], tolerance: int) -> int:
    """The fewest moves that even these tables."""
    return min(
        max(
            sum(max(0, count - min(low + tolerance, SEATS)) for count in counts),
            sum(max(0, low - count) for count in counts),
        )
        for low in levels(sum(counts), len(counts), tolerance)
    )


def bound_of_break(broken: int, others: Sequence[int], tolerance: int) -> int:
    """The fewest moves that empty a table onto the others and even these."""
    return min(
        broken
        + max(
            0,
            sum(max(0, count - min(low + tolerance, SEATS)) for count in others),
            sum(max(0, low - count) for count in others) - broken,
        )
        for low in levels(broken + sum(others), len(others), tolerance)
    )


def check_balance(room: Sequence[TableView], tolerance: int) -> None:
    counts = [view.players for view in room]
    moves = propose_moves(room, tolerating(tolerance))
    after = {view.table: view.players for view in room}
    for move in moves:
        after[move.from_table] -= 1
        after[move.to_table] += 1
    assert len(moves) == bound(counts, tolerance), counts
    assert max(after.values()) - min(after.values()) <= tolerance, counts


def check_break(room: Sequence[TableView], tolerance: int, rng: Random) -> None:
    """The last table breaks, and what is left is balanced."""
    rules = tolerating(tolerance)
    broken, others = room[-1], {view.table: view for view in room[:-1]}
    counts = [view.players for view in others.values()]
    drawn = break_moves(room, broken.table, rules, rng).moves
    for move in drawn:
        others[move.to_table] = others[move.to_table].with_player(move.to_seat)
    balancing = propose_moves(list(others.values()), rules)
    expected = bound_of_break(broken.players, counts, tolerance)
    assert len(drawn) + len(balancing) == expected, (counts, broken.players)


@pytest.mark.rule("OPT-01..11")
@pytest.mark.parametrize("tolerance", [1, 2])
@pytest.mark.parametrize("tables", TABLES)
def test_every_room_of_tables_of_nine_is_balanced_in_as_many_moves_as_its_bound(
    tables: int, tolerance: int
) -> None:
    for counts in combinations_with_replacement(range(SEATS + 1), tables):
        check_balance(a_room(*counts), tolerance)


@pytest.mark.rule("OPT-01..11")
@pytest.mark.parametrize("tolerance", [1, 2])
@pytest.mark.parametrize("tables", TABLES)
def test_every_table_that_fits_on_the_others_breaks_in_as_many_moves_as_its_bound(
    tables: int, tolerance: int
) -> None:
    rng = Random(tables)
    for others in combinations_with_replacement(range(1, SEATS + 1), tables - 1):
        for broken in range(1, min(SEATS, SEATS * (tables - 1) - sum(others)) + 1):
            check_break(a_room(*others, broken), tolerance, rng)


@pytest.mark.slow(minutes=2)
@pytest.mark.rule("OPT-01..11")
@pytest.mark.sampled
def test_larger_rooms_are_balanced_and_broken_in_as_many_moves_as_their_bounds() -> None:
    """Six to forty tables; thousands of rooms in `make test-long`."""
    rng = Random(42)
    for number in range(sample("rooms for the fewest moves")):
        counts = [rng.randint(1, SEATS) for _ in range(rng.randint(6, 40))]
        room = a_room(*counts)
        check_balance(room, 1 + number % 2)
        if sum(counts[:-1]) + counts[-1] <= SEATS * (len(counts) - 1):
            check_break(room, 1 + number % 2, rng)


def test_the_bound_says_what_the_catalogue_prints() -> None:
    assert [bound((9, 9, 9, 6), 1), bound((9, 9, 9, 6), 2), bound((9, 5), 1), bound((9, 8, 7), 2)] == [
        2,
        1,
        2,
        0,
    ]
    assert [bound_of_break(2, (9, 8, 5), 1), bound_of_break(2, (9, 8, 5), 2)] == [3, 2]


def test_one_move_too_few_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check itself: a proposal that leaves out its last move."""
    whole = propose_moves
    monkeypatch.setattr(f"{__name__}.propose_moves", lambda room, rules: whole(room, rules)[:-1])
    with pytest.raises(AssertionError):
        check_balance(a_room(9, 9, 9, 6), 1)
