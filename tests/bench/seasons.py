"""A season of sixty events and two thousand players: its pages, and how long all of it takes to work out again.

`python -m tests.bench.seasons [--small]`, on a PostgreSQL of its own. Returns 1 where a page or the sums take longer
than they may.
"""

from __future__ import annotations

import random
import sys
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from tests.bench.flights import PAGE, Bench, house_on_postgresql

if TYPE_CHECKING:
    from django.test import Client

    from tournament.models import Player, Season, Tournament

EVENTS, PLAYERS, FIELD = 60, 2_000, 300
RUNS: Final = 7
# In milliseconds, from nothing: every event read and every result put through the formula.
WORKED_OUT: Final = 2_000.0
FORMULA: Final = "10 * sqrt(n) / sqrt(r) * (1 + log10(buyinFee + 0.25))"


def main() -> int:
    scale = 0.1 if "--small" in sys.argv else 1.0
    with house_on_postgresql():
        return _measure(players=int(PLAYERS * scale), field=int(FIELD * scale))


def _measure(*, players: int, field: int) -> int:
    from django.test import Client

    from tests.factories import make_account
    from tournament.queries.seasons import board as seasons

    bench = Bench()
    season = _season(players=players, field=field)
    event = season.events.earliest("pk").tournament

    def anew() -> None:
        seasons._kept_points.cache_clear()
        seasons._kept_table.cache_clear()
        seasons.season_board(season)

    bench.measure(
        f"season of {EVENTS} events and {players:,} players worked out", anew, most=WORKED_OUT, runs=RUNS
    )
    client = Client(SERVER_NAME="localhost")
    client.force_login(make_account(), "django.contrib.auth.backends.ModelBackend")
    pages = {
        "standings": f"/seasons/{season.code}/",
        "standings, last page": f"/seasons/{season.code}/?page=99",
        "standings, a name": f"/seasons/{season.code}/?q=rossi",
        "what counts": f"/floor/{event.code}/seasons/{season.pk}/",
        "seasons of an event": f"/floor/{event.code}/seasons/",
        "first page": "/",
    }
    for label, address in pages.items():
        bench.measure(label, partial(_get, client, address), most=PAGE, runs=RUNS)
    return 0 if bench.is_within else 1


def _get(client: Client, address: str) -> None:
    assert client.get(address).status_code == 200


def _season(*, players: int, field: int) -> Season:
    from tests.factories import NOW
    from tests.factories.seasons import season_with
    from tournament.models import Player
    from tournament.rules.names import fold_name
    from tournament.rules.seasons.standings import FormulaFrom, SeasonRules

    rng = random.Random("season")
    names = [
        f"{rng.choice('ABCDEFGH')}anna {rng.choice(('Rossi', 'Verdi', 'Neri'))} {number}"
        for number in range(players)
    ]
    Player.objects.bulk_create(
        Player(name=name, search_name=fold_name(name), search_shown_name=fold_name(name), created_at=NOW)
        for name in names
    )
    everybody = list(Player.objects.order_by("pk"))
    events = [_played(number, rng.sample(everybody, field)) for number in range(EVENTS)]
    rules = SeasonRules(formulas=(FormulaFrom(text=FORMULA),), best=20)
    assert events[0].started_at == NOW - timedelta(days=EVENTS)
    return season_with(*events, rules=rules)


def _played(number: int, players: list[Player]) -> Tournament:
    """An event that is over, as its rows say: the first of them has won."""
    from tests.factories import NOW, make_tournament
    from tournament.models import Entry, EntryStatus, MoneyKind, MoneyRow, Tournament, TournamentStatus

    tournament = make_tournament(name=f"League Night {number + 1}")
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=player,
            number=place,
            status=EntryStatus.PLAYING if place == 1 else EntryStatus.ELIMINATED,
            stack=0,
            place_first=place,
            place_last=place,
            paid_prize=45_00,
            paid_fee=5_00,
            paid_staff=0,
            paid_bounty=0,
            registered_at=NOW,
        )
        for place, player in enumerate(players, start=1)
    )
    MoneyRow.objects.bulk_create(
        MoneyRow(tournament=tournament, entry=entry, kind=MoneyKind.PRIZE, amount=45_00, at=NOW)
        for entry in entries
    )
    began = NOW - timedelta(days=EVENTS - number)
    Tournament.objects.filter(pk=tournament.pk).update(
        status=TournamentStatus.FINISHED, started_at=began, finished_at=began, registration_closed_at=began
    )
    tournament.refresh_from_db()
    return tournament


if __name__ == "__main__":
    raise SystemExit(main())
