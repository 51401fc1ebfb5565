"""Undoing what the floor decided about a player: absent or back, a penalty, out with chips.

A player who comes back has the old seat if it is free, otherwise one that is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F, Max, Q

from tables.models import Seat
from tables.services.desk.late_seats import seat_again
from tables.services.hands.absence import ABSENCE_VERBS, set_absence
from tables.services.hands.leaving import stay_after_all
from tables.services.hands.penalties import lift
from tables.services.moves.leaving import tell_all
from tables.services.table.lease import lock_table
from tables.services.undo.of_table import lock_table_of_player
from tournament.models import (
    Arrival,
    ChipKind,
    ChipRow,
    Entry,
    EntryStatus,
    LogEntry,
    Penalty,
    PenaltyKind,
    Tournament,
    TournamentStatus,
)
from tournament.services.actor import By
from tournament.services.field.entries import reinstate_entries
from tournament.services.log import write_log
from tournament.services.undo import Undoable, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(
        ABSENCE_VERBS,
        Undoable(open_lines=_open_absences, undo=_undo_absence, lock=lock_table_of_player, again=True),
    )
    register_undo(
        ["penalty_given"], Undoable(open_lines=_open_penalties, undo=lift, lock=lock_table_of_player)
    )
    register_undo(
        ["player_leaving"], Undoable(open_lines=_open_leaving, undo=stay_after_all, lock=lock_table_of_player)
    )
    register_undo(["player_left"], Undoable(open_lines=_open_departures, undo=_undo_departure))


def _open_absences(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The latest such line of a player who sits somewhere, while the mark is as it says.

    Before the start too: most players arrive then.
    """
    if tournament.is_over:
        return set()
    entries = {line.data["entry"] for line in lines}
    last = LogEntry.objects.filter(
        tournament=tournament, verb__in=ABSENCE_VERBS, data__entry__in=list(entries)
    )
    newest = set(last.values("data__entry").annotate(last=Max("pk")).values_list("last", flat=True))
    marks = dict(
        Entry.objects.filter(tournament=tournament, pk__in=entries, seat__isnull=False).values_list(
            "pk", "is_absent"
        )
    )
    return {
        line.pk
        for line in lines
        if line.pk in newest and marks.get(line.data["entry"]) == (line.verb == "player_absent")
    }


def _undo_absence(line: LogEntry, by: By) -> None:
    entry = line.data["entry"]
    set_absence(
        tournament_id=line.tournament_id,
        table_id=Seat.objects.values_list("table_id", flat=True).get(entry=entry),
        entry_id=entry,
        absent=line.verb != "player_absent",
        by=by,
        undoes=line,
    )
    if line.data.get("arrived"):
        Entry.objects.filter(pk=entry).update(arrival=Arrival.AWAITED)


def _open_penalties(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Warnings, and penalties with hands left to sit out."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    standing = Penalty.objects.filter(log_entry__in=[line.pk for line in lines], lifted_at=None)
    left = standing.filter(Q(kind=PenaltyKind.WARNING) | Q(missed__lt=F("hands")))
    return set(left.values_list("log_entry_id", flat=True))


def _open_leaving(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Departures that still wait for the end of the hand."""
    marked = Entry.objects.filter(tournament=tournament, leaving_line__in=lines)
    return set(marked.values_list("leaving_line_id", flat=True))


# --- Out with chips -----------------------------------------------------------------------------------------


def _open_departures(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those still out, whose player has not entered again; a prize that was paid is refused when it is tried."""
    if tournament.status not in (TournamentStatus.RUNNING, TournamentStatus.FINISHED):
        return set()
    entries = {line.data["entry"]: line.pk for line in lines}
    out = Entry.objects.filter(pk__in=entries, status=EntryStatus.ELIMINATED)
    back_in = Entry.objects.filter(
        tournament=tournament, status__in=(EntryStatus.REGISTERED, EntryStatus.PLAYING)
    ).values("player")
    return {entries[pk] for pk in out.exclude(player__in=back_in).values_list("pk", flat=True)}


def _undo_departure(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    entry_id, chips = line.data["entry"], line.data["chips"]
    table = lock_table(tournament_id=tournament.pk, table_id=line.data["table_id"])
    reinstate_entries(tournament=tournament, stacks={entry_id: chips}, by=by)
    Entry.objects.filter(pk=entry_id).update(
        is_stack_known=line.data["was_known"], is_absent=line.data["was_absent"]
    )
    Penalty.objects.filter(log_entry=line).update(lifted_at=by.now)
    back = write_log(
        tournament_id=tournament.pk, by=by, verb="player_returned", data={**line.data}, undoes=line
    )
    if chips:
        ChipRow.objects.create(
            tournament=tournament,
            entry_id=entry_id,
            kind=ChipKind.RETURNED,
            amount=chips,
            at=by.now,
            log_entry=back,
        )
    seat_again(tournament, table, entry_id=entry_id, number=line.data["seat"], seed=f"back-{line.pk}", by=by)
    tell_all(tournament, table, entry_id)
