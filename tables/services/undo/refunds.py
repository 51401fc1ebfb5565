"""Undoing the refund of an entry in play: money, chips and seat are the player's again."""

from __future__ import annotations

from collections.abc import Sequence

from tables.services.desk.late_seats import seat_again
from tables.services.moves.leaving import tell_all
from tables.services.table.lease import lock_table
from tournament.changes.refunds import EntryRefunded, RefundUndone
from tournament.models import Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.queries.flights import LIVE
from tournament.services.actor import By
from tournament.services.cash.vouchers import spent_since
from tournament.services.field.refunds import may_put_back, put_back_refund
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


def _open_refunds(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """In play and before prizes: those whose player has not entered again."""
    if tournament.status != TournamentStatus.RUNNING or not may_put_back(tournament):
        return set()
    entries = {EntryRefunded.of(line).entry: line.pk for line in lines}
    back_in = Entry.objects.filter(tournament=tournament, status__in=LIVE).values("player")
    out = Entry.objects.filter(pk__in=entries, status=EntryStatus.VOID).exclude(player__in=back_in)
    return {entries[pk] for pk in out.values_list("pk", flat=True)} - spent_since(lines)


def _undo_refund(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    was = EntryRefunded.of(line)
    entry = Entry.objects.select_related("player").get(pk=was.entry)
    entry.tournament = tournament
    table = lock_table(tournament_id=tournament.pk, table_id=was.table_id)
    back = record(RefundUndone.of(line), tournament_id=tournament.pk, by=by, undoes=line)
    put_back_refund(entry, was=was, refund=line, line=back)
    Entry.objects.filter(pk=entry.pk).update(is_absent=was.is_absent)
    seat_again(tournament, table, entry_id=entry.pk, number=was.seat, by=by)
    tell_all(tournament, table, entry.pk)


register_undo([EntryRefunded], Undoable(open_lines=_open_refunds, undo=_undo_refund))
