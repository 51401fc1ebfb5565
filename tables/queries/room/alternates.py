"""The waiting list of a full room: who has been called to which seat, and who is next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tables.models import Alternate
from tables.queries.room.entry_at import EntryAt
from tournament.models import Entry, EntryStatus, Tournament, TournamentStatus

OVER = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternateShown(EntryAt):
    """An entry that waits, `place` in the list from 1; called it has a table and a seat, and no place."""

    shown_name: str
    place: int
    waits_since: datetime
    called_at: datetime | None
    is_held_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingList:
    """Those called and not seated yet, the first called first, and those who wait, the next first."""

    called: tuple[AlternateShown, ...]
    waiting: tuple[AlternateShown, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.called or self.waiting)


def tournaments_that_wait() -> list[int]:
    """The tournaments whose waiting list may get a seat by itself. One query."""
    rows = Alternate.objects.filter(
        called_at=None,
        is_held_back=False,
        entry__status=EntryStatus.REGISTERED,
        entry__tournament__draw_made_at__isnull=False,
    ).exclude(entry__tournament__status__in=OVER)
    return sorted(set(rows.values_list("entry__tournament", flat=True)))


def waiting_list(tournament: Tournament) -> WaitingList:
    """One query."""
    rows = list(alternates_in_order(tournament).select_related("entry__player", "table"))
    called = [row for row in rows if row.called_at is not None]
    waiting = [row for row in rows if row.called_at is None]
    return WaitingList(
        called=tuple(_shown(row, 0) for row in called),
        waiting=tuple(_shown(row, place) for place, row in enumerate(waiting, start=1)),
    )


def alternates_in_order(tournament: Tournament) -> QuerySet[Alternate]:
    """Those on the list, the next first; an entry that was voided is not on it."""
    rows = Alternate.objects.filter(entry__tournament=tournament, entry__status=EntryStatus.REGISTERED)
    return rows.order_by("waits_since", "entry__number")


def my_turn(entry: Entry) -> AlternateShown | None:
    """What a player on the list is told; None for one who is not on it. Two queries, one for most."""
    rows = Alternate.objects.filter(entry=entry, entry__status=EntryStatus.REGISTERED)
    row = rows.select_related("entry__player", "table").first()
    if row is None:
        return None
    ahead = 0
    if row.called_at is None:
        others = alternates_in_order(entry.tournament).filter(called_at=None)
        ahead = list(others.values_list("pk", flat=True)).index(row.pk)
    return _shown(row, ahead + 1)


def _shown(row: Alternate, place: int) -> AlternateShown:
    return AlternateShown(
        entry_id=row.entry_id,
        number=row.entry.number,
        name=row.entry.player.name,
        shown_name=row.entry.player.shown_name,
        place=place,
        waits_since=row.waits_since,
        called_at=row.called_at,
        table=row.table.number if row.table else None,
        seat=row.seat_number,
        is_held_back=row.is_held_back,
    )
