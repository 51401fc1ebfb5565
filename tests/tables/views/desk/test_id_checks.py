"""ID checks on the pages: asked for at the sale, marked in a tap, shown where the player is met, and exported."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import NOW, enter, make_player
from tests.factories.desk import at_the_desk, register
from tests.factories.house.things import wait_in_queue
from tests.pages import squeeze
from tournament.models import Arrival, Entry, Role, Tournament
from tournament.queries.registration import ids_checked

pytestmark = pytest.mark.django_db

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def mark(client: Client, tournament: Tournament, player_id: int) -> str:
    address = f"/floor/{tournament.code}/people/{player_id}/id/"
    return client.post(address, {"key": str(uuid4())}, follow=True).content.decode()


def asked(answer: Any) -> dict[str, str]:
    """What the panel that asks for the ID sends again."""
    assert answer.status_code == 422
    page = answer.content.decode()
    panel = page[page.index('id="ask-id"') :]
    return dict(HIDDEN.findall(panel[: panel.index("</form>")]))


def read(client: Client, tournament: Tournament, address: str, **query: str) -> str:
    return squeeze(client.get(f"/floor/{tournament.code}/{address}", query).content.decode())


def test_the_desk_is_asked_for_the_id_and_one_more_tap_sells(client: Client) -> None:
    tournament = at_the_desk(client, id_check=True)
    anna = make_player("Anna Verdi")

    answer = register(client, tournament, anna)
    assert "The ID of Anna Verdi has not been checked." in answer.content.decode()
    sent = asked(answer)
    assert not Entry.objects.exists()
    client.post(answer.wsgi_request.path, sent | {"id": "seen"})

    assert Entry.objects.get().player_id == anna.pk
    assert set(ids_checked(tournament)) == {anna.pk}


def test_a_new_player_and_one_of_the_queue_are_asked_for_it_too(client: Client) -> None:
    tournament = at_the_desk(client, id_check=True, phone_queue=True)
    place = wait_in_queue(tournament, "Bruno Neri", now=NOW)
    desk = f"/floor/{tournament.code}/desk/"
    fields = {"add/": {"name": "Carla Rossi"}, f"queue/{place.pk}/": {}}

    for address, sent in fields.items():
        answer = client.post(desk + address, sent | {"key": str(uuid4())})
        client.post(desk + address, asked(answer) | {"id": "seen"})

    assert list(Entry.objects.order_by("pk").values_list("player__name", flat=True)) == [
        "Carla Rossi",
        "Bruno Neri",
    ]
    assert len(ids_checked(tournament)) == 2


def test_a_full_room_asks_for_the_table_and_keeps_the_answer_about_the_id(client: Client) -> None:
    tournament = at_the_desk(client, Role.FLOOR, id_check=True, seats_per_table=2, late_registration_level=2)
    for name in ("Anna Verdi", "Bruno Neri"):
        answer = register(client, tournament, make_player(name))
        client.post(answer.wsgi_request.path, asked(answer) | {"id": "seen"})
    client.post(f"/floor/{tournament.code}/desk/draw/", {"key": str(uuid4())})
    carla = make_player("Carla Rossi")

    full = register(client, tournament, carla)
    page = full.content.decode()
    assert 'id="room-full"' in page
    panel = page[page.index('id="room-full"') :]
    sent = dict(HIDDEN.findall(panel[: panel.index("</form>")]))
    answer = client.post(full.wsgi_request.path, sent | {"full": "wait"})
    client.post(answer.wsgi_request.path, asked(answer) | {"id": "seen"})

    assert Entry.objects.filter(player=carla, seat=None).exists()


def test_an_event_that_does_not_ask_sells_without_and_the_mark_is_one_tap(client: Client) -> None:
    tournament = at_the_desk(client)
    anna = make_player("Anna Verdi")

    register(client, tournament, anna)
    assert "Checked the ID of Anna Verdi." in mark(client, tournament, anna.pk)
    assert "The ID of Anna Verdi was checked already." in mark(client, tournament, anna.pk)

    assert Entry.objects.count() == 1
    assert "ID checked" in read(client, tournament, "desk/", q="anna")


def test_a_place_of_another_house_is_no_player(client: Client) -> None:
    tournament = at_the_desk(client)
    assert client.post(f"/floor/{tournament.code}/people/9/id/", {"key": str(uuid4())}).status_code == 404


def test_the_mark_stands_on_the_desk_at_check_in_and_on_the_page_of_the_player(client: Client) -> None:
    tournament = at_the_desk(client, Role.FLOOR)
    anna, bruno = enter(tournament, "Anna Verdi", "Bruno Neri")
    Entry.objects.update(arrival=Arrival.AWAITED, is_absent=True)
    mark(client, tournament, anna.player_id)

    desk = read(client, tournament, "desk/", q="verdi")
    check_in = read(client, tournament, "check-in/")
    of_anna, of_bruno = (read(client, tournament, f"people/{one.player_id}/") for one in (anna, bruno))

    assert "ID checked" in desk
    assert f'id="id-{anna.player_id}"' not in desk + check_in + of_anna
    assert f'id="id-{bruno.player_id}"' in check_in
    assert f'id="id-{bruno.player_id}"' in of_bruno
    assert ", by rita" in of_anna
    assert "ID not checked at this event" in of_bruno


def test_check_in_lists_who_is_in_without_a_check_where_the_event_asks_for_it(client: Client) -> None:
    tournament = at_the_desk(client, Role.FLOOR)
    anna, bruno, carla = enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    assert "ID not checked" not in read(client, tournament, "check-in/")
    Tournament.objects.update(id_check=True)
    Entry.objects.filter(pk=carla.pk).update(arrival=Arrival.AWAITED, is_absent=True)
    mark(client, tournament, anna.player_id)

    page = client.get(f"/floor/{tournament.code}/check-in/").context["page"]

    # Who is awaited is asked for it in the list of those.
    assert [player.name for player in page.unchecked] == ["Bruno Neri"]
    assert page.ids_missing == 2
    assert bruno.player_id not in ids_checked(tournament)


def test_the_list_of_players_says_whose_id_was_checked_when_and_by_whom(client: Client) -> None:
    tournament = at_the_desk(client)
    anna, _bruno = enter(tournament, "Anna Verdi", "Bruno Neri")
    mark(client, tournament, anna.player_id)

    text = client.get(f"/floor/{tournament.code}/players.csv").content.decode("utf-8-sig")
    rows = {row["Name"]: row for row in csv.DictReader(StringIO(text))}

    assert (rows["Anna Verdi"]["ID checked by"], rows["Bruno Neri"]["ID checked by"]) == ("rita", "")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", rows["Anna Verdi"]["ID checked"])
    assert rows["Bruno Neri"]["ID checked"] == ""
