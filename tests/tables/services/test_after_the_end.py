"""Once a tournament is over nothing is opened, held, moved or drawn, until what ended it is undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tables.models import MoveKind, Table, TableStatus
from tables.services.desk.seating import make_seat_draw, open_table
from tables.services.hands.recording import undo_operation
from tables.services.moves.balancing import apply_balancing_moves
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.moves.moving import move_entry
from tables.services.table.holds import hold_all_tables, release_all_tables
from tables.services.table.messages import hold_table
from tables.services.table.seats import lock_seat
from tests.factories import ACTOR, NOW, enter, make_tournament
from tests.factories.felt import Felt, make_felt
from tournament.models import TournamentStatus
from tournament.services.errors import Refused
from tournament.services.setup.tournaments import cancel_tournament

pytestmark = pytest.mark.django_db

WAYS: dict[str, Callable[[Felt], object]] = {
    "open a table": lambda felt: open_table(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW)),
    "hold a table": lambda felt: hold_table(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, reason="", by=ACTOR.at(NOW)
    ),
    "hold all tables": lambda felt: hold_all_tables(
        tournament_id=felt.tournament.pk, reason="", by=ACTOR.at(NOW)
    ),
    "break a table": lambda felt: break_table(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, seed="1", by=ACTOR.at(NOW)
    ),
    "redraw": lambda felt: redraw_tables(
        tournament_id=felt.tournament.pk, tables_left=1, seed="1", by=ACTOR.at(NOW)
    ),
    "move a player": lambda felt: move_entry(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[1].pk,
        to_table_id=felt.table.pk,
        to_seat=5,
        kind=MoveKind.FLOOR,
        by=ACTOR.at(NOW),
    ),
    "lock a seat": lambda felt: lock_seat(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, number=5, locked=True, by=ACTOR.at(NOW)
    ),
    "draw the seats": lambda felt: make_seat_draw(
        tournament_id=felt.tournament.pk, seed="1", by=ACTOR.at(NOW)
    ),
}


def won() -> Felt:
    """Two players, registration closed: seat 1 has won the last hand and the tournament."""
    felt = make_felt(500, 500)
    felt.tournament.registration_closed_at = NOW
    felt.tournament.save(update_fields=["registration_closed_at"])
    felt.deal()
    felt.play("r2:500", "c1", "b:2c7d9h", "b:Js", "b:4s", "s2:QhQd", "s1:AhAd")
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.FINISHED
    felt.fresh()
    return felt


@pytest.mark.parametrize("way", WAYS)
def test_after_the_last_hand_the_room_is_left_as_it_is(way: str) -> None:
    felt = won()

    with pytest.raises(Refused) as refused:
        WAYS[way](felt)

    assert (refused.value.code, refused.value.message) == (
        "tournament_over",
        "The tournament is over. To play on, undo what ended it first.",
    )
    assert list(Table.objects.values_list("status", "version")) == [(TableStatus.OPEN, felt.table.version)]


def test_balancing_after_the_end_moves_nobody() -> None:
    felt = won()

    assert apply_balancing_moves(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW)) == []


def test_with_the_last_hand_undone_tables_are_opened_and_held_again() -> None:
    felt = won()

    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))

    assert open_table(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW)).number == 2
    assert hold_all_tables(tournament_id=felt.tournament.pk, reason="", by=ACTOR.at(NOW)) == 2


def test_a_table_that_was_held_at_the_end_can_still_be_released() -> None:
    felt = won()
    Table.objects.update(status=TableStatus.HELD)

    assert release_all_tables(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW)) == 1


def test_in_a_cancelled_tournament_no_seat_is_drawn_and_no_table_opened() -> None:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi", "Bruno Neri")
    cancel_tournament(tournament_id=tournament.pk, by=ACTOR.at(NOW), reason="")

    for way in (
        lambda: make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(NOW)),
        lambda: open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW)),
    ):
        with pytest.raises(Refused) as refused:
            way()
        assert refused.value.message == "The tournament was cancelled."
    assert not Table.objects.exists()
