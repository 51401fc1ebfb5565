"""An entry that was undone is nowhere in a count: desk, console, wall, standings, payouts, lists."""

from __future__ import annotations

from typing import Any

import pytest

from tables.queries.console.grid import table_grid
from tables.queries.console.overview import advice_shown
from tables.queries.console.search import find_by_name
from tables.queries.desk.entries import entries_page, seat_tickets
from tables.queries.room.seating import seats_by_name, standings_page
from tables.services.desk.seating import make_seat_draw, register_and_seat, void_and_unseat
from tests.factories import ACTOR, NOW, enter, make_account, make_player, make_tournament
from tournament.models import Tournament
from tournament.queries.clock import clock_board
from tournament.queries.flights import entries_counted
from tournament.queries.my_tournaments import my_tournaments
from tournament.queries.payouts.ladder import prize_board
from tournament.queries.registration import registration_now
from tournament.queries.standings import field_of
from tournament.queries.tournaments import tournaments_shown
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def a_room(director: str, *, voided: int) -> Tournament:
    """Four players on their seats, and as many who came late and were undone again."""
    tournament = make_tournament(make_account(director), late_registration_level=1)
    enter(tournament, *(f"Player {number}" for number in range(4)))
    make_seat_draw(tournament_id=tournament.pk, seed="s", by=ACTOR.at(NOW))
    for number in range(voided):
        late = register_and_seat(
            tournament_id=tournament.pk,
            player_id=make_player(f"Player late {number}").pk,
            seed="s",
            by=ACTOR.at(NOW),
        )
        void_and_unseat(tournament_id=tournament.pk, entry_id=late.entry.pk, by=ACTOR.at(NOW), reason="Left")
    return tournament


def counts(tournament: Tournament, director: str) -> dict[str, Any]:
    field = field_of(tournament)
    board = clock_board(tournament, now=NOW)
    prizes = prize_board(tournament, entries=field.entries, next_place=field.left)
    page = entries_page(tournament, folded="", typed="", page=1)
    standings = standings_page(tournament)
    (mine,) = my_tournaments(make_account(director))
    (shown,) = (line for line in tournaments_shown(now=NOW) if line.code == tournament.code)
    return {
        "field": field,
        "wall": (board.field, board.average, board.pool, board.places_paid),
        "payouts": (prizes.pool, prizes.places_paid, [row.amount for row in prizes.rows]),
        "desk": (page.total, len(seat_tickets(tournament)), registration_now(tournament, now=NOW).entries),
        "standings": (len(standings.in_play), len(standings.out)),
        "lists": ((mine.entries, mine.left), (shown.entries, shown.left)),
        "console": [(card.players, card.seats) for card in table_grid(tournament, now=NOW).cards],
        "advice": advice_shown(tournament, writer=PageWriter.of(tournament)).players_left,
        "found": (
            len(find_by_name(tournament, folded="player").entries),
            len(seats_by_name(tournament, folded="player")),
        ),
        "counted": entries_counted(tournament),
    }


def test_an_entry_that_was_taken_back_counts_nowhere() -> None:
    without, voided = a_room("ada", voided=0), a_room("bea", voided=3)

    expected = counts(without, "ada")

    assert counts(voided, "bea") == expected
    assert (expected["counted"], expected["field"].chips_in_play) == (4, 40_000)
    assert (expected["wall"][1].chips, expected["wall"][2]) == (10_000, 180_00)
