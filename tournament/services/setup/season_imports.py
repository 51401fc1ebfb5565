"""Imported events in seasons: added to one that goes on, or a season of the years before made of them alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.changes.house import ImportedSeasonRemoved, SeasonImported
from tournament.changes.seasons import ImportsJoined, ImportsLeft
from tournament.models import Account, ImportedEvent, League, LogEntry, Season, SeasonImport, Tournament
from tournament.queries.imports import imported_in
from tournament.queries.seasons.board import seasons_of
from tournament.rules.seasons.standings import SeasonRules
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_imports, lock_season, lock_tournament
from tournament.services.log import record
from tournament.services.people.house_log import Visitor, write_house_line
from tournament.services.setup.seasons import lock_event, standing_in, tell
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def add_imports(*, tournament_id: int, season_id: int, league: str, season: str, by: By) -> LogEntry:
    """The imported events of this league and season, as their files call them, count in a season of ours.

    Raises Refused where there are none, or all count in it already; Season.DoesNotExist.
    """
    tournament = lock_event(tournament_id)
    ours, _row = standing_in(tournament, season_id)
    events = tuple(each.pk for each in _not_counted(ours, league, season))
    if not events:
        raise Refused(
            _("All of these events count in “%(name)s” already.") % {"name": ours}, code="in_season"
        )
    change = ImportsJoined(season=ours.pk, name=str(ours), events=events, group=_called(league, season))
    return _count(ours, change, tournament, by=by)


@transaction.atomic
def take_out_imports(*, tournament_id: int, season_id: int, by: By) -> LogEntry:
    """No imported event counts in it. Raises Refused where none does; Season.DoesNotExist."""
    tournament = lock_event(tournament_id)
    ours, _row = standing_in(tournament, season_id)
    rows = SeasonImport.objects.filter(season=ours, undone_line=None)
    events = tuple(rows.order_by("pk").values_list("event", flat=True))
    if not events:
        raise Refused(_("No imported event counts in “%(name)s”.") % {"name": ours}, code="no_imports")
    groups = rows.values_list("event__league", "event__season").distinct().order_by("event__league")
    group = ", ".join(_called(*each) for each in groups)
    return _leave(
        ours, ImportsLeft(season=ours.pk, name=str(ours), events=events, group=group), tournament, by=by
    )


@transaction.atomic
def add_import(*, tournament_id: int, season_id: int, event_id: int, by: By) -> LogEntry:
    """This imported event counts in the season, whatever others of its group do.

    Raises Refused where it does already, or was removed; Season.DoesNotExist.
    """
    tournament = lock_event(tournament_id)
    ours, _row = standing_in(tournament, season_id)
    found = lock_imports(ImportedEvent.objects.filter(pk=event_id).exclude(imported_at=None))
    if not found:
        raise Refused(_("This event was removed meanwhile."), code="removed")
    if SeasonImport.objects.filter(season=ours, event=event_id, undone_line=None).exists():
        raise Refused(
            _("“%(event)s” counts in “%(name)s” already.") % {"event": found[0], "name": ours},
            code="in_season",
        )
    change = ImportsJoined(season=ours.pk, name=str(ours), events=(event_id,), group=str(found[0]))
    return _count(ours, change, tournament, by=by)


@transaction.atomic
def take_out_import(*, tournament_id: int, season_id: int, event_id: int, by: By) -> LogEntry:
    """This imported event alone does not count in it. Raises Refused where it does not; Season.DoesNotExist."""
    tournament = lock_event(tournament_id)
    ours, _row = standing_in(tournament, season_id)
    row = (
        SeasonImport.objects.filter(season=ours, event=event_id, undone_line=None)
        .select_related("event")
        .first()
    )
    if row is None:
        raise Refused(_("This event does not count in “%(name)s”.") % {"name": ours}, code="no_imports")
    change = ImportsLeft(season=ours.pk, name=str(ours), events=(event_id,), group=str(row.event))
    return _leave(ours, change, tournament, by=by)


def _not_counted(ours: Season, league: str, season: str) -> list[ImportedEvent]:
    """Those of the group that do not count in it yet, locked: what is removed meanwhile does not count."""
    counted = SeasonImport.objects.filter(season=ours, undone_line=None).values("event")
    return lock_imports(imported_in(league, season).exclude(pk__in=counted))


def _called(league: str, season: str) -> str:
    return " · ".join(filter(None, (league, season))) or _("without a season")


def _count(
    ours: Season, change: ImportsJoined, tournament: Tournament, *, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    line = record(change, tournament_id=tournament.pk, by=by, undoes=undoes)
    SeasonImport.objects.bulk_create(
        SeasonImport(season=ours, event_id=event, line=line) for event in change.events
    )
    tell(tournament)
    return line


def _leave(
    ours: Season, change: ImportsLeft, tournament: Tournament, *, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    line = record(change, tournament_id=tournament.pk, by=by, undoes=undoes)
    rows = SeasonImport.objects.filter(season=ours, undone_line=None, event__in=change.events)
    rows.update(undone_line=line)
    tell(tournament)
    return line


def _of_season_here(tournament: Tournament) -> QuerySet[SeasonImport]:
    """Of seasons that go on, in which this event counts still."""
    return SeasonImport.objects.filter(
        season__in=Season.objects.filter(
            events__tournament=tournament, events__left_line=None, frozen_at=None
        )
    )


def _open_joined(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of which all events count still."""
    rows = _of_season_here(tournament).filter(line__in=lines)
    standing = set(rows.filter(undone_line=None).values_list("line", flat=True))
    return standing - set(rows.exclude(undone_line=None).values_list("line", flat=True))


def _undo_joined(line: LogEntry, by: By) -> None:
    joined = ImportsJoined.of(line)
    tournament = lock_tournament(line.tournament_id)
    ours, _row = standing_in(tournament, joined.season)
    left = ImportsLeft(season=ours.pk, name=str(ours), events=joined.events, group=joined.group)
    _leave(ours, left, tournament, by=by, undoes=line)


def _open_left(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of which no event counts again, and each is there still."""
    found = set()
    for line in lines:
        left = ImportsLeft.of(line)
        rows = _of_season_here(tournament).filter(undone_line=line)
        again = SeasonImport.objects.filter(season=left.season, event__in=left.events, undone_line=None)
        if rows.count() == len(left.events) and not again.exists():
            found.add(line.pk)
    return found


def _undo_left(line: LogEntry, by: By) -> None:
    left = ImportsLeft.of(line)
    tournament = lock_tournament(line.tournament_id)
    ours, _row = standing_in(tournament, left.season)
    if len(lock_imports(ImportedEvent.objects.filter(pk__in=left.events))) < len(left.events):
        raise Refused(_("Some of these events were removed meanwhile."), code="removed")
    joined = ImportsJoined(season=ours.pk, name=str(ours), events=left.events, group=left.group)
    _count(ours, joined, tournament, by=by, undoes=line)


register_undo([ImportsJoined], Undoable(open_lines=_open_joined, undo=_undo_joined, again=True))
register_undo([ImportsLeft], Undoable(open_lines=_open_left, undo=_undo_left, again=True))


@transaction.atomic
def make_imported_season(
    *,
    league: str,
    season: str,
    league_name: str,
    name: str,
    rules: SeasonRules,
    account: Account,
    visitor: Visitor,
    now: datetime,
) -> Season:
    """A season of the years before, of the imported events that their files call so; one that is there already takes
    those that it does not have.

    It is one of a league of this name where the account directs an event of that, or where that has imported events
    alone. Raises Refused where no event is new to it.
    """
    # Locked first: two who make one at the same moment make one.
    events = lock_imports(imported_in(league, season))
    of_league = _league(league_name, account) or League.objects.create(name=league_name, created_at=now)
    alone = Season.objects.filter(league=of_league, name=name, events=None)
    made = alone.first() or Season.objects.create(
        league=of_league, name=name, rules_data=rules.to_dict(), created_at=now
    )
    lock_season(made.pk)
    there = set(made.imports.filter(undone_line=None).values_list("event", flat=True))
    new = [event for event in events if event.pk not in there]
    if not new:
        raise Refused(
            _("All of these events count in “%(name)s” already.") % {"name": made}, code="in_season"
        )
    write_house_line(SeasonImported(name=str(made), events=len(new)), visitor=visitor, now=now)
    SeasonImport.objects.bulk_create(SeasonImport(season=made, event=event) for event in new)
    return made


def _league(name: str, account: Account) -> League | None:
    mine = League.objects.filter(name=name, seasons__in=seasons_of(account))
    earlier = (
        League.objects.filter(name=name).exclude(seasons__imports=None).exclude(seasons__events__isnull=False)
    )
    return mine.first() or earlier.first()


@transaction.atomic
def remove_imported_season(*, season_id: int, visitor: Visitor, now: datetime) -> None:
    """The season goes, its events stay imported. Raises Season.DoesNotExist for one that has other events."""
    season = lock_season(season_id)
    if season.events.exists() or not season.imports.exists():
        raise Season.DoesNotExist
    write_house_line(ImportedSeasonRemoved(name=str(season)), visitor=visitor, now=now)
    league = season.league
    season.delete()
    if not league.seasons.exists():
        league.delete()
