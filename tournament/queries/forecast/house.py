"""What the house has learned: from the newest of its own finished events, and from imported ones that have times.

Not from what ended otherwise than by the last player going out: chops, satellites, flights and what came of them. Not
from events of scripted dealers, who know nothing of pressure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.db.models import Count, Max

from tournament.models import ImportedEvent, Tournament, TournamentStatus
from tournament.queries.forecast.evenings import finished_evening, read_events
from tournament.queries.forecast.kept import keep, kept
from tournament.rules.forecast.errors import ForecastError
from tournament.rules.forecast.evening import Evening
from tournament.rules.forecast.experience import Experience, Lesson, learned
from tournament.rules.forecast.reading import FEWEST_ENTRIES, finished_events

MOST_EVENTS: Final = 150
"""Of the house and imported together, the newest: what is learned from more changes nothing that can be seen. As many
events of 100 to 300 entries take five seconds.
"""

SHORTEST_EVENING: Final = 30.0
"""Played minutes: what ended sooner was entered afterwards, or tried out."""

_NAME: Final = "house"
_KEPT_SECONDS: Final = 7 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class _Learned:
    """`events`: what it was learned from, as `_events` names them."""

    events: str
    experience: Experience


def house_experience() -> Experience:
    """What was learned last, even if an event was finished since: no page waits for it. Before that the published
    figures. No query.
    """
    known = kept(_NAME, _Learned)
    return known.experience if known else _published()


def learn() -> bool:
    """Learn where an event was finished, reopened or imported since the last time; returns whether. Two queries where
    none was, else five; then it takes up to six seconds.
    """
    events, known = _events(), kept(_NAME, _Learned)
    if known and known.events == events:
        return False
    experience = learned([Lesson(evening=evening) for evening in _evenings()])
    keep(_NAME, _Learned(events=events, experience=experience), seconds=_KEPT_SECONDS)
    return True


@cache
def _published() -> Experience:
    return learned([])


def _own() -> Any:
    rows = Tournament.objects.filter(
        status=TournamentStatus.FINISHED, is_demo=False, chop=None, flight_of=None, has_flights=False
    )
    return rows.exclude(finished_at=None)


def _events() -> str:
    """What there is to learn from: another text as soon as an event is finished, reopened or imported."""
    own = _own().aggregate(count=Count("pk"), newest=Max("finished_at"))
    imported = ImportedEvent.objects.exclude(imported_at=None).aggregate(
        count=Count("pk"), newest=Max("imported_at")
    )
    newest = own["newest"].isoformat() if own["newest"] else ""
    return f"{own['count']} {newest} {imported['count']} {imported['newest'] or ''}"


def _evenings() -> Iterator[Evening]:
    own = [each for each in _own().order_by("-finished_at")[:MOST_EVENTS] if each.satellite is None]
    found = [*_playable(finished_evening(event) for event in read_events(own))]
    yield from found
    rows = ImportedEvent.objects.exclude(imported_at=None).order_by("-day", "-pk")
    for data in rows.values_list("data", flat=True)[: MOST_EVENTS - len(found)]:
        yield from _playable(_imported(data))


def _playable(evenings: Iterator[Evening | None] | Iterator[Evening]) -> Iterator[Evening]:
    for evening in evenings:
        if evening is not None and evening.entries >= FEWEST_ENTRIES and evening.end >= SHORTEST_EVENING:
            yield evening


def _imported(data: Mapping[str, Any]) -> Iterator[Evening]:
    """What an imported event teaches; nothing where its file had no times, or has what makes no sense."""
    if "ent" not in data:
        return
    levels = [
        [row["is_break"], row["duration_seconds"] / 60, row["small_blind"], _measure(row), row["ante"]]
        for row in data.get("levels", ())
    ]
    try:
        yield from finished_events(
            {"events": [{"levels": levels, "ent": data["ent"], "add": data.get("add", [])}]}
        ).evenings
    except ForecastError:
        return


def _measure(row: Mapping[str, Any]) -> int:
    limits = row.get("limits") or [0]
    return int(row["big_blind"] or limits[0] or row["ante"] or 1)
