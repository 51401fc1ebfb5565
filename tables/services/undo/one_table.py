"""Undoing what the floor did at one table: holds, locked seats, corrections.

Each is undone by a further change that puts things where they were, and only as long as no
card has been dealt on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max

from tables.models import Seat, Table, TableStatus
from tables.queries.table.last_dealt import last_dealt
from tables.services.chips.corrections import book_stack, check_not_in_hand, select_seat_for_update
from tables.services.table.lease import lock_table
from tables.services.table.messages import set_hold
from tables.services.table.seats import UNLOCKED, SeatLock, lock_of, lock_seat
from tables.services.undo.of_table import lock_table_of, lock_table_of_player
from tournament.models import Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.services.actor import By
from tournament.services.undo import Undoable, register_together, register_undo

HOLD_VERBS = ("table_held", "table_released")
LOCK_VERBS = ("seat_locked", "seat_unlocked")


def register() -> None:
    """Called once, when the application starts."""
    register_undo(
        HOLD_VERBS, Undoable(open_lines=_open_holds, undo=_undo_hold, lock=lock_table_of, again=True)
    )
    register_together(["all_tables_held", "all_tables_released"])
    register_undo(
        LOCK_VERBS, Undoable(open_lines=_open_locks, undo=_undo_lock, lock=lock_table_of, again=True)
    )
    register_undo(
        ["stack_corrected"],
        Undoable(open_lines=_open_corrections, undo=_undo_correction, lock=lock_table_of_player, again=True),
    )


# --- Holds and locked seats ---------------------------------------------------------------------------------


def _open_holds(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The latest such line of a table, while the table is still as it says."""
    last = LogEntry.objects.filter(tournament=tournament, verb__in=HOLD_VERBS)
    newest = set(last.values("data__table_id").annotate(last=Max("pk")).values_list("last", flat=True))
    statuses = dict(
        Table.objects.filter(
            tournament=tournament, pk__in=[line.data["table_id"] for line in lines]
        ).values_list("pk", "status")
    )
    after = {"table_held": TableStatus.HELD, "table_released": TableStatus.OPEN}
    return {
        line.pk
        for line in lines
        if line.pk in newest and statuses.get(line.data["table_id"]) == after[line.verb]
    }


def _undo_hold(line: LogEntry, by: By) -> None:
    table = lock_table(tournament_id=line.tournament_id, table_id=line.data["table_id"])
    was_held = line.verb == "table_held"
    reason = ""
    if not was_held:
        held = LogEntry.objects.filter(
            tournament_id=line.tournament_id,
            verb="table_held",
            data__table_id=table.pk,
            pk__lt=line.pk,
        ).order_by("-pk")
        reason = held[0].reason if held else ""
    set_hold(
        table=table,
        held=not was_held,
        reason=reason,
        by=by,
        undoes=line,
    )


def _open_locks(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    locks = {
        (seat.table_id, seat.number): lock_of(seat)
        for seat in Seat.objects.filter(
            table__tournament=tournament, table_id__in=[line.data["table_id"] for line in lines]
        ).select_related("reservation")
    }
    return {
        line.pk
        for line in lines
        if locks.get((line.data["table_id"], line.data["seat"])) == _lock_after(line)
    }


def _undo_lock(line: LogEntry, by: By) -> None:
    # Lines of earlier releases tell of seats that were locked without a name.
    before = line.data.get("before", {**UNLOCKED, "locked": line.verb != "seat_locked"})
    lock_seat(
        tournament_id=line.tournament_id,
        table_id=line.data["table_id"],
        number=line.data["seat"],
        locked=before["locked"],
        name=before["name"],
        reason=before["reason"],
        player_id=before["player"],
        by=by,
        undoes=line,
    )


def _lock_after(line: LogEntry) -> SeatLock:
    plain = SeatLock(locked=line.verb == "seat_locked", name="", reason="", player=None)
    after: SeatLock = line.data.get("after", plain)
    return after


# --- Corrected stacks ---------------------------------------------------------------------------------------


def _open_corrections(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the player still has exactly the corrected stack and was not dealt in since."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    entries = [line.data["entry"] for line in lines]
    stacks = dict(
        Entry.objects.filter(
            tournament=tournament, pk__in=entries, status=EntryStatus.PLAYING, seat__isnull=False
        ).values_list("pk", "stack")
    )
    dealt = last_dealt(entries)
    return {
        line.pk
        for line in lines
        if stacks.get(line.data["entry"]) == line.data["after"]
        and not (line.data["entry"] in dealt and dealt[line.data["entry"]] >= line.at)
    }


def _undo_correction(line: LogEntry, by: By) -> None:
    table, seat = select_seat_for_update(tournament_id=line.tournament_id, entry_id=line.data["entry"])
    check_not_in_hand(entry_id=line.data["entry"], table=table, seat=seat.number)
    book_stack(
        entry=Entry.objects.select_related("player").get(pk=line.data["entry"]),
        table=table,
        seat=seat.number,
        stack=line.data["before"],
        verb="stack_corrected",
        reason="",
        by=by,
        undoes=line,
    )
