"""Messages between a table and the floor: a call from the dealer, an order or a note to the table."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tables.changes.at_table import AtTable
from tables.changes.calls import CallClosed, FloorCalled, MessageClosed, MessageSent
from tables.changes.tables import TableHeld, TableReleased
from tables.models import FloorMessage, MessageKind, Table, TableStatus
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.not_open import not_open
from tables.services.table.of_table import lock_table_of
from tournament.changes.change import verbs
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo

TEXT_MAX = 300


@transaction.atomic
def call_floor(*, tournament_id: int, table_id: int, by: By, text: str = "") -> FloorMessage:
    """The dealer needs the floor. A second call while one is open changes nothing."""
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    open_call = FloorMessage.objects.filter(table=table, kind=MessageKind.CALL, done_at__isnull=True).first()
    if open_call is not None:
        return open_call
    return write_message(table=table, kind=MessageKind.CALL, text=text, by=by)


@transaction.atomic
def send_message(*, tournament_id: int, table_id: int, text: str, by: By) -> FloorMessage:
    """A note that the dealer sees until they mark it as read."""
    if not text.strip():
        raise Refused(_("Enter the message."), code="text_empty", field="text")
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    return write_message(table=table, kind=MessageKind.NOTE, text=text.strip(), by=by)


@transaction.atomic
def close_message(
    *, tournament_id: int, message_id: int, by: By, table_id: int | None = None
) -> FloorMessage:
    """Close a message: the floor has been there, or the dealer has read it. `table_id` limits a tablet to its own."""
    lock_tournament(tournament_id)
    messages = (
        FloorMessage.objects.select_for_update(of=("self",), no_key=True)
        .select_related("table__tournament")
        .filter(table__tournament_id=tournament_id)
    )
    if table_id is not None:
        messages = messages.filter(table_id=table_id)
    message = messages.get(pk=message_id)
    if message.done_at is None:
        message.done_at = by.now
        message.done_by = by.actor.label
        message.save(update_fields=["done_at", "done_by"])
        closed = CallClosed if message.kind == MessageKind.CALL else MessageClosed
        record(closed(table=message.table.number, text=message.text), tournament_id=tournament_id, by=by)
        _tell(message.table)
    return message


@transaction.atomic
def hold_table(*, tournament_id: int, table_id: int, reason: str, by: By) -> Table:
    """No further hand is dealt here until the floor releases the table; a hand in play continues."""
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    if table.status != TableStatus.OPEN:
        raise not_open(table)
    return set_hold(table=table, held=True, reason=reason.strip(), by=by)


@transaction.atomic
def release_table(*, tournament_id: int, table_id: int, by: By) -> Table:
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    if table.status != TableStatus.HELD:
        raise Refused(_("Table %(table)d is not on hold.") % {"table": table.number}, code="not_held")
    return set_hold(table=table, held=False, reason="", by=by)


def set_hold(*, table: Table, held: bool, reason: str, by: By, undoes: LogEntry | None = None) -> Table:
    """Write the hold or the release and its line of the log. The caller has locked the table.

    Raises Refused for a hold once the tournament is over.
    """
    if held:
        check_not_over(table.tournament)
    table.status = TableStatus.HELD if held else TableStatus.OPEN
    table.hold_reason = reason if held else ""
    table.save(update_fields=["status", "hold_reason"])
    bump_version(table)
    change = TableHeld if held else TableReleased
    record(
        change(table=table.number, table_id=table.pk),
        tournament_id=table.tournament_id,
        by=by,
        reason=reason,
        undoes=undoes,
    )
    _tell(table)
    return table


def write_message(*, table: Table, kind: MessageKind, text: str, by: By) -> FloorMessage:
    """Write a message and its line of the log. The caller has locked the table."""
    if len(text) > TEXT_MAX:
        raise Refused(
            _("The message has %(length)d characters; shorten it to %(max)d.")
            % {"length": len(text), "max": TEXT_MAX},
            code="text_too_long",
            field="text",
        )
    message = FloorMessage.objects.create(
        table=table, kind=kind, text=text, created_at=by.now, author=by.actor.label
    )
    said = FloorCalled if kind == MessageKind.CALL else MessageSent
    record(said(table=table.number, text=text), tournament_id=table.tournament_id, by=by)
    _tell(table)
    return message


def _tell(table: Table) -> None:
    publish(table.tournament.code, ["tables", "messages", "log", f"table-{table.number}"])


# --- Undo of a hold or a release ----------------------------------------------------------------------------


def _open_holds(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The latest such line of a table, while the table is still as it says."""
    last = LogEntry.objects.filter(tournament=tournament, verb__in=verbs(TableHeld, TableReleased))
    newest = set(last.values("data__table_id").annotate(last=Max("pk")).values_list("last", flat=True))
    ids = {line.pk: AtTable.of(line).table_id for line in lines}
    statuses = dict(
        Table.objects.filter(tournament=tournament, pk__in=ids.values()).values_list("pk", "status")
    )
    after = {TableHeld.verb: TableStatus.HELD, TableReleased.verb: TableStatus.OPEN}
    return {line.pk for line in lines if line.pk in newest and statuses.get(ids[line.pk]) == after[line.verb]}


def _undo_hold(line: LogEntry, by: By) -> None:
    table = lock_table(tournament_id=line.tournament_id, table_id=AtTable.of(line).table_id)
    was_held = line.verb == TableHeld.verb
    reason = ""
    if not was_held:
        held = LogEntry.objects.filter(
            tournament_id=line.tournament_id,
            verb=TableHeld.verb,
            data__table_id=table.pk,
            pk__lt=line.pk,
        ).order_by("-pk")
        reason = held[0].reason if held else ""
    set_hold(table=table, held=not was_held, reason=reason, by=by, undoes=line)


register_undo(
    [TableHeld, TableReleased],
    Undoable(open_lines=_open_holds, undo=_undo_hold, lock=lock_table_of, again=True),
)
