"""Who may write to a table: one transaction at a time, and only the tablet that holds the lease.

A tablet sends the epoch it was given and the version it saw. Taking over adds one to the epoch, so that taps
still queued on the old tablet are refused and shown, never mixed in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext as _

from tables.models import Device, Table


def lock_table(*, tournament_id: int, table_id: int) -> Table:
    """Lock one table of this tournament. Raises Table.DoesNotExist for another tournament's."""
    return (
        Table.objects.select_for_update(of=("self",), no_key=True)
        .select_related("tournament")
        .get(pk=table_id, tournament_id=tournament_id)
    )


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


def check_lease(table: Table, lease: Lease) -> None:
    """Raise LeaseLost or StaleVersion unless the lease is good for this locked table."""
    device = Device.objects.filter(pk=lease.device_id, table_id=table.pk, revoked_at__isnull=True)
    epoch = device.values_list("epoch", flat=True).first()
    if epoch is None:
        raise LeaseLost(_("This tablet is no longer paired with this table. Pair it again."))
    if not table.lease_epoch == epoch == lease.epoch:
        raise LeaseLost(_("Another tablet has taken over this table."))
    if table.version != lease.version:
        raise StaleVersion(_("The table has changed. Check it and tap again."))


def bump_version(table: Table) -> None:
    """One accepted write: the version grows by exactly one."""
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
    table.version += 1
