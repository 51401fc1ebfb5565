"""How a table is recorded: every hand by its tablet, results only, or busts only.

The floor or the dealer changes it between hands. What a way leaves unknown is marked at once, so that no screen shows a
number that nobody follows now: where only busts are entered, stacks, button and blinds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from tables.changes.tables import RecordedBefore, RecordingChanged
from tables.models import Bust, Hand, HandStatus, Recording, Seat, Table
from tables.queries.table.hand import Look
from tables.queries.table.next_game import unsettled_hand
from tables.services.table.lease import TableChange, make_change
from tables.services.table.level_hands import count_without_hand
from tables.services.table.of_table import lock_table_of
from tournament.models import Entry, LogEntry, Tournament, TournamentStatus
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo


def set_recording(
    *, tournament_id: int, table_id: int, recording: Recording, by: By, undoes: LogEntry | None = None
) -> None:
    """Record a table in this way from now on; see `think_recording`. Raises Table.DoesNotExist, Refused."""
    make_change(
        tournament_id=tournament_id,
        table_id=table_id,
        lease=None,
        think=lambda look: think_recording(look, recording=recording, by=by, undoes=undoes),
    )


def think_recording(
    look: Look, *, recording: Recording, by: By, undoes: LogEntry | None = None
) -> TableChange:
    """Another way from the next hand on.

    Raises Refused during a hand, while a misdeal or a carried pot is to be played, for every hand while a stack is
    unknown, and once the tournament is over.
    """
    table = look.table
    check_not_over(table.tournament)
    if table.recording == recording:
        raise Refused(
            _("Table %(table)d is recorded in this way already.") % {"table": table.number}, code="same_way"
        )
    if look.open_hand is not None:
        raise Refused(
            _("Hand %(hand)d is in play at table %(table)d. Change the recording when it is over.")
            % {"hand": look.open_hand.hand.number, "table": table.number},
            code="hand_open",
        )
    if unsettled_hand(table) is not None:
        raise Refused(
            _(
                "One more hand must be played at table %(table)d: it has a carried pot, or a misdeal to redeal."
            )
            % {"table": table.number},
            code="hand_owed",
        )
    if recording == Recording.HANDS and undoes is None:
        check_stacks_known(table, look.seats)
    return TableChange(
        before=look,
        write=lambda: _write(look, recording, by, undoes),
        is_booked=True,
        topics=("tables", "log", "standings"),
    )


def check_stacks_known(table: Table, seats: Sequence[Seat]) -> None:
    """Raise Refused for a stack that nobody knows: a recorded hand is played from the chips that players have."""
    unknown = [seat.number for seat in seats if seat.entry is not None and not seat.entry.is_stack_known]
    if unknown:
        raise Refused(
            _("The stacks of seats %(seats)s at table %(table)d are unknown: enter the counts first.")
            % {"seats": ", ".join(map(str, unknown)), "table": table.number},
            code="stacks_unknown",
        )


def _write(look: Look, recording: Recording, by: By, undoes: LogEntry | None) -> None:
    table = look.table
    before = RecordedBefore(
        recording=Recording(table.recording),
        positions=table.positions_data,
        first_button=table.first_button,
        known=tuple(seat.entry.pk for seat in look.seats if seat.entry and seat.entry.is_stack_known),
    )
    undone = RecordingChanged.of(undoes).before if undoes else None
    after = _restored(undone) if undone else _left_open(look, recording)
    Table.objects.filter(pk=table.pk).update(recording=recording, **after)
    if undone:
        _know_again(look, undone)
    elif recording == Recording.BUSTS and table.tournament.status == TournamentStatus.RUNNING:
        _forget_stacks(look)
    changed = RecordingChanged(table=table.number, table_id=table.pk, recording=recording, before=before)
    record(changed, tournament_id=table.tournament_id, by=by, undoes=undoes)
    count_without_hand(table.tournament, now=by.now)
    publish(table.tournament.code, [entry_topic(seat.entry_id) for seat in look.seats if seat.entry_id])


def _left_open(look: Look, recording: Recording) -> Mapping[str, Any]:
    """Button and blinds of the next hand as far as they can be followed in this way."""
    if recording == Recording.BUSTS and look.table.tournament.status == TournamentStatus.RUNNING:
        return {"positions_data": None, "first_button": None}
    return {}


def _restored(before: RecordedBefore) -> Mapping[str, Any]:
    return {"positions_data": before.positions, "first_button": before.first_button}


def _forget_stacks(look: Look) -> None:
    Entry.objects.filter(pk__in=_seated(look), is_stack_known=True).update(is_stack_known=False)


def _know_again(look: Look, before: RecordedBefore) -> None:
    known = set(before.known) & set(_seated(look))
    Entry.objects.filter(pk__in=known).update(is_stack_known=True)


def _seated(look: Look) -> list[int]:
    return [seat.entry_id for seat in look.seats if seat.entry_id is not None]


# --- Undo ---------------------------------------------------------------------------------------------------


def _open_changes(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest of a table, while nothing was entered in the new way."""
    if tournament.is_over:
        return set()
    changes = LogEntry.objects.filter(tournament=tournament, verb=RecordingChanged.verb)
    newest = set(changes.values("data__table_id").annotate(last=Max("pk")).values_list("last", flat=True))
    return {line.pk for line in lines if line.pk in newest and not _has_gone_on(line)}


def _has_gone_on(line: LogEntry) -> bool:
    change = RecordingChanged.of(line)
    if not Table.objects.filter(pk=change.table_id, recording=change.recording).exists():
        return True
    hands = Hand.objects.filter(table=change.table_id, started_at__gte=line.at)
    busts = Bust.objects.filter(table=change.table_id, at__gte=line.at, undone_at__isnull=True)
    return hands.exclude(status=HandStatus.VOID).exists() or busts.exists()


def _undo_change(line: LogEntry, by: By) -> None:
    change = RecordingChanged.of(line)
    set_recording(
        tournament_id=line.tournament_id,
        table_id=change.table_id,
        recording=change.before.recording,
        by=by,
        undoes=line,
    )


register_undo(
    [RecordingChanged],
    Undoable(open_lines=_open_changes, undo=_undo_change, lock=lock_table_of, again=True),
)
