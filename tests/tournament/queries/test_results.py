"""Results of an event: paid places, re-entries, bounties, a chop, flights."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import ACTOR, NOW, after, make_tournament
from tests.factories.field import bust, played_down
from tests.factories.flights import Flights
from tournament.models import ChopMethod, Entry, Player, Tournament
from tournament.queries.results import EventResults, event_results
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.services.field.entries import register_entries
from tournament.services.prizes.chops import agree_to_chop, propose_chop

pytestmark = pytest.mark.django_db

FOUR_PLACES = payout_scheme_to_dict(FixedShares(shares=(400_000, 300_000, 200_000, 100_000)))


def three_left(**changes: Any) -> tuple[Tournament, list[Entry]]:
    """Six entries of 45, a pool of 270 in four prizes of 108, 81, 54 and 27; the fourth place is out."""
    return played_down(6, left=3, out_at=after(3), payout_scheme_data=FOUR_PLACES, **changes)


def to_the_end(tournament: Tournament, entries: list[Entry]) -> EventResults:
    for loser in (entries[2], entries[1]):
        bust(tournament, loser, winner=entries[0], now=after(5))
    return event_results(tournament)


def test_while_the_event_is_played_the_places_known_so_far_are_there() -> None:
    tournament, _ = three_left()
    found = event_results(tournament)
    assert [(line.place, line.name, line.prize) for line in found.lines] == [(4, "Dario Conti", 27_00)]
    assert not found.is_over
    assert found.ended_on is None


@pytest.mark.postgres
def test_a_finished_event_has_every_paid_place_with_what_it_cost_and_when_it_was() -> None:
    tournament, entries = three_left(
        venue="Casinò",
        city="Venezia",
        country="IT",
        buy_in_bounty=10_00,
        bounty_kind="fixed",
    )
    Player.objects.filter(name="Bruno Neri").update(public_name="The Bear")
    found = to_the_end(tournament, entries)
    assert (found.name, found.venue, found.city, found.country) == ("Friday Fifty", "Casinò", "Venezia", "IT")
    assert (found.started_on, found.ended_on) == (date(2026, 3, 14), date(2026, 3, 14))
    assert (found.game, found.currency, found.buy_in, found.fee) == ("NT", "EUR", 55_00, 5_00)
    assert (found.entries, found.players, found.re_entries, found.pool) == (6, 6, 0, 270_00)
    assert found.is_over
    assert [(line.place, line.name, line.shown_name, line.prize, line.bounties) for line in found.lines] == [
        # Five knocked out, and the own bounty.
        (1, "Anna Verdi", "Anna Verdi", 108_00, 60_00),
        (2, "Bruno Neri", "The Bear", 81_00, 0),
        (3, "Carla Rossi", "Carla Rossi", 54_00, 0),
        (4, "Dario Conti", "Dario Conti", 27_00, 0),
    ]
    assert not any(line.is_deal for line in found.lines)


def test_only_the_prizes_of_a_chop_are_said_to_come_of_one() -> None:
    tournament, entries = three_left()
    chop = propose_chop(
        tournament_id=tournament.pk,
        method=ChopMethod.EQUAL,
        played_for=0,
        second_for=0,
        by=ACTOR.at(after(4)),
    ).chop
    for entry in entries[:3]:
        agree_to_chop(tournament_id=tournament.pk, chop_id=chop.pk, entry_id=entry.pk, by=ACTOR.at(after(4)))
    tournament.refresh_from_db()
    found = to_the_end(tournament, entries)
    assert [(line.place, line.prize, line.is_deal) for line in found.lines] == [
        (1, 81_00, True),
        (2, 81_00, True),
        (3, 81_00, True),
        (4, 27_00, False),
    ]


def test_players_who_entered_again_are_counted_once() -> None:
    tournament = make_tournament(entries_per_player=2)
    player = Player.objects.create(name="Anna Verdi", search_name="anna verdi", created_at=NOW)
    for _number in range(2):
        register_entries(tournament_id=tournament.pk, player_ids=[player.pk], by=ACTOR.at(NOW))
        Entry.objects.filter(tournament=tournament).update(
            status="eliminated", stack=0, place_first=1, place_last=1
        )
    found = event_results(tournament)
    assert (found.entries, found.players, found.re_entries) == (2, 1, 1)


def test_the_results_of_a_flight_are_those_of_its_event() -> None:
    flights = Flights()
    first = flights.play("Day 1A", ["Bruno Neri", "Anna Verdi"], {"Bruno Neri": 20_000})
    flights.enter(flights.add("Day 1B"), "Anna Verdi", "Carla Rossi")
    found = event_results(Tournament.objects.get(pk=first.pk))
    assert found == event_results(Tournament.objects.get(pk=flights.event.pk))
    assert (found.name, found.entries, found.players) == ("Main event", 4, 3)


@pytest.mark.parametrize("paid", [1, 3])
def test_more_places_ask_no_more_of_the_database(paid: int) -> None:
    tournament, _entries = played_down(6, left=6 - paid - 2, payout_scheme_data=FOUR_PLACES)
    with CaptureQueriesContext(connection) as queries:
        event_results(tournament)
    assert len(queries) <= 7
