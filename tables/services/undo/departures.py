"""Undoing that a player has left with chips: they come back to the old seat if it is free, otherwise to one drawn."""

from __future__ import annotations

from collections.abc import Sequence

from tables.changes.departures import PlayerLeft, PlayerReturned
from tables.services.desk.late_seats import seat_again
from tables.services.moves.leaving import tell_all
from tables.services.table.lease import lock_table
from tournament.models import (
    ChipKind,
    ChipRow,
    Entry,
    EntryStatus,
    LogEntry,
    Penalty,
    Tournament,
    TournamentStatus,
)
from tournament.queries.flights import LIVE
from tournament.services.actor import By
from tournament.services.field.entries import reinstate_entries
from tournament.services.field.seats_won import take_seat_back
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


def _open_departures(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those still out, whose player has not entered again; a prize that was paid is refused when it is tried."""
    if tournament.status not in (TournamentStatus.RUNNING, TournamentStatus.FINISHED):
        return set()
    entries = {PlayerLeft.of(line).entry: line.pk for line in lines}
    out = Entry.objects.filter(pk__in=entries, status__in=(EntryStatus.ELIMINATED, EntryStatus.SEAT_WON))
    back_in = Entry.objects.filter(tournament=tournament, status__in=LIVE).values("player")
    return {entries[pk] for pk in out.exclude(player__in=back_in).values_list("pk", flat=True)}


def _undo_departure(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    left = PlayerLeft.of(line)
    table = lock_table(tournament_id=tournament.pk, table_id=left.table_id)
    if left.why == "won_seat":
        take_seat_back(tournament, left.entry, chips=left.chips, by=by)
    else:
        reinstate_entries(tournament=tournament, stacks={left.entry: left.chips}, by=by)
    Entry.objects.filter(pk=left.entry).update(is_stack_known=left.was_known, is_absent=left.was_absent)
    Penalty.objects.filter(log_entry=line).update(lifted_at=by.now)
    back = record(PlayerReturned.of(line), tournament_id=tournament.pk, by=by, undoes=line)
    if left.chips:
        ChipRow.objects.create(
            tournament=tournament,
            entry_id=left.entry,
            kind=ChipKind.RETURNED,
            amount=left.chips,
            at=by.now,
            log_entry=back,
        )
    seat_again(tournament, table, entry_id=left.entry, number=left.seat, by=by)
    tell_all(tournament, table, left.entry)


register_undo([PlayerLeft], Undoable(open_lines=_open_departures, undo=_undo_departure))
