"""Tables that stand in the room before they are opened: draws and late entries take them in order."""

from __future__ import annotations

from typing import Any

import pytest

from tables.changes.shaping import OpeningOrderSet
from tables.changes.tables import TableReopened
from tables.models import Seat, Table, TableStatus
from tables.services.desk.seating import make_seat_draw, open_table
from tables.services.table.orders import move_in_order, post_order
from tables.services.table.planning import plan_tables, remove_table
from tables.services.table.zones import save_zone
from tests.factories import ACTOR, after, enter, make_tournament, names
from tests.tables.services.undo.test_one_table import can_undo, newest, undo
from tournament.models import Tournament
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """A room with tables 21 to 24 of nine seats in the zone "Garden", none of them open."""
    tournament = make_tournament(seats_per_table=9, late_registration_level=3)
    save_zone(tournament_id=tournament.pk, name="Garden", staff="Lia", by=ACTOR.at(after(0)))
    plan(tournament, 21, 22, 23, 24, zone="Garden")
    return tournament


def plan(tournament: Tournament, *numbers: int, zone: str = "") -> None:
    plan_tables(tournament_id=tournament.pk, numbers=numbers, seats=9, zone=zone, by=ACTOR.at(after(0)))


def opened() -> list[int]:
    return list(
        Table.objects.filter(status=TableStatus.OPEN).order_by("number").values_list("number", flat=True)
    )


def draw(tournament: Tournament, players: int) -> None:
    enter(tournament, *names(players))
    make_seat_draw(tournament_id=tournament.pk, seed="00" * 16, by=ACTOR.at(after(1)))


def test_the_draw_opens_the_tables_of_the_room_before_numbers_it_does_not_have(
    tournament: Tournament,
) -> None:
    draw(tournament, 20)

    assert opened() == [21, 22, 23]
    assert Table.objects.get(number=24).status == TableStatus.CLOSED
    assert Seat.objects.filter(entry__isnull=False).count() == 20


def test_the_posted_opening_order_decides_which_table_opens_next(tournament: Tournament) -> None:
    post_order(tournament_id=tournament.pk, order="opening", numbers=[24, 22], by=ACTOR.at(after(0)))

    draw(tournament, 20)
    assert opened() == [21, 22, 24]

    open_table(tournament_id=tournament.pk, by=ACTOR.at(after(2)))
    assert opened() == [21, 22, 23, 24]
    open_table(tournament_id=tournament.pk, by=ACTOR.at(after(3)))
    assert opened() == [1, 21, 22, 23, 24]


def test_opening_a_planned_table_says_so_and_is_undone(tournament: Tournament) -> None:
    open_table(tournament_id=tournament.pk, by=ACTOR.at(after(1)))
    line = newest("table_reopened")
    assert TableReopened.of(line).before.closed_at is None

    undo(line)

    assert opened() == []
    assert Table.objects.count() == 4


def test_tables_of_the_room_are_taken_away_and_put_back(tournament: Tournament) -> None:
    table = Table.objects.get(number=24)
    remove_table(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(after(1)))
    assert not Table.objects.filter(number=24).exists()

    undo(newest("table_removed"))

    back = Table.objects.get(number=24)
    assert (back.status, back.seats.count(), back.zone and back.zone.name) == ("closed", 9, "Garden")


def test_a_number_that_was_given_to_another_is_not_put_back(tournament: Tournament) -> None:
    table = Table.objects.get(number=24)
    remove_table(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(after(1)))
    plan(tournament, 24)

    assert not can_undo(newest("table_removed"))


def test_a_table_that_is_open_is_not_taken_away(tournament: Tournament) -> None:
    table = open_table(tournament_id=tournament.pk, by=ACTOR.at(after(1)))

    with pytest.raises(Refused, match="Table 21 is open or was played at"):
        remove_table(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(after(2)))
    assert not can_undo(newest("tables_planned"))


def test_numbers_that_are_taken_are_named(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="There is a table 22, 23 already"):
        plan(tournament, 20, 22, 23)
    assert Table.objects.count() == 4


def test_a_plan_is_undone_whole(tournament: Tournament) -> None:
    undo(newest("tables_planned"))

    assert Table.objects.count() == 0


def test_one_table_goes_one_place_earlier_and_the_order_is_posted(tournament: Tournament) -> None:
    move_in_order(tournament_id=tournament.pk, order="opening", number=23, steps=-1, by=ACTOR.at(after(1)))

    line = newest("opening_order_set")
    assert OpeningOrderSet.of(line).order == (21, 23, 22, 24)
    # At its end it stays where it is.
    assert (
        move_in_order(
            tournament_id=tournament.pk, order="opening", number=21, steps=-1, by=ACTOR.at(after(2))
        )
        is None
    )
    undo(line)
    assert set(Table.objects.values_list("opening_place", flat=True)) == {None}


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [([21, 99], "There is no table 99"), ([21, 21], "Table 21 is in the order twice")],
)
def test_an_order_of_tables_that_are_not_there_is_refused(
    tournament: Tournament, numbers: list[int], sentence: str
) -> None:
    with pytest.raises(Refused, match=sentence):
        post_order(tournament_id=tournament.pk, order="breaking", numbers=numbers, by=ACTOR.at(after(1)))


def test_an_order_is_undone_only_while_it_is_the_one_posted(tournament: Tournament) -> None:
    ids: dict[str, Any] = {"tournament_id": tournament.pk}
    first = post_order(order="opening", numbers=[22, 21], by=ACTOR.at(after(1)), **ids)
    second = post_order(order="opening", numbers=[23], by=ACTOR.at(after(2)), **ids)
    assert first is not None
    assert second is not None
    assert not can_undo(first)

    undo(second)
    places = dict(Table.objects.values_list("number", "opening_place"))
    assert places == {21: 2, 22: 1, 23: None, 24: None}
    assert post_order(order="opening", numbers=[22, 21], by=ACTOR.at(after(3)), **ids) is None
