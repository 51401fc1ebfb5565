"""The desk and its queue: who comes next, registered in one tap, dismissed, cleared."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tables.models import QueuePlace
from tests.factories import NOW, enter, make_player
from tests.factories.desk import at_the_desk
from tests.factories.floor import tapped
from tests.factories.house.things import wait_in_queue
from tests.factories.prices import MEMBER, priced
from tests.pages import squeeze
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def tap(client: Client, tournament: Tournament, path: str, **fields: Any) -> Any:
    address = f"/floor/{tournament.code}/desk/queue/{path}"
    return tapped(client, address, {"key": str(uuid4()), **fields})


def test_the_desk_sees_who_waits_and_who_of_the_house_that_may_be(client: Client) -> None:
    tournament = at_the_desk(client, phone_queue=True)
    (inside,) = enter(tournament, "Anna Verdi")
    known = make_player("Neri Bruno", club_number="7")
    places = [wait_in_queue(tournament, name, now=NOW) for name in ("Anna Verdi", "Bruno Neri", "Carla")]

    response = client.get(f"/floor/{tournament.code}/desk/", {"part": "queue"})

    lines = response.context["queue"].lines
    assert [(line.number, line.name, [match.id for match in line.players]) for line in lines] == [
        (1, "Anna Verdi", [inside.player_id]),
        (2, "Bruno Neri", [known.pk]),
        (3, "Carla", []),
    ]
    page = squeeze(response.content.decode())
    # Somebody who is in cannot be sold a second entry here; it may be another player of that name.
    assert f'id="queue-{places[0].pk}-{inside.player_id}"' not in page
    assert f'id="queue-{places[0].pk}-new"' in page
    assert f'id="queue-{places[1].pk}-{known.pk}"' in page


def test_the_next_player_is_registered_in_one_tap_and_the_receipt_is_shown(client: Client) -> None:
    tournament = at_the_desk(client, phone_queue=True)
    known = make_player("Anna Verdi")
    anna, bruno = (wait_in_queue(tournament, name, now=NOW) for name in ("Anna Verdi", "Bruno Neri"))

    sold = tap(client, tournament, f"{anna.pk}/", player=known.pk)
    tap(client, tournament, f"{bruno.pk}/")
    again = tap(client, tournament, f"{bruno.pk}/")

    first, second = Entry.objects.order_by("pk")
    assert sold.redirect_chain[-1][0] == f"/floor/{tournament.code}/desk/?ticket={first.pk}"
    assert (first.player_id, second.player.name) == (known.pk, "Bruno Neri")
    assert again.status_code == 422
    assert "Bruno Neri has already been registered from the queue." in again.content.decode()


def test_a_place_is_dismissed_with_its_undo_and_the_queue_is_cleared(client: Client) -> None:
    tournament = at_the_desk(client, phone_queue=True)
    anna, _bruno, carla = (wait_in_queue(tournament, name, now=NOW) for name in ("Anna", "Bruno", "Carla"))

    dismissed = tap(client, tournament, f"{anna.pk}/dismiss/").content.decode()
    cleared = tap(client, tournament, "clear/", seen=carla.pk).content.decode()

    assert "Dismissed 1 player from the desk’s queue." in dismissed
    assert "Dismissed 2 players from the desk’s queue." in cleared
    assert not QueuePlace.objects.filter(state="waiting").exists()


def test_many_places_of_one_address_are_dismissed_in_one_tap(client: Client) -> None:
    tournament = at_the_desk(client, phone_queue=True)
    first, *_others = [wait_in_queue(tournament, f"Prank {number}", now=NOW) for number in range(10)]
    QueuePlace.objects.update(network="prank")
    wait_in_queue(tournament, "Anna", now=NOW)
    page = client.get(f"/floor/{tournament.code}/desk/").content.decode()
    assert "Dismiss all 10 from this address" in " ".join(page.split())
    tap(client, tournament, f"{first.pk}/dismiss/", which="address")
    assert [place.name for place in QueuePlace.objects.filter(state="waiting")] == ["Anna"]


def test_a_desk_without_the_queue_shows_nothing_of_it(client: Client) -> None:
    tournament = at_the_desk(client)

    assert 'id="queue-title"' not in client.get(f"/floor/{tournament.code}/desk/").content.decode()


def test_the_names_of_a_stranger_are_text(client: Client) -> None:
    tournament = at_the_desk(client, phone_queue=True)
    wait_in_queue(tournament, "<script>alert(1)</script>", now=NOW)

    page = client.get(f"/floor/{tournament.code}/desk/").content.decode()

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


@pytest.mark.parametrize("places", [1, 3])
def test_the_queue_takes_the_same_queries_however_many_wait(
    client: Client, places: int, django_assert_num_queries: Any
) -> None:
    tournament = at_the_desk(client, phone_queue=True)
    for number in range(places):
        make_player(f"Player {number}")
        wait_in_queue(tournament, f"Player {number}", now=NOW)

    # session, account, staff, entries, queue, players of those names, their entries and ID checks
    with django_assert_num_queries(8):
        client.get(f"/floor/{tournament.code}/desk/", {"part": "queue"})


def test_the_desk_reads_the_price_that_a_player_says_and_decides(client: Client) -> None:
    tournament = at_the_desk(client, phone_queue=True, **priced(MEMBER))
    for name, price in (("Anna", "Member"), ("Bruno", None), ("Carla", "Gone")):
        QueuePlace.objects.filter(pk=wait_in_queue(tournament, name, now=NOW).pk).update(price_name=price)

    response = client.get(f"/floor/{tournament.code}/desk/", {"part": "queue"})

    says = [line.says.name if line.says else None for line in response.context["queue"].lines]
    assert says == ["Member", None, None]
    assert "says: Member €47" in squeeze(response.content.decode())


def test_the_code_of_the_queue_is_a_page_to_print(client: Client) -> None:
    tournament = at_the_desk(client, phone_queue=True)
    poster = f"/floor/{tournament.code}/desk/queue/poster/"

    page = client.get(poster).content.decode()

    assert f"http://testserver/t/{tournament.code}/register/" in page
    assert "The queue by phone is closed." not in page
    assert poster in client.get(f"/floor/{tournament.code}/desk/").content.decode()
    Tournament.objects.update(phone_queue=False)
    assert "The queue by phone is closed." in client.get(poster).content.decode()
