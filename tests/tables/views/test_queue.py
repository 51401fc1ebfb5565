"""The desk's queue on a phone: a name, a place, and what becomes of it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tables.models import QueuePlace
from tables.services.desk import queue
from tables.services.desk.queue import Buyer, dismiss_places, register_from_queue
from tables.services.desk.seating import void_and_unseat
from tests.factories import ACTOR, NOW, make_tournament
from tests.pages import squeeze
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def open_house(**changes: Any) -> Tournament:
    return make_tournament(phone_queue=True, **changes)


def join(client: Client, tournament: Tournament, name: str, **extra: Any) -> Any:
    return client.post(
        f"/t/{tournament.code}/register/", {"name": name, "key": str(uuid4())}, follow=True, **extra
    )


def shown(client: Client, name: str) -> str:
    place = QueuePlace.objects.get(name=name)
    return squeeze(client.get(f"/my/queue/{place.secret}/").content.decode())


def test_a_player_joins_by_name_and_sees_the_place_count_down(client: Client) -> None:
    tournament = open_house()
    assert f"http://testserver/t/{tournament.code}/register/" in squeeze(
        client.get(f"/t/{tournament.code}/register/").content.decode()
    )
    page = join(client, tournament, "Anna Verdi")
    join(client, tournament, "Bruno Neri")

    assert page.redirect_chain[-1][0] == f"/my/queue/{QueuePlace.objects.earliest('pk').secret}/"
    assert "You are next: please go to the desk." in page.content.decode()
    assert '<span class="my-seat__number">2</span>' in shown(client, "Bruno Neri")
    place = QueuePlace.objects.earliest("pk")
    register_from_queue(
        tournament_id=tournament.pk, place_id=place.pk, buyer=Buyer(), seed="s", actor=ACTOR, now=NOW
    )

    assert '<span class="my-seat__number">1</span>' in shown(client, "Bruno Neri")
    assert f'href="/my/{Entry.objects.get().link_secret}/"' in shown(client, "Anna Verdi")
    assert "You are registered." in shown(client, "Anna Verdi")


def test_a_player_leaves_and_may_join_again(client: Client) -> None:
    tournament = open_house()
    join(client, tournament, "Anna Verdi")
    place = QueuePlace.objects.get()

    left = client.post(f"/my/queue/{place.secret}/leave/", follow=True).content.decode()

    assert "You have left the queue." in left
    assert f'href="/t/{tournament.code}/register/"' in left
    assert client.get(f"/my/queue/{place.secret}/leave/").status_code == 405


def test_a_dismissed_player_is_sent_to_the_desk(client: Client) -> None:
    tournament = open_house()
    join(client, tournament, "Anna Verdi")
    dismiss_places(tournament_id=tournament.pk, place_id=QueuePlace.objects.get().pk, actor=ACTOR, now=NOW)

    assert "The desk has taken this place off the queue. Please ask there." in shown(client, "Anna Verdi")


def test_whose_entry_was_voided_is_sent_to_the_desk_and_may_join_again(client: Client) -> None:
    tournament = open_house()
    join(client, tournament, "Anna Verdi")
    entry = register_from_queue(
        tournament_id=tournament.pk,
        place_id=QueuePlace.objects.get().pk,
        buyer=Buyer(),
        seed="s",
        actor=ACTOR,
        now=NOW,
    ).entry
    void_and_unseat(
        tournament_id=tournament.pk, entry_id=entry.pk, actor=ACTOR, now=NOW, reason="Wrong player"
    )

    page = shown(client, "Anna Verdi")

    assert "Your entry was voided. Please ask at the desk." in page
    assert entry.link_secret not in page
    assert f'href="/t/{tournament.code}/register/"' in page


def test_who_waits_when_registration_closes_is_told(client: Client) -> None:
    tournament = open_house()
    join(client, tournament, "Anna Verdi")
    Tournament.objects.update(registration_closed_at=NOW)

    assert "Registration has closed. Please ask at the desk." in shown(client, "Anna Verdi")


def test_a_queue_that_the_house_has_closed_takes_nobody_and_no_page_leads_there(client: Client) -> None:
    tournament = make_tournament()

    answer = join(client, tournament, "Anna Verdi")

    assert answer.status_code == 422
    assert "The queue by phone is closed. Please go to the desk." in answer.content.decode()
    assert not QueuePlace.objects.exists()
    link, my_seat = f"/t/{tournament.code}/register/", f"/t/{tournament.code}/seat/"
    assert link not in client.get(my_seat).content.decode()
    Tournament.objects.update(phone_queue=True)
    assert link in client.get(my_seat).content.decode()


def test_who_comes_too_often_is_asked_to_wait_and_keeps_what_was_typed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "A_MINUTE_EACH", 1)
    tournament = open_house()
    join(client, tournament, "Anna Verdi")

    answer = join(client, tournament, "Bruno Neri")
    elsewhere = join(client, tournament, "Carla Rossi", REMOTE_ADDR="10.0.0.7")

    assert answer.status_code == 429
    assert "Many players are joining right now. Try again in a minute." in answer.content.decode()
    assert answer.context["form"]["name"].value() == "Bruno Neri"
    assert elsewhere.status_code == 200
    assert not QueuePlace.objects.filter(network__contains="10.0.0.7").exists()


@pytest.mark.parametrize("places", [1, 3])
def test_a_place_takes_the_same_queries_however_many_wait(
    client: Client, places: int, django_assert_num_queries: Any
) -> None:
    tournament = open_house()
    for number in range(places):
        join(client, tournament, f"Player {number}")
    address = f"/my/queue/{QueuePlace.objects.earliest('pk').secret}/"

    with django_assert_num_queries(2):
        client.get(address)
