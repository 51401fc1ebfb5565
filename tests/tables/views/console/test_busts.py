"""Busts and counts entered on the table's page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tables.models import Bust
from tables.queries.console.table import table_page
from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tournament.models import Entry, EntryStatus

pytestmark = pytest.mark.django_db

# A form with its address; the addresses that take a player out of the tournament.
FORM = re.compile(r'<form [^>]*action="([^"?]*)[^"]*".*?</form>', re.DOTALL)
ENDS_A_NIGHT = ("/bust/", "/over/", "/penalty/", "/leave/", "/no-show/")


def test_one_tap_puts_a_player_out_and_another_takes_it_back(client: Client) -> None:
    floor = Floor(client, 3)
    page = floor.get("tables/1/").content.decode()
    assert 'id="bust-3" name="out"' in page

    answer = floor.post("tables/1/bust/", out=floor.seats[1, 3].pk, nobody="1")

    assert said(answer) == ["Carla Rossi is out in 3rd place."]
    [message] = answer.context["messages"]
    Entry.objects.get(pk=floor.seats[1, 3].pk, status=EntryStatus.ELIMINATED)
    floor.client.post(message.extra_tags.split()[0], {"key": "6d4c2c2e-4dd5-4a8e-9a3e-0b8a9c0f5b11"})
    assert not Bust.objects.filter(undone_at__isnull=True).exists()
    assert floor.where(floor.seats[1, 3]) == (1, 3)


def test_several_of_one_hand_are_out_with_those_who_knocked_them_out(client: Client) -> None:
    floor = Floor(client, 4)

    answer = floor.post(
        "tables/1/bust/",
        out=[floor.seats[1, 3].pk, floor.seats[1, 4].pk],
        by=[floor.seats[1, 1].pk],
    )

    [words] = said(answer)
    assert words == (
        "Carla Rossi is out and ties for places 3–4. Dario Conti is out and ties for places 3–4. "
        "Knocked out by Anna Verdi."
    )
    assert Entry.objects.get(pk=floor.seats[1, 1].pk).known_stack == 30_000


def test_a_refused_bust_is_said_on_the_page_with_what_was_ticked(client: Client) -> None:
    floor = Floor(client, 5)
    floor.post("tables/1/bust/", out=floor.seats[1, 5].pk, nobody="1")

    answer = floor.post("tables/1/bust/", out=[floor.seats[1, 3].pk, floor.seats[1, 4].pk])

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Not every stack is known: enter who finishes higher." in page
    ticked = [line for line in page.split("<input") if 'name="out"' in line and "checked" in line]
    assert len(ticked) == 2
    assert page.count('name="order_') == 4


def test_the_order_is_entered_beside_the_names(client: Client) -> None:
    floor = Floor(client, 5)
    floor.post("tables/1/bust/", out=floor.seats[1, 5].pk, nobody="1")
    third, fourth = floor.seats[1, 3], floor.seats[1, 4]

    fields: dict[str, Any] = {f"order_{third.pk}": "2", f"order_{fourth.pk}": "1"}
    floor.post("tables/1/bust/", out=[third.pk, fourth.pk], **fields)

    places = dict(Entry.objects.filter(place_first__isnull=False).values_list("pk", "place_first"))
    assert places == {floor.seats[1, 5].pk: 5, fourth.pk: 3, third.pk: 4}


def test_unknown_stacks_are_said_to_be_unknown_and_are_counted_on_the_page(client: Client) -> None:
    floor = Floor(client, 3)
    floor.post("tables/1/bust/", out=floor.seats[1, 3].pk, nobody="1")

    page = squeeze(floor.get("tables/1/").content.decode())
    assert page.count('<span class="seat__stack number"> unknown </span>') == 2
    assert "10,000" not in page.split('id="counts"')[0]
    answer = floor.post("tables/1/count/", stack_1="12,000", stack_2="18000")

    assert said(answer) == ["Counted at table 1: Anna Verdi 12,000, Bruno Neri 18,000."]
    shown = table_page(floor.tournament, number=1, seat=None, now=timezone.now())
    assert shown is not None
    assert [seat.stack for seat in shown.seats[:3]] == [12_000, 18_000, 0]


def test_a_count_that_does_not_add_up_keeps_what_was_typed(client: Client) -> None:
    floor = Floor(client, 3)
    floor.post("tables/1/bust/", out=floor.seats[1, 3].pk, nobody="1")

    answer = floor.post("tables/1/count/", stack_1="12000", stack_2="17000")

    assert answer.status_code == 422
    assert "29,000 counted, but table 1 has 30,000: 1,000 missing." in answer.content.decode()
    assert 'value="17000"' in answer.content.decode()


def test_during_a_hand_the_page_says_why_nobody_is_put_out_by_hand(client: Client) -> None:
    floor = Floor(client, 3)
    floor.deal(1)

    page = floor.get("tables/1/").content.decode()

    assert "Hand 1 is in play: players who lose their last chips are out when it ends." in squeeze(page)
    assert 'name="out"' not in page


def test_nobody_is_ranked_while_a_stack_is_unknown(client: Client) -> None:
    floor = Floor(client, 3, 3)
    floor.post("tables/1/bust/", out=floor.seats[1, 3].pk, nobody="1")

    page = squeeze(client.get(f"/t/{floor.tournament.code}/").content.decode())

    assert page.count('<td class="number soft">–</td>') == 5
    assert page.count('<td class="number strong">unknown</td>') == 2
    assert page.count('<td class="number strong">10,000</td>') == 3


@pytest.mark.parametrize("recording", ["hands", "results", "busts"])
def test_what_ends_a_players_night_is_not_the_primary_button(client: Client, recording: str) -> None:
    floor = Floor(client, 5, bounty_kind="fixed", buy_in_bounty=10_00)
    if recording != "hands":
        floor.post("tables/1/recording/", recording=recording)
    asked = floor.post("tables/1/bust/", out=floor.seats[1, 3].pk, at="seat", htmx=True)

    forms = [
        (form[1].removeprefix(floor.home), form[0])
        for answer in (floor.get("tables/1/", seat=3), asked)
        for form in FORM.finditer(answer.content.decode())
        if form[1].endswith(ENDS_A_NIGHT)
    ]

    assert {address for address, _form in forms} >= {"tables/1/bust/", "tables/1/penalty/", "tables/1/leave/"}
    # A hand that is over ends nobody's night by itself.
    ends = [(address, form) for address, form in forms if "/over/" not in address or 'name="out"' in form]
    assert [address for address, form in ends if "button--primary" in form] == []
