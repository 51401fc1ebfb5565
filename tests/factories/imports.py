"""Imported events, of files as The Tournament Director saves them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.factories import NOW
from tests.tournament.rules.past.ttd_files import FOUR, PlayerMade, make_ttd_file
from tournament.models import ImportedEvent, ImportedFile
from tournament.services.imports import import_event, take_file
from tournament.services.people.house_log import NOBODY

ROME = ZoneInfo("Europe/Rome")


def take(raw: bytes, *, name: str = "evening.tdt", now: datetime = NOW, **changes: Any) -> ImportedFile:
    """The file as it was read."""
    changes = {"zone": ROME, "currency": "EUR", "account": None, **changes}
    return take_file(raw=raw, name=name, now=now, **changes)


def imported(players: Sequence[PlayerMade] = FOUR, *, now: datetime = NOW, **changes: Any) -> ImportedEvent:
    """An event of these players, imported; `changes` are fields of the file."""
    event = take(make_ttd_file(players, **changes), now=now).events.get()
    import_event(event_id=event.pk, visitor=NOBODY, now=now)
    event.refresh_from_db()
    return event
