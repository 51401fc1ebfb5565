"""A stack that was counted again: the difference goes into the chip ledger, the reason into the log.

The floor counts what lies on the felt, so a correction may add chips to play or remove them. It is made all
the same, and its log line says how many are then in play, against those issued. It can be undone until the player is
dealt in with that stack.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tables.changes.stacks import StackCorrected
from tables.models import HandSeat, HandStatus, Seat, Table
from tables.queries.table.last_dealt import last_dealt
from tables.services.chips.counting import count_stacks
from tables.services.table.gone import no_seat
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.of_table import lock_table_of_player
from tournament.models import ChipKind, ChipRow, Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.queries.chip_count import chip_count
from tournament.realtime import entry_topic, publish
from tournament.rules.structure.errors import MAX_CHIPS
from tournament.services.actor import By
from tournament.services.cash.payable import check_stack_payable
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo

REASON_MAX = 300


@transaction.atomic
def correct_stack(
    *, tournament_id: int, entry_id: int, stack: int, reason: str, by: By, seen: int | None = None
) -> LogEntry | None:
    """Set a seated player's stack to what was counted; None if it does not change.

    The ledger gets the difference, so that chips in play stay the sum of the stacks; one that was unknown is
    counted instead (`counting`). `seen` is the stack that a person saw when they counted. Raises Refused without a
    reason, with a stack below 1 (a player goes out by a hand) or one that the chips in play cannot make, during a hand
    of the player, for somebody without a seat, where the stack is not the one seen, and once the tournament is over.
    """
    reason = reason.strip()
    if not reason:
        raise Refused(_("Give a reason for the correction."), code="reason_empty", field="reason")
    if len(reason) > REASON_MAX:
        raise Refused(
            _("The reason has %(length)d characters; shorten it to %(max)d.")
            % {"length": len(reason), "max": REASON_MAX},
            code="reason_too_long",
            field="reason",
        )
    if not 1 <= stack <= MAX_CHIPS:
        raise Refused(
            _("Enter a stack from 1 to %(max)s chips.")
            % {"max": number_format(MAX_CHIPS, force_grouping=True)},
            code="stack_out_of_range",
            field="stack",
        )
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    table, seat = _select_seat_for_update(tournament_id=tournament_id, entry_id=entry_id)
    _check_not_in_hand(entry_id=entry_id, table=table, seat=seat.number)
    check_stack_payable(tournament, stack, now=by.now, field="stack")
    entry = Entry.objects.select_related("player").get(pk=entry_id)
    if not entry.is_stack_known:
        return count_stacks(
            tournament_id=tournament_id, table_id=table.pk, counts={seat.number: stack}, by=by, reason=reason
        )
    if entry.stack == stack:
        return None
    if seen is not None and seen != entry.stack:
        raise Refused(
            _("The stack of %(name)s is %(now)s by now, it was %(seen)s when you looked. Count it again.")
            % {
                "name": entry.player.name,
                "now": number_format(entry.stack, force_grouping=True),
                "seen": number_format(seen, force_grouping=True),
            },
            code="stack_changed",
            field="stack",
        )
    return _book(entry=entry, table=table, seat=seat.number, stack=stack, reason=reason, by=by)


def _book(
    *,
    entry: Entry,
    table: Table,
    seat: int,
    stack: int,
    by: By,
    reason: str = "",
    undoes: LogEntry | None = None,
) -> LogEntry:
    """Write the new stack, the row of the ledger and the log. The caller holds the locks."""
    before = entry.stack
    chips = chip_count(entry.tournament_id)
    corrected = StackCorrected(
        entry=entry.pk,
        number=entry.number,
        name=entry.player.name,
        table=table.number,
        seat=seat,
        before=before,
        after=stack,
        in_play_before=chips.in_play,
        in_play=chips.in_play + stack - before,
        issued=chips.issued,
    )
    line = record(corrected, tournament_id=entry.tournament_id, by=by, reason=reason, undoes=undoes)
    ChipRow.objects.create(
        tournament_id=entry.tournament_id,
        entry=entry,
        kind=ChipKind.CORRECTION,
        amount=stack - before,
        at=by.now,
        log_entry=line,
    )
    entry.stack = stack
    entry.save(update_fields=["stack"])
    bump_version(table)
    publish(
        table.tournament.code,
        [
            *("tables", f"table-{table.number}", "standings", "players", "clock", "log"),
            entry_topic(entry.pk),
        ],
    )
    return line


def _select_seat_for_update(*, tournament_id: int, entry_id: int) -> tuple[Table, Seat]:
    """Lock the table at which a player sits; the caller holds the tournament's lock."""
    seat = Seat.objects.filter(
        entry_id=entry_id, entry__status=EntryStatus.PLAYING, table__tournament_id=tournament_id
    ).first()
    if seat is None:
        raise no_seat(tournament_id=tournament_id, entry_id=entry_id)
    return lock_table(tournament_id=tournament_id, table_id=seat.table_id), seat


def _check_not_in_hand(*, entry_id: int, table: Table, seat: int) -> None:
    """Raise Refused while the player is in a hand: its chips are counted from the stack it began with."""
    if HandSeat.objects.filter(entry_id=entry_id, hand__status=HandStatus.OPEN).exists():
        raise Refused(
            _("Seat %(seat)d at table %(table)d is in the hand in play. Correct the stack after the hand.")
            % {"table": table.number, "seat": seat},
            code="in_hand",
        )


def _open_corrections(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the player still has exactly the corrected stack and was not dealt in since."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    corrected = {line: StackCorrected.of(line) for line in lines}
    entries = [each.entry for each in corrected.values()]
    rows = Entry.objects.filter(
        tournament=tournament, pk__in=entries, status=EntryStatus.PLAYING, seat__isnull=False
    )
    stacks = dict(rows.values_list("pk", "stack"))
    dealt = last_dealt(entries)
    return {
        line.pk
        for line, each in corrected.items()
        if stacks.get(each.entry) == each.after and not (each.entry in dealt and dealt[each.entry] >= line.at)
    }


def _undo(line: LogEntry, by: By) -> None:
    corrected = StackCorrected.of(line)
    table, seat = _select_seat_for_update(tournament_id=line.tournament_id, entry_id=corrected.entry)
    _check_not_in_hand(entry_id=corrected.entry, table=table, seat=seat.number)
    _book(
        entry=Entry.objects.select_related("player").get(pk=corrected.entry),
        table=table,
        seat=seat.number,
        stack=corrected.before,
        by=by,
        undoes=line,
    )


register_undo(
    [StackCorrected],
    Undoable(open_lines=_open_corrections, undo=_undo, lock=lock_table_of_player, again=True),
)
