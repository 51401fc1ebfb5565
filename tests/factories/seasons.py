"""Events of a season, played to their end by the same players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, after, make_player, make_tournament
from tests.factories.field import bust
from tests.worlds import kept
from tournament.models import Entry, EntryStatus, Player, Season, SeasonEvent, Tournament
from tournament.rules.seasons.standings import FormulaFrom, SeasonRules
from tournament.services.clock import start_clock
from tournament.services.field.entries import register_entries, reinstate_entries
from tournament.services.locks import lock_tournament
from tournament.services.setup.seasons import join_season, start_season

RULES = SeasonRules(formulas=(FormulaFrom(text="n - r + 1"),))


class Played(NamedTuple):
    """A season with its events, and who has played them."""

    players: list[Player]
    events: list[Tournament]
    season: Season


def in_play(*players: Player, at: datetime = NOW, name: str = "League Night", **changes: Any) -> Tournament:
    """The event of these players with the clock running, all of them in."""
    tournament = make_tournament(name=name, **changes)
    register_entries(tournament_id=tournament.pk, player_ids=[each.pk for each in players], by=ACTOR.at(at))
    _begin(tournament, at)
    return tournament


def played(*players: Player, at: datetime = NOW, **changes: Any) -> Tournament:
    """The same to its end: the first has won, the last went out first."""
    tournament = in_play(*players, at=at, **changes)
    _bust_all_but_the_first(tournament, players, at)
    return tournament


def play_to_its_end(tournament: Tournament, *players: Player, at: datetime) -> None:
    """An event that these have entered: the first wins, the last goes out first."""
    _begin(tournament, at)
    _bust_all_but_the_first(tournament, players, at)


def _begin(tournament: Tournament, at: datetime) -> None:
    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(at))
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(at))
    Entry.objects.filter(tournament=tournament).update(status=EntryStatus.PLAYING)
    tournament.refresh_from_db()


def _bust_all_but_the_first(tournament: Tournament, players: Sequence[Player], at: datetime) -> None:
    entries = {entry.player_id: entry for entry in Entry.objects.filter(tournament=tournament)}
    for loser in reversed(players[1:]):
        bust(tournament, entries[loser.pk], winner=entries[players[0].pk], now=at)
    tournament.refresh_from_db()


def exchange_the_first_two(
    event: Tournament, first: Player, second: Player, *, at: datetime | None = None
) -> None:
    """The last bust was wrong: the second one has won."""
    now = at or after(5)
    loser, winner = (Entry.objects.get(tournament=event, player=each) for each in (first, second))
    with transaction.atomic():
        Entry.objects.filter(pk=loser.pk).update(stack=loser.stack - 10_000)
        reinstate_entries(tournament=lock_tournament(event.pk), stacks={winner.pk: 10_000}, by=ACTOR.at(now))
    event.refresh_from_db()
    bust(event, loser, winner=winner, now=now)


def season_with(*events: Tournament, rules: SeasonRules = RULES, name: str = "2027") -> Season:
    """A season of the Thursday League with these events; `vera` directs them."""
    first, *others = events
    account = first.staff.get().account
    start_season(tournament_id=first.pk, league="Thursday League", name=name, rules=rules, by=ACTOR.at(NOW))
    season = SeasonEvent.objects.filter(tournament=first).latest("pk").season
    for event in others:
        join_season(tournament_id=event.pk, season_id=season.pk, account=account, by=ACTOR.at(NOW))
    return season


@kept
def played_season(count: int = 1, *, rules: SeasonRules = RULES, **changes: Any) -> Played:
    """So many events in which Anna came before Bruno, and he before Carla."""
    players = [make_player(name) for name in ("Anna Verdi", "Bruno Neri", "Carla Rossi")]
    events = [played(*players, name=name, **changes) for name in ("January", "February")[:count]]
    return Played(players=players, events=events, season=season_with(*events, rules=rules))
