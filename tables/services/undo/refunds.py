"""Undoing the refund of an entry, in play or of a cancelled event: money, chips and seat are the player's again."""

from __future__ import annotations

from collections.abc import Sequence

from tables.models import Seat
from tables.services.desk.handing_back import tell_handed_back
from tables.services.desk.late_seats import seat_again
from tables.services.moves.leaving import tell_all
from tables.services.table.lease import bump_version, lock_table
from tournament.models import Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.services.actor import By
from tournament.services.field.refunds import may_put_back, put_back_refund, take_cancelled_again
from tournament.services.log import write_log
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["entry_refunded"], Undoable(open_lines=_open_refunds, undo=_undo_refund))
    register_undo(["buy_in_handed_back"], Undoable(open_lines=_open_hand_backs, undo=_undo_hand_back))


def _open_refunds(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """In play and before prizes: those whose player has not entered again."""
    if tournament.status != TournamentStatus.RUNNING or not may_put_back(tournament):
        return set()
    entries = {line.data["entry"]: line.pk for line in lines}
    live = (EntryStatus.REGISTERED, EntryStatus.PLAYING)
    back_in = Entry.objects.filter(tournament=tournament, status__in=live).values("player")
    out = Entry.objects.filter(pk__in=entries, status=EntryStatus.VOID).exclude(player__in=back_in)
    return {entries[pk] for pk in out.values_list("pk", flat=True)}


def _undo_refund(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    entry = Entry.objects.select_related("player").get(pk=line.data["entry"])
    entry.tournament = tournament
    table = lock_table(tournament_id=tournament.pk, table_id=line.data["table_id"])
    back = write_log(tournament_id=tournament.pk, by=by, verb="refund_undone", data=line.data, undoes=line)
    put_back_refund(entry, was=line.data, refund=line, line=back)
    Entry.objects.filter(pk=entry.pk).update(is_absent=line.data["is_absent"])
    seat_again(tournament, table, entry_id=entry.pk, number=line.data["seat"], seed=f"back-{line.pk}", by=by)
    tell_all(tournament, table, entry.pk)


def _open_hand_backs(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of a cancelled event nothing depends on them: nobody enters any more."""
    if tournament.status != TournamentStatus.CANCELLED:
        return set()
    entries = {line.data["entry"]: line.pk for line in lines}
    out = Entry.objects.filter(pk__in=entries, tournament=tournament, status=EntryStatus.VOID)
    return {entries[pk] for pk in out.values_list("pk", flat=True)}


def _undo_hand_back(line: LogEntry, by: By) -> None:
    entry = Entry.objects.select_related("player", "tournament").get(pk=line.data["entry"])
    back = write_log(
        tournament_id=line.tournament_id, by=by, verb="buy_in_hand_back_undone", data=line.data, undoes=line
    )
    take_cancelled_again(entry, was=line.data, handed=line, line=back)
    if line.data["seat_id"] is not None:
        table = lock_table(tournament_id=line.tournament_id, table_id=line.data["table_id"])
        Seat.objects.filter(pk=line.data["seat_id"], entry=None).update(entry=entry)
        bump_version(table)
    tell_handed_back(entry.tournament, entry.pk)
