"""Who may write to a table: one transaction at a time, and only the tablet that holds the lease.

A tablet sends the epoch it was given and the version it saw. Taking over adds one to the epoch, so that taps
still queued on the old tablet are refused and shown, never mixed in; so does revoking the tablet that has the table.

A tap looks at its table without a lock, thinks, and then writes a `TableChange`, most of them in one statement. It
begins with lock, lease and version in one: if the table is still what the look saw, everything that was thought out
on it is still right, because whatever changes a seat, a stack or the table's status counts a version. If it is not,
`TableChanged` says so, nothing is written, and the tap looks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tables.models import Device, HandOperation, Table
from tables.models.writing import REPLY, Deal, write_if_unchanged
from tables.queries.table.hand import Look, TableHand, look_at_table, remember
from tournament.models import StoredReply
from tournament.models.built_query import BuiltQuery
from tournament.realtime import publish
from tournament.services.locks import lock_tournament
from tournament.services.replies import AlreadyAnswered, Reply, is_key_taken, reply_row

# Somebody was quicker: nobody is that often in a row.
LOOKS: Final = 10

_TO_LOCK = BuiltQuery(
    lambda key, tournament: (
        Table.objects.select_for_update(of=("self",), no_key=True)
        .select_related("tournament")
        .filter(pk=key, tournament_id=tournament)
    ),
    *(int, int),
)


def lock_table(*, tournament_id: int, table_id: int) -> Table:
    """Lock one table of this tournament. Raises Table.DoesNotExist for another tournament's."""
    return _TO_LOCK.get(table_id, tournament_id)


def lock_tables(*, tournament_id: int, table_ids: Iterable[int]) -> dict[int, Table]:
    """Lock several tables by rising id, so that two floor decisions cannot wait for each other."""
    tables = (
        Table.objects.select_for_update(of=("self",), no_key=True)
        .select_related("tournament")
        .filter(tournament_id=tournament_id, pk__in=set(table_ids))
        .order_by("pk")
    )
    return {table.pk: table for table in tables}


class LeaseLost(Exception):
    """The device is revoked, expired, moved to another table, or another one took over."""


class StaleVersion(Exception):
    """The table has changed since the sender looked at it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """What a tablet shows with a write: its device, the epoch it holds, the version it saw."""

    device_id: int
    epoch: int
    version: int


class TableChanged(Exception):
    """The table is no longer what a look saw; nothing was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChange:
    """What is to become of a table, thought out on a look at it.

    before: the look. operation, deal: the rows that it adds. write: stores what else follows, in the same transaction;
    None for most. hand: the newest hand as it is then. after: the whole table as it is then, None where only the
    database can tell: a place, a prize, a move to another table. is_booked: it changes more than its own table, or
    writes a line of the log, so the tournament is locked first (order: tournament, table, hand). counts: it is a write
    to the table; a call for the floor is not. topics: what else than the table has news of it.
    """

    before: Look
    operation: HandOperation | None = None
    deal: Deal | None = None
    write: Callable[[], object] | None = None
    hand: TableHand | None = None
    after: Look | None = None
    is_booked: bool = False
    counts: bool = True
    topics: tuple[str, ...] = ()

    @property
    def is_one_statement(self) -> bool:
        """Whether it is all said beforehand: what it stores, and what the table is then."""
        return self.write is None and self.after is not None

    @property
    def leaves(self) -> TableHand:
        """The hand as it is then. Raises LookupError for the undo of a deal, which leaves none."""
        if self.hand is None:
            raise LookupError("this change leaves no hand")
        return self.hand


def write_change(change: TableChange, *, reply: StoredReply | None = None) -> None:
    """Store a change, with the reply to its tap where that is known, in the caller's transaction.

    What is one statement (nothing booked, nothing else to write) needs no transaction. Raises TableChanged if somebody
    was quicker.
    """
    table = change.before.table
    if change.is_booked:
        # The look's may be older than a registration that was closed, or a tournament that was cancelled.
        table.tournament = lock_tournament(table.tournament_id)
    if change.counts and not write_if_unchanged(
        table, operation=change.operation, deal=change.deal, reply=reply
    ):
        raise TableChanged
    if change.write is not None:
        change.write()
    elif change.operation is not None and change.hand is not None:
        remember(change.before.recorded, change.hand, change.operation)
    if change.counts:
        name = f"table-{table.number}"
        publish(
            table.tournament.code, [name, *change.topics], versions={name: change.before.table.version + 1}
        )


def answer_change(
    change: TableChange, *, key: UUID, body: bytes, now: datetime, draw: Callable[[], str]
) -> Reply:
    """Write a change with the answer to its tap, both or neither; `draw` is called once it is written, or before if
    nothing has to be written to know what it will draw.

    Raises TableChanged or AlreadyAnswered if somebody was quicker, perhaps a double of the same tap.
    """

    def drawn() -> tuple[Reply, StoredReply]:
        reply = Reply(status=200, body=draw())
        tournament_id = change.before.table.tournament_id
        return reply, reply_row(tournament_id=tournament_id, key=key, body=body, now=now, reply=reply)

    try:
        if change.is_one_statement:
            reply, row = drawn()
            write_change(change, reply=row)
            return reply
        with transaction.atomic():
            write_change(change)
            reply, row = drawn()
            REPLY.store(row)
    except IntegrityError as error:
        if is_key_taken(error):
            raise AlreadyAnswered from error
        raise
    return reply


def make_change(
    *, tournament_id: int, table_id: int, lease: Lease | None, think: Callable[[Look], TableChange]
) -> TableChange:
    """Look, think and write, until nobody was quicker; for everybody but the tablet itself, which also answers.

    Raises Table.DoesNotExist for another tournament's table, LeaseLost, StaleVersion, and what `think` refuses.
    """
    for _attempt in range(LOOKS):
        look = look_at_table(tournament_id=tournament_id, table_id=table_id)
        if lease is not None:
            check_lease(look.table, Device.objects.filter(pk=lease.device_id).first(), lease)
        change = think(look)
        try:
            with transaction.atomic():
                write_change(change)
        except TableChanged:
            continue
        return change
    raise stale_version()


def check_lease(table: Table, device: Device | None, lease: Lease) -> None:
    """Raise LeaseLost or StaleVersion unless the lease is good; `device` is its tablet as it is in the database."""
    if device is None or device.table_id != table.pk or device.revoked_at is not None:
        raise LeaseLost(_("This tablet is no longer paired with this table. Pair it again."))
    if not table.lease_epoch == device.epoch == lease.epoch:
        raise LeaseLost(_("Another tablet has taken over this table."))
    if table.version != lease.version:
        raise stale_version()


def stale_version() -> StaleVersion:
    return StaleVersion(_("The table has changed. Check it and tap again."))


def bump_version(table: Table) -> None:
    """One accepted write: the version grows by exactly one."""
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
    table.version += 1
