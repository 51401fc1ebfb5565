"""Undoing the start of the clock, until the first hand is dealt, the first player is out, or money follows it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F, Sum
from django.utils.translation import gettext as _

from tables.models import Hand, HandStatus, Table
from tables.services.table.lease import lock_tables
from tables.services.table.many_rows import bump_versions
from tournament.changes.clock import ClockStarted
from tournament.changes.refunds import NoShowRemoved
from tournament.models import (
    ChipSale,
    EntryStatus,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Tournament,
    TournamentStatus,
    VoucherUse,
)
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.cash.mystery import has_envelopes
from tournament.services.clock import undo_start
from tournament.services.errors import Refused
from tournament.services.undo import Undoable, register_undo


def _open_starts(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """However the clock was changed since: while nothing stands that came of the start."""
    if tournament.status != TournamentStatus.RUNNING or _was_played(tournament) or _was_sold_on(tournament):
        return set()
    return {line.pk for line in lines}


def _undo_start(line: LogEntry, by: By) -> None:
    tournament = line.tournament
    ids = Table.objects.filter(tournament=tournament).values_list("pk", flat=True)
    tables = lock_tables(tournament_id=tournament.pk, table_ids=list(ids))
    # A first hand may have been dealt before the tables were locked.
    if _was_played(tournament):
        raise Refused(_("The first hand has just been dealt."), code="cannot_undo")
    undo_start(line=line, by=by)
    # A deal that waits for a table's lock was tapped under the clock that ran: it must look again.
    bump_versions(tables.values())
    publish(tournament.code, [f"table-{table.number}" for table in tables.values()])


def _was_played(tournament: Tournament) -> bool:
    """A hand was dealt, or a player went out where hands are not entered. What was undone does not count."""
    hands = Hand.objects.filter(table__tournament=tournament).exclude(status=HandStatus.VOID)
    # Smaller stacks from flights were out before.
    out = tournament.entries.filter(
        status=EntryStatus.ELIMINATED, brought_line=None
    ) | tournament.entries.filter(status=EntryStatus.ELIMINATED, eliminated_at__gt=F("brought_line__at"))
    # A count is as good as a hand where a stack wins a seat.
    won = tournament.entries.filter(status=EntryStatus.SEAT_WON)
    return hands.exists() or out.exists() or won.exists()


def _was_sold_on(tournament: Tournament) -> bool:
    """A rebuy or an add-on, mystery envelopes, a chop, or the money of a no-show stands.

    Before the start none of them can be, nor be undone: the director undoes it first.
    """
    no_shows = MoneyRow.objects.filter(tournament=tournament, kind=MoneyKind.NO_SHOW)
    # One who has paid by voucher alone has left no money.
    removed = VoucherUse.objects.filter(
        tournament=tournament, undone_line__verb=NoShowRemoved.verb, undone_line__undone_by__isnull=True
    )
    return (
        removed.exists()
        or tournament.chop_id is not None
        or has_envelopes(tournament)
        or ChipSale.objects.filter(tournament=tournament, undone_at=None).exists()
        or no_shows.aggregate(all=Sum("amount", default=0))["all"] > 0
    )


register_undo([ClockStarted], Undoable(open_lines=_open_starts, undo=_undo_start))
