"""The events of the house by what people choose them by, and what a player has of each."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import ACTOR, NOW, after, enter, make_player, make_tournament
from tests.factories.festivals import FestivalDay
from tests.factories.field import bust, started
from tournament.models import BountyKind, Tournament
from tournament.queries.lobby import Lobby, LobbySearch, OwnPart, lobby
from tournament.queries.tournaments import EventLine
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.services.field.entries import register_entries

pytestmark = pytest.mark.django_db

REBUY = {"price": {"prize": 1000}, "chips": 5_000, "through_level": 4}


def searched(player: int | None = None, typed: dict[str, str] | None = None) -> Lobby:
    return lobby(LobbySearch.read(typed or {}), now=NOW, player=player)


def found(**typed: str) -> list[str]:
    return [event.line.name for event in searched(typed=typed).events]


def line_of(tournament: Tournament) -> EventLine:
    (line,) = (event.line for event in searched().events if event.line.id == tournament.pk)
    return line


def test_the_pool_is_the_guarantee_until_the_buy_ins_reach_it() -> None:
    event = make_tournament(buy_in_prize=50_00, guarantee=120_00)
    assert (line_of(event).pool, line_of(event).is_guaranteed) == (120_00, True)
    enter(event, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    assert (line_of(event).pool, line_of(event).guarantee, line_of(event).is_guaranteed) == (
        150_00,
        120_00,
        False,
    )


def test_seats_and_flights_play_for_no_pool_of_their_own() -> None:
    day = FestivalDay()
    assert (line_of(day.satellite).pool, line_of(day.satellite).seats_for) == (0, "Main event")


@pytest.mark.parametrize(
    ("settings", "formats"),
    [
        ({"entries_per_player": 1}, ("freeze_out",)),
        ({"entries_per_player": None}, ("re_entry",)),
        (
            {"entries_per_player": 3, "bounty_kind": BountyKind.FIXED, "buy_in_bounty": 5_00},
            ("re_entry", "bounties"),
        ),
    ],
)
def test_an_event_says_what_it_is(settings: dict[str, Any], formats: tuple[str, ...]) -> None:
    event = make_tournament(**settings)
    assert (line_of(event).game, line_of(event).formats) == ("NT", formats)


def test_several_games_are_a_mix() -> None:
    levels = (
        Level(small_blind=25, big_blind=50, duration_seconds=1200),
        Level(small_blind=25, big_blind=50, duration_seconds=1200, game="PO"),
    )
    event = make_tournament(structure=Structure(periods=levels), late_registration_level=1)
    assert (line_of(event).game, line_of(event).formats) == ("", ("freeze_out", "mixed"))


def test_events_are_found_by_day_format_and_open_registration() -> None:
    make_tournament(name="Today", starts_at=NOW, entries_per_player=1)
    make_tournament(name="Tomorrow", starts_at=NOW + timedelta(days=1), entries_per_player=None)
    closed, _entries = started(2, name="Closed", late_registration_level=0)
    every = searched()
    assert (every.days, every.formats, every.count) == (
        (NOW.date(), NOW.date() + timedelta(days=1)),
        ("freeze_out", "re_entry"),
        3,
    )
    assert found(day=(NOW.date() + timedelta(days=1)).isoformat()) == ["Tomorrow"]
    assert found(format="re_entry") == ["Tomorrow"]
    assert found(open="1") == ["Today", "Tomorrow"]
    assert line_of(closed).takes_entries is False


def test_a_full_event_takes_no_entries() -> None:
    event = make_tournament(max_entries=2)
    enter(event, "Anna Verdi")
    assert (line_of(event).takes_entries, line_of(event).is_full) == (True, False)
    enter(event, "Bruno Neri")
    assert (line_of(event).takes_entries, line_of(event).is_full) == (False, True)


def test_what_is_not_understood_is_not_asked() -> None:
    make_tournament(name="Today")
    assert found(day="2026-13-40", format="poker", own="") == ["Today"]
    assert LobbySearch.read({"day": "x", "format": "x"}).is_asked is False


def test_a_player_sees_where_they_are_in_and_where_they_have_won_a_seat() -> None:
    day = FestivalDay()
    day.win()
    winner, other = day.entries[0].player_id, day.entries[4].player_id
    enter(make_tournament(name="Not mine"), "Gina Serra")
    own = {event.line.name: event.own for event in searched(winner).events}
    assert own["Not mine"] is None
    assert own["Main event"] == OwnPart(has_won_seat=True)
    mine = own["Satellite"]
    assert mine is not None
    assert (mine.secret, mine.place_first) == (day.entries[0].link_secret, 1)
    assert [event.line.name for event in searched(other, {"own": "1"}).events] == ["Satellite"]

    register_entries(tournament_id=day.main.pk, player_ids=[winner], by=ACTOR.at(after(90)))
    entered = {event.line.name: event.own for event in searched(winner).events}["Main event"]
    assert entered is not None
    assert (entered.is_in, entered.has_won_seat) == (True, False)


def test_a_player_who_is_out_sees_the_place() -> None:
    event, entries = started(3)
    bust(event, entries[2], winner=entries[0], now=after(5))
    ((own,),) = [[each.own for each in searched(entries[2].player_id).events]]
    assert own is not None
    assert (own.is_in, own.place_first, own.place_last) == (False, 3, 3)


@pytest.mark.parametrize("count", [1, 4])
def test_the_lobby_asks_as_many_queries_for_one_event_as_for_many(count: int) -> None:
    for number in range(count):
        make_tournament(name=f"Number {number}")
    player = make_player("Anna Verdi")
    with CaptureQueriesContext(connection) as queries:
        assert len(searched(player.pk).events) == count
    assert len(queries) == 4
