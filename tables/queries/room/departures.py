"""Who has yet to go, and who is on the way: what a dealer tells players, and the floor calls out.

A move in the books is not a player on the way. Told to go is who waits for the end of a hand, and who
was sent off but may still be on the old chair: no hand has been dealt since, neither here nor where the
player sits now. Whoever went on from there goes to the last chair. A move that was taken back sends
nobody; the table that it led to is told, because the player may have come already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from tables.models import Hand, HandStatus, Move, MoveStatus, Seat, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveShown:
    """A player who leaves a chair of this table, after the hand (`waits`) or now; perhaps for another one here.

    Of a move that was taken back: `seat` is the one here, and the player stays on the other.
    """

    seat: int
    name: str
    to_table: int
    to_seat: int
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Departures:
    """`leaving` are the players who go, by seat, `recalled` those whose move here was taken back, by chair.

    `coming` names those for whom a seat here is kept until their hand elsewhere is over.
    """

    leaving: tuple[MoveShown, ...] = ()
    recalled: tuple[MoveShown, ...] = ()
    coming: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
    """A move and what became of it: the chair of the player now, None for one who is out, and whether a
    hand was dealt at that table since the move was made or taken back."""

    move: Move
    chair: Seat | None
    has_played: bool

    @property
    def is_to_go(self) -> bool:
        """Whether the player still has to be sent from the old chair: by the move, or on from there."""
        if self.move.status == MoveStatus.WAITING:
            return True
        return self.move.status == MoveStatus.APPLIED and not self.has_played and not self._is_where_it_began

    @property
    def is_recalled(self) -> bool:
        """Whether the player may have come by a move that was taken back, and belongs at the old table."""
        return (
            self.move.status == MoveStatus.UNDONE
            and self.move.from_table_id != self.move.to_table_id
            and not self.has_played
            and self._is_where_it_began
        )

    @property
    def goes_to(self) -> tuple[int, int]:
        """Table number and seat: of the move while it waits, otherwise the chair of now."""
        if self.move.status == MoveStatus.WAITING or self.chair is None:
            return self.move.to_table.number, self.move.to_seat
        return self.chair.table.number, self.chair.number

    @property
    def _is_where_it_began(self) -> bool:
        move, chair = self.move, self.chair
        return chair is None or (chair.table_id, chair.number) == (move.from_table_id, move.from_seat)


def departures(table: Table, *, hand: Hand | None) -> Departures:
    """What the tablet of this table says; `hand` is its last one, perhaps in play.

    One query where nobody goes, otherwise two.
    """
    # Nearly always there is none: what a row needs besides is asked for only then.
    found = list(Move.objects.filter(_since_the_deal(table, hand)).values_list("pk", flat=True))
    if not found:
        return Departures()
    ways = journeys(Move.objects.filter(pk__in=found).order_by("pk"))
    # Who went twice from here since the last hand is told the last way only.
    leaving = {
        way.move.entry_id: _leaving(way)
        for way in ways
        if way.is_to_go and way.move.from_table_id == table.pk
    }
    coming = {
        way.move.to_seat: way.move.entry.player.shown_name
        for way in ways
        if way.move.status == MoveStatus.WAITING and way.move.to_table_id == table.pk
    }
    recalled = {way.move.entry_id: _recalled(way.move) for way in ways if way.is_recalled}
    return Departures(
        leaving=tuple(sorted(leaving.values(), key=lambda move: move.seat)),
        recalled=tuple(sorted(recalled.values(), key=lambda move: (move.to_table, move.to_seat))),
        coming=coming,
    )


def journeys(moves: QuerySet[Move]) -> list[Journey]:
    """The moves in their order, with players and tables loaded. One query."""
    dealt = Hand.objects.filter(table=OuterRef("entry__seat__table"), started_at__gt=OuterRef("told_at"))
    rows = (
        moves.select_related("from_table", "to_table", "entry__player", "entry__seat__table")
        .annotate(told_at=Coalesce("undone_at", "applied_at"))
        .annotate(has_played=Exists(dealt.exclude(status=HandStatus.VOID)))
    )
    return [
        Journey(move=row, chair=getattr(row.entry, "seat", None), has_played=row.has_played) for row in rows
    ]


def _since_the_deal(table: Table, hand: Hand | None) -> Q:
    """Moves that wait, from here or to here, and those made or taken back since the last hand was dealt."""
    since: datetime = table.opened_at if hand is None else hand.started_at
    is_in_play = hand is not None and hand.status == HandStatus.OPEN
    applied = Q(applied_at__gt=since) if is_in_play else Q(applied_at__gte=since)
    undone = Q(undone_at__gt=since) if is_in_play else Q(undone_at__gte=since)
    return (
        Q(from_table=table, status=MoveStatus.WAITING)
        | Q(to_table=table, status=MoveStatus.WAITING)
        | (Q(from_table=table, status=MoveStatus.APPLIED) & applied)
        | (Q(to_table=table, status=MoveStatus.UNDONE) & undone)
    )


def _leaving(way: Journey) -> MoveShown:
    to_table, to_seat = way.goes_to
    return MoveShown(
        seat=way.move.from_seat,
        name=way.move.entry.player.shown_name,
        to_table=to_table,
        to_seat=to_seat,
        waits=way.move.status == MoveStatus.WAITING,
    )


def _recalled(move: Move) -> MoveShown:
    return MoveShown(
        seat=move.to_seat,
        name=move.entry.player.shown_name,
        to_table=move.from_table.number,
        to_seat=move.from_seat,
        waits=False,
    )
