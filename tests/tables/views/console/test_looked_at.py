"""A seat or a table tapped on the console's seat maps: what can be done there, without leaving the console."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from tables.services.hands.penalties import give_penalty
from tests.factories import ACTOR
from tests.factories.floor import Floor, said
from tournament.models import Entry, Role

pytestmark = pytest.mark.django_db

# Each form by its address.
FORMS = re.compile(r'<form [^>]*action="/floor/\w+/([^"]+)"')


def panel(floor: Floor, **query: Any) -> str:
    page: str = floor.get(part="seat", htmx=True, **query).content.decode()
    return page


def tap(floor: Floor, path: str, *, htmx: bool, **fields: str) -> Any:
    """As the panel of table 1, seat 2 sends it; the answer is the page that it leads to."""
    here = f"http://testserver{floor.home}?table=1&seat=2"
    headers = {"Referer": here}
    if htmx:
        headers |= {"HX-Request": "true", "HX-Current-URL": here, "HX-Target": "console"}
    key = re.search(r'name="key" value="([^"]+)"', panel(floor, table=1, seat=2))
    assert key is not None
    return floor.client.post(floor.home + path, {"key": key[1], **fields}, headers=headers, follow=True)


def test_a_seat_shows_its_player_and_what_can_be_done_right_there(client: Client) -> None:
    floor = Floor(client, 3, 3)

    shown = panel(floor, table=1, seat=2)

    assert "Bruno Neri" in shown
    forms = FORMS.findall(shown)
    assert forms == [
        "tables/1/bust/?seat=2",
        "tables/1/absence/",
        "tables/1/clock/",
        "tables/1/penalty/",
        "tables/1/move/",
        f"check-in/{floor.seats[1, 2].pk}/no-show/",
        "tables/1/leave/",
        "tables/1/correct/?seat=2",
        "tables/1/lock/",
    ]
    assert shown.count('hx-target="#console"') == len(forms)


def test_a_penalty_says_when_it_was_given_by_the_clock_of_the_room(client: Client) -> None:
    floor = Floor(client, 3, 3, time_zone="Asia/Tokyo")
    give_penalty(
        tournament_id=floor.tournament.pk,
        entry_id=floor.seats[1, 2].pk,
        kind="warning",
        count=0,
        offence="conduct",
        note="",
        by=ACTOR.at(datetime(2026, 3, 14, 20, 5, tzinfo=UTC)),
    )

    assert "05:05</span>" in panel(floor, table=1, seat=2)


def test_a_free_seat_can_be_locked_and_no_more(client: Client) -> None:
    floor = Floor(client, 3, 3)

    assert FORMS.findall(panel(floor, table=1, seat=7)) == ["tables/1/lock/"]


def test_a_table_shows_what_can_be_done_with_it(client: Client) -> None:
    floor = Floor(client, 3, 3)

    assert FORMS.findall(panel(floor, table=2)) == [
        "tables/2/hold/",
        "tables/2/break/",
        # The same with the cards that were dealt at the table.
        "tables/2/break/",
        "tables/2/recording/",
    ]


@pytest.mark.parametrize(
    "query", [{}, {"table": ""}, {"table": "7"}, {"table": "x"}, {"table": "99999"}, {"seat": "2"}]
)
def test_without_a_table_of_the_room_nothing_is_looked_at(client: Client, query: dict[str, str]) -> None:
    floor = Floor(client, 3, 3)

    assert panel(floor, **query).split() == ["<div", 'id="seat"></div>']


def test_the_whole_page_has_the_seat_that_its_address_names(client: Client) -> None:
    floor = Floor(client, 3, 3)

    page = floor.get(table=1, seat=2).content.decode()

    assert 'data-of="seat-1-2"' in page
    assert f'href="{floor.home}?table=1&amp;seat=2"' in page


@pytest.mark.parametrize("htmx", [True, False])
def test_after_a_tap_the_console_is_there_again_with_the_same_seat(client: Client, htmx: bool) -> None:
    floor = Floor(client, 3, 3)

    answer = tap(floor, "tables/1/move/", htmx=htmx, entry=str(floor.seats[1, 2].pk), to="2-7")

    assert said(answer) == ["Bruno Neri moves to table 2, seat 7."]
    assert floor.where(floor.seats[1, 2]) == (2, 7)
    text = answer.content.decode()
    assert 'data-of="seat-1-2"' in text
    assert ("<html" in text) == (not htmx)


def test_a_correction_that_is_refused_is_said_at_its_fields_on_the_console(client: Client) -> None:
    floor = Floor(client, 3, 3)

    answer = tap(floor, "tables/1/correct/?seat=2", htmx=True, stack="9,500", reason="")

    text = answer.content.decode()
    assert answer.status_code == 422
    assert 'data-of="seat-1-2"' in text
    assert "Give a reason for the correction." in text
    assert 'value="9,500"' in text
    assert Entry.objects.get(pk=floor.seats[1, 2].pk).stack == 10_000


def test_registration_looks_at_a_seat_and_finds_nothing_to_press(client: Client) -> None:
    floor = Floor(client, 3, 3, role=Role.REGISTRATION)

    shown = panel(floor, table=1, seat=2)

    assert "Bruno Neri" in shown
    assert "<form" not in shown
    assert "<form" not in panel(floor, table=1)
