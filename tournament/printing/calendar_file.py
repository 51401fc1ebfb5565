"""The events of the house as a file that calendars read and subscribe to (RFC 5545)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, vDuration, vText

from tournament.queries.calendar import CalendarEvent

MAKER = "-//Floorman//Floorman//EN"
# How often a calendar that subscribes asks again.
EVERY = timedelta(hours=1)


def calendar_file(
    events: Sequence[CalendarEvent], *, name: str, link: Callable[[str], str], now: datetime
) -> bytes:
    """`link` gives the address of the public page of the event with a code.

    An event keeps its id and gets a higher sequence with each change, so that a calendar moves it and does not show it
    twice; one that was cancelled stays and says so. Times are in the zone of the venue, which comes along.
    """
    calendar = Calendar()
    calendar.add("prodid", MAKER)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    # The same said twice: as calendars have always read it, and as RFC 7986 has it.
    calendar.add("x-wr-calname", vText(name))
    calendar.add("name", vText(name))
    calendar.add("x-published-ttl", vDuration(EVERY))
    calendar.add("refresh-interval", EVERY, parameters={"VALUE": "DURATION"})
    for event in events:
        calendar.add_component(_event(event, link(event.code), now))
    if events:
        first = min(event.begins_at for event in events) - timedelta(days=366)
        last = max(event.ends_at for event in events) + timedelta(days=366)
        calendar.add_missing_timezones(first_date=first.date(), last_date=last.date())
    file: bytes = calendar.to_ical()
    return file


def _event(event: CalendarEvent, address: str, now: datetime) -> Event:
    zone = ZoneInfo(event.time_zone)
    made = Event()
    made.add("uid", f"{event.code}@floorman")
    made.add("sequence", event.changes)
    made.add("dtstamp", now.astimezone(UTC))
    made.add("dtstart", event.begins_at.astimezone(zone))
    made.add("dtend", event.ends_at.astimezone(zone))
    made.add("summary", event.name)
    made.add("url", address)
    if event.where:
        made.add("location", event.where)
    made.add("status", "CANCELLED" if event.is_cancelled else "CONFIRMED")
    return made
