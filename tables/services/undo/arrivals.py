"""Undoing check-in, and no-shows that were taken out."""

from __future__ import annotations

from collections.abc import Sequence

from tables.services.desk.alternates import put_on_list
from tables.services.desk.check_in import set_arrival
from tables.services.desk.late_seats import seat_again
from tables.services.moves.leaving import tell_all
from tables.services.table.lease import lock_table
from tournament.models import Arrival, Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.services.actor import By
from tournament.services.field.no_shows import handed_back, put_back_no_show
from tournament.services.log import write_log
from tournament.services.undo import Undoable, register_together, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["check_in_opened"], Undoable(open_lines=_open_check_ins, undo=_undo_check_in))
    register_undo(["player_arrived"], Undoable(open_lines=_open_arrivals, undo=_undo_arrival))
    register_together(["no_shows_removed"])
    register_undo(["no_show_removed"], Undoable(open_lines=_open_no_shows, undo=_undo_no_show))


def _open_check_ins(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While one of those it waits for has not come."""
    awaited = set(
        Entry.objects.filter(tournament=tournament, arrival=Arrival.AWAITED).values_list("pk", flat=True)
    )
    return {line.pk for line in lines if awaited.intersection(line.data["entries"])}


def _undo_check_in(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    awaited = Entry.objects.filter(pk__in=line.data["entries"], arrival=Arrival.AWAITED)
    set_arrival(tournament, list(awaited.values_list("pk", flat=True)), arrival="", absent=False)
    _log("check_in_closed", line, by)


def _open_arrivals(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the player has no seat: at a table the mark is that of the absent."""
    entries = {line.data["entry"]: line.pk for line in lines}
    found = Entry.objects.filter(
        tournament=tournament,
        pk__in=entries,
        arrival=Arrival.ARRIVED,
        status=EntryStatus.REGISTERED,
        seat=None,
    )
    return {entries[pk] for pk in found.values_list("pk", flat=True)}


def _undo_arrival(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    set_arrival(tournament, [line.data["entry"]], arrival=Arrival.AWAITED, absent=True)
    _log("arrival_undone", line, by)


def _open_no_shows(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those still out, whose player has neither the buy-in back nor entered again."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    entries = {line.data["entry"]: line.pk for line in lines}
    live = (EntryStatus.REGISTERED, EntryStatus.PLAYING)
    back_in = Entry.objects.filter(tournament=tournament, status__in=live).values("player")
    out = Entry.objects.filter(pk__in=entries, status=EntryStatus.VOID).exclude(player__in=back_in)
    return {entries[pk] for pk in set(out.values_list("pk", flat=True)) - handed_back(entries)}


def _undo_no_show(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    entry = Entry.objects.select_related("player").get(pk=line.data["entry"])
    entry.tournament = tournament
    seated = line.data["table_id"] is not None
    table = lock_table(tournament_id=tournament.pk, table_id=line.data["table_id"]) if seated else None
    back = _log("no_show_undone", line, by)
    put_back_no_show(entry, was=line.data, removal=line, line=back, now=by.now)
    Entry.objects.filter(pk=entry.pk).update(is_absent=True)
    if line.data.get("was_waiting"):
        # Who had come later has the place in the list by now.
        put_on_list(entry, by=by)
    if table is not None:
        seat_again(
            tournament, table, entry_id=entry.pk, number=line.data["seat"], seed=f"back-{line.pk}", by=by
        )
        tell_all(tournament, table, entry.pk)


def _log(verb: str, line: LogEntry, by: By) -> LogEntry:
    return write_log(tournament_id=line.tournament_id, by=by, verb=verb, data=line.data, undoes=line)
