"""What web hooks tell of the tables, made by the services of the room."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tables.models import Seat, Table
from tables.services.desk.seating import make_seat_draw, register_and_seat
from tables.services.moves.breaking import break_table, redraw_tables
from tests.factories import ACTOR, NOW, after, make_player
from tests.factories.field import entered
from tests.factories.hooks import make_hook
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tournament.models import HookDelivery

pytestmark = pytest.mark.django_db


def told() -> list[tuple[str, dict[str, Any]]]:
    bodies = [json.loads(row.body) for row in HookDelivery.objects.order_by("pk")]
    return [(body["type"], body["data"]) for body in bodies]


def test_a_draw_is_told_once_and_a_late_seat_by_itself() -> None:
    tournament, _ = entered(4, late_registration_level=3)
    make_hook(tournament, types=("draw.revealed", "entry.seated", "entry.created"))

    make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    late = register_and_seat(
        tournament_id=tournament.pk, player_id=make_player("Zeno Ultimo").pk, by=ACTOR.at(after(1))
    )

    code = {"event": tournament.code}
    seat = Seat.objects.select_related("table").get(entry=late.entry)
    assert told() == [
        ("draw.revealed", {**code, "kind": "seats", "entries": 4, "tables": 1}),
        ("entry.created", {**code, "entry": 5}),
        ("entry.seated", {**code, "entry": 5, "table": seat.table.number, "seat": seat.number}),
    ]


def test_the_last_but_one_table_that_breaks_makes_the_final_table() -> None:
    tournament = make_room(3, 3, 3)
    make_hook(tournament, types=("draw.revealed", "entry.moved", "event.final_table"))
    third, second = Table.objects.filter(tournament=tournament).order_by("-number")[:2]

    break_table(tournament_id=tournament.pk, table_id=third.pk, by=ACTOR.at(NOW))
    before = told()
    break_table(tournament_id=tournament.pk, table_id=second.pk, by=ACTOR.at(NOW))
    new = told()[len(before) :]

    assert Counter(kind for kind, _ in before) == {"draw.revealed": 1, "entry.moved": 3}
    assert [kind for kind, _ in new[:2]] == ["draw.revealed", "event.final_table"]
    moved = [data for kind, data in new if kind == "entry.moved"]
    assert {(each["from"]["table"], each["to"]["table"]) for each in moved} == {(2, 1)}
    assert {each["entry"] for each in moved} <= set(range(1, 10))


def test_a_redraw_to_one_table_makes_the_final_table_too() -> None:
    tournament = make_room(3, 3)
    make_hook(tournament)

    redraw_tables(tournament_id=tournament.pk, tables_left=1, by=ACTOR.at(NOW))

    code = {"event": tournament.code}
    assert told() == [
        ("draw.revealed", {**code, "kind": "redraw", "entries": 6, "tables": 1}),
        ("event.final_table", code),
    ]
