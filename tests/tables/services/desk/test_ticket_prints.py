from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tables.models import PrintState, TicketPrint
from tables.services.desk.ticket_prints import (
    MOST_TRIES,
    ask_for_tickets,
    claim_print,
    fail_print,
    finish_print,
    note_progress,
    remove_old_prints,
)
from tests.factories import NOW, make_tournament
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

ROOM = "http://192.168.1.20:8000"


def seconds(number: float) -> datetime:
    return NOW + timedelta(seconds=number)


def ask(tournament: Tournament, *, language: str = "en", now: datetime = NOW) -> None:
    ask_for_tickets(tournament_id=tournament.pk, language=language, base_url=ROOM, now=now)


def claimed(*, now: datetime) -> TicketPrint:
    found = claim_print(now=now)
    assert found is not None
    return found


def states() -> list[tuple[str, str, int, int, int]]:
    rows = TicketPrint.objects.order_by("language")
    return list(rows.values_list("language", "state", "tries", "done", "total"))


def test_a_print_is_claimed_once_made_and_ready() -> None:
    ask(make_tournament())
    assert states() == [("en", "waiting", 0, 0, 0)]

    mine = claimed(now=seconds(1))
    assert (mine.base_url, mine.language) == (ROOM, "en")
    assert claim_print(now=seconds(2)) is None
    note_progress(mine, done=4, total=9, now=seconds(2))
    assert states() == [("en", "printing", 1, 4, 9)]
    finish_print(mine, pdf=b"%PDF-", now=seconds(3))

    assert states() == [("en", "ready", 1, 9, 9)]
    assert bytes(TicketPrint.objects.get().pdf or b"") == b"%PDF-"
    assert claim_print(now=seconds(4)) is None


def test_who_asks_meanwhile_gets_the_one_on_its_way_and_who_asks_later_a_new_one() -> None:
    tournament = make_tournament()
    ask(tournament)
    mine = claimed(now=seconds(1))
    ask(tournament, now=seconds(2))
    assert TicketPrint.objects.get() == mine

    finish_print(mine, pdf=b"%PDF-", now=seconds(3))
    ask(tournament, now=seconds(4))

    assert states() == [("en", "waiting", 0, 0, 0)]
    assert TicketPrint.objects.get().asked_at == seconds(4)


def test_one_is_made_at_a_time_the_oldest_first() -> None:
    tournament = make_tournament()
    ask(tournament, language="it", now=seconds(1))
    ask(tournament, language="en", now=seconds(2))

    first = claimed(now=seconds(3))
    assert (first.language, claim_print(now=seconds(4))) == ("it", None)
    finish_print(first, pdf=b"%PDF-", now=seconds(5))

    assert claimed(now=seconds(6)).language == "en"


def test_the_print_of_a_worker_that_fell_silent_is_taken_over_and_its_late_words_do_not_count() -> None:
    ask(make_tournament())
    killed = claimed(now=NOW)
    note_progress(killed, done=7, total=9, now=seconds(10))
    assert claim_print(now=seconds(39)) is None

    mine = claimed(now=seconds(40))

    assert states() == [("en", "printing", 2, 0, 9)]
    finish_print(killed, pdf=b"old", now=seconds(41))
    fail_print(killed, now=seconds(41))
    assert states() == [("en", "printing", 2, 0, 9)]
    finish_print(mine, pdf=b"new", now=seconds(42))
    assert bytes(TicketPrint.objects.get().pdf or b"") == b"new"


def test_a_print_that_kills_every_worker_is_given_up() -> None:
    ask(make_tournament())
    for number in range(MOST_TRIES):
        claimed(now=seconds(60 * number))

    assert claim_print(now=seconds(600)) is None
    assert states() == [("en", "failed", MOST_TRIES, 0, 0)]
    assert claim_print(now=seconds(601)) is None


def test_a_print_is_removed_an_hour_after_it_was_ready_or_failed() -> None:
    tournament = make_tournament()
    for language in ("en", "fr", "it"):
        ask(tournament, language=language)
    finish_print(claimed(now=NOW), pdf=b"%PDF-", now=NOW)
    fail_print(claimed(now=NOW), now=seconds(1))

    assert remove_old_prints(now=seconds(3600)) == 0
    assert remove_old_prints(now=seconds(3601)) == 1
    assert remove_old_prints(now=seconds(3602)) == 1
    assert states() == [("it", PrintState.WAITING, 0, 0, 0)]


def test_a_look_for_work_costs_one_query(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert claim_print(now=NOW) is None
