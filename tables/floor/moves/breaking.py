"""Breaking a table, and the final table.

A table breaks when everybody fits on the others, in the posted order. Its players are drawn to
their new seats in two steps that a room can also do by hand: shuffled seat cards lie in a stack,
and one playing card dealt face up to each player decides who takes the next seat card. Any open
seat may be drawn; a player may get the button or either blind there, and is left out of a hand
only between button and small blind.
Sources: TDA 10, RP-9; WSOP 35, 66, 67c, 68.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from tables.floor.draws.cards import DECK, seats_by_card
from tables.floor.draws.listed import seats_of_break
from tables.floor.errors import FloorError
from tables.floor.moves.move import ProposedMove, tables_to_wait_for
from tables.floor.reasons import Reason, reason
from tables.floor.room import (
    TableSeat,
    TableView,
    in_breaking_order,
    place_code,
    posted_breaking_order,
    seats_per_table,
    table_code,
    view_of,
)
from tables.floor.rules import BreakCardOrder, FloorRules
from tournament.draws.chance import Rng, dealt, picked, shuffled


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBreak:
    """A table broken by draw: the card each seat was dealt, the stack of seat cards from the top,
    and the moves in the order in which the seat cards were handed out."""

    table: int
    cards: Mapping[int, str]
    stack: tuple[TableSeat, ...]
    moves: tuple[ProposedMove, ...]


MOST_AT_A_FINAL_TABLE: Final = 10


def seats_of_final_table(*, seats: int, needed: int) -> int:
    """How many seats the table gets: as many as are needed, up to ten at nine-handed (WSOP 68); never fewer."""
    return needed if seats < needed <= MOST_AT_A_FINAL_TABLE else seats


def table_to_break(
    tables: Sequence[TableView], rules: FloorRules, breaking_order: Sequence[int] = ()
) -> int | None:
    """The table to break now: the first in the posted order whose players fit on the others.

    None while no table can go, while a player of the one to go may still buy back, and when the next step is the
    final table instead: the last two tables are not broken but redrawn (`redraws.redraw_due`).
    """
    players = sum(view.players for view in tables)
    final_size = final_table_size(rules, seats_per_table(tables), most_at_a_table(tables))
    if len(tables) <= 2 or players <= final_size:
        return None
    room = sum(view.room for view in tables)
    for view in in_breaking_order(tables, breaking_order):
        if players <= room - view.room:
            return None if view.deciding else view.table
    return None


def why_break(tables: Sequence[TableView], table: int) -> Reason:
    """Why `table_to_break` names this table: its turn, its players, and the open seats for them."""
    return reason("table_can_break", from_table=table, **_fits(tables, table))


def _fits(tables: Sequence[TableView], table: int) -> dict[str, int]:
    seats = sum(view.places_left for view in tables if view.table != table)
    return {"players": view_of(tables, table).players, "seats": seats}


@dataclass(frozen=True, slots=True, kw_only=True)
class FewerTables:
    """What makes the room smaller: everybody redrawn to `redraw_to` tables, or one table broken."""

    redraw_to: int | None = None
    break_table: int | None = None
    why_break: Reason | None = None


def fewer_tables_due(
    tables: Sequence[TableView],
    rules: FloorRules,
    *,
    is_registration_open: bool,
    redraw_to: Callable[[], int | None],
) -> FewerTables | None:
    """Whether tables break or merge now; balancing waits, because the next draw would undo the move.

    While registration is open none does: late players need the seats. A redraw (`redraw_to`, asked only
    then; see `redraws.redraw_due`) comes before a break. Sources: TDA 10, WSOP 66 to 68.
    """
    if is_registration_open:
        return None
    drawn_to = redraw_to()
    if drawn_to is not None:
        return FewerTables(redraw_to=drawn_to)
    closing = table_to_break(tables, rules, posted_breaking_order(tables))
    return None if closing is None else FewerTables(break_table=closing, why_break=why_break(tables, closing))


NOWHERE: Final[Mapping[int, TableSeat]] = MappingProxyType({})


def break_moves(
    tables: Sequence[TableView],
    table: int,
    rules: FloorRules,
    rng: Rng,
    *,
    reserved: Mapping[int, TableSeat] = NOWHERE,
) -> TableBreak:
    """The two-step random draw that empties `table` onto the others. Seats of it whose player has a seat reserved
    elsewhere (`reserved`) draw nothing: these players go there first (TDA 9).

    The shortest tables are filled first, so that balancing afterwards needs as few moves as it
    can; equally short tables, the seats there and the cards are drawn. Raises FloorError when the
    players do not fit.
    """
    broken, drawing, others = _who_draws(tables, table, reserved)
    places = _places_to_fill(others, len(drawing), rng)
    stack = tuple(shuffled(places, rng, code=place_code))
    leaving = [TableSeat(table=table, seat=seat) for seat in sorted(drawing)]
    cards = {place.seat: card for card, place in dealt(DECK, leaving, rng, place=place_code)}
    return _table_break(tables, broken, rules, cards=cards, stack=stack, reserved=reserved)


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakCards:
    """A break as it was drawn with real cards: of each player who draws the playing card, the lowest seat first, and
    the seat cards from the top.
    """

    cards: tuple[str, ...]
    stack: tuple[TableSeat, ...]


def break_by_cards(
    tables: Sequence[TableView],
    table: int,
    rules: FloorRules,
    drawn: BreakCards,
    *,
    reserved: Mapping[int, TableSeat] = NOWHERE,
) -> TableBreak:
    """The same break with the cards that were dealt at the table. Raises FloorError for cards that do not match the
    players, or a seat card of no free seat.
    """
    broken, drawing, others = _who_draws(tables, table, reserved)
    free = {place for view in others for place in _free(view)}
    for place in drawn.stack:
        if place not in free:
            raise FloorError(
                f"Seat {place.seat} at table {place.table} is not free.",
                code="seat_not_free",
                params={"table": place.table, "seat": place.seat},
            )
    for view in others:
        if sum(place.table == view.table for place in drawn.stack) > view.places_left:
            raise FloorError(
                f"Table {view.table} takes {view.places_left} more players.",
                code="too_many_for_table",
                params={"table": view.table, "more": view.places_left},
            )
    if len(drawn.cards) != len(drawing):
        raise FloorError(
            f"{len(drawing)} players draw, not {len(drawn.cards)}.",
            code="seat_cards_do_not_match",
            params={"players": len(drawing), "seat_cards": len(drawn.cards)},
        )
    cards = dict(zip(sorted(drawing), drawn.cards, strict=True))
    return _table_break(tables, broken, rules, cards=cards, stack=drawn.stack, reserved=reserved)


def _table_break(
    tables: Sequence[TableView],
    broken: TableView,
    rules: FloorRules,
    *,
    cards: Mapping[int, str],
    stack: tuple[TableSeat, ...],
    reserved: Mapping[int, TableSeat],
) -> TableBreak:
    table = broken.table
    drawn = assign_break_cards(cards=cards, stack=stack, order=rules.break_card_order)
    why = reason("table_breaks", from_table=table, **_fits(tables, table))
    kept = tuple(
        ProposedMove(
            from_table=table,
            from_seat=seat,
            to_table=place.table,
            to_seat=place.seat,
            reasons=(why, reason("seat_reserved", to_table=place.table, to_seat=place.seat)),
            wait_for=tables_to_wait_for(broken, view_of(tables, place.table)),
        )
        for seat, place in sorted(reserved.items())
    )
    moves = kept + tuple(
        _break_move(broken, view_of(tables, place.table), why, seat, place, cards[seat], turn, len(drawn))
        for turn, (seat, place) in enumerate(drawn.items(), start=1)
    )
    return TableBreak(table=table, cards=cards, stack=stack, moves=moves)


def listed_for_break(
    tables: Sequence[TableView], table: int, *, reserved: Mapping[int, TableSeat] = NOWHERE
) -> list[str]:
    """What the draw of `break_moves` is made from, as its file lists it."""
    return seats_of_break(*_who_draws(tables, table, reserved))


def _who_draws(
    tables: Sequence[TableView], table: int, reserved: Mapping[int, TableSeat]
) -> tuple[TableView, frozenset[int], list[TableView]]:
    """The table that breaks, its seats without a reserved one elsewhere, and the other tables, those seats taken."""
    broken = view_of(tables, table)
    others = [_with_reserved(view, reserved.values()) for view in tables if view.table != table]
    return broken, broken.seats - reserved.keys(), others


def assign_break_cards(
    *, cards: Mapping[int, str], stack: Sequence[TableSeat], order: BreakCardOrder = "by_card"
) -> dict[int, TableSeat]:
    """Who gets which seat card: `cards` is the playing card of each seat of the breaking table,
    `stack` the shuffled seat cards from the top, as they lay on a real table or were drawn.

    The result lists the seats in the order in which they were served. Raises FloorError when the
    two do not match in number or a card is impossible (TDA 10-B and its addendum).
    """
    if len(cards) != len(stack) or len(set(stack)) != len(stack):
        raise FloorError(
            f"{len(cards)} players need as many different seat cards, not {len(set(stack))}.",
            code="seat_cards_do_not_match",
            params={"players": len(cards), "seat_cards": len(set(stack))},
        )
    return dict(zip(seats_by_card(cards, order=order), stack, strict=True))


def final_table_size(rules: FloorRules, seats_per_table: int, most_players: int | None) -> int:
    """With how many it is made by the book (TDA RP-9, WSOP 68), but never more than a game still to come is for: with
    nine left HORSE goes on at two tables.
    """
    size = rules.final_table_size(seats_per_table)
    return size if most_players is None else min(size, most_players)


def most_at_a_table(tables: Sequence[TableView]) -> int | None:
    """For how many players a game still to come is at most; None where no game says so."""
    return min((view.most_players for view in tables if view.most_players is not None), default=None)


def _with_reserved(view: TableView, places: Collection[TableSeat]) -> TableView:
    """The table with the players who get a reserved seat there."""
    seats = frozenset(place.seat for place in places if place.table == view.table)
    return replace(view, seats=view.seats | seats) if seats else view


def _places_to_fill(others: Sequence[TableView], players: int, rng: Rng) -> list[TableSeat]:
    """The open seats the players go to: each in turn at a table with the fewest players then."""
    free = {
        view.table: shuffled(_free(view), rng, code=place_code)[: view.places_left]
        for view in sorted(others, key=_number)
    }
    count = {view.table: view.players for view in others}
    if sum(map(len, free.values())) < players:
        raise FloorError(
            f"{players} players do not fit on {sum(map(len, free.values()))} open seats.",
            code="too_few_seats",
            params={"players": players, "seats": sum(map(len, free.values()))},
        )
    taken: Counter[int] = Counter()
    for _ in range(players):
        fewest = min(count[table] for table in free if taken[table] < len(free[table]))
        shortest = [t for t in free if count[t] == fewest and taken[t] < len(free[t])]
        table = picked(shortest, rng, code=table_code) if len(shortest) > 1 else shortest[0]
        count[table] += 1
        taken[table] += 1
    return [place for table, places in free.items() for place in places[: taken[table]]]


def _free(view: TableView) -> list[TableSeat]:
    return [TableSeat(table=view.table, seat=seat) for seat in view.free_seats]


def _number(view: TableView) -> int:
    return view.table


def _break_move(
    broken: TableView,
    destination: TableView,
    why: Reason,
    seat: int,
    place: TableSeat,
    card: str,
    turn: int,
    turns: int,
) -> ProposedMove:
    return ProposedMove(
        from_table=broken.table,
        from_seat=seat,
        to_table=place.table,
        to_seat=place.seat,
        reasons=(
            why,
            reason(
                "seat_by_card",
                from_table=broken.table,
                from_seat=seat,
                card=card,
                turn=turn,
                turns=turns,
                to_table=place.table,
                to_seat=place.seat,
            ),
        ),
        wait_for=tables_to_wait_for(broken, destination),
    )
