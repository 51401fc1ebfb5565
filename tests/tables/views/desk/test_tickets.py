"""All tickets: at once for a few players; for many the page asks the worker, and says how far it is."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from tables.models import PrintState, TicketPrint
from tables.services.desk.ticket_prints import claim_print, note_progress
from tables.tasks import print_tickets
from tables.views.desk import tickets
from tests.factories import NOW, enter
from tests.factories.desk import at_the_desk
from tests.factories.floor import said, tapped
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

AT_ONCE = 3


@pytest.fixture(autouse=True)
def _few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tickets, "AT_ONCE", AT_ONCE)


class Desk:
    def __init__(self, client: Client, players: int) -> None:
        self.client = client
        self.tournament: Tournament = at_the_desk(client)
        enter(self.tournament, *(f"Player {number}" for number in range(1, players + 1)))
        self.home = f"/floor/{self.tournament.code}/"

    def page(self, *, htmx: bool = False) -> str:
        headers = {"HX-Request": "true"} if htmx else {}
        content: str = self.client.get(f"{self.home}tickets/", headers=headers).content.decode()
        return re.sub(r"\s+", " ", content)

    def ask(self) -> Any:
        key = re.findall(r'name="key" value="([^"]+)"', self.page())[-1]
        return tapped(self.client, f"{self.home}tickets/print/", {"key": key})

    def pdf(self) -> Any:
        return self.client.get(f"{self.home}tickets.pdf")


def asks_again(page: str) -> bool:
    return 'hx-trigger="every 1s"' in page


def test_a_few_tickets_are_printed_at_once(client: Client) -> None:
    desk = Desk(client, AT_ONCE)
    answer = desk.pdf()
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    assert answer.content.count(b"/Type /Page\n") == AT_ONCE
    assert not TicketPrint.objects.exists()


def test_without_an_entry_there_is_no_pdf(client: Client) -> None:
    assert Desk(client, 0).pdf().status_code == 404


def test_many_tickets_are_asked_for_made_by_the_worker_and_opened(client: Client) -> None:
    desk = Desk(client, AT_ONCE + 1)
    answer = desk.pdf()
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{desk.home}tickets/")
    assert "4 tickets as a PDF, one on each page" in desk.page()
    assert not asks_again(desk.page())

    asked = desk.ask()
    assert said(asked) == ["The PDF is being made."]
    assert "The PDF is made in a moment." in desk.page()
    assert asks_again(desk.page(htmx=True))
    assert "<html" not in desk.page(htmx=True)

    assert print_tickets()

    assert "4 tickets are ready" in desk.page()
    assert not asks_again(desk.page())
    ready = desk.pdf()
    assert (ready.status_code, ready.content.count(b"/Type /Page\n")) == (200, 4)
    assert ready.content == bytes(TicketPrint.objects.get().pdf or b"")


def test_the_page_says_how_many_are_done(client: Client) -> None:
    desk = Desk(client, AT_ONCE + 1)
    desk.ask()
    row = claim_print(now=NOW)
    assert row is not None
    note_progress(row, done=1_250, total=10_112, now=NOW)

    page = desk.page(htmx=True)

    assert "1,250 of 10,112 tickets are in the PDF" in page
    assert 'max="10112" value="1250"' in page
    assert asks_again(page)
    assert "Make the PDF" not in page


def test_the_page_says_that_no_worker_answers(client: Client) -> None:
    desk = Desk(client, AT_ONCE + 1)
    words = "No background worker answers."
    desk.ask()
    asked_at = TicketPrint.objects.get().asked_at
    with time_machine.travel(asked_at + timedelta(seconds=20), tick=False) as clock:
        assert words not in desk.page()
        clock.shift(timedelta(seconds=1))
        assert words in desk.page()


def test_the_page_says_that_it_failed_and_lets_one_try_again(client: Client) -> None:
    desk = Desk(client, AT_ONCE + 1)
    desk.ask()
    TicketPrint.objects.update(state=PrintState.FAILED)

    page = desk.page()
    assert "The PDF could not be made. Try again, or print single tickets" in page
    assert desk.pdf().status_code == 302

    desk.ask()
    assert TicketPrint.objects.get().state == PrintState.WAITING


def test_each_language_has_its_own(client: Client) -> None:
    desk = Desk(client, AT_ONCE + 1)
    desk.ask()
    print_tickets()
    desk.client.post("/language/", {"language": "it", "next": "/"})
    assert "4 biglietti" in desk.page()
    assert desk.pdf().status_code == 302


@pytest.mark.parametrize("players", [AT_ONCE + 1, 40])
def test_the_page_asks_the_same_of_any_field(
    client: Client, players: int, django_assert_num_queries: Any
) -> None:
    desk = Desk(client, players)
    desk.ask()
    print_tickets()
    desk.page()
    with django_assert_num_queries(5):  # session, account, staff, the print without its PDF, how many tickets
        desk.page()
