"""What a player has done in the events that are over, added up over all of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tables.models import Bust, Table
from tables.queries.desk.results import CostAndReturn, MetOften, MyResults, results_of
from tables.services.hands.knock_outs import set_credited
from tests.factories import ACTOR, NOW, after, make_player
from tests.factories.books import played_for_money
from tests.factories.imports import imported
from tests.factories.seasons import in_play, played
from tests.pages import squeeze
from tests.tournament.rules.past.ttd_files import START, BuyInMade, PlayerMade
from tournament.models import Entry, EntryStatus, LogEntry, Player, Tournament
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> list[Player]:
    return [make_player(name) for name in ("Anna Verdi", "Bruno Neri", "Carla Rossi")]


def places(results: MyResults) -> list[tuple[str, int, int, int]]:
    return [(each.name, each.place_first, each.entries, each.ahead_of) for each in results.events]


def test_events_that_are_over_add_up_the_newest_first(club: list[Player]) -> None:
    anna, bruno, carla = club
    played(anna, bruno, carla, name="January", at=NOW)
    played(bruno, anna, name="February", at=NOW + timedelta(days=30))
    played(carla, bruno, name="Without her", at=NOW + timedelta(days=31))
    in_play(bruno, anna, name="Tonight", at=NOW + timedelta(days=60))
    results = results_of(anna)
    assert places(results) == [("February", 2, 2, 0), ("January", 1, 3, 100)]
    assert (results.wins, results.bought, results.ahead_of, results.in_the_money) == (1, 2, 50, 100)
    assert results.best is not None
    assert results.best.name == "January"
    assert [each.name for each in results.bars] == ["January", "February"]
    assert places(results_of(carla))[0][:2] == ("Without her", 1)


def test_money_is_prizes_bounties_and_side_prizes_by_currency() -> None:
    tournament, (winner, second, *_) = played_for_money(4)
    side = add_side_prize(
        tournament_id=tournament.pk, name="High hand", amount=7_00, is_from_pool=False, by=ACTOR.at(after(50))
    )
    award_side_prize(
        tournament_id=tournament.pk, prize_id=side.pk, entry_id=second.pk, by=ACTOR.at(after(51))
    )
    # 500 guaranteed, half of it for the first, 30 percent for the second; four bounties of 10.
    assert results_of(winner.player).won == (("EUR", 290_00),)
    assert [(each.prize, each.is_win) for each in results_of(winner.player).events] == [(250_00, True)]
    assert results_of(second.player).won == (("EUR", 157_00),)
    assert results_of(make_player("Nobody Yet")) == MyResults(name="Nobody Yet", events=(), knock_outs=0)


def test_what_was_paid_and_won_gives_the_return_by_currency() -> None:
    """An entry is €61 with its bounty; an event in francs is one of them by itself."""
    _tournament, (winner, *_, last) = played_for_money(4)
    assert [results_of(each.player).returned for each in (winner, last)] == [
        (CostAndReturn(currency="EUR", paid=61_00, won=290_00),),
        (CostAndReturn(currency="EUR", paid=61_00, won=0),),
    ]
    assert [each.percent for each in results_of(winner.player).returned] == [375]
    assert [each.percent for each in results_of(last.player).returned] == [-100]
    played(make_player("Bruno Neri"), winner.player, currency="CHF", at=after(120))
    assert results_of(winner.player).returned == (
        CostAndReturn(currency="CHF", paid=50_00, won=33_00),
        CostAndReturn(currency="EUR", paid=61_00, won=290_00),
    )
    assert CostAndReturn(currency="EUR", paid=0, won=5_00).percent is None


def credit(event: Tournament, loser: Player, winner: Player) -> None:
    """Put out by hand, and credited: as the floor does at a table."""
    out, by = (Entry.objects.get(tournament=event, player=each) for each in (loser, winner))
    bust = Bust.objects.create(
        table=Table.objects.filter(tournament=event)[0],
        seat_number=1,
        entry=out,
        log_entry=LogEntry.objects.filter(tournament=event).latest("pk"),
        at=NOW,
    )
    set_credited(bust, [by.pk])


def test_who_knocked_out_whom_most_often_is_named_from_the_second_time_on(club: list[Player]) -> None:
    anna, bruno, carla = club
    first, second = played(*club), played(*club, at=NOW + timedelta(days=1))
    credit(first, bruno, anna)
    credit(first, carla, anna)
    assert (results_of(anna).knock_outs, results_of(anna).victims) == (2, ())
    assert results_of(anna).knocked_out == (
        MetOften(name="Bruno Neri", times=1),
        MetOften(name="Carla Rossi", times=1),
    )
    credit(second, carla, anna)
    assert results_of(anna).victims == (MetOften(name="Carla Rossi", times=2),)
    assert [(each.name, each.times) for each in results_of(anna).knocked_out] == [
        ("Carla Rossi", 2),
        ("Bruno Neri", 1),
    ]
    assert results_of(carla).nemeses == (MetOften(name="Anna Verdi", times=2),)
    Bust.objects.filter(entry__tournament=second).update(undone_at=NOW)
    assert (results_of(anna).knock_outs, results_of(carla).nemeses) == (2, ())


def test_a_page_takes_as_many_queries_for_two_events_as_for_six(
    club: list[Player], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(6):
        played(*club, at=NOW + timedelta(days=day))
    with django_assert_max_num_queries(15):
        results_of(club[0])


def test_the_players_page_leads_to_the_results_and_tells_them(client: Client, club: list[Player]) -> None:
    event = played(*club)
    entry = Entry.objects.get(tournament=event, player=club[1])
    assert f"/my/{entry.link_secret}/results/" in client.get(f"/my/{entry.link_secret}/").content.decode()
    page = client.get(f"/my/{entry.link_secret}/results/")
    body = squeeze(page.content.decode())
    assert "Bruno Neri" in body
    assert "League Night" in body
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert client.get("/my/nobody/results/").status_code == 404
    # The slip of an entry that was made for somebody else opens nothing.
    Entry.objects.filter(pk=entry.pk).update(status=EntryStatus.VOID, stack=0)
    assert client.get(f"/my/{entry.link_secret}/results/").status_code == 404


def test_imported_events_are_among_them_and_merged_opponents_are_one(club: list[Player]) -> None:
    anna, bruno, _carla = club
    for week in range(2):
        imported(
            (
                PlayerMade(first="Anna", last="Verdi", hits_adjustment=1),
                PlayerMade(first=("Bruno", "B.")[week], last="Neri", buy_ins=(BuyInMade(out=30, by=(0,)),)),
            ),
            StartTime=START + week,
        )
    double = Player.objects.get(name="B. Neri")
    Player.objects.filter(pk=double.pk).update(merged_into=bruno)
    Player.objects.filter(pk=bruno.pk).update(public_name="The Owl")
    results = results_of(anna)
    assert [(each.is_imported, each.place_first, each.entries) for each in results.events] == [
        (True, 1, 2)
    ] * 2
    assert results.returned == (CostAndReturn(currency="EUR", paid=40_00, won=140_00),)
    assert (results.knock_outs, results.victims) == (4, (MetOften(name="The Owl", times=2),))
    assert [each.name for each in results_of(Player.objects.get(pk=bruno.pk)).nemeses] == ["Anna Verdi"]
