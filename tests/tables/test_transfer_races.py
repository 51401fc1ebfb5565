"""Cash carried out of a till by two people at the same moment goes once, and two who hand over to each other never wait
for one another.

The control leaves the locks out and carries the same money twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from tests.factories import ACTOR, NOW, make_account, make_tournament
from tests.tables.races import IN_VAIN_SECONDS, Rendezvous, at_once
from tournament.models import CashTransfer, LogEntry, Till, Tournament
from tournament.queries.ledger.tills import sheets_of, till_sheets
from tournament.queries.ledger.transfers import safe_of
from tournament.services.cash import transfers
from tournament.services.cash.tills import close_till, open_till
from tournament.services.cash.transfers import transfer_cash
from tournament.services.undo import undo_line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def tills() -> tuple[Till, Till]:
    """Each with 200 in it."""
    tournament = make_tournament()
    for name in ("rita", "ugo"):
        open_till(
            tournament_id=tournament.pk,
            account_id=make_account(name).pk,
            opening_float=200_00,
            by=ACTOR.at(NOW),
        )
    rita, ugo = Till.objects.order_by("pk")
    return rita, ugo


def carrying(source: Till, target: Till | None, amount: int = 150_00) -> Callable[[], LogEntry]:
    def do() -> LogEntry:
        return transfer_cash(
            tournament_id=source.tournament_id,
            from_till=source.pk,
            to_till=None if target is None else target.pk,
            amount=amount,
            reason="",
            by=ACTOR.at(NOW),
        )

    return do


def undoing(line: LogEntry) -> Callable[[], LogEntry]:
    return lambda: undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(NOW))


def kinds(answers: list[Any]) -> list[str]:
    return sorted(type(answer).__name__ for answer in answers)


def expected(*tills: Till) -> list[int]:
    return [till_sheets(till.tournament, till_id=till.pk)[0].expected for till in tills]


def test_the_same_money_is_carried_once(tills: tuple[Till, Till]) -> None:
    rita, ugo = tills

    answers = at_once(*[carrying(rita, target) for target in (None, ugo, None, ugo)])

    assert kinds(answers) == ["LogEntry", *["Refused"] * 3]
    assert {getattr(answer, "code", "") for answer in answers} <= {"", "too_much"}
    safe = safe_of(rita.tournament)
    assert sum(expected(rita, ugo)) + (safe.balance if safe else 0) == 400_00
    assert expected(rita) == [50_00]
    assert CashTransfer.objects.count() == 1


def test_two_who_hand_over_to_each_other_both_do(tills: tuple[Till, Till]) -> None:
    rita, ugo = tills

    answers = at_once(*[carrying(rita, ugo, 10_00), carrying(ugo, rita, 30_00)] * 3)

    assert kinds(answers) == ["LogEntry"] * 6
    assert expected(rita, ugo) == [260_00, 140_00]


def test_it_is_undone_once(tills: tuple[Till, Till]) -> None:
    rita, ugo = tills
    line = carrying(rita, ugo)()

    assert kinds(at_once(*[undoing(line)] * 4)) == ["LogEntry", *["Refused"] * 3]

    assert expected(rita, ugo) == [200_00, 200_00]
    assert CashTransfer.objects.count() == 2


def test_a_till_is_counted_with_the_transfer_or_without_it(tills: tuple[Till, Till]) -> None:
    rita, ugo = tills

    def close() -> LogEntry:
        return close_till(
            tournament_id=ugo.tournament_id,
            till_id=ugo.pk,
            counted=200_00,
            reason="Counted before",
            by=ACTOR.at(NOW),
        )

    answers = at_once(close, carrying(rita, ugo))

    ugo.refresh_from_db()
    came = CashTransfer.objects.exists()
    assert kinds(answers) == ["LogEntry", "LogEntry" if came else "Refused"]
    assert ugo.expected == (350_00 if came else 200_00) == expected(ugo)[0]


@pytest.mark.usefixtures("without_seals")
def test_the_control_without_the_locks_the_same_money_is_carried_twice(tills: tuple[Till, Till]) -> None:
    rita, ugo = tills
    meeting = Rendezvous(2, patience_seconds=IN_VAIN_SECONDS)

    def read_together(_of: Tournament, ids: list[int]) -> Any:
        sheets = sheets_of(list(Till.objects.select_related("account", "closed_line").filter(pk__in=ids)))
        meeting.wait()
        return {sheet.id: sheet for sheet in sheets}

    with (
        patch.object(transfers, "lock_tournament", lambda pk: Tournament.objects.get(pk=pk)),
        patch.object(transfers, "_lock_tills", read_together),
    ):
        answers = at_once(carrying(rita, None), carrying(rita, ugo))

    assert kinds(answers) == ["LogEntry"] * 2
    assert expected(rita) == [-100_00]
