"""Seasons: started with an event, joined and left by others, their rules, and what is said of their players.

A director of any event of a season says what counts in it. Each change is a line in the log of the event at which it
was made, and is undone there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from tournament.changes.seasons import (
    GuestNamed,
    GuestUnnamed,
    PointsGiven,
    PointsGivenUndone,
    SeasonDropped,
    SeasonFrozen,
    SeasonGoesOn,
    SeasonJoined,
    SeasonLeft,
    SeasonRulesChanged,
    SeasonStarted,
)
from tournament.models import (
    Account,
    League,
    LogEntry,
    Player,
    Season,
    SeasonEvent,
    SeasonNote,
    SeasonPayment,
    Tournament,
    TournamentStatus,
)
from tournament.queries.seasons.board import events_in, players_in, season_board, seasons_of
from tournament.queries.seasons.money import collected_for, currency_of
from tournament.realtime import publish
from tournament.rules.names import fold_name
from tournament.rules.seasons.standings import (
    MOST_POINTS,
    MOST_WEIGHT,
    WHOLE_WEIGHT,
    SeasonRules,
    season_rules_from_dict,
)
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_season, lock_tournament
from tournament.services.log import record
from tournament.services.season_points import keep_points_at_end
from tournament.services.undo import Undoable, register_undo

# What is kept with a season that is frozen.
FROZEN: Final = ("frozen_data", "frozen_at", "frozen_pool", "frozen_currency")


@transaction.atomic
def start_season(
    *,
    tournament_id: int,
    name: str,
    rules: SeasonRules,
    by: By,
    league: str = "",
    account: Account | None = None,
    league_id: int | None = None,
) -> LogEntry:
    """A season with this event: of a new league by its name, or the next one of a league of which `account` directs
    an event. Raises Refused for a flight; League.DoesNotExist for one of other people.
    """
    tournament = lock_event(tournament_id)
    if league_id is None:
        of_league = League.objects.create(name=league, created_at=by.now)
    else:
        mine = [] if account is None else seasons_of(account).values_list("league", flat=True)
        of_league = League.objects.get(pk=league_id, pk__in=mine)
    season = Season.objects.create(league=of_league, name=name, rules_data=rules.to_dict(), created_at=by.now)
    line = record(SeasonStarted(season=season.pk, name=str(season)), tournament_id=tournament.pk, by=by)
    row = SeasonEvent.objects.create(season=season, tournament=tournament, joined_line=line)
    keep_points_at_end([row])
    tell(tournament)
    return line


@transaction.atomic
def join_season(
    *,
    tournament_id: int,
    season_id: int,
    account: Account,
    by: By,
    weight: int = WHOLE_WEIGHT,
    is_finale: bool = False,
) -> LogEntry:
    """The event counts in a season of which this account directs an event already; weight in hundredths.

    Raises Refused for a flight, and where it counts already; Season.DoesNotExist for one of other people.
    """
    tournament = lock_event(tournament_id)
    season = going_on(seasons_of(account).get(pk=season_id).pk)
    if not 0 <= weight <= MOST_WEIGHT:
        raise Refused(_("The weight is between 0 and 1,000 percent."), code="weight", field="weight")
    if SeasonEvent.objects.filter(season=season, tournament=tournament, left_line=None).exists():
        raise Refused(_("This event counts in “%(name)s” already.") % {"name": season}, code="in_season")
    change = SeasonJoined(season=season.pk, name=str(season), weight=weight, finale=is_finale)
    line = record(change, tournament_id=tournament.pk, by=by)
    row = SeasonEvent.objects.create(
        season=season, tournament=tournament, weight=weight, is_finale=is_finale, joined_line=line
    )
    keep_points_at_end([row])
    tell(tournament)
    return line


@transaction.atomic
def leave_season(*, tournament_id: int, season_id: int, by: By, undoes: LogEntry | None = None) -> LogEntry:
    """The event counts there up to now. Raises Refused for the only one: a season without an event is nobody's."""
    tournament = lock_event(tournament_id)
    season, row = standing_in(tournament, season_id)
    if not SeasonEvent.objects.filter(season=season, left_line=None).exclude(pk=row.pk).exists():
        raise Refused(
            _("This is the only event of the season: add another one first, then take this one out."),
            code="last_event",
        )
    change = SeasonLeft(season=season.pk, name=str(season), weight=row.weight, finale=row.is_finale)
    row.left_line = record(change, tournament_id=tournament.pk, by=by, undoes=undoes)
    row.save(update_fields=["left_line"])
    tell(tournament)
    return row.left_line


@transaction.atomic
def set_season_rules(
    *,
    tournament_id: int,
    season_id: int,
    change: Callable[[SeasonRules], SeasonRules],
    by: By,
    undoes: LogEntry | None = None,
) -> LogEntry | None:
    """What counts from now on, also of events that were played; None where it is as it was. `change` makes it of what
    counts under the lock.
    """
    tournament = lock_event(tournament_id)
    season, _row = standing_in(tournament, season_id)
    rules = change(season.rules)
    if rules == season.rules:
        return None
    before, after = season.rules_data, rules.to_dict()
    season.rules_data = after
    season.save(update_fields=["rules_data"])
    keep_points_at_end(_events_with(season))
    changed = SeasonRulesChanged(season=season.pk, name=str(season), before=before, after=after)
    line = record(changed, tournament_id=tournament.pk, by=by, undoes=undoes)
    tell(tournament)
    return line


@transaction.atomic
def freeze_season(*, tournament_id: int, season_id: int, by: By) -> LogEntry:
    """The standings are final, and so is the money: both stay as they are whatever is corrected.

    Raises Refused while an event of it is in play, or one that collects for it is to come, and where it is frozen.
    """
    tournament = lock_event(tournament_id)
    season, _row = standing_in(tournament, season_id)
    _check_all_over(season)
    season.frozen_pool = sum(each.amount for each in collected_for(season))
    season.frozen_currency = currency_of(season)
    season.frozen_data, season.frozen_at = [line.to_dict() for line in season_board(season).lines], by.now
    season.save(update_fields=FROZEN)
    final = SeasonFrozen(season=season.pk, name=str(season), digest=season.final_digest)
    line = record(final, tournament_id=tournament.pk, by=by)
    tell(tournament)
    return line


def _events_with(season: Season) -> list[SeasonEvent]:
    """Those that count in it, each with this season as it is now."""
    rows = list(events_in(season).select_related("tournament"))
    for row in rows:
        row.season = season
    return rows


def _check_all_over(season: Season) -> None:
    """Raise Refused while an event of it is in play, or one that collects for it is to come."""
    rows = events_in(season).select_related("tournament")
    for row in rows.exclude(tournament__status=TournamentStatus.FINISHED):
        if row.tournament.status == TournamentStatus.RUNNING:
            raise Refused(_("An event of this season is in play: play it to its end first."), code="in_play")
        if row.share:
            raise Refused(
                _(
                    "“%(event)s” collects money for this season and is still to come: play it to its end first, or set "
                    "what it collects to 0."
                )
                % {"event": row.tournament.name},
                code="to_come",
            )


@transaction.atomic
def give_points(
    *, tournament_id: int, season_id: int, typed: str, points: Decimal, reason: str, by: By
) -> LogEntry:
    """Points beside the events, below 0 to take some off, for the player whose name or club number was typed.

    Raises Refused where nobody or more than one is called so, and for no points.
    """
    tournament = lock_event(tournament_id)
    season, _row = standing_in(tournament, season_id)
    if not points or abs(points) > MOST_POINTS:
        raise Refused(_("Type how many points, for example 10 or -5."), code="no_points", field="points")
    player = _player(season, typed)
    change = PointsGiven(
        season=season.pk, name=str(season), player=player.pk, who=player.name, points=_plain(points)
    )
    line = record(change, tournament_id=tournament.pk, by=by, reason=reason)
    SeasonNote.objects.create(season=season, player=player, points=points, reason=reason, line=line)
    tell(tournament)
    return line


@transaction.atomic
def name_guest(*, tournament_id: int, season_id: int, typed: str, by: By) -> LogEntry:
    """The player plays along and has no points. Raises Refused as `give_points`, and for a guest."""
    tournament = lock_event(tournament_id)
    season, _row = standing_in(tournament, season_id)
    player = _player(season, typed)
    said = SeasonNote.objects.filter(season=season, player=player, points=None, undone_line=None).first()
    if said is not None:
        words = (
            _("%(name)s is a member of this season: undo that in the log first.")
            if said.is_member
            else _("%(name)s is a guest already.")
        )
        raise Refused(words % {"name": player.name}, code="is_guest", field="player")
    change = GuestNamed(season=season.pk, name=str(season), player=player.pk, who=player.name)
    line = record(change, tournament_id=tournament.pk, by=by)
    SeasonNote.objects.create(season=season, player=player, line=line)
    tell(tournament)
    return line


def _player(season: Season, typed: str) -> Player:
    """The one player of the season who is called so, by the whole name or the club number."""
    players = players_in(season)
    found = list(players.filter(club_number=typed)[:2]) if typed else []
    found = found or list(players.filter(search_name=fold_name(typed))[:2])
    if len(found) == 1:
        return found[0]
    if found:
        raise Refused(
            _("Several players of this season are called “%(typed)s”: type the club number.")
            % {"typed": typed},
            code="several",
            field="player",
        )
    raise Refused(
        _(
            "Nobody in the events of this season is called “%(typed)s”: type the whole name, or the club number."
        )
        % {"typed": typed},
        code="nobody",
        field="player",
    )


def _plain(points: Decimal) -> Decimal:
    """Without zeros behind the point, and without an exponent."""
    return Decimal(format(points.normalize(), "f"))


def lock_event(tournament_id: int) -> Tournament:
    """Raises Refused for a flight."""
    tournament = lock_tournament(tournament_id)
    if tournament.flight_of_id is not None:
        raise Refused(_("This is a flight: it goes along with its event."), code="is_flight")
    return tournament


def standing_in(tournament: Tournament, season_id: int) -> tuple[Season, SeasonEvent]:
    """The season in which this event counts, locked. Raises Refused where its standings are final, and
    Season.DoesNotExist for another one.
    """
    season = going_on(season_id)
    return season, counted_in(tournament, season)


def counted_in(tournament: Tournament, season: Season) -> SeasonEvent:
    """How this event counts in it. Raises Season.DoesNotExist where it does not."""
    row = SeasonEvent.objects.filter(season=season, tournament=tournament, left_line=None).first()
    if row is None:
        raise Season.DoesNotExist
    return row


def check_currency(row: SeasonEvent) -> None:
    """Raise Refused where this event would collect in another currency than an event of its season does."""
    others = SeasonEvent.objects.filter(season=row.season_id, left_line=None, share__gt=0).exclude(pk=row.pk)
    other = others.exclude(tournament__currency=row.tournament.currency).select_related("tournament").first()
    if row.share and other is not None:
        raise Refused(
            _("“%(event)s” collects for this season in %(currency)s: all its events collect in one currency.")
            % {"event": other.tournament.name, "currency": other.tournament.currency},
            code="other_currency",
            field="share",
        )


def going_on(season_id: int) -> Season:
    """The season, locked. Raises Refused where its standings are final."""
    season = lock_season(season_id)
    if season.frozen_at is not None:
        raise Refused(
            _("The standings of this season are final: undo that in the log first."), code="season_frozen"
        )
    return season


def tell(tournament: Tournament) -> None:
    publish(tournament.code, ["log"])


def _open_joins(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of which the event counts still, and is not the only one."""
    rows = SeasonEvent.objects.filter(joined_line__in=lines, left_line=None, season__frozen_at=None)
    found = set()
    for row in rows:
        if SeasonEvent.objects.filter(season=row.season_id, left_line=None).count() > 1:
            found.add(row.joined_line_id)
    return found


def _undo_join(line: LogEntry, by: By) -> None:
    leave_season(tournament_id=line.tournament_id, season_id=SeasonJoined.of(line).season, by=by, undoes=line)


def _open_leaves(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those after which the event has not joined again."""
    found = set()
    for row in SeasonEvent.objects.filter(left_line__in=lines, season__frozen_at=None):
        again = SeasonEvent.objects.filter(season=row.season_id, tournament=row.tournament_id, left_line=None)
        if row.left_line_id is not None and not again.exists():
            found.add(row.left_line_id)
    return found


def _undo_leave(line: LogEntry, by: By) -> None:
    left = SeasonLeft.of(line)
    lock_tournament(line.tournament_id)
    going_on(left.season)
    before = SeasonEvent.objects.select_related("tournament").get(left_line=line)
    check_currency(before)
    change = SeasonJoined(season=left.season, name=left.name, weight=left.weight, finale=left.finale)
    again = record(change, tournament_id=line.tournament_id, by=by, undoes=line)
    SeasonEvent.objects.create(
        season_id=left.season,
        tournament_id=line.tournament_id,
        weight=left.weight,
        is_finale=left.finale,
        share=before.share,
        joined_line=again,
    )
    tell(line.tournament)


def _open_rules(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest change of each season, while the event counts in it and nobody changed it at another event."""
    found = {}
    for line in sorted(lines, key=lambda each: each.pk):
        change = SeasonRulesChanged.of(line)
        found[change.season] = (line.pk, change.after)
    now = Season.objects.filter(
        pk__in=found, frozen_at=None, events__tournament=tournament, events__left_line=None
    )
    return {found[season.pk][0] for season in now if season.rules_data == found[season.pk][1]}


def _undo_rules(line: LogEntry, by: By) -> None:
    changed = SeasonRulesChanged.of(line)
    set_season_rules(
        tournament_id=line.tournament_id,
        season_id=changed.season,
        change=lambda _now: season_rules_from_dict(changed.before),
        by=by,
        undoes=line,
    )


def _open_starts(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of seasons that have had this event alone, and of which nothing else was said."""
    found = {SeasonStarted.of(line).season: line.pk for line in lines}
    fresh = Season.objects.filter(pk__in=found, frozen_at=None, notes=None, payments=None)
    counted = fresh.annotate(count=Count("events")).filter(count=1, events__left_line=None)
    return {found[season] for season in counted.values_list("pk", flat=True)}


def _undo_start(line: LogEntry, by: By) -> None:
    """The season goes, and its league where that has no other one."""
    lock_tournament(line.tournament_id)
    season = lock_season(SeasonStarted.of(line).season)
    record(
        SeasonDropped(season=season.pk, name=str(season)),
        tournament_id=line.tournament_id,
        by=by,
        undoes=line,
    )
    league = season.league
    season.events.all().delete()
    season.delete()
    if not league.seasons.exists():
        league.delete()
    tell(line.tournament)


def _open_freezes(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest of each season that is frozen, while none of its money is paid."""
    found = {SeasonFrozen.of(line).season: line.pk for line in sorted(lines, key=lambda each: each.pk)}
    paid = SeasonPayment.objects.filter(season__in=found, undone_line=None)
    frozen = Season.objects.filter(pk__in=found, frozen_at__isnull=False)
    unpaid = frozen.exclude(pk__in=paid.values("season"))
    return {found[season] for season in unpaid.values_list("pk", flat=True)}


def _undo_freeze(line: LogEntry, by: By) -> None:
    lock_tournament(line.tournament_id)
    season = lock_season(SeasonFrozen.of(line).season)
    # Another event's desk may have paid since it was offered.
    if season.payments.filter(undone_line=None).exists():
        raise Refused(
            _(
                "Money of this season was paid: undo the payments first, in the log of the events that paid it."
            ),
            code="season_paid",
        )
    season.frozen_data = season.frozen_at = season.frozen_pool = None
    season.frozen_currency = ""
    season.save(update_fields=FROZEN)
    change = SeasonGoesOn(season=season.pk, name=str(season))
    record(change, tournament_id=line.tournament_id, by=by, undoes=line)
    tell(line.tournament)


def _open_notes(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    standing = SeasonNote.objects.filter(line__in=lines, undone_line=None, season__frozen_at=None)
    return set(standing.values_list("line_id", flat=True))


def _undo_note(line: LogEntry, by: By) -> None:
    note = SeasonNote.objects.select_related("season__league").get(line=line)
    lock_tournament(line.tournament_id)
    going_on(note.season_id)
    about: dict[str, Any] = {"season": note.season_id, "name": str(note.season), "player": note.player_id}
    change: PointsGivenUndone | GuestUnnamed
    if note.points is None:
        change = GuestUnnamed(**about, who=GuestNamed.of(line).who)
    else:
        change = PointsGivenUndone(**about, who=PointsGiven.of(line).who, points=_plain(note.points))
    note.undone_line = record(change, tournament_id=line.tournament_id, by=by, undoes=line)
    note.save(update_fields=["undone_line"])
    tell(line.tournament)


register_undo([SeasonStarted], Undoable(open_lines=_open_starts, undo=_undo_start))
register_undo([SeasonJoined], Undoable(open_lines=_open_joins, undo=_undo_join, again=True))
register_undo([SeasonLeft], Undoable(open_lines=_open_leaves, undo=_undo_leave, again=True))
register_undo([SeasonRulesChanged], Undoable(open_lines=_open_rules, undo=_undo_rules, again=True))
register_undo([SeasonFrozen], Undoable(open_lines=_open_freezes, undo=_undo_freeze))
register_undo([PointsGiven, GuestNamed], Undoable(open_lines=_open_notes, undo=_undo_note))
