"""What changes the whole room at once, the draw, a redraw and their undos, asks no more of a large room than of a
small one, and draws from a seed what it always drew.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.models import Seat, SeatDraw, Table
from tables.services.desk.seating import make_seat_draw, open_table
from tables.services.moves.breaking import redraw_tables
from tests.factories import ACTOR, NOW, after, enter, make_tournament
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tables.services.undo.test_one_table import newest
from tournament.models import Entry, Tournament
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

# Entry numbers in the order of the seats, and the buttons, that version 0.1.0 drew from SEED for fourteen players.
SEED = "22b5" * 8
DRAWN_FIRST = [10, 14, 5, 6, 1, 4, 13]
DRAWN_SECOND = [12, 7, 9, 11, 2, 8, 3]
BUTTONS = [5, 2]


def drawn(entries: int, *, open_tables: int = 0, now: datetime = NOW, **changes: Any) -> Tournament:
    tournament = make_tournament(**changes)
    enter(tournament, *(f"Player {number}" for number in range(1, entries + 1)))
    for _ in range(open_tables):
        open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    make_seat_draw(tournament_id=tournament.pk, seed=SEED, by=ACTOR.at(now))
    return tournament


def queries(do: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        do()
    return [query["sql"].split(" ", 1)[0] for query in captured]


def take_back(verb: str) -> None:
    line = newest(verb)
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(after(9)))


def test_a_seed_draws_the_seats_and_buttons_that_it_always_drew() -> None:
    tournament = drawn(14, open_tables=1, rule_profile="figp")

    numbers = dict(Entry.objects.values_list("pk", "number"))
    seats = Seat.objects.filter(entry__isnull=False).order_by("table__number", "number")
    assert [
        (table, seat, numbers[entry or 0])
        for table, seat, entry in seats.values_list("table__number", "number", "entry")
    ] == [
        *((1, seat, number) for seat, number in enumerate(DRAWN_FIRST, start=1)),
        *((2, seat, number) for seat, number in enumerate(DRAWN_SECOND, start=1)),
    ]
    # The result lists the seats as they are filled: the first of every table, then the second.
    assert [numbers[entry] for entry, _, _ in SeatDraw.objects.get().result] == [
        number for pair in zip(DRAWN_FIRST, DRAWN_SECOND, strict=True) for number in pair
    ]
    assert list(Table.objects.order_by("number").values_list("first_button", flat=True)) == BUTTONS
    assert Tournament.objects.get(pk=tournament.pk).draw_made_at == NOW


@pytest.mark.parametrize("profile", ["tda2024", "figp"])
def test_a_draw_and_its_undo_take_as_many_queries_for_a_hundred_players_as_for_ten(profile: str) -> None:
    def draw(entries: int) -> tuple[list[str], list[str]]:
        tournament = make_tournament(rule_profile=profile)
        enter(tournament, *(f"Player {number} of {entries}" for number in range(1, entries + 1)))
        made = queries(lambda: make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(after(1))))
        taken = Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
        assert (taken.count(), taken.values("table").distinct().count()) == (entries, -(-entries // 9))
        undone = queries(lambda: take_back("seats_drawn"))
        assert not Table.objects.filter(tournament=tournament).exists()
        return made, undone

    assert draw(100) == draw(10)


def test_a_redraw_and_its_undo_take_as_many_queries_for_seven_tables_as_for_three() -> None:
    def redraw(*sizes: int) -> tuple[list[str], list[str]]:
        tournament = make_room(*sizes)
        before = list(Seat.objects.filter(table__tournament=tournament).order_by("pk").values())
        made = queries(
            lambda: redraw_tables(
                tournament_id=tournament.pk, tables_left=len(sizes) - 1, seed="1", by=ACTOR.at(after(1))
            )
        )
        undone = queries(lambda: take_back("tables_redrawn"))
        assert list(Seat.objects.filter(table__tournament=tournament).order_by("pk").values()) == before
        return made, undone

    # More than one table stays each time: a final table may be widened first.
    assert redraw(*[7] * 7) == redraw(4, 4, 4)


def test_every_table_of_a_draw_changes_its_version_so_that_no_tablet_acts_on_empty_seats() -> None:
    drawn(20, open_tables=1)
    assert list(Table.objects.order_by("number").values_list("version", flat=True)) == [1, 1, 1]
