from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta

import pytest
import time_machine
from django.utils import translation

from tables import tasks
from tables.models import TicketPrint
from tables.printing.ticket_pdf import PrintedTicket, tickets_pdf
from tables.services.desk.ticket_prints import ask_for_tickets
from tables.tasks import print_tickets, remove_old_tickets
from tests.factories import NOW, enter, make_tournament, names
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def field() -> Tournament:
    tournament = make_tournament()
    enter(tournament, *names(5))
    ask_for_tickets(tournament_id=tournament.pk, language="it", base_url="http://192.168.1.20:8000", now=NOW)
    return tournament


def test_the_worker_prints_all_tickets_in_the_language_of_the_desk(
    field: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[PrintedTicket] = []

    def note(some: Iterable[PrintedTicket], *, note_done: Callable[[int], None]) -> bytes:
        seen.extend(some)
        return tickets_pdf(seen)

    monkeypatch.setattr(tasks, "tickets_pdf", note)
    assert print_tickets()
    assert not print_tickets()

    row = TicketPrint.objects.get()
    assert (row.state, row.done, row.total) == ("ready", 5, 5)
    assert bytes(row.pdf or b"") == tickets_pdf(seen)
    assert [(ticket.seat, ticket.link) for ticket in seen] == [
        ("Posto da sorteggiare", f"http://192.168.1.20:8000/my/{entry.link_secret}/")
        for entry in Entry.objects.order_by("number")
    ]
    assert translation.get_language() == "en"


def test_the_page_hears_once_a_second_how_far_the_worker_is(
    field: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[int, int]] = []
    with time_machine.travel(NOW, tick=False) as clock:

        def slowly(_some: Iterable[PrintedTicket], *, note_done: Callable[[int], None]) -> bytes:
            for number in range(1, 6):
                clock.shift(timedelta(seconds=0.4))
                note_done(number)
                shown.append(TicketPrint.objects.values_list("done", "total").get())
            return b"%PDF-"

        monkeypatch.setattr(tasks, "tickets_pdf", slowly)
        print_tickets()

    assert shown == [(0, 5), (0, 5), (3, 5), (3, 5), (3, 5)]
    assert TicketPrint.objects.values_list("done", "total").get() == (5, 5)


def test_a_print_that_fails_is_said_and_logged_and_stops_nothing_else(
    field: Tournament, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> bytes:
        raise OSError("no font")

    monkeypatch.setattr(tasks, "tickets_pdf", broken)
    assert print_tickets()

    assert TicketPrint.objects.get().state == "failed"
    [record] = [record for record in caplog.records if record.name == "tables.tasks"]
    assert str(field.pk) in record.getMessage()

    monkeypatch.undo()
    ask_for_tickets(tournament_id=field.pk, language="it", base_url="http://192.168.1.20:8000", now=NOW)
    assert print_tickets()
    assert TicketPrint.objects.get().state == "ready"


def test_a_pdf_is_removed_an_hour_after_it_was_ready(field: Tournament) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        print_tickets()
        clock.shift(timedelta(minutes=60))
        assert (remove_old_tickets(), TicketPrint.objects.count()) == (0, 1)
        clock.shift(timedelta(seconds=1))
        assert (remove_old_tickets(), TicketPrint.objects.count()) == (1, 0)
