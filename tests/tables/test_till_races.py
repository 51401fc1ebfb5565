"""A till that is opened and closed on two devices at the same moment, and one that is opened in two tournaments."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.factories import ACTOR, NOW, make_account, make_tournament
from tests.tables.races import at_once
from tournament.models import LogEntry, Till, Tournament
from tournament.services.cash.tills import close_till, open_till

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def opening(tournament: Tournament) -> Callable[[], LogEntry]:
    account = make_account("rita")

    def do() -> LogEntry:
        return open_till(
            tournament_id=tournament.pk, account_id=account.pk, opening_float=200_00, actor=ACTOR, now=NOW
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
            tournament_id=tournament.pk, till_id=till.pk, counted=200_00, reason="", actor=ACTOR, now=NOW
        )

    assert answers(*[close] * 4) == ["LogEntry", *["Refused"] * 3]

    assert LogEntry.objects.filter(verb="till_closed").count() == 1
