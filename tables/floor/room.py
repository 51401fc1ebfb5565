"""The room as the floor sees it: tables, who sits where, and the last hand's positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tables.floor.button.next_hand import first_positions, next_positions, starting_button
from tables.floor.button.positions import Positions
from tables.floor.errors import FloorError
from tables.floor.rules import FloorRules


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeat:
    """One seat in the room: table number and seat number."""

    table: int
    seat: int

    @property
    def code(self) -> str:
        """As the file of a draw says it: T3S5."""
        return f"{table_code(self.table)}S{self.seat}"


def place_code(place: TableSeat) -> str:
    return place.code


def table_code(number: int) -> str:
    """As the file of a draw says it: T3."""
    return f"T{number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """One open table between two hands, or in one when `in_hand`.

    `seats` are the seats with a player who has chips. `positions` are those of the last hand dealt
    with a button (of the running one when `in_hand`), None before the first, whose button is at
    `first_button` when that was drawn. `newcomers`, `moved_by_balancing` and `told_to_wait` are
    seats taken since that hand was dealt, as `next_positions` wants them.
    `locked_seats` stay as they are: nobody is seated there, and a player there is not moved to
    balance (reserved seats, special needs of TDA 9).
    `eliminated` counts the players who have gone out at this table. `left` are the seats that
    players have left, in the order in which they did. An event of nothing but stud has no button
    (`has_button`): there no seat is better than another. `has_stud`: a game of the event is stud.
    `breaking_place` is its place in the posted breaking order, None for a table that is not in it.
    `plays_on_with`: the floor lets it deal on, however short, with so many players or more.
    Where only busts are entered nobody follows the button until it is set for a move (`is_button_known`).
    `most_players` is the smallest number of players of a game that is still to come, None where that sets no limit.
    `deciding` are the seats kept for players who have lost the last chip and may still buy back (TDA 27): the table is
    as full as it was until they have answered.
    `promised` are empty locked seats reserved for players who are still to come: where the games take fewer than there
    are seats, each of them is a place that nobody else gets.
    """

    table: int
    capacity: int
    seats: frozenset[int]
    positions: Positions | None = None
    in_hand: bool = False
    locked_seats: frozenset[int] = frozenset()
    newcomers: frozenset[int] = frozenset()
    moved_by_balancing: frozenset[int] = frozenset()
    told_to_wait: frozenset[int] = frozenset()
    deciding: frozenset[int] = frozenset()
    promised: frozenset[int] = frozenset()
    first_button: int | None = None
    has_button: bool = True
    has_stud: bool = False
    is_button_known: bool = True
    eliminated: int = 0
    left: tuple[int, ...] = ()
    breaking_place: int | None = None
    plays_on_with: int | None = None
    most_players: int | None = None

    def __post_init__(self) -> None:
        if wrong := sorted(seat for seat in self.seats if not 1 <= seat <= self.capacity):
            raise FloorError(
                f"Table {self.table} has seats 1 to {self.capacity}, not {wrong[0]}.",
                code="no_such_seat",
                params={"table": self.table, "seat": wrong[0], "capacity": self.capacity},
            )

    @property
    def players(self) -> int:
        """How many players sit here: those with chips, and those who may still buy back."""
        return len(self.seats | self.deciding)

    @property
    def places(self) -> int:
        """How many can play here: one for each seat, or as many as its games are for."""
        return self.capacity if self.most_players is None else min(self.capacity, self.most_players)

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats somebody may be sent to, in order: each of them, or none where as many play as can."""
        if self._spoken_for >= self.places:
            return ()
        taken = self.seats | self.locked_seats | self.deciding
        return tuple(seat for seat in range(1, self.capacity + 1) if seat not in taken)

    @property
    def places_left(self) -> int:
        """How many more may be sent here; there may be more free seats."""
        return max(0, self.room - self.players)

    @property
    def plays_on(self) -> bool:
        """Whether the floor lets it deal on with the players it has."""
        return self.plays_on_with is not None and self.players >= self.plays_on_with

    @property
    def room(self) -> int:
        """How many players this table can have without moving a locked seat; fewer than it has where too many sit."""
        more = min(len(self.free_seats), max(0, self.places - self._spoken_for))
        return min(self.players + more, self.places)

    @property
    def _spoken_for(self) -> int:
        """The places that are taken, or that somebody will take."""
        return len(self.seats | self.deciding | self.promised)

    def has_place_at(self, seat: int) -> bool:
        """Whether one more may play here, in this seat: reserved for the player or free."""
        return len((self.seats | self.deciding | self.promised) - {seat}) < self.places

    def next_hand(self, rules: FloorRules) -> Positions | None:
        """The positions of the next hand as things stand; None with fewer than two players, and
        where no button decides anything.

        The first hand has its button where it was drawn, or at the first stack to the dealer's
        right (WSOP 85).
        """
        if not self.has_button or len(self.seats) < 2:
            return None
        if self.positions is None:
            button = self.first_button or starting_button(occupied=self.seats)
            return first_positions(live=self.seats, button=button, rules=rules)
        return next_positions(
            self.positions,
            live=self.seats,
            newcomers=self.newcomers,
            moved_by_balancing=self.moved_by_balancing,
            told_to_wait=self.told_to_wait,
            rules=rules,
        )

    def with_player(self, seat: int, *, waits: bool = False) -> TableView:
        """This table with a player moved in by balancing; `waits` when the floor tells them to."""
        return replace(
            self,
            seats=self.seats | {seat},
            newcomers=self.newcomers | {seat},
            moved_by_balancing=self.moved_by_balancing | {seat},
            told_to_wait=self.told_to_wait | ({seat} if waits else set()),
        )

    def with_newcomer(self, seat: int) -> TableView:
        """This table with a player who has just sat down."""
        return replace(self, seats=self.seats | {seat}, newcomers=self.newcomers | {seat})

    def without_player(self, seat: int) -> TableView:
        """This table after the player in `seat` has left it."""
        gone = frozenset({seat})
        return replace(
            self,
            seats=self.seats - gone,
            newcomers=self.newcomers - gone,
            moved_by_balancing=self.moved_by_balancing - gone,
            told_to_wait=self.told_to_wait - gone,
            left=(*(other for other in self.left if other != seat), seat),
        )


def view_of(tables: Iterable[TableView], table: int) -> TableView:
    """The view of one table; raises FloorError when it is not among the open ones."""
    for view in tables:
        if view.table == table:
            return view
    raise FloorError(f"Table {table} is not open.", code="table_not_open", params={"table": table})


def seats_per_table(tables: Sequence[TableView]) -> int:
    """The format of the tournament: the most that can play at any of its tables."""
    return max((view.places for view in tables), default=0)


def posted_breaking_order(tables: Iterable[TableView]) -> tuple[int, ...]:
    """The numbers of the tables in the order that the floor has posted (WSOP 66); empty without one."""
    posted = [(view.breaking_place, view.table) for view in tables if view.breaking_place is not None]
    return tuple(table for _place, table in sorted(posted))


def in_breaking_order(tables: Iterable[TableView], breaking_order: Sequence[int]) -> list[TableView]:
    """The tables from the first to break to the last.

    Tables missing from the posted order follow by number, highest first: tables opened late break
    early (WSOP 35).
    """
    place = {table: index for index, table in enumerate(breaking_order)}
    return sorted(tables, key=lambda view: (place.get(view.table, len(place)), -view.table))
