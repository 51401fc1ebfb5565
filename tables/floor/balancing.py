"""Balancing: the fewest moves, who makes them, which chair they end in, and when a table halts.

Objectives, in this order: tables within the tolerance; as few moves as possible; nobody moved
twice in short succession; the fairest player and chair. A step is taken only if it lowers the
exact minimum of moves still needed, so fairness chooses among the best answers and never against
them. The player due for the big blind goes to the worst seat of the short table: the one that has
the big blind soonest, but never into the small blind, where he would be spared the big one.
Sources: TDA 11, WSOP 67.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tables.floor.circle import clockwise_from, is_between
from tables.floor.fewest_moves import Size, fewest_moves
from tables.floor.moves import ProposedMove, tables_to_wait_for
from tables.floor.reasons import Reason, reason
from tables.floor.rng import Rng
from tables.floor.room import Place, TableView, in_breaking_order, seats_per_table, view_of
from tables.floor.rules import FloorRules


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOffer:
    """What a free chair would mean for a player moved into it now.

    `hands` is the number of hands until he has the big blind: 0 in the next hand. `is_excluded`
    marks the small blind and every seat that gets no cards in the next hand.
    """

    seat: int
    hands: int
    is_excluded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Halt:
    """A table too short to go on: `is_now` once its blinds are affected, before that a warning."""

    table: int
    short_by: int
    is_now: bool
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Plan:
    """What stays the same while one round of moves is worked out."""

    rules: FloorRules
    tolerance: int
    recently_moved: frozenset[Place]
    table_order: dict[int, int]
    rng: Rng | None


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A table as one that gives or takes a player, worked out once until it changes.

    `line` are the players who may move, in the order in which the big blind reaches them;
    `giving` and `taking` rank the table among the others, lowest first.
    """

    view: TableView
    size: Size
    line: tuple[int, ...]
    offers: tuple[SeatOffer, ...]
    giving: tuple[bool, int, bool, int]
    taking: tuple[bool, int, int]


def propose_moves(
    tables: Sequence[TableView],
    rules: FloorRules,
    *,
    breaking_order: Sequence[int] = (),
    recently_moved: Collection[Place] = (),
    last_source: int | None = None,
    rng: Rng | None = None,
) -> tuple[ProposedMove, ...]:
    """The fewest moves that bring all tables within the tolerance, each with its reasons.

    `tables` are all tables in play, without those just being opened or broken. `recently_moved`
    are the chairs of players who should not move again so soon; they do if nobody else can.
    `last_source` is the table the last balancing move came from, for rules that go on by number.
    `rng` draws where no hand has been dealt yet; without it the last seat moves to the first free
    one. The moves are meant to be made in this order.
    """
    ordered = sorted(tables, key=lambda view: view.table)
    plan = _Plan(
        rules=rules,
        tolerance=rules.tolerance(len(tables), seats_per_table(tables)),
        recently_moved=frozenset(recently_moved),
        table_order=_source_order(ordered, rules, breaking_order, last_source),
        rng=rng,
    )
    room = {view.table: _candidate(view, plan) for view in ordered}
    moves: list[ProposedMove] = []
    while (pair := _next_pair(room.values(), plan)) is not None:
        source, destination = pair
        move = _move(source, destination, plan)
        moves.append(move)
        given = source.view.without_player(move.from_seat)
        taken = destination.view.with_player(move.to_seat, waits=move.waits)
        room[move.from_table], room[move.to_table] = _candidate(given, plan), _candidate(taken, plan)
    return tuple(moves)


def moves_needed(tables: Sequence[TableView], rules: FloorRules) -> int:
    """The minimum number of moves that bring the tables within the tolerance."""
    tolerance = rules.tolerance(len(tables), seats_per_table(tables))
    return fewest_moves(map(_size, tables), tolerance=tolerance)


def seat_offers(view: TableView, rules: FloorRules) -> tuple[SeatOffer, ...]:
    """The table's free chairs for a player moved in now, worst for him first, excluded ones last.

    Equal chairs follow each other clockwise. Empty before the table's first hand, when no chair
    is better than another.
    """
    if view.positions is None:
        return ()
    clockwise = clockwise_from(view.positions.big_blind_position, view.free_seats)
    offers = [_offer(view, seat, rules) for seat in clockwise]
    return tuple(sorted(offers, key=lambda offer: (offer.is_excluded, offer.hands)))


def halts(tables: Sequence[TableView], rules: FloorRules) -> tuple[Halt, ...]:
    """The tables that have to stop dealing, or will when their blinds are affected.

    A table halts when it is too many players shorter than the fullest one (`halt_gap`) and the
    chair whose turn the big blind is has become empty (TDA 11-D and its addendum).
    """
    fullest = max((view.players for view in tables), default=0)
    gap = rules.halt_gap(seats_per_table(tables))
    short = [view for view in tables if 0 < view.players <= fullest - gap]
    return tuple(_halt(view, fullest - view.players) for view in short)


def is_halted(table: int, tables: Sequence[TableView], rules: FloorRules) -> bool:
    """Whether this table must not deal its next hand until it is balanced."""
    view_of(tables, table)
    return any(halt.table == table and halt.is_now for halt in halts(tables, rules))


def _halt(view: TableView, short_by: int) -> Halt:
    positions = view.positions
    is_now = positions is None or positions.big_blind_position % view.capacity + 1 not in view.seats
    code = "table_halted" if is_now else "table_halts_soon"
    why = reason(code, table=view.table, players=view.players, short_by=short_by)
    return Halt(table=view.table, short_by=short_by, is_now=is_now, reason=why)


def _size(view: TableView) -> Size:
    return Size(view.players, view.room)


def _source_order(
    tables: Sequence[TableView],
    rules: FloorRules,
    breaking_order: Sequence[int],
    last_source: int | None,
) -> dict[int, int]:
    """Which of equally full tables gives a player first (TDA: predetermined; WSOP 67)."""
    above = rules.source_by_number_above
    if above is not None and len(tables) > above:
        turn = clockwise_from(last_source or 0, [view.table for view in tables])
    else:
        turn = tuple(view.table for view in in_breaking_order(tables, breaking_order))
    return {table: index for index, table in enumerate(turn)}


def _candidate(view: TableView, plan: _Plan) -> _Candidate:
    movable = view.seats - view.locked_seats
    if view.positions is None:
        line = tuple(sorted(movable, reverse=True))
    else:
        line = clockwise_from(view.positions.big_blind_position, movable)
    recent = [Place(table=view.table, seat=seat) in plan.recently_moved for seat in line]
    offers = seat_offers(view, plan.rules)
    order = plan.table_order[view.table]
    return _Candidate(
        view=view,
        size=_size(view),
        line=line,
        offers=offers,
        # Nobody twice in short succession, then the fullest table, then the predetermined order.
        giving=(all(recent), -view.players, recent[0] if recent else False, order),
        # A lawful chair, then the shortest table, then the one that breaks last.
        taking=(bool(offers) and offers[0].is_excluded, view.players, -order),
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


def _move(source: _Candidate, destination: _Candidate, plan: _Plan) -> ProposedMove:
    uneven = reason(
        "tables_uneven",
        from_table=source.view.table,
        from_players=source.view.players,
        to_table=destination.view.table,
        to_players=destination.view.players,
        tolerance=plan.tolerance,
    )
    from_seat, who = _choose_player(source, plan)
    to_seat, where, waits = _choose_seat(destination, plan)
    return ProposedMove(
        from_table=source.view.table,
        from_seat=from_seat,
        to_table=destination.view.table,
        to_seat=to_seat,
        reasons=(uneven, who, where),
        waits=waits,
        wait_for=tables_to_wait_for(source.view, destination.view),
    )


def _choose_player(source: _Candidate, plan: _Plan) -> tuple[int, Reason]:
    """Who leaves the table, and why he."""
    table, positions = source.view.table, source.view.positions
    fresh = [s for s in source.line if Place(table=table, seat=s) not in plan.recently_moved]
    if positions is None and plan.rng is not None:
        candidates = fresh or source.line
        seat, code = candidates[plan.rng.randrange(len(candidates))], "player_drawn"
    elif not fresh:
        seat, code = source.line[0], "moved_again"
    elif positions is None:
        seat, code = fresh[0], "last_seat_moves"
    else:
        due = clockwise_from(positions.big_blind_position, source.view.seats)[0]
        seat, code = fresh[0], "due_big_blind" if fresh[0] == due else "due_after_others"
    return seat, reason(code, from_table=table, from_seat=seat)


def _choose_seat(destination: _Candidate, plan: _Plan) -> tuple[int, Reason, bool]:
    """Where he sits down, why there, and whether he waits without cards."""
    table = destination.view.table
    if not destination.offers:
        free = destination.view.free_seats
        seat, code = free[0], "seat_first_free"
        if plan.rng is not None:
            seat, code = free[plan.rng.randrange(len(free))], "seat_drawn"
        return seat, reason(code, to_table=table, to_seat=seat), False
    best = destination.offers[0]
    if best.is_excluded:
        seated = destination.view.with_player(best.seat, waits=True).next_hand(plan.rules)
        waits = seated is not None and best.seat in seated.waiting
        code = "seat_waits" if waits else "seat_small_blind"
        return best.seat, reason(code, to_table=table, to_seat=best.seat), waits
    if best.hands == 0:
        return best.seat, reason("seat_big_blind", to_table=table, to_seat=best.seat), False
    why = reason("seat_worst", to_table=table, to_seat=best.seat, hands=best.hands)
    return best.seat, why, False


def _offer(view: TableView, seat: int, rules: FloorRules) -> SeatOffer:
    seated = view.with_player(seat)
    following = seated.next_hand(rules)
    if following is None or seat in following.big_blinds:
        return SeatOffer(seat=seat, hands=0, is_excluded=False)
    ahead = sum(is_between(following.big_blind_position, other, seat) for other in seated.seats)
    in_small_blind = seat == following.small_blind_position and not following.is_heads_up
    return SeatOffer(
        seat=seat,
        hands=1 + ahead,
        is_excluded=in_small_blind or seat in following.waiting,
    )
