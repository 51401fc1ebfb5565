"""Balancing: the fewest moves, between which tables, who makes them, and which seat they end in.

Objectives, in this order: tables within the tolerance; as few moves as possible; nobody moved
twice in short succession; the fairest player and seat. A step is taken only if it lowers the
exact minimum of moves still needed, so fairness only chooses among the best answers. candidates.py keeps the tables
in the order in which they give and take, leaving.py decides who moves, arriving.py which seat the player takes.
Sources: TDA 11, WSOP 67.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from tables.floor.circle import clockwise_from
from tables.floor.moves.arriving import choose_seat
from tables.floor.moves.candidates import Candidates, CandidateTable, candidate
from tables.floor.moves.fewest_moves import MovesLeft, Size
from tables.floor.moves.leaving import choose_player_to_move
from tables.floor.moves.move import ProposedMove, tables_to_wait_for
from tables.floor.moves.why_balancing import why_these_tables
from tables.floor.room import TableSeat, TableView, in_breaking_order, seats_per_table
from tables.floor.rules import FloorRules

HANDS_BEFORE_ANOTHER_MOVE: Final = 2
"""Hands at the new table before a player is moved again, unless no other player can go."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What stays the same while one round of moves is worked out.

    `recently_moved` are seats by table. `source_turn` and `breaking_place` rank the tables by number: which of
    equally full ones gives first, and which of equally short ones breaks first. `last_source` is None unless the
    room goes on by number.
    """

    rules: FloorRules
    tolerance: int
    recently_moved: dict[int, set[int]]
    source_turn: dict[int, int]
    breaking_place: dict[int, int]
    goes_by_number: bool
    last_source: int | None
    seed: str

    def candidate(self, view: TableView) -> CandidateTable:
        return candidate(
            view,
            self.rules,
            moved=self.recently_moved.get(view.table, ()),
            gives_at=self.source_turn[view.table],
            takes_at=-self.breaking_place[view.table],
        )


def propose_moves(
    tables: Sequence[TableView],
    rules: FloorRules,
    *,
    breaking_order: Sequence[int] = (),
    recently_moved: Collection[TableSeat] = (),
    last_source: int | None = None,
    seed: str = "",
) -> tuple[ProposedMove, ...]:
    """The fewest moves that bring all tables within the tolerance, each with its reasons.

    `tables` are all tables in play, without those just being broken. `recently_moved` are the
    seats of players who should not move again so soon; they do if nobody else can. `last_source`
    is the table the last balancing move came from, for rules that continue by number. `seed` is what a seat is drawn
    from where no rule says which. The moves are
    meant to be made in this order. Where a card decides who moves, that move is the last one
    proposed: who sits where afterwards is not known before the card is dealt.
    """
    left = MovesLeft(map(_size, tables), tolerance=rules.tolerance(len(tables), seats_per_table(tables)))
    if not left.needed:
        return ()
    plan = _plan(tables, rules, breaking_order, recently_moved, last_source, seed)
    room = Candidates()
    for view in tables:
        room.put(plan.candidate(view))
    moves: list[ProposedMove] = []
    while (pair := _next_pair(room, left)) is not None:
        source, destination = pair
        move = _move(source, destination, room, plan)
        moves.append(move)
        if move.from_seat is None:
            break
        left.move(source.size, destination.size)
        room.put(plan.candidate(source.view.without_player(move.from_seat)))
        room.put(plan.candidate(destination.view.with_player(move.to_seat, waits=move.waits)))
    return tuple(moves)


def _size(view: TableView) -> Size:
    return Size(view.players, view.room)


def _plan(
    tables: Sequence[TableView],
    rules: FloorRules,
    breaking_order: Sequence[int],
    recently_moved: Collection[TableSeat],
    last_source: int | None,
    seed: str,
) -> _Plan:
    """Which of equally full tables gives first is predetermined (TDA 11-C): the first to break, or
    in a large room the next by number (WSOP 67)."""
    above = rules.source_by_number_above
    by_number = above is not None and len(tables) > above
    breaking = [view.table for view in in_breaking_order(tables, breaking_order)]
    turn = clockwise_from(last_source or 0, breaking) if by_number else breaking
    moved: defaultdict[int, set[int]] = defaultdict(set)
    for place in recently_moved:
        moved[place.table].add(place.seat)
    return _Plan(
        rules=rules,
        tolerance=rules.tolerance(len(tables), seats_per_table(tables)),
        recently_moved=dict(moved),
        source_turn={table: index for index, table in enumerate(turn)},
        breaking_place={table: index for index, table in enumerate(breaking)},
        goes_by_number=by_number,
        last_source=last_source,
        seed=seed,
    )


def _next_pair(room: Candidates, left: MovesLeft) -> tuple[CandidateTable, CandidateTable] | None:
    """The table that gives and the table that gets the next player, or None when all is even."""
    needed = left.needed
    if needed == 0:
        return None
    helps: dict[tuple[Size, Size], bool] = {}

    def helping(source: CandidateTable, destination: CandidateTable) -> bool:
        sizes = source.size, destination.size
        if sizes not in helps:
            helps[sizes] = left.after(*sizes) < needed
        return helps[sizes] and source is not destination

    in_vain: Counter[Size] = Counter()
    for source in room.all_givers():
        # What helps follows from the sizes; of two tables of one size, one is not the taker that is missing.
        if in_vain[source.size] > 1:
            continue
        destination = _taker(room, source, helping)
        if destination is not None:
            return source, destination
        in_vain[source.size] += 1
    return None


def _taker(
    room: Candidates, source: CandidateTable, helping: Callable[[CandidateTable, CandidateTable], bool]
) -> CandidateTable | None:
    """Of the tables with which it helps the shortest, then the one that breaks last; a lawful seat comes first."""
    unlawful: CandidateTable | None = None
    for destination in room.all_takers():
        if helping(source, destination):
            if not destination.only_excluded:
                return destination
            unlawful = unlawful or destination
    return unlawful


def _move(source: CandidateTable, destination: CandidateTable, room: Candidates, plan: _Plan) -> ProposedMove:
    why = why_these_tables(
        source,
        destination,
        room,
        tolerance=plan.tolerance,
        goes_by_number=plan.goes_by_number,
        last_source=plan.last_source,
    )
    chosen = choose_seat(destination.view, destination.offers, plan.rules, seed=plan.seed)
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
