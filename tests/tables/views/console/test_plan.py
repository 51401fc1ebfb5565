"""The page of the room: every tap on it, what it says, and how often it asks the database."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tables.models import Table, Zone
from tables.services.table.planning import plan_tables
from tests.factories import ACTOR
from tests.factories.floor import Floor, said
from tournament.models import LogEntry, Role

pytestmark = pytest.mark.django_db


def content(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_an_evening_before_the_doors_open(client: Client) -> None:
    """Zones with their staff, the tables as they are painted, the order in which they open: each said, each undone."""
    floor = Floor(client, 4)

    assert said(floor.post("room/zones/", name="Garden", staff="Lia, Ugo")) == [
        "Zone Garden; staff: Lia, Ugo."
    ]
    assert said(floor.post("room/tables/", numbers="21-24, 31", seats="8", zone="Garden")) == [
        "5 tables added."
    ]
    assert said(floor.post("room/tables/31/", number="32", name="Feature", seats="9", zone="")) == [
        "Changed table 31: number 32, name “Feature”, 9 seats, no zone."
    ]
    assert said(floor.post("room/order/", order="opening", numbers="24 21-22")) == [
        "Set the opening order: 24, 21, 22."
    ]
    assert said(floor.post("room/order/", order="breaking", later="1")) == ["Nothing changed."]
    assert said(floor.post("room/tables/23/remove/")) == ["Removed table 23."]

    page = content(floor.get("room/"))
    assert "Lia, Ugo" in page
    assert "opens 1st" in page
    tables = dict(Table.objects.order_by("number").values_list("number", "seats_count"))
    assert tables == {1: 9, 21: 8, 22: 8, 24: 8, 32: 9}

    lines = LogEntry.objects.filter(tournament=floor.tournament, account=floor.account).order_by("-pk")
    for line in list(lines):
        floor.post(f"log/{line.pk}/undo/")
        assert LogEntry.objects.filter(undoes=line).exists(), line.verb
    assert list(Table.objects.values_list("number", flat=True)) == [1]
    assert Zone.objects.count() == 0


def test_the_breaking_order_is_posted_and_taken_down(client: Client) -> None:
    floor = Floor(client, 3, 3, 3)
    assert "Not posted" in content(floor.get("room/"))

    assert said(floor.post("room/order/", order="breaking", earlier="1")) == [
        "Posted the breaking order: 3, 1, 2."
    ]
    assert "breaks 2nd" in content(floor.get("room/"))
    assert said(floor.post("room/order/", order="breaking", numbers="")) == ["Took down the breaking order."]


def test_what_is_wrong_is_said_and_nothing_is_changed(client: Client) -> None:
    floor = Floor(client, 4, 4)
    before = LogEntry.objects.count()

    answers = [
        floor.post("room/tables/", numbers="2-3", seats="9"),
        floor.post("room/tables/", numbers="x", seats="9"),
        floor.post("room/tables/1/", number="2", name="", seats="9", zone=""),
        floor.post("room/tables/1/", number="1", name="", seats="3", zone=""),
        floor.post("room/zones/", name=""),
        floor.post("room/order/", order="breaking", earlier="1", later="2"),
        floor.post("room/tables/1/remove/"),
    ]

    assert [said(answer)[0].split(".")[0] for answer in answers] == [
        "There is a table 2 already",
        "Table numbers: “x” is not a table number",
        "There is a table 2 already",
        "Dario Fontana sits in seat 4 of table 1".replace("Dario Fontana", floor.seats[1, 4].player.name),
        "Zone: This field is required",
        "This tap was not recognised",
        "Table 1 is open or was played at; it stays in the record",
    ]
    assert LogEntry.objects.count() == before


def test_a_zone_is_changed_and_removed_and_another_tournaments_is_not_there(client: Client) -> None:
    floor = Floor(client, 4)
    floor.post("room/zones/", name="Garden", staff="")
    zone = Zone.objects.get()

    assert said(floor.post(f"room/zones/{zone.pk}/", name="Garden", staff="Ugo")) == [
        "Changed the staff of zone Garden: Ugo."
    ]
    assert said(floor.post(f"room/zones/{zone.pk}/", name="Veranda", staff="Ugo")) == [
        "Changed zone Garden: Veranda; staff: Ugo."
    ]
    assert said(floor.post(f"room/zones/{zone.pk}/", remove="1")) == ["Removed the zone Veranda."]
    assert floor.post(f"room/zones/{zone.pk}/", name="X").status_code == 404


def test_the_desk_reads_the_room_and_changes_nothing(client: Client) -> None:
    floor = Floor(client, 4, role=Role.REGISTRATION)

    page = floor.get("room/", table="1")

    assert page.status_code == 200
    assert "<form" not in content(page).split('id="room"')[1].split("</main>")[0]


def test_the_page_asks_the_same_of_three_tables_as_of_one(client: Client) -> None:
    asked = []
    for sizes in ((4,), (4, 4, 4)):
        floor = Floor(client, *sizes)
        numbers = range(40, 40 + len(sizes))
        plan_tables(
            tournament_id=floor.tournament.pk,
            numbers=list(numbers),
            seats=9,
            zone="",
            by=ACTOR.at(timezone.now()),
        )
        floor.get("room/")
        with CaptureQueriesContext(connection) as captured:
            floor.get("room/", table="1")
        asked.append(len(captured))
    assert asked[0] == asked[1]
