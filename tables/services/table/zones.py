"""The zones of a room: a part of it with the staff who look after its tables."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.shaping import ZoneChanged, ZoneRecord
from tables.models import Table, Zone
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def save_zone(
    *, tournament_id: int, name: str, staff: str, by: By, zone_id: int | None = None
) -> LogEntry | None:
    """A new zone, or another name or staff for one; None if nothing changes.

    Raises Refused for a name that another zone has, and Zone.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    named = Zone.objects.filter(tournament=tournament, name=name).first()
    if named is not None and named.pk != zone_id:
        raise Refused(
            _("There is a zone called “%(name)s” already.") % {"name": name},
            code="name_taken",
            field="name",
        )
    zone, before = Zone(tournament=tournament), None
    if zone_id is not None:
        zone = Zone.objects.select_related("tournament").get(tournament=tournament, pk=zone_id)
        before = _record_of(zone)
        if (zone.name, zone.staff) == (name, staff):
            return None
    zone.name, zone.staff = name, staff
    zone.save()
    return _log(zone, before, _record_of(zone), by)


@transaction.atomic
def remove_zone(*, tournament_id: int, zone_id: int, by: By) -> LogEntry:
    """Take a zone away; its tables stay where they are, in none."""
    lock_tournament(tournament_id)
    zone = Zone.objects.select_related("tournament").get(tournament_id=tournament_id, pk=zone_id)
    check_not_over(zone.tournament)
    before = _record_of(zone)
    line = _log(zone, before, None, by)
    Zone.objects.filter(pk=zone.pk).delete()
    return line


def _record_of(zone: Zone) -> ZoneRecord:
    tables = zone.tables.order_by("pk").values_list("pk", flat=True)
    return ZoneRecord(name=zone.name, staff=zone.staff, tables=tuple(tables))


def _log(
    zone: Zone, before: ZoneRecord | None, after: ZoneRecord | None, by: By, *, undoes: LogEntry | None = None
) -> LogEntry:
    changed = ZoneChanged(before=before, after=after)
    line = record(changed, tournament_id=zone.tournament_id, by=by, undoes=undoes)
    publish(zone.tournament.code, ["tables", "log"])
    return line


def _open_zones(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the zone still is as the line says, and its old name is free."""
    zones = {zone.name: zone.staff for zone in Zone.objects.filter(tournament=tournament)}
    found = set()
    for line in lines:
        change = ZoneChanged.of(line)
        before, after = change.before, change.after
        stands = after is None or zones.get(after.name) == after.staff
        is_taken = (
            before is not None and (after is None or before.name != after.name) and before.name in zones
        )
        if stands and not is_taken:
            found.add(line.pk)
    return found


def _undo_zone(line: LogEntry, by: By) -> None:
    change = ZoneChanged.of(line)
    before, after = change.before, change.after
    zones = Zone.objects.select_related("tournament")
    if after is None:
        zone = Zone(tournament=line.tournament)
    else:
        zone = zones.get(tournament_id=line.tournament_id, name=after.name)
    if before is None:
        _log(zone, _record_of(zone), None, by, undoes=line)
        Zone.objects.filter(pk=zone.pk).delete()
        return
    zone.name, zone.staff = before.name, before.staff
    zone.save()
    if after is None:
        back = Table.objects.filter(tournament_id=line.tournament_id, pk__in=before.tables, zone=None)
        back.update(zone=zone)
    _log(zone, after, _record_of(zone), by, undoes=line)


register_undo([ZoneChanged], Undoable(open_lines=_open_zones, undo=_undo_zone, again=True))
