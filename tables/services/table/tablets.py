"""Dealer tablets: paired with one table by a code, revocable; only one at a time records."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tables.changes.tablets import PairingCodeMade, TableTakenOver, TabletPaired, TabletRevoked
from tables.models import Device, PairingCode, Table, TableStatus
from tables.services.table.lease import bump_version, lock_table
from tournament.models.tokens import hash_secret, new_code, new_secret
from tournament.realtime import publish
from tournament.services.actor import Actor, By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament, lock_tournaments
from tournament.services.log import record

CODE_MINUTES = 10
# A tablet is paired for a day of play; the longest days end within it.
DEVICE_HOURS = 20
# Precision of "last seen": finer would cost every tap a write.
SEEN_TO_THE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """A new pairing; `secret` goes into the tablet's cookie and is kept nowhere else."""

    device: Device
    secret: str


@transaction.atomic
def make_pairing_code(*, tournament_id: int, table_id: int, by: By) -> PairingCode:
    """A code for one table: eight letters, ten minutes, one use. Older unused ones end."""
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    if table.status == TableStatus.CLOSED:
        raise Refused(_("Table %(table)d is closed.") % {"table": table.number}, code="table_closed")
    PairingCode.objects.filter(table=table, used_at__isnull=True).delete()
    record(PairingCodeMade(table=table.number), tournament_id=tournament_id, by=by)
    publish(table.tournament.code, ["log"])
    return PairingCode.objects.create(
        table=table,
        code=new_code(8),
        created_at=by.now,
        created_by_id=by.actor.account_id,
        expires_at=by.now + timedelta(minutes=CODE_MINUTES),
    )


@transaction.atomic
def pair_device(*, code: str, now: datetime, replaces_device_id: int | None = None) -> Paired:
    """Bind a tablet to the table of this code. It may write at once if no other tablet may.

    A tablet that was paired before gives up that pairing (`replaces_device_id`), or it would have
    to take its table over from itself. Raises Refused for a code that is unknown, used or too old,
    without saying which.
    """
    typed = "".join(code.upper().split()).replace("-", "")
    found = PairingCode.objects.filter(code=typed).values_list("table__tournament", "table").first()
    if found is None:
        raise _bad_code()
    # Locks before any write, in the order of every other service. The tournament's, because two tablets
    # paired at once must not get the same number; and that of the tablet's former table, which may be of another one.
    former = Device.objects.filter(pk=replaces_device_id or 0).values_list("tournament", flat=True)
    lock_tournaments([found[0], *former])
    table = lock_table(tournament_id=found[0], table_id=found[1])
    claimed = PairingCode.objects.filter(code=typed, used_at__isnull=True, expires_at__gt=now).update(
        used_at=now
    )
    if claimed != 1:
        raise _bad_code()
    topics = {"tables", f"table-{table.number}"}
    if replaces_device_id is not None:
        replaced = Device.objects.filter(pk=replaces_device_id, revoked_at__isnull=True)
        for old in replaced.select_related("table"):
            topics.add(f"table-{old.table.number}")
            if old.table_id != table.pk:
                _end_lease(old)  # At this table the new tablet gets the next one.
        replaced.update(revoked_at=now)
    number = Device.objects.filter(tournament_id=table.tournament_id).count() + 1
    secret = new_secret()
    device = Device.objects.create(
        tournament_id=table.tournament_id,
        table=table,
        name=f"Tablet {number}",
        token_sha256=hash_secret(secret),
        paired_at=now,
        expires_at=now + timedelta(hours=DEVICE_HOURS),
        last_seen_at=now,
    )
    if not _lease_is_held(table, now):
        _hand_lease_to(table, device)
    _record(TabletPaired, device, now)
    publish(table.tournament.code, topics)
    return Paired(device=device, secret=secret)


def _bad_code() -> Refused:
    return Refused(
        _("This code is no longer valid. Ask the floor for a new one."),
        code="bad_pairing_code",
        field="code",
    )


@transaction.atomic
def take_over_table(*, device_id: int, now: datetime) -> Device:
    """Make this tablet the one that writes its table; the other one is refused from now on."""
    paired = Device.objects.get(pk=device_id)
    lock_tournament(paired.tournament_id)
    table = lock_table(tournament_id=paired.tournament_id, table_id=paired.table_id)
    device = Device.objects.select_related("table").get(pk=device_id, revoked_at__isnull=True)
    _hand_lease_to(table, device)
    bump_version(table)
    _record(TableTakenOver, device, now)
    publish(table.tournament.code, ["tables", f"table-{table.number}"])
    return device


@transaction.atomic
def revoke_device(*, tournament_id: int, device_id: int, by: By) -> Device:
    """End a pairing. It takes effect with the tablet's next request; a tap in progress is finished first."""
    table_id = Device.objects.values_list("table_id", flat=True).get(
        pk=device_id, tournament_id=tournament_id
    )
    lock_tournament(tournament_id)
    lock_table(tournament_id=tournament_id, table_id=table_id)
    device = Device.objects.select_related("table__tournament").get(pk=device_id)
    if device.revoked_at is None:
        device.revoked_at = by.now
        device.save(update_fields=["revoked_at"])
        _end_lease(device)
        revoked = TabletRevoked(device=device.pk, tablet=device.name, table=device.table.number)
        record(revoked, tournament_id=tournament_id, by=by)
        publish(device.table.tournament.code, ["tables", f"table-{device.table.number}"])
    return device


def note_seen(*, device: Device, now: datetime) -> None:
    """Remember that a tablet was at work; within SEEN_TO_THE of the last time nothing is written."""
    if device.last_seen_at is None or device.last_seen_at < now - SEEN_TO_THE:
        Device.objects.filter(pk=device.pk).update(last_seen_at=now)


def _lease_is_held(table: Table, now: datetime) -> bool:
    return Device.objects.filter(
        table=table, epoch=table.lease_epoch, epoch__gt=0, revoked_at__isnull=True, expires_at__gt=now
    ).exists()


def _hand_lease_to(table: Table, device: Device) -> None:
    Table.objects.filter(pk=table.pk).update(lease_epoch=F("lease_epoch") + 1)
    table.refresh_from_db(fields=["lease_epoch"])
    device.epoch = table.lease_epoch
    device.save(update_fields=["epoch"])


def _end_lease(device: Device) -> None:
    """Nobody has the lease of a revoked tablet: a tap of it that has already looked is refused when it writes."""
    held = Table.objects.filter(pk=device.table_id, lease_epoch=device.epoch, lease_epoch__gt=0)
    held.update(lease_epoch=F("lease_epoch") + 1)


def _record(change: type[TabletPaired | TableTakenOver], device: Device, now: datetime) -> None:
    record(
        change(device=device.pk, tablet=device.name, table=device.table.number),
        tournament_id=device.tournament_id,
        by=Actor(label=device.name, device_id=device.pk).at(now),
    )
