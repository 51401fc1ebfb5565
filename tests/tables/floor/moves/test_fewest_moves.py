"""The minimum number of moves, against search through every position the tables can be in."""

from __future__ import annotations

from collections import deque
from itertools import combinations_with_replacement, product

import pytest

from tables.floor.moves.balancing import propose_moves
from tables.floor.moves.fewest_moves import MovesLeft, Size
from tables.floor.rules import FloorRules, ToleranceStep
from tests.tables.floor.room_builder import a_room

Counts = tuple[int, ...]


def tolerating(tolerance: int) -> FloorRules:
    step = ToleranceStep(seats_at_least=0, tables_above=0, tolerance=tolerance)
    return FloorRules(tolerance_steps=(step,))


def moves_by_search(tables: int, seats: int, tolerance: int) -> dict[Counts, int]:
    """Every sorted vector of counts with its distance from the nearest even one, breadth first.

    A move can be undone by another, so the search starts from all even vectors at once.
    """
    everything = combinations_with_replacement(range(seats + 1), tables)
    distance = {counts: 0 for counts in everything if counts[-1] - counts[0] <= tolerance}
    queue = deque(distance)
    while queue:
        counts = queue.popleft()
        for source, destination in product(range(tables), repeat=2):
            if source == destination or not counts[source] or counts[destination] == seats:
                continue
            moved = list(counts)
            moved[source] -= 1
            moved[destination] += 1
            following = tuple(sorted(moved))
            if following not in distance:
                distance[following] = distance[counts] + 1
                queue.append(following)
    return distance


@pytest.mark.parametrize("tolerance", [1, 2])
@pytest.mark.parametrize(("tables", "seats"), [(2, 10), (3, 10), (4, 10), (5, 9), (5, 6), (4, 6), (3, 2)])
def test_the_formula_is_the_true_minimum_for_every_vector_of_counts(
    tables: int, seats: int, tolerance: int
) -> None:
    searched = moves_by_search(tables, seats, tolerance)
    computed = {
        counts: MovesLeft([Size(players, seats) for players in counts], tolerance=tolerance).needed
        for counts in searched
    }
    assert computed == searched


@pytest.mark.parametrize("rooms", [(3, 4), (2, 4, 4), (3, 3, 5), (2, 3, 5)])
@pytest.mark.parametrize("tolerance", [1, 2])
def test_the_formula_is_the_true_minimum_for_tables_of_different_sizes(rooms: Counts, tolerance: int) -> None:
    def is_even(counts: Counts) -> bool:
        top = max(counts)
        return all(
            top - players <= tolerance or players == room for players, room in zip(counts, rooms, strict=True)
        )

    for start in product(*(range(room + 1) for room in rooms)):
        distance = {start: 0}
        queue = deque([start])
        while not is_even(queue[0]):
            counts = queue.popleft()
            for source, destination in product(range(len(rooms)), repeat=2):
                moved = list(counts)
                moved[source] -= 1
                moved[destination] += 1
                following = tuple(moved)
                possible = min(moved) >= 0 and moved[destination] <= rooms[destination]
                if possible and following not in distance:
                    distance[following] = distance[counts] + 1
                    queue.append(following)
        sizes = [Size(players, room) for players, room in zip(start, rooms, strict=True)]
        assert MovesLeft(sizes, tolerance=tolerance).needed == distance[queue[0]], start


LARGER = [
    pytest.param(*room, marks=pytest.mark.long(reason="only more seats of the same"))
    for room in [(5, 6), (4, 9), (5, 9)]
]


@pytest.mark.parametrize("tolerance", [1, 2])
@pytest.mark.parametrize(("tables", "seats"), [(2, 10), (3, 10), (4, 6), *LARGER])
def test_the_proposed_moves_are_as_few_as_can_be_and_even_the_tables_out(
    tables: int, seats: int, tolerance: int
) -> None:
    rules = tolerating(tolerance)
    for counts, fewest in moves_by_search(tables, seats, tolerance).items():
        moves = propose_moves(a_room(*counts, capacity=seats), rules)
        assert len(moves) == fewest, counts
        after = list(counts)
        for move in moves:
            after[move.from_table - 1] -= 1
            after[move.to_table - 1] += 1
        assert max(after) - min(after) <= tolerance, counts
        assert 0 <= min(after) <= max(after) <= seats, counts


# Catalogue: counts, seats, moves needed within 1 and within 2.
OPTIMA = {
    "OPT-01": ((9, 9, 9, 6), 9, 2, 1),
    "OPT-02": ((10, 9, 9, 9, 7), 10, 1, 1),
    "OPT-03": ((10, 10, 8, 8), 10, 2, 0),
    "OPT-04": ((10, 10, 8, 7), 10, 2, 1),
    "OPT-05": ((9, 5), 9, 2, 1),
    "OPT-06": ((10, 10, 10, 6), 10, 3, 2),
    "OPT-07": ((9, 9, 8, 8, 5), 9, 2, 2),
    "OPT-08": ((6, 6, 3), 6, 2, 1),
    "OPT-09": ((6, 6, 4), 6, 1, 0),
    "BAL-08": ((9, 8, 7), 9, 1, 0),
}


@pytest.mark.rule("OPT-01..11")
@pytest.mark.parametrize("case", OPTIMA)
def test_the_catalogues_rooms_need_the_moves_it_prints(case: str) -> None:
    counts, seats, within_1, within_2 = OPTIMA[case]
    room = a_room(*counts, capacity=seats)
    for tolerance, fewest in ((1, within_1), (2, within_2)):
        assert len(propose_moves(room, tolerating(tolerance))) == fewest


@pytest.mark.parametrize(
    ("counts", "seats", "tolerance", "expected"),
    [
        ((9, 9, 9, 6), 9, 1, [8, 8, 8, 9]),
        ((9, 9, 9, 6), 9, 2, [7, 8, 9, 9]),
        ((10, 9, 9, 9, 7), 10, 1, [8, 9, 9, 9, 9]),
    ],
)
def test_the_tables_end_with_the_counts_the_catalogue_prints(
    counts: Counts, seats: int, tolerance: int, expected: list[int]
) -> None:
    after = list(counts)
    for move in propose_moves(a_room(*counts, capacity=seats), tolerating(tolerance)):
        after[move.from_table - 1] -= 1
        after[move.to_table - 1] += 1
    assert sorted(after) == sorted(expected)


def test_no_tables_need_no_moves() -> None:
    assert MovesLeft([], tolerance=1).needed == 0
    assert propose_moves([], FloorRules()) == ()
    assert propose_moves(a_room(9), FloorRules()) == ()
