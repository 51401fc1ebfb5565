"""A tablet's screen for tests that have no request: one look at the table, as a tap takes it."""

from __future__ import annotations

from datetime import datetime

from tables.models import Device
from tables.queries.table.hand import look_at_table
from tables.queries.tablet.screen import TabletScreen, tablet_screen


def screen_of(device: Device, *, now: datetime) -> TabletScreen:
    look = look_at_table(tournament_id=device.tournament_id, table_id=device.table_id)
    return tablet_screen(device, look, now=now)
