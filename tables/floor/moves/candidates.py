"""The tables of a room as givers and takers of one player, in the order in which they come into question.

Balancing asks again and again who gives next and who takes next, and in a large room for hundreds of moves. So the
tables stand in groups that are equal but for a predetermined order, each group in that order, and a move changes
two tables. What a free seat would mean is asked only of tables that are about to get a player.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tables.floor.moves.arriving import SeatOffer, has_only_excluded_seats, seat_offers
from tables.floor.moves.fewest_moves import Size
from tables.floor.moves.leaving import order_to_move
from tables.floor.room import TableView
from tables.floor.rules import FloorRules


class PlaceInOrder(NamedTuple):
    """Where a table stands in the predetermined order of its group, lowest first."""

    place: int
    table: int


class Giving(NamedTuple):
    """How a table ranks as one that gives, lowest first: not the same player twice in short succession, then
    the fullest table."""

    all_moved: bool
    fewest_players: int
    due_has_moved: bool


@dataclass(frozen=True, kw_only=True)
class CandidateTable:
    """A table as one that gives or takes a player, worked out once until it changes.

    `line` are the players who may move, the one who should first; `recent` the seats of those who
    have just moved; `gives_at` and `takes_at` its place among tables that rank the same.
    """

    view: TableView
    rules: FloorRules
    line: tuple[int, ...]
    recent: frozenset[int]
    gives_at: int
    takes_at: int

    @cached_property
    def size(self) -> Size:
        return Size(self.view.players, self.view.room)

    @cached_property
    def giving(self) -> Giving:
        due_has_moved = self.view.has_button and bool(self.line) and self.line[0] in self.recent
        return Giving(self.recent.issuperset(self.line), -self.view.players, due_has_moved)

    @cached_property
    def offers(self) -> tuple[SeatOffer, ...]:
        """The free seats for a player moved in now, the one to fill first."""
        return seat_offers(self.view, self.rules)

    @cached_property
    def only_excluded(self) -> bool:
        """Whether no free seat is one that a player to balance may get."""
        return has_only_excluded_seats(self.view, self.rules)


def candidate(
    view: TableView, rules: FloorRules, *, moved: Collection[int], gives_at: int, takes_at: int
) -> CandidateTable:
    """A table as it is now; `moved` are seats at it from which nobody should be moved again so soon."""
    return CandidateTable(
        view=view,
        rules=rules,
        line=order_to_move(view, rules),
        recent=view.seats.intersection(moved),
        gives_at=gives_at,
        takes_at=takes_at,
    )


@dataclass(slots=True, kw_only=True)
class Candidates:
    """All tables, kept in groups. `givers` by rank, those with nobody who may move apart in `stuck`; `takers`,
    which have a free seat, by the number of their players."""

    by_table: dict[int, CandidateTable] = field(default_factory=dict)
    givers: defaultdict[Giving, list[PlaceInOrder]] = field(default_factory=lambda: defaultdict(list))
    stuck: defaultdict[Giving, list[PlaceInOrder]] = field(default_factory=lambda: defaultdict(list))
    takers: defaultdict[int, list[PlaceInOrder]] = field(default_factory=lambda: defaultdict(list))
    _excluded: dict[int, frozenset[int]] = field(default_factory=dict)

    def put(self, candidate: CandidateTable) -> None:
        """Add a table, or put it in the place of what it was before."""
        former = self.by_table.get(candidate.view.table)
        if former is not None:
            for group, place in self._groups(former):
                del group[bisect_left(group, place)]
            self._excluded.pop(former.view.players, None)
        self._excluded.pop(candidate.view.players, None)
        self.by_table[candidate.view.table] = candidate
        for group, place in self._groups(candidate):
            insort(group, place)

    def in_order(self, places: Sequence[PlaceInOrder]) -> Iterator[CandidateTable]:
        """The tables of a group in their order."""
        return (self.by_table[place.table] for place in places)

    def all_givers(self) -> Iterator[CandidateTable]:
        """The tables with somebody who may move, the one that should give first."""
        for rank in sorted(self.givers):
            yield from self.in_order(self.givers[rank])

    def all_takers(self) -> Iterator[CandidateTable]:
        """The tables with a free seat, the shortest first, whatever the free seats are."""
        for players in sorted(self.takers):
            yield from self.in_order(self.takers[players])

    def only_excluded(self, players: int) -> frozenset[int]:
        """Of the tables with so many players those that have no free seat that a player to balance may get."""
        if players not in self._excluded:
            tables = self.in_order(self.takers[players])
            self._excluded[players] = frozenset(each.view.table for each in tables if each.only_excluded)
        return self._excluded[players]

    def _groups(self, candidate: CandidateTable) -> Iterator[tuple[list[PlaceInOrder], PlaceInOrder]]:
        givers = self.givers if candidate.line else self.stuck
        yield givers[candidate.giving], PlaceInOrder(candidate.gives_at, candidate.view.table)
        if candidate.view.free_seats:
            yield self.takers[candidate.view.players], PlaceInOrder(candidate.takes_at, candidate.view.table)
