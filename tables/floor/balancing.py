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
from collections.abc import Collection, Iterator, Sequence
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
    views = {view.table: view for view in ordered}
    moves: list[ProposedMove] = []
    while (pair := _next_pair(list(views.values()), plan)) is not None:
        source, destination = pair
        move = _move(source, destination, plan)
        moves.append(move)
        views[source.table] = source.without_player(move.from_seat)
        views[destination.table] = destination.with_player(move.to_seat, waits=move.waits)
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
    is_now = view.positions is None or _next_chair(view) not in view.seats
    code = "table_halted" if is_now else "table_halts_soon"
    why = reason(code, table=view.table, players=view.players, short_by=short_by)
    return Halt(table=view.table, short_by=short_by, is_now=is_now, reason=why)


def _next_chair(view: TableView) -> int:
    assert view.positions is not None  # noqa: S101  # only asked of tables that have dealt a hand
    return view.positions.big_blind_position % view.capacity + 1


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


def _next_pair(views: list[TableView], plan: _Plan) -> tuple[TableView, TableView] | None:
    """The table that gives and the table that gets the next player, or None when all is even."""
    counted = Counter(map(_size, views))
    needed = fewest_moves(counted, tolerance=plan.tolerance)
    if needed == 0:
        return None
    helps: dict[tuple[Size, Size], bool] = {}
    destinations = list(_destinations(views, plan))
    for source in _sources(views, plan):
        for destination in destinations:
            sizes = _size(source), _size(destination)
            if sizes not in helps:
                after = Counter(counted)
                after.subtract(sizes)
                after.update((_after(sizes[0], -1), _after(sizes[1], +1)))
                helps[sizes] = fewest_moves(+after, tolerance=plan.tolerance) < needed
            if helps[sizes] and source.table != destination.table:
                return source, destination
    return None


def _after(size: Size, change: int) -> Size:
    return Size(size.players + change, size.room)


def _sources(views: list[TableView], plan: _Plan) -> Iterator[TableView]:
    """Tables that can give a player, the first choice first."""

    def rank(view: TableView) -> tuple[bool, int, bool, int]:
        line = _line_for_the_big_blind(view)
        recent = [Place(table=view.table, seat=seat) in plan.recently_moved for seat in line]
        return all(recent), -view.players, recent[0], plan.table_order[view.table]

    movable = [view for view in views if _line_for_the_big_blind(view)]
    yield from sorted(movable, key=rank)


def _destinations(views: list[TableView], plan: _Plan) -> Iterator[TableView]:
    """Tables that can take a player: those with a lawful chair first, then the shortest."""

    def rank(view: TableView) -> tuple[bool, int, int]:
        offers = seat_offers(view, plan.rules)
        only_excluded = bool(offers) and offers[0].is_excluded
        return only_excluded, view.players, -plan.table_order[view.table]

    yield from sorted((view for view in views if view.free_seats), key=rank)


def _line_for_the_big_blind(view: TableView) -> tuple[int, ...]:
    """The players who may move, in the order in which the big blind reaches them."""
    movable = view.seats - view.locked_seats
    if view.positions is None:
        return tuple(sorted(movable, reverse=True))
    return clockwise_from(view.positions.big_blind_position, movable)


def _move(source: TableView, destination: TableView, plan: _Plan) -> ProposedMove:
    uneven = reason(
        "tables_uneven",
        from_table=source.table,
        from_players=source.players,
        to_table=destination.table,
        to_players=destination.players,
        tolerance=plan.tolerance,
    )
    from_seat, who = _choose_player(source, plan)
    to_seat, where, waits = _choose_seat(destination, plan)
    return ProposedMove(
        from_table=source.table,
        from_seat=from_seat,
        to_table=destination.table,
        to_seat=to_seat,
        reasons=(uneven, who, where),
        waits=waits,
        wait_for=tables_to_wait_for(source, destination),
    )


def _choose_player(source: TableView, plan: _Plan) -> tuple[int, Reason]:
    """Who leaves the table, and why he."""
    line = _line_for_the_big_blind(source)
    fresh = [s for s in line if Place(table=source.table, seat=s) not in plan.recently_moved]
    if source.positions is None and plan.rng is not None:
        candidates = fresh or list(line)
        seat, code = candidates[plan.rng.randrange(len(candidates))], "player_drawn"
    elif not fresh:
        seat, code = line[0], "moved_again"
    elif source.positions is None:
        seat, code = fresh[0], "last_seat_moves"
    else:
        due = clockwise_from(source.positions.big_blind_position, source.seats)[0]
        seat, code = fresh[0], "due_big_blind" if fresh[0] == due else "due_after_others"
    return seat, reason(code, from_table=source.table, from_seat=seat)


def _choose_seat(destination: TableView, plan: _Plan) -> tuple[int, Reason, bool]:
    """Where he sits down, why there, and whether he waits without cards."""
    table = destination.table
    offers = seat_offers(destination, plan.rules)
    if not offers:
        free = destination.free_seats
        if plan.rng is None:
            return free[0], reason("seat_first_free", to_table=table, to_seat=free[0]), False
        seat = free[plan.rng.randrange(len(free))]
        return seat, reason("seat_drawn", to_table=table, to_seat=seat), False
    best = offers[0]
    if best.is_excluded:
        seated = destination.with_player(best.seat, waits=True).next_hand(plan.rules)
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
