"""The players of an event in a list: one line each, those who finished first."""

from __future__ import annotations

from typing import Any

import pytest

from tables.queries.desk.export import ExportLine, players_to_export
from tests.factories import ACTOR, NOW, enter, make_tournament
from tests.factories.field import bust, started
from tests.factories.sales import rebuy_felt, sell
from tournament.models import Tournament
from tournament.services.field.entries import register_entry
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize

pytestmark = pytest.mark.django_db


def test_a_player_is_one_line_with_all_that_was_paid_and_the_place_of_who_is_out() -> None:
    tournament, (anna, bruno, carla) = started(3, late_registration_level=2, entries_per_player=2)
    bust(tournament, carla, winner=anna)
    bust(tournament, bruno, winner=anna)
    register_entry(tournament_id=tournament.pk, player_id=carla.player_id, by=ACTOR.at(NOW))
    empty: dict[str, Any] = {
        "public_name": "",
        "club_number": "",
        "country": "",
        "price": "",
        "owed": 0,
        "prize": 0,
    }
    empty |= {"bounties": 0, "side_prizes": 0}

    assert players_to_export(Tournament.objects.get()) == (
        ExportLine(name="Bruno Neri", entries=1, place=(3, 3), paid=50_00, **empty),
        ExportLine(name="Anna Verdi", entries=1, place=None, paid=50_00, **empty),
        ExportLine(name="Carla Rossi", entries=2, place=None, paid=100_00, **empty),
    )


@pytest.mark.parametrize("players", [1, 3])
def test_the_list_takes_the_same_queries_however_many_players(
    players: int, django_assert_num_queries: Any
) -> None:
    tournament = make_tournament()
    enter(tournament, *(f"Player {number}" for number in range(players)))

    with django_assert_num_queries(9):
        players_to_export(tournament)


def test_what_is_owed_is_not_paid_and_side_prizes_are_there() -> None:
    felt = rebuy_felt(10_000, 10_000)
    sell(felt, 1)
    sell(felt, 2, is_owed=True)
    prize = add_side_prize(
        tournament_id=felt.tournament.pk, name="High hand", amount=25_00, is_from_pool=False, by=ACTOR.at(NOW)
    )
    award_side_prize(
        tournament_id=felt.tournament.pk, prize_id=prize.pk, entry_id=felt.entries[2].pk, by=ACTOR.at(NOW)
    )

    lines = players_to_export(Tournament.objects.get())

    assert [(line.name, line.paid, line.owed, line.side_prizes) for line in lines] == [
        ("Anna Verdi", 80_00, 0, 0),
        ("Bruno Neri", 50_00, 30_00, 25_00),
    ]
