"""Results and ways of recording entered on the table's page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tables.models import Recording, Table
from tables.queries.console.table import table_page
from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tournament.models import Entry, EntryStatus

pytestmark = pytest.mark.django_db


def way_of(floor: Floor, number: int = 1) -> str:
    return Table.objects.get(tournament=floor.tournament, number=number).recording


def test_another_way_of_recording_is_one_tap_and_is_undone(client: Client) -> None:
    floor = Floor(client, 3)

    answer = floor.post("tables/1/recording/", recording="results")

    assert said(answer) == ["Results only are entered at table 1."]
    assert way_of(floor) == Recording.RESULTS
    [message] = answer.context["messages"]
    client.post(message.extra_tags.split()[0], {"key": "6d4c2c2e-4dd5-4a8e-9a3e-0b8a9c0f5b11"})
    assert way_of(floor) == Recording.HANDS


def test_where_only_busts_are_entered_stacks_and_button_are_unknown_until_it_is_undone(
    client: Client,
) -> None:
    floor = Floor(client, 3)
    floor.deal(1, "f3", "f1")
    known = [seat.stack for seat in look(floor).seats[:3]]

    answer = floor.post("tables/1/recording/", recording="busts")

    page = look(floor)
    assert ([seat.stack for seat in page.seats[:3]], page.next_button) == ([None] * 3, 0)
    [message] = answer.context["messages"]
    client.post(message.extra_tags.split()[0], {"key": "6d4c2c2e-4dd5-4a8e-9a3e-0b8a9c0f5b11"})
    page = look(floor)
    assert [seat.stack for seat in page.seats[:3]] == known
    assert page.next_button == 1


def look(floor: Floor) -> Any:
    return table_page(floor.tournament, number=1, seat=None, now=timezone.now())


def test_a_hand_is_counted_and_undone_on_the_page(client: Client) -> None:
    floor = Floor(client, 3)
    floor.post("tables/1/recording/", recording="results")

    answer = floor.post("tables/1/over/")

    assert said(answer) == ["Counted hand 1 at table 1."]
    page = squeeze(floor.get("tables/1/").content.decode())
    assert "Undo hand 1" in page
    assert page.count("unknown </span>") == 3
    assert said(floor.post("tables/1/over/undo/")) == ["The hand at table 1 is undone."]
    assert [seat.stack for seat in look(floor).seats[:3]] == [10_000] * 3


def test_who_is_out_is_entered_with_the_hand_and_the_stacks_too(client: Client) -> None:
    floor = Floor(client, 4)
    floor.post("tables/1/recording/", recording="results")

    answer = floor.post(
        "tables/1/over/", out=floor.seats[1, 3].pk, by=floor.seats[1, 1].pk, stack_2="9,000", stack_4="10000"
    )

    [words] = said(answer)
    assert words == (
        "Counted hand 1 at table 1. Stacks after it: Bruno Neri 9,000, Dario Conti 10,000. "
        "Carla Rossi is out in 4th place. Knocked out by Anna Verdi."
    )
    assert Entry.objects.get(pk=floor.seats[1, 3].pk).status == EntryStatus.ELIMINATED
    assert [seat.stack for seat in look(floor).seats[:4]] == [None, 9_000, 0, 10_000]


def test_a_result_that_does_not_add_up_keeps_what_was_typed(client: Client) -> None:
    floor = Floor(client, 2)
    floor.post("tables/1/recording/", recording="results")

    answer = floor.post("tables/1/over/", stack_1="9,000", stack_2="10,000")

    assert answer.status_code == 422
    assert "19,000 counted, but the players of this hand have 20,000." in answer.content.decode()
    assert 'value="9,000"' in answer.content.decode()


def test_counts_and_every_hand_are_one_tap(client: Client) -> None:
    floor = Floor(client, 2)
    floor.post("tables/1/recording/", recording="results")
    floor.post("tables/1/over/")
    refused = floor.post("tables/1/recording/", recording="hands")
    assert said(refused) == ["The stacks of seats 1, 2 at table 1 are unknown: enter the counts first."]

    floor.post("tables/1/count/", stack_1="9,000", stack_2="11,000", then="hands")

    assert way_of(floor) == Recording.HANDS
    assert floor.deal(1).number == 2
