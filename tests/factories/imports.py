"""Imported events, of files as The Tournament Director saves them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.factories import ACTOR, NOW, make_player
from tests.tournament.rules.past.ttd_files import FOUR, PlayerMade, make_ttd_file
from tournament.models import Account, ImportedEvent, ImportedFile, Season, Tournament
from tournament.rules.names import key_of
from tournament.rules.seasons.standings import FormulaFrom, SeasonRules
from tournament.services.imports import import_event, say_who, take_file
from tournament.services.people.house_log import NOBODY
from tournament.services.setup.season_imports import (
    add_imports,
    make_imported_season,
    take_out_import,
)

ROME = ZoneInfo("Europe/Rome")


def take(raw: bytes, *, name: str = "evening.tdt", now: datetime = NOW, **changes: Any) -> ImportedFile:
    """The file as it was read."""
    changes = {"zone": ROME, "currency": "EUR", "account": None, **changes}
    return take_file(raw=raw, name=name, now=now, **changes)


def imported(players: Sequence[PlayerMade] = FOUR, *, now: datetime = NOW, **changes: Any) -> ImportedEvent:
    """An event of these players, imported; `changes` are fields of the file."""
    event = take(make_ttd_file(players, **changes), now=now).events.get()
    import_event(event_id=event.pk, visitor=NOBODY, now=now)
    event.refresh_from_db()
    return event


def make_imports(tournament: Tournament, account: Account, now: datetime) -> dict[str, Any]:
    """An event of an earlier year (“imported”) that counts in this tournament's season, one that was taken out of it,
    one in another season, one in none, one that waits with a name of two players, another version of one, and a file
    that cannot be read.
    """
    counted, alone, free = (
        make_ttd_file(Title=f"{tournament.name} {day}", LeagueName=tournament.name, SeasonName=f"{day}")
        for day in range(3)
    )
    left = make_ttd_file(Title=f"{tournament.name} 3", LeagueName=tournament.name, SeasonName="0")
    events = [take(raw, now=now).events.get() for raw in (left, counted, alone, free)]
    for event in events:
        import_event(event_id=event.pk, visitor=NOBODY, now=now)
    twin = f"Twin {tournament.name}"
    for _ in range(2):
        make_player(twin)
    say_who(chosen={key_of(twin): None})
    waiting = take(make_ttd_file((PlayerMade(first=twin),), Title=f"{tournament.name} to come"), now=now)
    corrected = (FOUR[1], FOUR[0], *FOUR[2:])
    take(
        make_ttd_file(corrected, Title=f"{tournament.name} 2", UUID=events[-1].own_id),
        name="again.tdt",
        now=now,
    )
    take(f"{{V: '{tournament.name}'".encode(), name="broken.tdt", now=now)
    season = Season.objects.filter(events__tournament=tournament).latest("pk")
    add_imports(
        tournament_id=tournament.pk, season_id=season.pk, league=tournament.name, season="0", by=ACTOR.at(now)
    )
    take_out_import(tournament_id=tournament.pk, season_id=season.pk, event_id=events[0].pk, by=ACTOR.at(now))
    earlier = make_imported_season(
        league=tournament.name,
        season="1",
        league_name=f"{tournament.name} of then",
        name="2019",
        rules=SeasonRules(formulas=(FormulaFrom(text="n - r + 1"),)),
        account=account,
        visitor=NOBODY,
        now=now,
    )
    return {"imported": events[1], "waiting_file": waiting, "earlier": earlier}
