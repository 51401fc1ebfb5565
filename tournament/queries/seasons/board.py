"""The standings of a season, as its events are now, and who may say what counts in it.

What an event that is over gives is worked out once and kept by the newest line of its log: whatever corrects a result
writes a line. An event in play is worked out at each look, as if it ended now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Max, Q, QuerySet

from tournament.models import (
    Account,
    LogEntry,
    Player,
    Role,
    Season,
    SeasonEvent,
    SeasonNote,
    Tournament,
    TournamentStatus,
)
from tournament.queries.names import alphabet_of, as_merged, has_words, names_of
from tournament.queries.points import PointsOfEvent, PointsOfPlayer, points_of_event
from tournament.queries.seasons.imported import imports_in, merged_in, points_of_import
from tournament.rules.points.errors import FormulaError
from tournament.rules.seasons.standings import (
    WHOLE_WEIGHT,
    EventScored,
    ResultShown,
    Scored,
    SeasonLine,
    SeasonRules,
    season_table,
)

# In each process: events that are over, and standings of which every event is.
EVENTS_KEPT: Final = 1_000
SEASONS_KEPT: Final = 30
HELD: Final = (TournamentStatus.RUNNING, TournamentStatus.FINISHED)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventShown:
    """One event of a season, an imported one with a number below 0. `is_in_play`: its points are as if it ended now.
    `formula`: the one that holds on its day. `problems`: why it gives no points, by player, with 0 for everybody.
    """

    id: int
    name: str
    code: str
    day: date | None
    weight: int
    is_finale: bool
    is_in_play: bool
    is_imported: bool = False
    formula: str = ""
    problems: tuple[tuple[int, FormulaError], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteShown:
    """Points that a director has given or taken, with the reason."""

    id: int
    points: Decimal
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOfSum:
    """One event in the sum of a player: what counts, and what the formula gives now, None where it gives nothing."""

    event: EventShown
    result: ResultShown
    given: PointsOfPlayer | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineOfSeason:
    """One line of the standings. `results` are those of the events by their order in the season."""

    name: str
    line: SeasonLine
    results: tuple[tuple[EventShown, ResultShown], ...]
    notes: tuple[NoteShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsDiffer:
    """A player who has other points than before."""

    player: int
    before: Decimal
    now: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected:
    """A player to whom an event gives other points, before its weight, than it did when it ended."""

    event: EventShown
    player: int
    at_end: Decimal
    now: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonBoard:
    """A season: its events by their day, the standings with those who have no rank yet at the end, and its guests.

    Of a season that is frozen the lines are the final ones, and `corrected` says what was corrected since.
    """

    season: Season
    rules: SeasonRules
    events: tuple[EventShown, ...]
    lines: tuple[SeasonLine, ...]
    corrected: tuple[PointsDiffer, ...]
    guests: tuple[str, ...]
    members: tuple[str, ...]
    notes: Mapping[int, tuple[NoteShown, ...]]
    given: Mapping[int, PointsOfEvent]
    results_corrected: tuple[ResultCorrected, ...]

    @property
    def is_in_play(self) -> bool:
        return any(each.is_in_play for each in self.events)

    @property
    def has_finale(self) -> bool:
        return any(each.is_finale for each in self.events)

    def found(self, folded: str) -> Sequence[SeasonLine]:
        """The lines of those whose name has every word of this; all of them where there is none. One query."""
        if not folded:
            return self.lines
        named = Player.objects.filter(has_words(folded, field="search_shown_name"))
        wanted = {*named.values_list("pk", flat=True)}
        return [line for line in self.lines if line.player in wanted]

    def line_of(self, player: int) -> SeasonLine | None:
        return next((line for line in self.lines if line.player == player), None)

    def sum_of(self, line: SeasonLine) -> list[EventOfSum]:
        """Each event of a line with the values that its formula was given."""
        events = {each.id: each for each in self.events}
        return [
            EventOfSum(
                event=events[each.event], result=each, given=self.given[each.event].players.get(line.player)
            )
            for each in line.results
            if each.event in events
        ]

    def shown(self, lines: Sequence[SeasonLine]) -> list[LineOfSeason]:
        """A page of the standings, each line with how it came. One query."""
        events = {each.id: each for each in self.events}
        names = names_of(line.player for line in lines)
        return [
            LineOfSeason(
                name=names[line.player],
                line=line,
                # An event may be cancelled after the standings were made final.
                results=tuple((events[each.event], each) for each in line.results if each.event in events),
                notes=self.notes.get(line.player, ()),
            )
            for line in lines
        ]


def season_board(season: Season) -> SeasonBoard:
    """Ten queries where every event is over and was looked at before; a dozen more of each other one."""
    rules = season.rules
    guests, members, notes = _said_of_players(season)
    without = frozenset(guests | _not_members(season, members) if rules.members_only else guests)
    closing = without if rules.guests_close_up else frozenset()
    counting = list(events_in(season).select_related("tournament"))
    newest = _newest_lines([each.tournament_id for each in counting])
    asked = [_asked(each, rules, without=closing, newest=newest) for each in counting]
    asked += _asked_imports(season, rules, without=closing)
    asked.sort(key=lambda each: (each.day or date.max, each.event))
    adjusted = tuple(
        sorted((player, sum((note.points for note in own), Decimal(0))) for player, own in notes.items())
    )
    points = [each.points() for each in asked]
    alphabet: tuple[int, ...] = ()
    if "alphabet" in rules.tie_breaks:
        alphabet = alphabet_of({*chain(*(each.players for each in points)), *notes})
    if all(each.moment or not each.is_held for each in asked):
        lines = _kept_table(tuple(asked), rules, adjusted, without, alphabet)
    else:
        lines = _table(asked, points, rules, adjusted, without, alphabet)
    final = season.frozen
    shown = tuple(_shown(each, own) for each, own in zip(asked, points, strict=True))
    given = {each.event: own for each, own in zip(asked, points, strict=True)}
    return SeasonBoard(
        season=season,
        rules=rules,
        events=shown,
        lines=lines if final is None else final,
        corrected=() if final is None else points_that_differ(final, lines),
        guests=tuple(sorted(names_of(guests).values())),
        members=tuple(sorted(names_of(members).values())),
        notes=notes,
        given=given,
        results_corrected=tuple(_results_corrected(shown, given, counting)),
    )


def points_that_differ(before: Iterable[SeasonLine], now: Iterable[SeasonLine]) -> tuple[PointsDiffer, ...]:
    """In the order of the standings as they were, those who are new in them at the end."""
    was, is_now = ({line.player: line.points for line in lines} for lines in (before, now))
    both = [(player, was.get(player, Decimal(0)), is_now.get(player, Decimal(0))) for player in was | is_now]
    return tuple(PointsDiffer(player=player, before=old, now=new) for player, old, new in both if old != new)


def _results_corrected(
    events: Iterable[EventShown], given: Mapping[int, PointsOfEvent], rows: Iterable[SeasonEvent]
) -> Iterator[ResultCorrected]:
    """By event in the order of the season; players who were merged since are one."""
    at_end = {
        row.tournament_id: row.points_at_end
        for row in rows
        if row.points_at_end is not None and row.tournament.status == TournamentStatus.FINISHED
    }
    for event in events:
        own = given[event.id]
        kept = at_end.get(event.id, own.as_text)
        if kept == own.as_text:
            continue
        now = {player: each.points for player, each in own.players.items()}
        merged = as_merged(set(map(int, kept)) - now.keys())
        before = {merged.get(int(player), int(player)): Decimal(points) for player, points in kept.items()}
        for player in sorted(before | now):
            was, is_now = before.get(player, Decimal(0)), now.get(player, Decimal(0))
            if was != is_now:
                yield ResultCorrected(event=event, player=player, at_end=was, now=is_now)


def points_in_season(row: SeasonEvent) -> PointsOfEvent:
    """What an event gives in this season now. A dozen queries."""
    season, tournament = row.season, row.tournament
    guests, members, _notes = _said_of_players(season)
    rules = season.rules
    without = guests | _not_members(season, members) if rules.members_only else guests
    return points_of_event(
        tournament,
        rules.formula_on(_day(tournament)),
        shared_mean=rules.shared_mean,
        without=without if rules.guests_close_up else (),
    )


def events_in(season: Season) -> QuerySet[SeasonEvent]:
    """Those that count in it, without the cancelled ones."""
    rows = SeasonEvent.objects.filter(season=season, left_line=None)
    return rows.exclude(tournament__status=TournamentStatus.CANCELLED).order_by("pk")


def seasons_of_event(tournament: Tournament) -> list[SeasonEvent]:
    """In which seasons an event counts. One query."""
    rows = SeasonEvent.objects.filter(tournament=tournament.event, left_line=None)
    return list(rows.select_related("season__league").order_by("pk"))


def seasons_of(account: Account) -> QuerySet[Season]:
    """Those of which this account may say what counts: it directs one of their events. The newest first."""
    mine = Tournament.objects.filter(staff__account=account, staff__role=Role.DIRECTOR)
    standing = SeasonEvent.objects.filter(left_line=None, tournament__in=mine)
    return Season.objects.filter(pk__in=standing.values("season")).select_related("league").order_by("-pk")


def seasons_shown() -> tuple[Season, ...]:
    """Those with an event that is in play or to come, and the last one of each other league. One query."""
    going_on = Tournament.objects.exclude(status__in=(TournamentStatus.FINISHED, TournamentStatus.CANCELLED))
    standing = SeasonEvent.objects.filter(left_line=None)
    standing = standing.exclude(tournament__status=TournamentStatus.CANCELLED)
    last = Season.objects.filter(events__in=standing).values("league").annotate(last=Max("pk")).values("last")
    # Of a league that has imported events alone.
    imports_only = Season.objects.exclude(imports=None).exclude(league__seasons__events__in=standing)
    earlier = imports_only.values("league").annotate(last=Max("pk")).values("last")
    current = standing.filter(tournament__in=going_on).values("season")
    rows = Season.objects.filter(Q(pk__in=current) | Q(pk__in=last) | Q(pk__in=earlier))
    return tuple(rows.select_related("league").order_by("-pk"))


def players_in(season: Season) -> QuerySet[Player]:
    """Everybody with an entry in one of its events, or a result in an imported one."""
    entered = events_in(season).values("tournament")
    in_it = Q(entries__tournament__in=entered) | Q(entries__tournament__flight_of__in=entered)
    imported = [row.event_id for row in imports_in(season)]
    # Results of who was merged stay with the former row.
    in_it |= Q(imported_results__event__in=imported) | Q(pk__in=merged_in(imported).values())
    return Player.objects.filter(in_it, merged_into=None).distinct()


def _not_members(season: Season, members: set[int]) -> set[int]:
    """Everybody else in its events. One query."""
    return set(players_in(season).values_list("pk", flat=True)) - members


def _said_of_players(
    season: Season,
) -> tuple[set[int], set[int], Mapping[int, tuple[NoteShown, ...]]]:
    """The guests, the members, and what was given to whom. Two players who were merged are one. One query."""
    guests: set[int] = set()
    members: set[int] = set()
    notes: dict[int, tuple[NoteShown, ...]] = defaultdict(tuple)
    rows = SeasonNote.objects.filter(season=season, undone_line=None).order_by("pk")
    said = list(rows.values_list("pk", "player", "points", "reason", "is_member"))
    merged = as_merged({player for _pk, player, *_said in said})
    for pk, player, points, reason, is_member in said:
        whose = merged[player]
        if points is None:
            (members if is_member else guests).add(whose)
        else:
            notes[whose] += (NoteShown(id=pk, points=points, reason=reason),)
    return guests, members, notes


def _newest_lines(tournaments: Collection[int]) -> Mapping[int, int]:
    """By event the newest line of its log or of its flights'. Two queries."""
    found: dict[int, int] = {}
    flights = dict(Tournament.objects.filter(flight_of__in=tournaments).values_list("pk", "flight_of"))
    lines = LogEntry.objects.filter(tournament__in=[*tournaments, *flights]).order_by()
    for tournament, newest in lines.values_list("tournament").annotate(newest=Max("pk")):
        event = flights.get(tournament) or tournament
        found[event] = max(newest, found.get(event, 0))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """An event of a season, and what its points follow from: the same is worked out once.

    moment: the newest line of its log, 0 where nothing is to be kept; code: that no other event ever has. tournament:
    None of an imported one, and `merged` has those of its players who are others by now.
    """

    event: int
    code: str
    name: str
    status: str
    day: date | None
    weight: int
    is_finale: bool
    moment: int
    text: str
    shared_mean: bool
    without: frozenset[int]
    merged: tuple[tuple[int, int], ...] = ()
    tournament: Tournament | None = field(compare=False, repr=False)

    @property
    def is_held(self) -> bool:
        return self.status in HELD

    def points(self) -> PointsOfEvent:
        if not self.is_held:
            return PointsOfEvent()
        return _kept_points(self) if self.moment else _points(self)


def _asked(
    row: SeasonEvent, rules: SeasonRules, *, without: frozenset[int], newest: Mapping[int, int]
) -> _Asked:
    tournament = row.tournament
    is_over = tournament.status == TournamentStatus.FINISHED
    day = _day(tournament)
    return _Asked(
        event=tournament.pk,
        code=tournament.code,
        name=tournament.name,
        status=tournament.status,
        day=day,
        weight=row.weight,
        is_finale=row.is_finale,
        moment=newest.get(tournament.pk, 0) if is_over else 0,
        text=rules.formula_on(day),
        shared_mean=rules.shared_mean,
        without=without,
        tournament=tournament,
    )


def _asked_imports(season: Season, rules: SeasonRules, *, without: frozenset[int]) -> list[_Asked]:
    """Two queries."""
    events = [row.event for row in imports_in(season)]
    merged = tuple(sorted(merged_in([event.pk for event in events]).items()))
    return [
        _Asked(
            event=-event.pk,
            code=event.code,
            name=event.name,
            status=TournamentStatus.FINISHED,
            day=event.day,
            weight=WHOLE_WEIGHT,
            is_finale=False,
            # Another version that takes its place is another moment.
            moment=int(event.imported_at.timestamp() * 1_000_000) if event.imported_at else 0,
            text=rules.formula_on(event.day),
            shared_mean=rules.shared_mean,
            without=without,
            merged=merged,
            tournament=None,
        )
        for event in events
    ]


def _points(asked: _Asked) -> PointsOfEvent:
    if asked.tournament is None:
        return points_of_import(
            -asked.event,
            asked.text,
            shared_mean=asked.shared_mean,
            without=asked.without,
            merged=dict(asked.merged),
        )
    return points_of_event(asked.tournament, asked.text, shared_mean=asked.shared_mean, without=asked.without)


_kept_points: Final = lru_cache(maxsize=EVENTS_KEPT)(_points)


def _table(
    asked: Sequence[_Asked],
    points: Sequence[PointsOfEvent],
    rules: SeasonRules,
    adjusted: Iterable[tuple[int, Decimal]],
    guests: Collection[int],
    alphabet: Sequence[int],
) -> tuple[SeasonLine, ...]:
    held = [
        EventScored(
            event=each.event,
            results={
                player: Scored(
                    points=own.points, place=own.place, has_cashed=own.won > 0, knock_outs=own.knock_outs
                )
                for player, own in of_event.players.items()
            },
            weight=each.weight,
            is_finale=each.is_finale,
        )
        for each, of_event in zip(asked, points, strict=True)
        if of_event.players
    ]
    return season_table(held, rules, adjusted=dict(adjusted), guests=guests, alphabet=alphabet)


@lru_cache(maxsize=SEASONS_KEPT)
def _kept_table(
    asked: tuple[_Asked, ...],
    rules: SeasonRules,
    adjusted: tuple[tuple[int, Decimal], ...],
    guests: frozenset[int],
    alphabet: tuple[int, ...],
) -> tuple[SeasonLine, ...]:
    """Where every event that was begun is over."""
    return _table(asked, [each.points() for each in asked], rules, adjusted, guests, alphabet)


def _shown(asked: _Asked, points: PointsOfEvent) -> EventShown:
    return EventShown(
        id=asked.event,
        name=asked.name,
        code=asked.code,
        day=asked.day,
        weight=asked.weight,
        is_finale=asked.is_finale,
        is_in_play=asked.status == TournamentStatus.RUNNING and bool(points.players),
        is_imported=asked.tournament is None,
        formula=asked.text,
        problems=tuple(_problems(points)),
    )


def _problems(points: PointsOfEvent) -> Iterator[tuple[int, FormulaError]]:
    if points.problem is not None:
        yield 0, points.problem
    yield from ((player, own.problem) for player, own in points.players.items() if own.problem is not None)


def _day(tournament: Tournament) -> date | None:
    """At the venue: when it began, or is planned to."""
    at = tournament.started_at or tournament.starts_at
    return None if at is None else at.astimezone(ZoneInfo(tournament.time_zone)).date()
