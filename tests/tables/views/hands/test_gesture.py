""" "What counts?" on the floor's pages: the verdict with its rule, recorded in the hand and undone from the log."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tables.models import HandOperation
from tests.factories.floor import Floor, said
from tournament.models import LogEntry, Role

pytestmark = pytest.mark.django_db

URL = "tables/1/what-counts/"


def in_play(client: Client, *played: str, **more: Any) -> Floor:
    """Four players; the blinds on 1 and 2, seat 3 to act."""
    floor = Floor(client, 4, **more)
    floor.deal(1, *played)
    return floor


def codes() -> list[str]:
    return list(HandOperation.objects.order_by("pk").values_list("code", flat=True))


def record(floor: Floor, told: str, operation: str, **changes: Any) -> Any:
    page = floor.get(f"{URL}?{told}")
    moment = f"{page.context['hand'].pk}-{page.context['operations']}"
    fields = {"told": page.context["asked"], "moment": moment, "operation": operation}
    return floor.post(URL, **{**fields, **changes})


def test_the_page_asks_and_stores_nothing(client: Client) -> None:
    floor = in_play(client)
    assert floor.get(URL).context["gesture"]["read"] is None
    part = floor.get(URL, htmx=True, said="pot").content.decode()
    assert part.lstrip().startswith("<section")
    assert "Outside pot limit, “pot” is not an amount" in part
    assert codes() == []
    assert f'href="{floor.home}{URL}"' in floor.get("tables/1/").content.decode()


@pytest.mark.rule("ACT-21")
def test_an_undercall_of_a_raise_is_decided_by_the_floor_recorded_and_undone(client: Client) -> None:
    floor = in_play(client, "r3:200", "r4:800")
    page = floor.get(URL, chips="100-100")
    read = page.context["gesture"]["read"]
    assert (read.is_floors, [outcome.code for outcome in read.outcomes]) == (True, ["c1", "f1"])
    done = record(floor, "chips=100-100", "c1")
    assert said(done) == ["Ruled at table 1, hand 1: seat 1, call (TDA 46-C, WSOP 98, TDA 51-B)."]
    assert codes() == ["r3:200", "r4:800", "c1"]
    line = LogEntry.objects.get(verb="gesture_ruled")
    floor.post(f"log/{line.pk}/undo/")
    assert codes()[-1] == "u2"
    undone = LogEntry.objects.get(verb="gesture_undone")
    assert (undone.undoes_id, undone.data) == (line.pk, {"table": 1, "hand": 1})
    # Once it has been undone, or played on, it is not offered again.
    assert f"/log/{line.pk}/undo/" not in floor.get("tables/1/").content.decode()


def test_out_of_turn_it_is_recorded_as_a_ruling(client: Client) -> None:
    floor = in_play(client)
    done = record(floor, "seat=1&said=raise&amount=300", "x:out_of_turn,s=1,o=r1:300")
    assert said(done)[0].startswith("Ruled at table 1, hand 1, out of turn: seat 1, bet or raise to 300 (")
    assert codes() == ["x:out_of_turn,s=1,o=r1:300"]


def test_only_what_the_verdict_offers_is_recorded_and_only_at_its_moment(client: Client) -> None:
    floor = in_play(client)
    assert said(record(floor, "chips=500", "r3:500")) == ["This tap was not recognised. Nothing was changed."]
    page = floor.get(f"{URL}?chips=500")
    moment = f"{page.context['hand'].pk}-0"
    floor2 = record(floor, "chips=500", "c3")
    assert said(floor2)[0].startswith("Ruled at table 1")
    late = floor.post(URL, told="chips=500", moment=moment, operation="c4")
    assert said(late) == ["The hand at table 1 has moved on. Nothing was changed: look again."]
    assert codes() == ["c3"]


def test_between_hands_nobody_is_to_act(client: Client) -> None:
    floor = Floor(client, 3)
    assert floor.get(URL).context["gesture"] is None
    assert "Nobody is to act at this table now." in floor.get(URL).content.decode()
    assert said(floor.post(URL, told="chips=500", moment="1-0", operation="c3"))


def test_the_desk_may_not_rule(client: Client) -> None:
    floor = in_play(client, role=Role.REGISTRATION)
    assert client.get(floor.home + URL).status_code == 403


def test_the_page_asks_the_database_alike_for_few_players_and_many(
    client: Client, django_assert_num_queries: Any
) -> None:
    floor = Floor(client, 3, 9)
    for number in (1, 2):
        floor.deal(number)
        address = f"tables/{number}/what-counts/"
        floor.get(address, htmx=True, chips="500")
        with django_assert_num_queries(8):
            floor.get(address, htmx=True, chips="500")
