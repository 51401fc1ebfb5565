"""A large room while it is made: its players and tables, and the rows of their hands so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from tables.models import (
    TableStatus,
)
from tests.bench.large_room.bulk import Row
from tests.bench.large_room.hands import Dealer, TableInPlay
from tests.bench.large_room.size import Size
from tournament.models import (
    Tournament,
)


@dataclass(slots=True, kw_only=True)
class Seated:
    """One entry while the room is made: where it sits, its chips, and when it went out."""

    entry: int
    number: int
    stack: int
    out_at: datetime | None = None
    place: int | None = None


@dataclass(slots=True, kw_only=True)
class Spot:
    """One table while the room is made: its players by seat, and the record of its hands."""

    pk: int
    number: int
    seats: dict[int, Seated]
    play: TableInPlay
    hands: int = 0
    status: str = TableStatus.OPEN


@dataclass(slots=True, kw_only=True)
class Room:
    """All that is made of one room, table by table."""

    size: Size
    tournament: Tournament
    now: datetime
    rng: Random
    dealer: Dealer
    spots: list[Spot]
    players: list[Seated]
    next_hand: int
    hands: list[Row] = field(default_factory=list)
    hand_seats: list[Row] = field(default_factory=list)
    operations: list[Row] = field(default_factory=list)
