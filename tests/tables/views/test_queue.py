"""The desk's queue on a phone: a name, a place, and what becomes of it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client

from tables.models import QueuePlace
from tables.services.desk import queue
from tables.services.desk.queue import PlayerToRegister, dismiss_places, register_from_queue
from tables.services.desk.seating import void_and_unseat
from tables.tasks import forget_over_queues
from tests.factories import ACTOR, NOW, give_role, make_tournament
from tests.factories.prices import EARLY, LATE, MEMBER, STAFF, priced
from tests.pages import squeeze
from tournament.models import Entry, LogEntry, Role, Tournament, TournamentStatus

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
        tournament_id=tournament.pk, place_id=place.pk, player=PlayerToRegister(), seed="s", by=ACTOR.at(NOW)
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
    dismiss_places(tournament_id=tournament.pk, place_id=QueuePlace.objects.get().pk, by=ACTOR.at(NOW))

    assert "The desk has taken this place off the queue. Please ask there." in shown(client, "Anna Verdi")


def test_whose_entry_was_voided_is_sent_to_the_desk_and_may_join_again(client: Client) -> None:
    tournament = open_house()
    join(client, tournament, "Anna Verdi")
    entry = register_from_queue(
        tournament_id=tournament.pk,
        place_id=QueuePlace.objects.get().pk,
        player=PlayerToRegister(),
        seed="s",
        by=ACTOR.at(NOW),
    ).entry
    void_and_unseat(tournament_id=tournament.pk, entry_id=entry.pk, by=ACTOR.at(NOW), reason="Wrong player")

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
    link = f"/t/{tournament.code}/register/"
    # The lobby, the page of the event, find my seat.
    pages = ("/", f"/t/{tournament.code}/", f"/t/{tournament.code}/seat/")
    assert [link in client.get(page).content.decode() for page in pages] == [False] * 3
    Tournament.objects.update(phone_queue=True)
    assert [link in client.get(page).content.decode() for page in pages] == [True] * 3
    Tournament.objects.update(registration_closed_at=NOW)
    assert [link in client.get(page).content.decode() for page in pages[:2]] == [False] * 2


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


# --- What it costs --------------------------------------------------------------------------------------------------

NOW_EARLY = replace(EARLY, ends_at=datetime(2099, 3, 14, 20, 15, tzinfo=UTC))
RADIO = re.compile(r'<input type="radio" name="price" value="([^"]*)"')


def test_the_queue_says_what_an_entry_costs_and_asks_which_price_is_the_players(client: Client) -> None:
    tournament = open_house(**priced(NOW_EARLY, LATE, MEMBER, STAFF))
    address = f"/t/{tournament.code}/register/"

    page = squeeze(client.get(address).content.decode())
    client.post(address, {"name": "Anna Verdi", "key": str(uuid4()), "price": "price:Member"})

    # Neither a price that is not to be paid now nor one that players are not told.
    assert RADIO.findall(page) == ["price:Early", "price:Member"]
    assert 'Buy-in now: €40.01 <span class="wrap">(Early)</span>' in page
    assert "until Sat 14 March 2099" in page
    place = shown(client, "Anna Verdi")
    assert "You said: Member €47. The desk decides." in place
    assert "Buy-in now: €40.01" in place
    assert QueuePlace.objects.get().price_name == "Member"


def test_an_event_with_one_price_asks_nothing(client: Client) -> None:
    tournament = open_house(**priced(STAFF))

    page = squeeze(client.get(f"/t/{tournament.code}/register/").content.decode())
    join(client, tournament, "Anna Verdi")

    assert RADIO.findall(page) == []
    assert "Buy-in now: €50" in page
    assert QueuePlace.objects.get().price_name is None
    assert "The desk decides" not in shown(client, "Anna Verdi")


@pytest.mark.parametrize("price", ["price:Staff", "price:Late", "Member", "x"])
def test_a_price_that_the_page_does_not_offer_is_refused(client: Client, price: str) -> None:
    tournament = open_house(**priced(LATE, MEMBER, STAFF, replace(EARLY, ends_at=NOW)))
    Tournament.objects.update(price_data=[one.to_dict() for one in (NOW_EARLY, LATE, MEMBER, STAFF)])

    answer = client.post(
        f"/t/{tournament.code}/register/", {"name": "Anna Verdi", "key": str(uuid4()), "price": price}
    )

    assert answer.status_code == 422
    assert "The prices have changed: choose one again." in answer.content.decode()
    assert not QueuePlace.objects.exists()


# --- The code on the wall, and what is forgotten ----------------------------------------------------------------------


def test_the_board_of_the_room_shows_the_code_while_players_can_join(client: Client) -> None:
    tournament = open_house()
    code = 'id="board-queue"'

    def board() -> str:
        return client.get(f"/t/{tournament.code}/room/").content.decode()

    assert code in board()
    Tournament.objects.update(phone_queue=False)
    assert code not in board()
    Tournament.objects.update(phone_queue=True, registration_closed_at=NOW)
    assert code not in board()


def test_after_the_event_nothing_of_a_name_is_left(client: Client) -> None:
    tournament = open_house()
    client.force_login(give_role(tournament, Role.DIRECTOR, "vera-d"))
    for name in ("Zaphod One", "Zaphod Two", "Zaphod Three"):
        join(client, tournament, name)
    first, second, _third = QueuePlace.objects.order_by("pk")
    desk = f"/floor/{tournament.code}/desk/queue/"
    client.post(f"{desk}{first.pk}/dismiss/", {"key": str(uuid4())})
    undo = LogEntry.objects.get(verb="queue_dismissed")
    client.post(f"/floor/{tournament.code}/log/{undo.pk}/undo/", {"key": str(uuid4())})
    client.post(f"{desk}clear/", {"key": str(uuid4()), "seen": second.pk})
    secret = first.secret
    assert {"Zaphod", secret} <= _words_kept("Zaphod", secret)
    assert LogEntry.objects.filter(verb="queue_restored").exists()

    client.post(f"/floor/{tournament.code}/cancel/", {"reason": "no players"})
    forget_over_queues()

    assert Tournament.objects.get().status == TournamentStatus.CANCELLED
    assert _words_kept("Zaphod", secret) == set()
    assert client.get(f"/my/queue/{secret}/").status_code == 404


def _words_kept(*words: str) -> set[str]:
    """Which of these stand anywhere in the database, sessions apart."""
    text = " ".join(
        repr(row)
        for model in apps.get_models()
        if model is not Session
        for row in model._default_manager.values_list()
    )
    return {word for word in words if word in text}
