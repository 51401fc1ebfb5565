"""Draws: seats at the start, late seats, redraws, the button, a card each. Chance comes in as `rng`.

The order in which `rng` is asked is fixed, so the same source gives the same draw, and a draw
can be recomputed by anyone who knows the source.
Sources: TDA 7, 8; WSOP 34, 35, 65, 85; FIGP (seats are drawn, then the button).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tables.floor.button.next_hand import starting_button
from tables.floor.draws.cards import DECK
from tables.floor.errors import FloorError
from tables.floor.room import TableSeat, TableView, place_code, table_code
from tournament.draws.chance import Rng, dealt, picked

E = TypeVar("E")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableToFill:
    """A table to draw players to: its number and the seats on offer, in the order they are filled.

    `kept` are the seats of players who stay where they are and count with those drawn to it.
    """

    table: int
    seats: tuple[int, ...]
    kept: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDrawn(Generic[E]):
    """What one entry drew."""

    entry: E
    table: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstHandButton:
    """Where the button of a table's first hand is."""

    table: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RedrawResult(Generic[E]):
    """A redraw: everybody's new seat, and the button of every table."""

    seats: tuple[SeatDrawn[E], ...]
    buttons: tuple[FirstHandButton, ...]


def tables_needed(entries: int, seats_per_table: int) -> int:
    """The fewest tables that seat so many entries."""
    if seats_per_table < 2:
        raise FloorError(
            f"A table needs at least 2 seats, not {seats_per_table}.",
            code="too_few_seats",
            params={"seats_per_table": seats_per_table},
        )
    return -(-entries // seats_per_table)


def seats_offered(entries: int, tables: Sequence[TableToFill]) -> list[TableSeat]:
    """The seats that so many entries draw from: always one of the shortest table so far, so that
    sizes differ by at most one (unless a table is full).

    Raises FloorError when there are fewer seats than entries, or a seat is offered twice.
    """
    _refuse_doubles(tables)
    available = sum(len(table.seats) for table in tables)
    if entries > available:
        raise FloorError(
            f"{entries} players do not fit on {available} seats: open another table.",
            code="too_few_seats",
            params={"entries": entries, "seats": available},
        )
    offered = [
        (len(table.kept) + turn, TableSeat(table=table.table, seat=seat))
        for table in tables
        for turn, seat in enumerate(table.seats)
    ]
    # By the size that the table has before; equal ones in the order of the tables.
    offered.sort(key=lambda offer: offer[0])
    return [place for _size, place in offered[:entries]]


def draw_seats(
    entries: Sequence[E], tables: Sequence[TableToFill], rng: Rng, *, code: Callable[[E], str] = str
) -> list[SeatDrawn[E]]:
    """A seat for each entry, in the order of the seats; every assignment is equally likely.

    `code` is what the file of the draw calls an entry.
    """
    offered = seats_offered(len(entries), tables)
    return [
        SeatDrawn(entry=entry, table=place.table, seat=place.seat)
        for entry, place in dealt(entries, offered, rng, code=code, place=place_code)
    ]


def draw_late_seat(tables: Sequence[TableView], rng: Rng) -> TableSeat:
    """A seat for one late entry: at a table with the fewest players, any of its free seats.

    A table is drawn first when several are equally short. Locked seats are left alone. Raises
    FloorError when every seat is taken.
    """
    shortest = shortest_tables(tables)
    view = picked(shortest, rng, code=_code_of_table) if len(shortest) > 1 else shortest[0]
    return picked([TableSeat(table=view.table, seat=seat) for seat in view.free_seats], rng, code=place_code)


def shortest_tables(tables: Iterable[TableView]) -> list[TableView]:
    """Of those with a free seat the ones with the fewest players, by number. Raises FloorError where none has one."""
    tables = list(tables)
    open_tables = sorted((view for view in tables if view.free_seats), key=lambda view: view.table)
    if not open_tables:
        raise FloorError(
            "Every seat is taken: open another table, or wait for a seat.",
            code="no_free_seat",
            params={"tables": len(tables)},
        )
    fewest = min(view.players for view in open_tables)
    return [view for view in open_tables if view.players == fewest]


def draw_button(table: int, occupied: Collection[int], rng: Rng) -> int:
    """The button of a table's first hand, any occupied seat alike."""
    if not occupied:
        raise FloorError("This table is empty.", code="table_empty", params={})
    seats = [TableSeat(table=table, seat=seat) for seat in sorted(occupied)]
    return picked(seats, rng, code=place_code).seat


def draw_buttons(drawn: Iterable[SeatDrawn[E]], rng: Rng) -> list[FirstHandButton]:
    """The button of each table's first hand, in the order of the tables' numbers, after their seats were drawn."""
    return [
        FirstHandButton(table=table, seat=draw_button(table, occupied, rng))
        for table, occupied in sorted(_occupied(drawn).items())
    ]


def draw_race_cards(turns: Sequence[int], rng: Rng) -> tuple[str, ...]:
    """The cards of a chip race from a shuffled deck, in the order dealt: `turns` are the seats that get them, each as
    often as it has odd chips, at most 52 in all (TDA 24)."""
    return tuple(card for card, _seat in dealt(DECK, turns, rng, place=seat_code))


def draw_cards(seats: Collection[int], rng: Rng) -> dict[int, str]:
    """One card dealt to each of the seats from a shuffled deck, from the lowest seat on: {4: "Kd"}.

    The highest by rank, then spades, hearts, diamonds, clubs, decides (WSOP 67b, 85).
    """
    return {seat: card for card, seat in dealt(DECK, sorted(seats), rng, place=seat_code)}


def redraw(
    entries: Sequence[E], tables: Sequence[TableToFill], rng: Rng, *, code: Callable[[E], str] = str
) -> RedrawResult[E]:
    """New seats for everybody left but those who keep theirs, and where each table's button starts.

    The final table's button is drawn after its seats; at several tables it starts at the first
    stack to the dealer's right (WSOP 85).
    """
    seats = draw_seats(entries, tables, rng, code=code)
    taken = _occupied(seats)
    buttons = []
    for table in tables:
        occupied = [*table.kept, *taken.get(table.table, ())]
        if occupied:
            seat = (
                draw_button(table.table, occupied, rng)
                if len(tables) == 1
                else starting_button(occupied=occupied)
            )
            buttons.append(FirstHandButton(table=table.table, seat=seat))
    return RedrawResult(seats=tuple(seats), buttons=tuple(buttons))


def seat_code(number: int) -> str:
    """As the file of a draw at one table says it: S5."""
    return f"S{number}"


def _code_of_table(view: TableView) -> str:
    return table_code(view.table)


def _occupied(drawn: Iterable[SeatDrawn[E]]) -> dict[int, list[int]]:
    """The seats drawn, by table."""
    taken: dict[int, list[int]] = {}
    for place in drawn:
        taken.setdefault(place.table, []).append(place.seat)
    return taken


def _refuse_doubles(tables: Sequence[TableToFill]) -> None:
    offered: set[tuple[int, int]] = set()
    for table in tables:
        for seat in (*table.kept, *table.seats):
            if (table.table, seat) in offered:
                raise FloorError(
                    f"Seat {seat} at table {table.table} is offered twice.",
                    code="seat_twice",
                    params={"table": table.table, "seat": seat},
                )
            offered.add((table.table, seat))
