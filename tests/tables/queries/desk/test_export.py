"""The players of an event in a list: one line each, those who finished first."""

from __future__ import annotations

from typing import Any

import pytest

from tables.queries.desk.export import ExportLine, players_to_export
from tests.factories import ACTOR, NOW, enter, make_tournament
from tests.factories.field import bust, started
from tournament.models import Tournament
from tournament.services.field.entries import register_entry

pytestmark = pytest.mark.django_db


def test_a_player_is_one_line_with_all_that_was_paid_and_the_place_of_who_is_out() -> None:
    tournament, (anna, bruno, carla) = started(3, late_registration_level=2, entries_per_player=2)
    bust(tournament, carla, winner=anna)
    bust(tournament, bruno, winner=anna)
    register_entry(tournament_id=tournament.pk, player_id=carla.player_id, actor=ACTOR, now=NOW)
    empty: dict[str, Any] = {"public_name": "", "club_number": "", "price": "", "prize": 0, "bounties": 0}

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

    with django_assert_num_queries(8):
        players_to_export(tournament)
