"""Rooms by chance: of one to sixty tables, with whatever a table can have, likely or not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tables.floor.button.positions import Positions
from tables.floor.room import TableSeat, TableView
from tables.floor.rules import FLOOR_RULES, FloorRules

SIZES = ((9,), (6,), (8, 9), (9, 10, 6), (2, 5, 9))


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomRoom:
    """What `propose_moves` asks for."""

    tables: list[TableView]
    rules: FloorRules
    breaking_order: list[int]
    recently_moved: list[TableSeat]
    last_source: int | None


def random_room(seed: int) -> RandomRoom:
    """The room of this number, always the same."""
    rng = Random(seed)
    rules = FLOOR_RULES[rng.choice(list(FLOOR_RULES))]
    if rng.random() < 0.3:
        rules = replace(
            rules,
            source_by_number_above=rng.choice((None, 0, 3, 20)),
            stud_balancing=rng.choice(("position", "high_card")),
        )
    count = rng.choice((1, 2, 3, 4, 5, 8, 12, 20, 30, 60))
    numbers = rng.sample(range(1, 2 * count + 5), count)
    has_button, sizes = rng.random() < 0.8, rng.choice(SIZES)
    share, is_even = rng.choice((0.95, 0.8, 0.5, 0.3)), rng.random() < 0.7
    tables = [
        _table(
            rng, number, rng.choice(sizes), share if is_even else rng.random(), rules, has_button=has_button
        )
        for number in numbers
    ]
    return RandomRoom(
        tables=tables,
        rules=rules,
        breaking_order=rng.sample(numbers, rng.randrange(count + 1)) if rng.random() < 0.4 else [],
        recently_moved=[
            TableSeat(table=view.table, seat=seat)
            for view in tables
            for seat in sorted(view.seats)
            if rng.random() < rng.choice((0, 0, 0.1, 0.5, 1))
        ],
        last_source=rng.choice([None, *numbers]),
    )


def _table(
    rng: Random, number: int, capacity: int, share: float, rules: FloorRules, *, has_button: bool
) -> TableView:
    every = range(1, capacity + 1)
    seats = frozenset(rng.sample(every, sum(rng.random() < share for _ in every)))
    newcomers = frozenset(seat for seat in sorted(seats) if rng.random() < 0.1)
    left = [seat for seat in every if seat not in seats and rng.random() < 0.5]
    rng.shuffle(left)
    locked = rng.choice((0, 0, 0.1, 0.3))
    return TableView(
        table=number,
        capacity=capacity,
        seats=seats,
        positions=_positions(rng, number, capacity, seats, rules) if has_button else None,
        in_hand=rng.random() < 0.5,
        locked_seats=frozenset(seat for seat in every if rng.random() < locked),
        newcomers=newcomers,
        moved_by_balancing=frozenset(seat for seat in sorted(newcomers) if rng.random() < 0.5),
        told_to_wait=frozenset(seat for seat in sorted(newcomers) if rng.random() < 0.2),
        first_button=rng.choice([None, *every]),
        has_button=has_button,
        eliminated=rng.randrange(3),
        left=tuple(left),
    )


def _positions(
    rng: Random, number: int, capacity: int, seats: frozenset[int], rules: FloorRules
) -> Positions | None:
    """Those of the last hand, when more players may have been there; None before the first."""
    earlier = seats | set(rng.sample(range(1, capacity + 1), rng.randrange(capacity)))
    if len(earlier) < 2 or rng.random() < 0.15:
        return None
    view = TableView(table=number, capacity=capacity, seats=earlier)
    for _ in range(rng.randrange(1, 4)):
        view = replace(view, positions=view.next_hand(rules))
    return view.positions
