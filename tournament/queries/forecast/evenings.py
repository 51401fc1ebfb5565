"""Events as the rules of the forecast see them: the course as it was played, who came and went at which minute."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate, pairwise
from typing import Final

from tournament.models import ChipSale, Entry, EntryStatus, LogEntry, Tournament
from tournament.queries.forecast.spans import VERBS, ClockTold, Span, spans_of
from tournament.rules.forecast.course import Course, Stretch, minutes_of_hands
from tournament.rules.forecast.evening import Evening
from tournament.rules.structure.levels import HANDS_AN_HOUR, Break, Level, Period
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.what_if import SHORTEST_NIGHT

MOST_LOST: Final = 30.0
"""Minutes of an hour: a clock that stood for longer stood for what comes once, and no other evening waits for it."""

_DINNER: Final = frozenset({"dinner", "cena"})
_SHORTEST: Final = 1 / 60  # minutes: a level that was skipped at once was not played


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRead:
    """What is asked of an entry."""

    status: str
    registered_at: datetime
    eliminated_at: datetime | None

    @property
    def is_out(self) -> bool:
        return self.status == EntryStatus.ELIMINATED and self.eliminated_at is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRead:
    """An event with all its rows that the forecast asks for."""

    tournament: Tournament
    entries: Sequence[EntryRead]
    sales: Sequence[tuple[datetime, int]]
    lines: Sequence[ClockTold]


def read_events(tournaments: Collection[Tournament]) -> list[EventRead]:
    """Three queries, whatever their number."""
    keys = [tournament.pk for tournament in tournaments]
    entries, sales, lines = _entries(keys), _sales(keys), _lines(keys)
    return [
        EventRead(
            tournament=tournament,
            entries=entries[tournament.pk],
            sales=sales[tournament.pk],
            lines=lines[tournament.pk],
        )
        for tournament in tournaments
    ]


def _entries(keys: Sequence[int]) -> Mapping[int, list[EntryRead]]:
    found: dict[int, list[EntryRead]] = defaultdict(list)
    rows = Entry.objects.filter(tournament__in=keys).exclude(status=EntryStatus.VOID)
    columns = ("tournament", "status", "registered_at", "eliminated_at")
    for key, status, came, out in rows.order_by("registered_at", "pk").values_list(*columns):
        found[key].append(EntryRead(status=status, registered_at=came, eliminated_at=out))
    return found


def _sales(keys: Sequence[int]) -> Mapping[int, list[tuple[datetime, int]]]:
    found: dict[int, list[tuple[datetime, int]]] = defaultdict(list)
    rows = ChipSale.objects.filter(tournament__in=keys, undone_at=None, put_on_at__isnull=False)
    for key, at, chips in rows.order_by("put_on_at", "pk").values_list("tournament", "put_on_at", "chips"):
        if at is not None:
            found[key].append((at, chips))
    return found


def _lines(keys: Sequence[int]) -> Mapping[int, list[ClockTold]]:
    found: dict[int, list[ClockTold]] = defaultdict(list)
    rows = LogEntry.objects.filter(tournament__in=keys, verb__in=VERBS).order_by("at", "pk")
    for key, *told in rows.values_list("tournament", "pk", "verb", "at", "data", "undoes"):
        found[key].append(ClockTold(*told))
    return found


class PlayedTime:
    """When of the day is which played minute, from the spans in which the clock ran."""

    def __init__(self, spans: Sequence[Span], periods: Sequence[Period]) -> None:
        self.levels = [
            span for span in spans if span.index < len(periods) and isinstance(periods[span.index], Level)
        ]
        self._starts = [span.start for span in self.levels]
        self._before = [0.0, *accumulate(span.minutes for span in self.levels)]

    def at(self, moment: datetime) -> float:
        """The played minute at a time of day; before the start 0."""
        number = bisect_right(self._starts, moment)
        if number == 0:
            return 0.0
        span = self.levels[number - 1]
        if moment >= span.end:
            return self._before[number]
        return self._before[number - 1] + (moment - span.start).total_seconds() / 60


def stretch_of(period: Period, *, minutes: float, ends_day: bool = False) -> Stretch:
    if isinstance(period, Break):
        words = set(period.label.casefold().split())
        return Stretch(minutes=minutes, is_dinner=bool(words & _DINNER), ends_day=ends_day)
    return Stretch(minutes=minutes, big_blind=measure_of(period), ends_day=ends_day)


def measure_of(level: Level) -> int:
    """What depth is measured by: the big blind; where none is posted, the bet of its first game, or its ante."""
    game = level.all_games[0]
    return game.big_blind or game.least_bet or game.ante or 1


def planned(
    structure: Structure, *, since: int, last_level: int = 0, hands_an_hour: float = HANDS_AN_HOUR
) -> Iterator[Stretch]:
    """Periods that are still to be played in full, from one index on, those by hands at the pace of the room; a level
    before a night ends its day, and so does `last_level` of a flight (from 1; 0: none).
    """
    periods = structure.periods
    for index in range(since, len(periods)):
        following = periods[index + 1] if index + 1 < len(periods) else None
        night = isinstance(following, Break) and following.duration_seconds >= SHORTEST_NIGHT
        is_last = isinstance(periods[index], Level) and structure.level_number(index) == last_level
        minutes = planned_minutes(periods[index], hands_an_hour=hands_an_hour)
        yield stretch_of(periods[index], minutes=minutes, ends_day=night or is_last)


def planned_minutes(period: Period, *, hands_an_hour: float) -> float:
    if isinstance(period, Level) and period.is_by_hands:
        return minutes_of_hands(period.hands, hands_an_hour=hands_an_hour)
    return period.duration_seconds / 60


def lived(spans: Sequence[Span], periods: Sequence[Period]) -> Iterator[Stretch]:
    """What was played, each period once as long as its spans together last, until another one came."""
    index, minutes = None, 0.0
    for span in [*spans, None]:
        if span is not None and span.index == index:
            minutes += span.minutes
            continue
        if index is not None and index < len(periods) and minutes >= _SHORTEST:
            yield stretch_of(periods[index], minutes=minutes)
        index, minutes = (None, 0.0) if span is None else (span.index, span.minutes)


def finished_evening(event: EventRead) -> Evening | None:
    """A finished event; None where it says nothing: its clock hardly ran, or not all but one went out."""
    tournament = event.tournament
    end = max((entry.eliminated_at for entry in event.entries if entry.eliminated_at), default=None)
    if end is None:
        return None
    periods = tournament.structure.periods
    spans = spans_of(event.lines, until=end)
    time = PlayedTime(spans, periods)
    stretches = _whole(spans, tournament)
    outs = sorted(
        time.at(entry.eliminated_at) for entry in event.entries if entry.is_out and entry.eliminated_at
    )
    if not time.levels or len(outs) != len(event.entries) - 1 or all(each.is_break for each in stretches):
        return None
    return Evening(
        course=Course(stretches=stretches),
        buy_ins=_buy_ins(event, time),
        add_ons=tuple((time.at(at), chips) for at, chips in event.sales),
        outs=tuple(outs),
        lost_an_hour=_lost_an_hour(spans),
    )


def _whole(spans: Sequence[Span], tournament: Tournament) -> tuple[Stretch, ...]:
    """What was played and what was still to come when the last player went out: in hindsight an event is foretold from
    what was known then, and where it stopped was not.
    """
    structure = tournament.structure
    if not spans or spans[-1].index >= len(structure.periods):
        return tuple(lived(spans, structure.periods))
    before, present = split(spans, spans[-1].index)
    added = tournament.clock_added_ms / 60_000 if tournament.clock_index == spans[-1].index else 0.0
    last, *rest = planned(structure, since=spans[-1].index)
    minutes = max(last.minutes + added, sum(span.minutes for span in present))
    return (*lived(before, structure.periods), replace(last, minutes=minutes), *rest)


def split(spans: Sequence[Span], index: int) -> tuple[Sequence[Span], Sequence[Span]]:
    """What was played before the present period, `index`, and of it."""
    count = len(spans)
    while count and spans[count - 1].index == index:
        count -= 1
    return spans[:count], spans[count:]


def _buy_ins(event: EventRead, time: PlayedTime) -> tuple[tuple[float, float], ...]:
    stack = float(event.tournament.starting_stack)
    return tuple((time.at(entry.registered_at), stack) for entry in event.entries)


def evening_so_far(
    event: EventRead, spans: Sequence[Span], course: Course, *, played: float, chips: int
) -> Evening:
    """An event in play; `chips` in play are as they are counted, whatever the stacks that were sold."""
    time = PlayedTime(spans, event.tournament.structure.periods)
    live = [entry for entry in event.entries if not entry.is_out]
    outs = sorted(
        time.at(entry.eliminated_at) for entry in event.entries if entry.is_out and entry.eliminated_at
    )
    each = chips / max(1, len(live) + len(outs))
    buy_ins = tuple((min(played, time.at(entry.registered_at)), each) for entry in event.entries)
    return Evening(
        course=course, buy_ins=buy_ins, outs=tuple(min(played, out) for out in outs), seen_until=played
    )


def _lost_an_hour(spans: Sequence[Span]) -> float:
    """Minutes that the clock stood within an hour of it; nights are none of them, nor what it was moved on by then."""
    night = SHORTEST_NIGHT / 60
    ran = sum(span.minutes for span in spans if span.minutes < night)
    stood = [(later.start - span.end).total_seconds() / 60 for span, later in pairwise(spans)]
    lost = sum(minutes for minutes in stood if minutes < night) - sum(span.spent for span in spans)
    return min(MOST_LOST, max(0.0, lost) / ran * 60) if ran >= 60 else 0.0
