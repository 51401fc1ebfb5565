"""Who has yet to leave, and who is on the way: what a dealer tells players, and the floor announces. A
recorded move does not mean that the player has gone. To be sent are players whose move waits for the end of a
hand, and players whose move was made but who may still be in the old seat: no hand has been dealt since,
neither here nor where the player sits now. A player who moved on from there goes to the last seat. A move
that was undone sends nobody; the table it led to is told, because the player may already be there.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from tables.models import Hand, HandStatus, Move, MoveStatus, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerOnTheWay:
    """A move and what became of it: the seat of the player now, None for one who is out, and whether a
    hand was dealt at that table since the move was made or undone."""

    move: Move
    seat: Seat | None
    has_played: bool

    @property
    def is_to_go(self) -> bool:
        """Whether the player still has to be sent from the old seat: by the move, or on from there."""
        if self.move.status == MoveStatus.WAITING:
            return True
        return self.move.status == MoveStatus.APPLIED and not self.has_played and not self._is_where_it_began

    @property
    def is_recalled(self) -> bool:
        """Whether the player may have come by a move that was undone, and belongs at the old table."""
        return (
            self.move.status == MoveStatus.UNDONE
            and self.move.from_table_id != self.move.to_table_id
            and not self.has_played
            and self._is_where_it_began
        )

    @property
    def goes_to(self) -> tuple[int, int]:
        """Table number and seat: of the move while it waits, otherwise the seat of now."""
        if self.move.status == MoveStatus.WAITING or self.seat is None:
            return self.move.to_table.number, self.move.to_seat
        return self.seat.table.number, self.seat.number

    @property
    def _is_where_it_began(self) -> bool:
        move, seat = self.move, self.seat
        return seat is None or (seat.table_id, seat.number) == (move.from_table_id, move.from_seat)


def players_on_the_way(moves: QuerySet[Move]) -> list[PlayerOnTheWay]:
    """The moves in their order, with players and tables loaded. One query."""
    dealt = Hand.objects.filter(table=OuterRef("entry__seat__table"), started_at__gt=OuterRef("told_at"))
    rows = (
        moves.select_related("from_table", "to_table", "entry__player", "entry__seat__table")
        .annotate(told_at=Coalesce("undone_at", "applied_at"))
        .annotate(has_played=Exists(dealt.exclude(status=HandStatus.VOID)))
    )
    return [
        PlayerOnTheWay(move=row, seat=getattr(row.entry, "seat", None), has_played=row.has_played)
        for row in rows
    ]
