"""A till that is opened and closed on two devices at the same moment, one that is opened in two tournaments, and one
that is counted while its person sells in another tournament.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction

from tests.factories import ACTOR, NOW, after, make_account, make_player, make_tournament
from tests.tables.races import IN_VAIN_SECONDS, SURELY_SECONDS, at_once
from tournament.models import LogEntry, Till, Tournament
from tournament.queries.ledger.tills import till_sheets
from tournament.services.actor import Actor
from tournament.services.cash import tills
from tournament.services.cash.tills import close_till, open_till
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry
from tournament.services.undo import undo_line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def opening(tournament: Tournament) -> Callable[[], LogEntry]:
    account = make_account("rita")

    def do() -> LogEntry:
        return open_till(
            tournament_id=tournament.pk, account_id=account.pk, opening_float=200_00, by=ACTOR.at(NOW)
        )

    return do


def answers(*changes: Callable[[], LogEntry]) -> list[str]:
    return sorted(type(answer).__name__ for answer in at_once(*changes))


def test_a_person_opens_one_till_however_many_tournaments_they_open_it_in() -> None:
    here, elsewhere = (opening(make_tournament(name=name)) for name in ("Here", "Elsewhere"))

    assert answers(here, elsewhere, here, elsewhere) == ["LogEntry", *["Refused"] * 3]

    assert Till.objects.count() == 1
    assert LogEntry.objects.filter(verb="till_opened").count() == 1


def test_a_till_is_closed_once_with_one_count() -> None:
    tournament = make_tournament()
    opening(tournament)()
    till = Till.objects.get()

    def close() -> LogEntry:
        return close_till(
            tournament_id=tournament.pk, till_id=till.pk, counted=200_00, reason="", by=ACTOR.at(NOW)
        )

    assert answers(*[close] * 4) == ["LogEntry", *["Refused"] * 3]

    assert LogEntry.objects.filter(verb="till_closed").count() == 1


class Meeting:
    """Vera's till was opened here. She sells an entry elsewhere, and that is booked only after somebody has had time
    to count the till or to undo its opening.
    """

    def __init__(self) -> None:
        self.elsewhere, self.here = make_tournament(name="Elsewhere"), make_tournament(name="Here")
        vera = make_account()
        self.vera = Actor(label="vera", account_id=vera.pk)
        self.opened = open_till(
            tournament_id=self.here.pk, account_id=vera.pk, opening_float=200_00, by=self.vera.at(NOW)
        )
        self.player = make_player()
        self.is_sold, self.is_done = threading.Event(), threading.Event()

    def sell(self) -> None:
        with transaction.atomic():
            register_entry(
                tournament_id=self.elsewhere.pk, player_id=self.player.pk, by=self.vera.at(after(1))
            )
            self.is_sold.set()
            self.is_done.wait(IN_VAIN_SECONDS)

    def meanwhile(self, change: Callable[..., object], **about: Any) -> str:
        """The answer to a change that begins while the sale is not booked yet."""

        def do() -> object:
            self.is_sold.wait(SURELY_SECONDS)
            try:
                return change(tournament_id=self.here.pk, by=self.vera.at(after(2)), **about)
            finally:
                self.is_done.set()

        answer = at_once(self.sell, do)[1]
        return answer.code if isinstance(answer, Refused) else type(answer).__name__

    def count(self, counted: int) -> str:
        return self.meanwhile(close_till, till_id=Till.objects.get().pk, counted=counted, reason="")

    def result(self) -> tuple[int | None, int]:
        """What the till had to hold when it was counted, and what its sheet says now."""
        (sheet,) = till_sheets(self.here)
        return Till.objects.get().expected, sheet.expected


def test_a_till_is_counted_with_the_sale_that_is_being_booked_in_another_tournament() -> None:
    meeting = Meeting()
    assert meeting.count(250_00) == "LogEntry"
    assert meeting.result() == (250_00, 250_00)


def test_control_without_the_locks_of_all_its_tournaments_a_till_closes_without_that_sale() -> None:
    meeting = Meeting()
    with patch.object(tills, "_where_cash_moves", return_value=[]):
        assert meeting.count(200_00) == "LogEntry"
    assert meeting.result() == (200_00, 250_00)


def test_the_opening_of_a_till_is_not_undone_while_its_first_sale_is_being_booked_elsewhere() -> None:
    meeting = Meeting()
    assert meeting.meanwhile(undo_line, line_id=meeting.opened.pk) == "OperationalError"
    assert Till.objects.get().undone_at is None
