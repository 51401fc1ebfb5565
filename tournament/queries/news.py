"""What the house and its events have to tell: announced, started, at the final table, won; for feeds.

Each is told once and keeps its key, so that a reader that has seen it does not show it again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from django.db.models import Max, Q

from tournament.models import Entry, EntryStatus, Tournament, TournamentStatus
from tournament.queries.calendar import CHANGE_IT
from tournament.queries.flights import LIVE
from tournament.queries.tournaments import EventLine, event_lines

NewsKind = Literal["announced", "started", "final_table", "won", "results"]

# Of each of the two kinds that the house tells.
NEWEST: Final = 30
# Who is named where everything is told of one event, and where one of many is.
PLACES_TOLD: Final = 27
PLACES_IN_SHORT: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Finisher:
    """Who finished in the places `first` to `last`, by the name that the public reads; the prize in minor units.

    `is_out`: of a satellite, without a seat.
    """

    first: int
    last: int
    name: str
    prize: int | None
    is_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsItem:
    """One thing to tell of an event: since when it is so, and when what is told last changed; aware UTC.

    finishers: of an event that is over, the best first, with their prizes; of a satellite those who won a seat.
    through: how many go on from a flight that was played, None of every other event.
    """

    kind: NewsKind
    line: EventLine
    at: datetime
    changed_at: datetime
    finishers: tuple[Finisher, ...] = ()
    is_satellite: bool = False
    through: int | None = None

    @property
    def key(self) -> str:
        """The same for ever, and of no other thing to tell."""
        return f"{self.line.code}/{self.kind}"

    @property
    def winner(self) -> Finisher | None:
        """Nobody in a satellite, nor where first place was shared."""
        if self.is_satellite or not self.finishers or self.finishers[0].last != 1:
            return None
        return self.finishers[0]


def news_of_house(*, now: datetime) -> tuple[NewsItem, ...]:
    """Events that were announced and results of those that are over, the newest first. Six queries."""
    events = Tournament.objects.order_by("-pk")
    over = events.filter(status=TournamentStatus.FINISHED, flight_of=None, finished_at__isnull=False)
    announced = set(events.order_by("-created_at", "-pk").values_list("pk", flat=True)[:NEWEST])
    played = set(over.order_by("-finished_at", "-pk").values_list("pk", flat=True)[:NEWEST])
    rows = _with_lines(announced | played, now=now)
    finishers = finishers_of(played, most=PLACES_IN_SHORT)
    items = [_announced(row, line) for row, line in rows if row.pk in announced]
    items += [
        _over("results", row, line, end, finishers[row.pk])
        for row, line in rows
        if row.pk in played and (end := row.finished_at)
    ]
    return newest_first(items)


def news_of_event(
    tournament: Tournament, *, final_table_since: datetime | None, now: datetime
) -> tuple[NewsItem, ...]:
    """All there is to tell of one event, the newest first. Five queries at most.

    When the final table was reached is known to those who know the tables.
    """
    ((row, line),) = _with_lines([tournament.pk], now=now)
    items = [_announced(row, line)]
    moments: list[tuple[NewsKind, datetime | None]] = [
        ("started", row.started_at),
        ("final_table", final_table_since),
    ]
    items += [NewsItem(kind=kind, line=line, at=at, changed_at=at) for kind, at in moments if at is not None]
    end = row.finished_at
    if row.status == TournamentStatus.FINISHED and end is not None:
        items += _end_of(row, line, end)
    return newest_first(items)


def newest_first(items: Iterable[NewsItem]) -> tuple[NewsItem, ...]:
    return tuple(sorted(items, key=lambda item: (item.at, item.key), reverse=True))


def finishers_of(events: Collection[int], *, most: int) -> Mapping[int, tuple[Finisher, ...]]:
    """By event who finished in the first places, as many as `most`. One query."""
    rows = Entry.objects.filter(tournament__in=events, place_first__lte=most).exclude(status=EntryStatus.VOID)
    found: dict[int, list[Finisher]] = defaultdict(list)
    for entry in rows.select_related("player", "payout").order_by("place_first", "number"):
        payout = getattr(entry, "payout", None)
        found[entry.tournament_id].append(
            Finisher(
                first=entry.place_first or 0,
                last=entry.place_last or 0,
                name=entry.player.shown_name,
                prize=None if payout is None else payout.amount,
                is_out=entry.status == EntryStatus.ELIMINATED,
            )
        )
    return defaultdict(tuple, {event: tuple(each) for event, each in found.items()})


def _with_lines(events: Collection[int], *, now: datetime) -> list[tuple[Any, EventLine]]:
    """Each event with when its settings were last changed, and as a list of events has it. Three queries."""
    rows = Tournament.objects.filter(pk__in=events)
    changed = rows.annotate(changed_at=Max("log__at", filter=Q(log__verb__in=CHANGE_IT))).in_bulk()
    return [(changed[line.id], line) for line in event_lines(rows.order_by("pk"), now=now)]


def _announced(row: Any, line: EventLine) -> NewsItem:
    """`row` has its `changed_at`."""
    return NewsItem(
        kind="announced", line=line, at=row.created_at, changed_at=row.changed_at or row.created_at
    )


def _end_of(row: Tournament, line: EventLine, end: datetime) -> list[NewsItem]:
    if row.flight_of_id is not None:
        through = Entry.objects.filter(tournament=row, status__in=LIVE).count()
        return [NewsItem(kind="results", line=line, at=end, changed_at=end, through=through)]
    finishers = finishers_of([row.pk], most=PLACES_TOLD)[row.pk]
    results = _over("results", row, line, end, finishers)
    if results.winner is None:
        return [results]
    return [_over("won", row, line, end, finishers[:1]), results]


def _over(
    kind: NewsKind, row: Tournament, line: EventLine, end: datetime, finishers: tuple[Finisher, ...]
) -> NewsItem:
    is_satellite = row.satellite is not None
    if is_satellite:
        finishers = tuple(each for each in finishers if not each.is_out)
    return NewsItem(
        kind=kind, line=line, at=end, changed_at=end, finishers=finishers, is_satellite=is_satellite
    )
