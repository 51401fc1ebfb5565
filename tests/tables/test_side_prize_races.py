"""A side prize awarded or paid at several desks at once has one player and is paid once; the control leaves the lock
out and pays it twice.
"""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.db.models import Sum

from tests.factories import ACTOR, NOW
from tests.factories.field import started
from tests.tables.races import IN_VAIN_SECONDS, Rendezvous, at_once
from tournament.models import Entry, LogEntry, MoneyKind, MoneyRow, SidePrize, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.services.log import record
from tournament.services.prizes import side_prizes
from tournament.services.prizes.side_prizes import (
    add_side_prize,
    award_side_prize,
    pay_side_prize,
    void_side_prize,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def entries() -> list[Entry]:
    return started(4, late_registration_level=3)[1]


@pytest.fixture
def prize(entries: list[Entry]) -> SidePrize:
    return add_side_prize(
        tournament_id=entries[0].tournament_id,
        name="Last woman",
        amount=25_00,
        is_from_pool=True,
        by=ACTOR.at(NOW),
    )


def of(prize: SidePrize) -> dict[str, Any]:
    return {"tournament_id": prize.tournament_id, "prize_id": prize.pk, "by": ACTOR.at(NOW)}


def pay_at_once(prize: SidePrize, desks: int) -> list[str]:
    def pay() -> SidePrize:
        return pay_side_prize(**of(prize))

    return sorted(type(answer).__name__ for answer in at_once(*[pay] * desks))


def handed_over() -> int:
    rows = MoneyRow.objects.filter(kind=MoneyKind.SIDE_PAID)
    return -(rows.aggregate(all=Sum("amount"))["all"] or 0)


def test_four_directors_award_it_to_one_player_and_eight_desks_pay_it_once(
    prize: SidePrize, entries: list[Entry]
) -> None:
    def award_to(entry: Entry) -> Any:
        return lambda: award_side_prize(entry_id=entry.pk, **of(prize))

    answers = at_once(*map(award_to, entries))
    assert sorted(type(answer).__name__ for answer in answers) == [*["Refused"] * 3, "SidePrize"]
    assert LogEntry.objects.filter(verb="side_prize_awarded").count() == 1

    assert pay_at_once(prize, 8) == [*["Refused"] * 7, "SidePrize"]
    assert handed_over() == 25_00

    def void() -> SidePrize:
        return void_side_prize(**of(prize))

    assert sorted(type(answer).__name__ for answer in at_once(*[void] * 4)) == [*["Refused"] * 3, "SidePrize"]
    assert handed_over() == 0


def test_two_added_from_the_pool_at_once_both_leave_it(prize: SidePrize) -> None:
    def add() -> SidePrize:
        return add_side_prize(
            tournament_id=prize.tournament_id,
            name="First out",
            amount=5_00,
            is_from_pool=True,
            by=ACTOR.at(NOW),
        )

    at_once(*[add] * 4)
    assert Tournament.objects.get(pk=prize.tournament_id).side_prizes_from_pool == 45_00


@pytest.mark.usefixtures("without_seals")
def test_the_control_without_the_lock_two_desks_pay_it_twice(prize: SidePrize, entries: list[Entry]) -> None:
    award_side_prize(entry_id=entries[0].pk, **of(prize))
    meeting = Rendezvous(2, patience_seconds=IN_VAIN_SECONDS)

    def log_together(*args: Any, **of_call: Any) -> Any:
        meeting.wait()
        return record(*args, **of_call)

    with (
        patch.object(side_prizes, "lock_tournament", lambda pk: Tournament.objects.get(pk=pk)),
        patch.object(side_prizes, "record", log_together),
    ):
        assert pay_at_once(prize, 2) == ["SidePrize"] * 2

    assert handed_over() == 50_00
    assert reconciliation(Tournament.objects.get(pk=prize.tournament_id)).faults
