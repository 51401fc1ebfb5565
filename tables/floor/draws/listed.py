"""What each draw is made from, line by line, as its file and its fingerprint say it before anything is drawn.

An entry is E0007, a table T3, a seat T3S5, the seat of a draw at one table S5, a card Kd; a draw is K7QX#12.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tables.floor.draws.cards import DECK
from tables.floor.draws.last_hands import last_hands_cards
from tables.floor.draws.seats import TableToFill, seat_code, seats_offered, shortest_tables
from tables.floor.room import TableSeat, TableView, table_code


def draw_code(event: str, number: int) -> str:
    """Of a draw of the event with this code: K7QX#12."""
    return f"{event}#{number}"


def entry_code(number: int) -> str:
    """Of the entry with this number in its event: E0007."""
    return f"E{number:04}"


def seats_for(entries: Sequence[str], tables: Sequence[TableToFill], *, by_cards: bool = False) -> list[str]:
    """Of a draw of seats: the entries that have none, the seats that they get, and those of players who keep theirs.

    `by_cards`: the cards that are dealt for them as well.
    """
    kept = [TableSeat(table=table.table, seat=seat) for table in tables for seat in table.kept]
    offered = seats_offered(len(entries), tables)
    return [*entries, *(place.code for place in (*offered, *kept)), *(DECK if by_cards else ())]


def late_seat_at(tables: Iterable[TableView]) -> list[str]:
    """Of a late seat: the tables with the fewest players, each with its free seats."""
    return [code for view in shortest_tables(tables) for code in _with_free_seats(view)]


def seats_of_break(broken: TableView, drawing: Iterable[int], others: Iterable[TableView]) -> list[str]:
    """Of a table that breaks: those who draw, the tables with a free seat and their free seats, and the deck."""
    leaving = [TableSeat(table=broken.table, seat=seat).code for seat in sorted(drawing)]
    free = [code for view in others if view.free_seats for code in _with_free_seats(view)]
    return [*leaving, *free, *DECK]


def cards_for(seats: Collection[int]) -> list[str]:
    """Of cards that are dealt to these seats of one table; a seat stands as often as it gets cards."""
    return [*map(seat_code, sorted(seats)), *DECK]


def cards_of_last_hands(seats_per_table: int) -> list[str]:
    return list(last_hands_cards(seats_per_table))


def _with_free_seats(view: TableView) -> list[str]:
    seats = [TableSeat(table=view.table, seat=seat).code for seat in view.free_seats]
    return [table_code(view.table), *seats]
