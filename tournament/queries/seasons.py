"""The standings of a season, as its events are now, and who may say what counts in it.

What an event that is over gives is worked out once and kept by the newest line of its log: whatever corrects a result
writes a line. An event in play is worked out at each look, as if it ended now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Final
from zoneinfo import ZoneInfo

from django.core.cache import caches
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
from tournament.queries.points import PointsOfEvent, points_of_event
from tournament.rules.points.errors import FormulaError
from tournament.rules.seasons import EventScored, ResultShown, Scored, SeasonLine, SeasonRules, season_table

KEPT_SECONDS: Final = 90 * 24 * 3600
HELD: Final = (TournamentStatus.RUNNING, TournamentStatus.FINISHED)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventShown:
    """One event of a season. `is_in_play`: its points are as if it ended now. `problem`: why it gives none, of whose
    line `problem_name` where it is that of one player.
    """

    id: int
    name: str
    code: str
    day: date | None
    weight: int
    is_finale: bool
    is_held: bool
    is_in_play: bool
    players: int = 0
    problem: FormulaError | None = None
    problem_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteShown:
    """Points that a director has given or taken, with the reason."""

    id: int
    points: Decimal
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineOfSeason:
    """One line of the standings. `results` are those of the events by their order in the season."""

    name: str
    line: SeasonLine
    results: tuple[tuple[EventShown, ResultShown], ...]
    notes: tuple[NoteShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonBoard:
    """A season: its events by their day, the standings with those who have no rank yet at the end, and its guests."""

    season: Season
    rules: SeasonRules
    events: tuple[EventShown, ...]
    lines: tuple[SeasonLine, ...]
    names: Mapping[int, str]
    guests: tuple[str, ...]
    notes: Mapping[int, tuple[NoteShown, ...]]

    @property
    def is_in_play(self) -> bool:
        return any(each.is_in_play for each in self.events)

    def shown(self, lines: Sequence[SeasonLine]) -> list[LineOfSeason]:
        """A page of the standings, each line with how it came."""
        events = {each.id: each for each in self.events}
        return [
            LineOfSeason(
                name=self.names[line.player],
                line=line,
                results=tuple((events[result.event], result) for result in line.results),
                notes=self.notes.get(line.player, ()),
            )
            for line in lines
        ]


def season_board(season: Season) -> SeasonBoard:
    """Six queries where every event is over and was looked at before; a dozen more of each other one."""
    rules = season.rules
    counting = list(events_in(season).select_related("tournament"))
    guests, notes, adjusted = _said_of_players(season)
    closing = frozenset(guests) if rules.guests_close_up else frozenset()
    newest = _newest_lines([each.tournament_id for each in counting])
    found: list[tuple[EventShown, EventScored]] = []
    for each in counting:
        scored = _scored(each.tournament, rules, without=closing, newest=newest)
        found.append(_event(each, scored))
    found.sort(key=lambda pair: (pair[0].day or date.max, pair[0].id))
    lines = season_table(
        [scored for shown, scored in found if shown.is_held], rules, adjusted=adjusted, guests=guests
    )
    players = {line.player for line in lines} | {*guests}
    names = {player.pk: player.shown_name for player in Player.objects.filter(pk__in=players)}
    return SeasonBoard(
        season=season,
        rules=rules,
        events=tuple(shown for shown, _ in found),
        lines=lines,
        names=names,
        guests=tuple(sorted(names[guest] for guest in guests)),
        notes=notes,
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
    last = Season.objects.filter(events__in=standing).values("league").annotate(last=Max("pk")).values("last")
    current = standing.filter(tournament__in=going_on).values("season")
    rows = Season.objects.filter(Q(pk__in=current) | Q(pk__in=last))
    return tuple(rows.select_related("league").order_by("-pk"))


def players_in(season: Season) -> QuerySet[Player]:
    """Everybody with an entry in one of its events."""
    entered = events_in(season).values("tournament")
    return Player.objects.filter(entries__tournament__in=entered, merged_into=None).distinct()


def _said_of_players(
    season: Season,
) -> tuple[set[int], Mapping[int, tuple[NoteShown, ...]], Mapping[int, Decimal]]:
    """The guests, what was given to whom, and its sums. Two players who were merged are one. One query."""
    guests: set[int] = set()
    notes: dict[int, tuple[NoteShown, ...]] = defaultdict(tuple)
    rows = SeasonNote.objects.filter(season=season, undone_line=None).order_by("pk")
    columns = ("pk", "player", "player__merged_into", "points", "reason")
    for pk, player, merged_into, points, reason in rows.values_list(*columns):
        whose = merged_into or player
        if points is None:
            guests.add(whose)
        else:
            notes[whose] += (NoteShown(id=pk, points=points, reason=reason),)
    sums = {player: sum((each.points for each in own), Decimal(0)) for player, own in notes.items()}
    return guests, notes, sums


def _newest_lines(tournaments: Collection[int]) -> Mapping[int, int]:
    """By event the newest line of its log or of its flights'. Two queries."""
    found: dict[int, int] = {}
    flights = dict(Tournament.objects.filter(flight_of__in=tournaments).values_list("pk", "flight_of"))
    lines = LogEntry.objects.filter(tournament__in=[*tournaments, *flights]).order_by()
    for tournament, newest in lines.values_list("tournament").annotate(newest=Max("pk")):
        event = flights.get(tournament) or tournament
        found[event] = max(newest, found.get(event, 0))
    return found


def _scored(
    tournament: Tournament, rules: SeasonRules, *, without: frozenset[int], newest: Mapping[int, int]
) -> PointsOfEvent:
    if tournament.status not in HELD:
        return PointsOfEvent()
    text = rules.formula_on(_day(tournament))

    def work_out() -> PointsOfEvent:
        return points_of_event(tournament, text, shared_mean=rules.shared_mean, without=without)

    if tournament.status != TournamentStatus.FINISHED:
        return work_out()
    said = f"{text}|{rules.shared_mean}|{sorted(without)}"
    key = f"season:{tournament.pk}:{newest.get(tournament.pk, 0)}:{sha256(said.encode()).hexdigest()[:32]}"
    kept: PointsOfEvent | None = caches["default"].get(key)
    if kept is None:
        kept = work_out()
        # A formula that stops is mended soon.
        if kept.problem is None:
            caches["default"].set(key, kept, KEPT_SECONDS)
    return kept


def _event(row: SeasonEvent, scored: PointsOfEvent) -> tuple[EventShown, EventScored]:
    tournament = row.tournament
    is_held = tournament.status in HELD and bool(scored.players)
    shown = EventShown(
        id=tournament.pk,
        name=tournament.name,
        code=tournament.code,
        day=_day(tournament),
        weight=row.weight,
        is_finale=row.is_finale,
        is_held=is_held,
        is_in_play=is_held and tournament.status == TournamentStatus.RUNNING,
        players=len(scored.players),
        problem=scored.problem,
        problem_name=scored.name,
    )
    results: dict[int, Scored] = {
        player: Scored(
            points=each.points, place=each.place, has_cashed=each.won > 0, knock_outs=each.knock_outs
        )
        for player, each in scored.players.items()
    }
    return shown, EventScored(
        event=tournament.pk, results=results, weight=row.weight, is_finale=row.is_finale
    )


def _day(tournament: Tournament) -> date | None:
    """At the venue: when it began, or is planned to."""
    at = tournament.started_at or tournament.starts_at
    return None if at is None else at.astimezone(ZoneInfo(tournament.time_zone)).date()
