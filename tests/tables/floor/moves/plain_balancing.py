"""Balancing said plainly: every step looks at every table again. What tables/floor/moves must propose, only sooner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tables.floor.circle import clockwise_from
from tables.floor.moves.arriving import SeatOffer, choose_seat, seat_offers
from tables.floor.moves.fewest_moves import Size
from tables.floor.moves.leaving import choose_player_to_move, order_to_move
from tables.floor.moves.move import ProposedMove, tables_to_wait_for
from tables.floor.reasons import Reason, reason
from tables.floor.room import TableSeat, TableView, in_breaking_order, seats_per_table
from tables.floor.rules import FloorRules


def fewest_moves(sizes: Iterable[Size] | Mapping[Size, int], *, tolerance: int) -> int:
    """The minimum number of moves, counted over all floors anew. `sizes` may be a count by size."""
    counted = Counter(sizes)
    players = sum(size.players * tables for size, tables in counted.items())
    most_room = max((size.room for size in counted), default=0)
    bounds = []
    for floor in range(most_room + 1):
        surplus = deficit = lowest = highest = 0
        for size, tables in counted.items():
            at_least, at_most = min(floor, size.room), min(floor + tolerance, size.room)
            lowest += at_least * tables
            highest += at_most * tables
            surplus += max(0, size.players - at_most) * tables
            deficit += max(0, at_least - size.players) * tables
        if lowest <= players <= highest:
            bounds.append(max(surplus, deficit))
    return min(bounds, default=0)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What stays the same while one round of moves is worked out.

    `source_turn` and `breaking_place` rank the tables by number: which of equally full ones gives
    first, and which of equally short ones breaks first. `last_source` is None unless the room goes
    on by number.
    """

    rules: FloorRules
    tolerance: int
    recently_moved: frozenset[TableSeat]
    source_turn: dict[int, int]
    breaking_place: dict[int, int]
    goes_by_number: bool
    last_source: int | None


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A table as one that gives or takes a player, worked out once until it changes.

    `line` are the players who may move, the one who should first; `recent` the seats of those who
    have just moved. `giving` and `taking` rank the table among the others, lowest first.
    """

    view: TableView
    size: Size
    line: tuple[int, ...]
    recent: frozenset[int]
    offers: tuple[SeatOffer, ...]
    giving: tuple[bool, int, bool, int]
    taking: tuple[bool, int, int]

    @property
    def all_moved(self) -> bool:
        """Whether everybody who may move has just done so."""
        return self.recent.issuperset(self.line)

    @property
    def only_excluded(self) -> bool:
        """Whether no free seat is one that a player to balance may get."""
        return bool(self.offers) and self.offers[0].is_excluded


def propose_plainly(
    tables: Sequence[TableView],
    rules: FloorRules,
    *,
    breaking_order: Sequence[int] = (),
    recently_moved: Collection[TableSeat] = (),
    last_source: int | None = None,
) -> tuple[ProposedMove, ...]:
    """The fewest moves that bring all tables within the tolerance, each with its reasons.

    `tables` are all tables in play, without those just being broken. `recently_moved` are the
    seats of players who should not move again so soon; they do if nobody else can. `last_source`
    is the table the last balancing move came from, for rules that continue by number. The moves are
    meant to be made in this order. Where a card decides who moves, that move is the last one
    proposed: who sits where afterwards is not known before the card is dealt.
    """
    ordered = sorted(tables, key=lambda view: view.table)
    plan = _plan(ordered, rules, breaking_order, recently_moved, last_source)
    room = {view.table: _candidate(view, plan) for view in ordered}
    moves: list[ProposedMove] = []
    while (pair := _next_pair(room.values(), plan)) is not None:
        source, destination = pair
        why = _why_these_tables(source, destination, room.values(), plan)
        move = _move(source, destination, why, plan)
        moves.append(move)
        if move.from_seat is None:
            break
        given = source.view.without_player(move.from_seat)
        taken = destination.view.with_player(move.to_seat, waits=move.waits)
        room[move.from_table], room[move.to_table] = _candidate(given, plan), _candidate(taken, plan)
    return tuple(moves)


def _size(view: TableView) -> Size:
    return Size(view.players, view.room)


def _plan(
    tables: Sequence[TableView],
    rules: FloorRules,
    breaking_order: Sequence[int],
    recently_moved: Collection[TableSeat],
    last_source: int | None,
) -> _Plan:
    """Which of equally full tables gives first is predetermined (TDA 11-C): the first to break, or
    in a large room the next by number (WSOP 67)."""
    above = rules.source_by_number_above
    by_number = above is not None and len(tables) > above
    breaking = [view.table for view in in_breaking_order(tables, breaking_order)]
    turn = clockwise_from(last_source or 0, breaking) if by_number else breaking
    return _Plan(
        rules=rules,
        tolerance=rules.tolerance(len(tables), seats_per_table(tables)),
        recently_moved=frozenset(recently_moved),
        source_turn={table: index for index, table in enumerate(turn)},
        breaking_place={table: index for index, table in enumerate(breaking)},
        goes_by_number=by_number,
        last_source=last_source,
    )


def _candidate(view: TableView, plan: _Plan) -> _Candidate:
    line = order_to_move(view, plan.rules)
    recent = frozenset(s for s in view.seats if TableSeat(table=view.table, seat=s) in plan.recently_moved)
    offers = seat_offers(view, plan.rules)
    due_has_moved = view.has_button and bool(line) and line[0] in recent
    only_excluded = bool(offers) and offers[0].is_excluded
    return _Candidate(
        view=view,
        size=_size(view),
        line=line,
        recent=recent,
        offers=offers,
        # Not the same player twice in short succession, then the fullest table, then the predetermined order.
        giving=(recent.issuperset(line), -view.players, due_has_moved, plan.source_turn[view.table]),
        # A lawful seat, then the shortest table, then the one that breaks last.
        taking=(only_excluded, view.players, -plan.breaking_place[view.table]),
    )


def _next_pair(room: Collection[_Candidate], plan: _Plan) -> tuple[_Candidate, _Candidate] | None:
    """The table that gives and the table that gets the next player, or None when all is even."""
    counted = Counter(candidate.size for candidate in room)
    needed = fewest_moves(counted, tolerance=plan.tolerance)
    if needed == 0:
        return None
    sources = sorted((c for c in room if c.line), key=lambda candidate: candidate.giving)
    destinations = sorted((c for c in room if c.view.free_seats), key=lambda candidate: candidate.taking)
    helps: dict[tuple[Size, Size], bool] = {}
    for source in sources:
        for destination in destinations:
            sizes = source.size, destination.size
            if sizes not in helps:
                helps[sizes] = _moves_after(counted, sizes, plan.tolerance) < needed
            if helps[sizes] and source is not destination:
                return source, destination
    return None


def _moves_after(counted: Counter[Size], sizes: tuple[Size, Size], tolerance: int) -> int:
    """The moves still needed when a table of the first size has given one to one of the second."""
    source, destination = sizes
    after = Counter(counted)
    after.subtract(sizes)
    after[Size(source.players - 1, source.room)] += 1
    after[Size(destination.players + 1, destination.room)] += 1
    return fewest_moves(+after, tolerance=tolerance)


def _move(source: _Candidate, destination: _Candidate, why: tuple[Reason, ...], plan: _Plan) -> ProposedMove:
    chosen = choose_seat(destination.view, destination.offers, plan.rules)
    to_move = choose_player_to_move(source.view, plan.rules, to_seat=chosen.seat, recent=source.recent)
    return ProposedMove(
        from_table=source.view.table,
        from_seat=to_move.seat,
        to_table=destination.view.table,
        to_seat=chosen.seat,
        reasons=(*why, *to_move.reasons, chosen.reason),
        drawing=to_move.drawing,
        waits=chosen.waits,
        wait_for=tables_to_wait_for(source.view, destination.view),
    )


# --- Why these two tables -----------------------------------------------------------------------------------


def _why_these_tables(
    source: _Candidate, destination: _Candidate, room: Collection[_Candidate], plan: _Plan
) -> tuple[Reason, ...]:
    uneven = reason(
        "tables_uneven",
        from_table=source.view.table,
        from_players=source.view.players,
        to_table=destination.view.table,
        to_players=destination.view.players,
        tolerance=plan.tolerance,
    )
    others = [candidate for candidate in room if candidate not in (source, destination)]
    return (uneven, *_why_from(source, others, plan), *_why_to(destination, others))


def _why_from(source: _Candidate, others: Sequence[_Candidate], plan: _Plan) -> tuple[Reason, ...]:
    """Why this table gives and not another that is as full or fuller."""
    players = source.view.players
    as_full = [c for c in others if c.view.players >= players]
    reasons = []
    if tied := [c.view.table for c in as_full if c.line and c.giving[:3] == source.giving[:3]]:
        reasons.append(_tie_of_sources(source.view, sorted([*tied, source.view.table]), plan))
    for other in as_full:
        if not other.line or other.giving[:3] > source.giving[:3]:
            why = reason(_why_not_from(other), table=other.view.table, players=other.view.players)
            reasons.append(why)
    return tuple(reasons)


def _why_not_from(other: _Candidate) -> str:
    if not other.line:
        return "source_all_locked"
    return "source_all_moved" if other.all_moved else "source_due_moved"


def _tie_of_sources(source: TableView, tied: list[int], plan: _Plan) -> Reason:
    figures = {"tables": tied, "players": source.players, "from_table": source.table}
    if not plan.goes_by_number:
        return reason("tie_breaks_first", **figures)
    if plan.last_source is None:
        return reason("tie_lowest_number", **figures)
    return reason("tie_next_number", last_source=plan.last_source, **figures)


def _why_to(destination: _Candidate, others: Sequence[_Candidate]) -> tuple[Reason, ...]:
    """Why this table gets the player and not another that is as short or shorter."""
    players = destination.view.players
    as_short = [c for c in others if c.view.players <= players and c.view.free_seats]
    reasons = []
    if tied := [c.view.table for c in as_short if c.taking[:2] == destination.taking[:2]]:
        tables = sorted([*tied, destination.view.table])
        reasons.append(
            reason("tie_breaks_last", tables=tables, players=players, to_table=destination.view.table)
        )
    if not destination.only_excluded:
        reasons += [
            reason("only_small_blind_open", table=other.view.table, players=other.view.players)
            for other in as_short
            if other.only_excluded
        ]
    return tuple(reasons)
