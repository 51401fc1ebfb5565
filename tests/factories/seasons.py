"""Events of a season, played to their end by the same players."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, make_tournament
from tests.factories.field import bust
from tournament.models import Entry, EntryStatus, Player, Season, SeasonEvent, Tournament
from tournament.rules.seasons.standings import FormulaFrom, SeasonRules
from tournament.services.clock import start_clock
from tournament.services.field.entries import register_entries
from tournament.services.setup.seasons import join_season, start_season

RULES = SeasonRules(formulas=(FormulaFrom(text="n - r + 1"),))


def in_play(*players: Player, at: datetime = NOW, name: str = "League Night", **changes: Any) -> Tournament:
    """The event of these players with the clock running, all of them in."""
    tournament = make_tournament(name=name, **changes)
    register_entries(tournament_id=tournament.pk, player_ids=[each.pk for each in players], by=ACTOR.at(at))
    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(at))
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(at))
    Entry.objects.filter(tournament=tournament).update(status=EntryStatus.PLAYING)
    tournament.refresh_from_db()
    return tournament


def played(*players: Player, at: datetime = NOW, **changes: Any) -> Tournament:
    """The same to its end: the first has won, the last went out first."""
    tournament = in_play(*players, at=at, **changes)
    entries = {entry.player_id: entry for entry in Entry.objects.filter(tournament=tournament)}
    for loser in reversed(players[1:]):
        bust(tournament, entries[loser.pk], winner=entries[players[0].pk], now=at)
    tournament.refresh_from_db()
    return tournament


def season_with(*events: Tournament, rules: SeasonRules = RULES, name: str = "2027") -> Season:
    """A season of the Thursday League with these events; `vera` directs them."""
    first, *others = events
    account = first.staff.get().account
    start_season(tournament_id=first.pk, league="Thursday League", name=name, rules=rules, by=ACTOR.at(NOW))
    season = SeasonEvent.objects.filter(tournament=first).latest("pk").season
    for event in others:
        join_season(tournament_id=event.pk, season_id=season.pk, account=account, by=ACTOR.at(NOW))
    return season
