"""Out by whom: the tap that puts somebody out asks it where a bounty, or the stacks of the table, follow from it."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tables.models import Bust
from tests.factories import ACTOR
from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tournament.models import Entry, EntryStatus
from tournament.services.field.registration import close_registration

pytestmark = pytest.mark.django_db

BOUNTIES: dict[str, Any] = {"bounty_kind": "fixed", "buy_in_bounty": 10_00}
# Where a player is put out: the address, what the button carries besides, and the way in which the table is recorded.
PLACES = {
    "the table's page": ("tables/1/bust/", {"at": "bust"}, "busts"),
    "the seat": ("tables/1/bust/?seat=3", {"at": "seat"}, "busts"),
    "the results": ("tables/1/over/", {"at": "out"}, "results"),
    "the seat where results are entered": ("tables/1/over/?seat=3", {"at": "seat"}, "results"),
}
# What a button of the page carries: its name and value, "" where it does nothing.
BUTTON = re.compile(r'<button class="button bust__player"([^>]*)>')


def buttons(page: str) -> list[str]:
    """The entries of the names to tap, in their order; "" for one that is off."""
    found = [re.search(r'value="(\d+)"', each) for each in BUTTON.findall(page)]
    return [each[1] if each else "" for each in found]


def room(client: Client, way: str = "busts", *, players: int = 4, **changes: Any) -> Floor:
    floor = Floor(client, players, **{**BOUNTIES, **changes})
    if way != "hands":
        floor.post("tables/1/recording/", recording=way)
    return floor


def knocked_out_by(floor: Floor, seat: int) -> set[str]:
    bust = Bust.objects.get(entry=floor.seats[1, seat].pk)
    return set(bust.credited_to.values_list("player__name", flat=True))


@pytest.mark.parametrize(
    ("place", "target"),
    [
        *[(place, "table") for place in PLACES],
        # The console has the seat alone.
        *[(place, "console") for place in PLACES if place.startswith("the seat")],
    ],
)
def test_the_tap_that_puts_somebody_out_asks_by_whom_and_the_next_one_is_the_last(
    client: Client, place: str, target: str
) -> None:
    path, fields, way = PLACES[place]
    floor = room(client, way)
    carla, anna = floor.seats[1, 3], floor.seats[1, 1]
    headers = {"HX-Request": "true", "HX-Target": target}

    def tap(key: int, **more: object) -> Any:
        sent = {"key": f"6d4c2c2e-4dd5-4a8e-9a3e-0b8a9c0f5b1{key}", "out": carla.pk, **fields, **more}
        return client.post(floor.home + path, sent, headers=headers)

    asked = tap(1)

    page = squeeze(asked.content.decode())
    assert asked.status_code == 200
    assert "Who knocked out Carla Rossi?" in page
    assert Entry.objects.get(pk=carla.pk).status == EntryStatus.PLAYING
    address = re.search(r'<form [^>]*action="([^"]+)"[^>]*>(?:(?!</form>).)*id="by-1"', page)
    assert address is not None
    assert address[1] == floor.home + path
    tap(2, by=anna.pk)
    assert knocked_out_by(floor, 3) == {"Anna Verdi"}


def test_on_the_answer_to_a_form_that_no_script_took_over_a_tap_leads_to_a_page_that_can_be_read(
    client: Client,
) -> None:
    floor = room(client)
    address = f"{floor.home}tables/1/bust/?seat=3"
    sent = {"key": str(uuid4()), "out": floor.seats[1, 3].pk, "by": floor.seats[1, 1].pk, "at": "seat"}
    headers = {"HX-Request": "true", "HX-Target": "table", "HX-Current-URL": f"http://testserver{address}"}

    answer = client.post(address, sent, headers=headers, follow=True)

    assert answer.status_code == 200
    assert "Carla Rossi is out in 4th place" in squeeze(answer.content.decode())
    assert knocked_out_by(floor, 3) == {"Anna Verdi"}


def test_the_names_stay_where_they_were_so_that_a_second_tap_does_nothing(client: Client) -> None:
    floor = room(client)
    before = buttons(squeeze(floor.get("tables/1/").content.decode()))

    asked = floor.post("tables/1/bust/", out=floor.seats[1, 3].pk, at="bust")

    after = buttons(squeeze(asked.content.decode()))
    assert before == [str(floor.seats[1, seat].pk) for seat in (1, 2, 3, 4)]
    assert after == [*before[:2], "", before[3]]


def test_the_answer_says_place_prize_by_whom_and_bounty(client: Client) -> None:
    floor = room(client, players=3)
    close_registration(tournament_id=floor.tournament.pk, by=ACTOR.at(timezone.now()))

    answer = floor.post("tables/1/bust/", out=floor.seats[1, 3].pk, by=floor.seats[1, 2].pk)

    [words] = said(answer)
    assert words == (
        "Carla Rossi is out in 3rd place: €27. Knocked out by Bruno Neri. Bruno Neri wins the bounty: €10."
    )
    [words] = said(floor.post("tables/1/bust/", out=floor.seats[1, 2].pk))
    assert words.startswith("Bruno Neri is out in 2nd place: €")
    assert "Knocked out by Anna Verdi." in words


def test_nobody_and_several_are_answers(client: Client) -> None:
    floor = room(client, players=5)

    [words] = said(floor.post("tables/1/bust/", out=floor.seats[1, 5].pk, nobody="1"))
    assert words.endswith("The bounty stays in the pool until the knock-out is credited.")
    two = [floor.seats[1, 1].pk, floor.seats[1, 2].pk]
    [words] = said(floor.post("tables/1/bust/", out=floor.seats[1, 4].pk, by=two))

    assert "Knocked out by Anna Verdi and Bruno Neri." in words
    assert knocked_out_by(floor, 5) == set()
    assert knocked_out_by(floor, 4) == {"Anna Verdi", "Bruno Neri"}


def test_several_out_in_one_hand_are_asked_about_once_with_their_order(client: Client) -> None:
    floor = room(client, players=5)
    third, fourth = floor.seats[1, 3], floor.seats[1, 4]
    order: dict[str, Any] = {f"order_{third.pk}": "2", f"order_{fourth.pk}": "1"}

    asked = squeeze(floor.post("tables/1/bust/", out=[third.pk, fourth.pk], **order).content.decode())

    assert "Who knocked out Carla Rossi and Dario Conti?" in asked
    question = asked.split('id="by-whom"')[1]
    assert f'name="order_{third.pk}" value="2"' in question
    assert f'name="order_{fourth.pk}" value="1"' in question


def test_between_two_players_there_is_nothing_to_ask(client: Client) -> None:
    floor = room(client, players=2)

    floor.post("tables/1/bust/", out=floor.seats[1, 2].pk)

    assert knocked_out_by(floor, 2) == {"Anna Verdi"}


@pytest.mark.parametrize("way", ["busts", "results"])
def test_where_no_bounty_and_no_stack_follows_nothing_is_asked(client: Client, way: str) -> None:
    floor = room(client, way, bounty_kind="none", buy_in_bounty=0)
    path = "tables/1/bust/" if way == "busts" else "tables/1/over/"

    answer = floor.post(path, out=floor.seats[1, 3].pk)

    assert said(answer)[0].endswith("Carla Rossi is out in 4th place.")


def test_where_every_hand_is_recorded_it_is_asked_who_has_the_chips(client: Client) -> None:
    floor = room(client, "hands", bounty_kind="none", buy_in_bounty=0)

    asked = floor.post("tables/1/bust/", out=floor.seats[1, 3].pk)

    assert "Who has the chips of Carla Rossi?" in squeeze(asked.content.decode())
    floor.post("tables/1/bust/", out=floor.seats[1, 3].pk, by=floor.seats[1, 4].pk)
    stacks = Entry.objects.filter(tournament=floor.tournament, is_stack_known=True).order_by("number")
    assert list(stacks.values_list("stack", flat=True)) == [10_000, 10_000, 0, 20_000]
    assert floor.deal(1).number == 1
