"""Desks and tablets that propose, agree to, withdraw and pay a chop at the same moment: one effect, and the others see
why. The controls leave the lock out and show the fault that it keeps away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db.models import Sum
from django.test import Client
from django.utils import timezone

from tests.breadth import sample
from tests.factories import ACTOR, after, give_role
from tests.factories.field import bust, started
from tests.pages import told
from tests.tables.races import IN_VAIN_SECONDS, SURELY_SECONDS, Rendezvous, at_once
from tournament.models import (
    Chop,
    ChopMethod,
    ChopShare,
    Entry,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Role,
    Tournament,
)
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.services import undo
from tournament.services.cash import payouts
from tournament.services.cash.payouts import pay_out
from tournament.services.prizes import chops
from tournament.services.prizes.chops import agree_to_chop, propose_chop
from tournament.services.undo import undo_line

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

FOUR_PLACES = payout_scheme_to_dict(FixedShares(shares=(400_000, 300_000, 200_000, 100_000)))
MANY = sample("who agree to a chop at once")
NOW = after(5)


def final_table() -> tuple[Tournament, list[Entry]]:
    """Three of six are left, for 108, 81 and 54; in play as of the real time, which the pages go by."""
    tournament, entries = started(6, now=timezone.now(), payout_scheme_data=FOUR_PLACES)
    for loser in (5, 4, 3):
        bust(tournament, entries[loser], winner=entries[0], now=timezone.now())
    return tournament, entries[:3]


def proposing(tournament: Tournament, method: ChopMethod = ChopMethod.EQUAL) -> Callable[[], LogEntry]:
    return partial(
        propose_chop, tournament_id=tournament.pk, method=method, played_for=30_00, by=ACTOR.at(NOW)
    )


def agreeing(chop: Chop, entry: Entry) -> Callable[[], LogEntry]:
    return partial(
        agree_to_chop, tournament_id=chop.tournament_id, chop_id=chop.pk, entry_id=entry.pk, by=ACTOR.at(NOW)
    )


def undoing(line: LogEntry) -> Callable[[], LogEntry]:
    return partial(undo_line, tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(NOW))


def proposed(tournament: Tournament) -> Chop:
    return proposing(tournament)().chop


def agreed(tournament: Tournament, entries: list[Entry]) -> Chop:
    chop = proposed(tournament)
    for entry in entries:
        agreeing(chop, entry)()
    tournament.refresh_from_db()
    return chop


def answers(*calls: Callable[[], Any]) -> Counter[str]:
    """How often each call was done, or refused with which code."""
    return Counter(
        getattr(each, "code", type(each).__name__) if isinstance(each, Exception) else "done"
        for each in at_once(*calls)
    )


def without_the_lock(module: Any, name: str = "lock_tournament") -> Any:
    return patch.object(module, name, lambda pk: Tournament.objects.get(pk=pk))


def meeting(module: Any, name: str, parties: int, *, patience_seconds: float = SURELY_SECONDS) -> Any:
    """The threads come to this function together, once each has looked."""
    point, function = Rendezvous(parties, patience_seconds=patience_seconds), getattr(module, name)

    def met(*args: Any, **of_call: Any) -> Any:
        point.wait()
        return function(*args, **of_call)

    return patch.object(module, name, met)


def lines(verb: str) -> int:
    return LogEntry.objects.filter(verb=verb).count()


# --- Proposals


@pytest.mark.sampled
def test_of_many_proposals_at_once_one_stands() -> None:
    tournament, _ = final_table()
    methods = [ChopMethod.ICM, ChopMethod.EQUAL] * (MANY // 2)
    found = answers(*[proposing(tournament, method) for method in methods])
    assert found == {"done": 1, "chop_stands": MANY - 1}
    assert (Chop.objects.count(), ChopShare.objects.count(), lines("chop_proposed")) == (1, 3, 1)


@pytest.mark.usefixtures("without_seals")
def test_control_without_the_lock_only_the_constraint_refuses_the_second_proposal() -> None:
    tournament, _ = final_table()
    with without_the_lock(chops), meeting(chops, "_amounts", 2):
        found = answers(proposing(tournament), proposing(tournament, ChopMethod.ICM))
    assert found == {"done": 1, "IntegrityError": 1}


def test_two_further_chops_at_once_are_one() -> None:
    tournament, entries = final_table()
    first = agreed(tournament, entries)
    found = answers(*[proposing(tournament)] * 8)
    assert found == {"done": 1, "chop_stands": 7}
    assert list(Chop.objects.filter(agreed_at=None).values_list("after", flat=True)) == [first.pk]


# --- Consents


def test_the_last_consents_at_once_put_one_chop_in_force() -> None:
    tournament, entries = final_table()
    chop = proposed(tournament)
    assert answers(*[agreeing(chop, entry) for entry in entries]) == {"done": 3}
    tournament.refresh_from_db()
    assert (tournament.chop, lines("chop_consented"), lines("chop_agreed")) == (chop, 2, 1)


@pytest.mark.usefixtures("without_seals")
def test_control_without_the_lock_nobody_is_the_last_and_the_chop_is_never_in_force() -> None:
    tournament, entries = final_table()
    chop = proposed(tournament)
    agreeing(chop, entries[0])()
    with without_the_lock(chops), meeting(chops, "record", 2):
        assert answers(*[agreeing(chop, entry) for entry in entries[1:]]) == {"done": 2}
    tournament.refresh_from_db()
    assert not ChopShare.objects.filter(consent=None).exists()
    assert (tournament.chop, lines("chop_agreed")) == (None, 0)


@pytest.mark.sampled
def test_many_tablets_record_one_consent_once_and_the_others_are_told() -> None:
    tournament, entries = final_table()
    chop = proposed(tournament)
    clients = []
    for number in range(MANY):
        client = Client()
        client.force_login(give_role(tournament, Role.FLOOR, f"floor{number}"))
        clients.append(client)
    address = f"/floor/{tournament.code}/chop/{chop.pk}/agree/{entries[0].pk}/"
    pages = at_once(*[partial(each.post, address, {"key": str(uuid4())}, follow=True) for each in clients])
    said = Counter(told(page.content.decode()) for page in pages)
    assert said == {"": 1, "Anna Verdi has agreed already.": MANY - 1}
    assert lines("chop_consented") == 1


def test_a_consent_and_the_dropping_of_its_proposal_leave_no_chop_half_in_force() -> None:
    for _each in range(4):
        tournament, entries = final_table()
        chop = proposed(tournament)
        for entry in entries[:2]:
            agreeing(chop, entry)()
        found = answers(agreeing(chop, entries[2]), undoing(chop.log_entry))
        tournament.refresh_from_db()
        chop.refresh_from_db()
        if tournament.chop is None:
            assert (found, chop.agreed_at is None) == ({"done": 1, "chop_gone": 1}, True)
        else:
            assert (found, chop.undone_at) == ({"done": 1, "cannot_undo": 1}, None)


@pytest.mark.usefixtures("without_seals")
def test_control_without_the_lock_a_dropped_proposal_is_agreed_to() -> None:
    tournament, entries = final_table()
    chop = proposed(tournament)
    with without_the_lock(chops), without_the_lock(undo, "lock_with_event"), meeting(chops, "record", 2):
        found = answers(agreeing(chop, entries[0]), undoing(chop.log_entry))
    assert found == {"done": 2}
    chop.refresh_from_db()
    assert chop.undone_at is not None
    assert chop.shares.filter(consent__isnull=False).count() == 1


def test_many_undos_take_a_chop_back_once() -> None:
    tournament, entries = final_table()
    agreed(tournament, entries)
    last = LogEntry.objects.get(verb="chop_agreed")
    assert answers(*[undoing(last)] * 8) == {"done": 1, "undone_already": 7}
    tournament.refresh_from_db()
    assert (tournament.chop, lines("chop_undone")) == (None, 1)


# --- Payments after a chop


def chop_played_out() -> Tournament:
    """Agreed and played to the end: four prizes are due, three of them shares."""
    tournament, entries = final_table()
    agreed(tournament, entries)
    for loser in entries[1:]:
        bust(tournament, loser, winner=entries[0], now=timezone.now())
    return tournament


def paying(payout: Payout) -> Callable[[], Payout]:
    return partial(
        pay_out, tournament_id=payout.tournament_id, payout_id=payout.pk, by=ACTOR.at(timezone.now())
    )


def handed_over() -> int:
    rows = MoneyRow.objects.filter(kind=MoneyKind.PAYOUT)
    return -(rows.aggregate(all=Sum("amount"))["all"] or 0)


@pytest.mark.sampled
def test_many_desks_pay_the_shares_of_a_chop_once_each() -> None:
    tournament = chop_played_out()
    due = list(Payout.objects.order_by("pk"))
    assert len(due) == 4
    desks = [paying(payout) for payout in due for _each in range(MANY // 4)]
    assert answers(*desks) == {"done": 4, "already_paid": len(desks) - 4}
    assert handed_over() == 270_00
    assert reconciliation(tournament).faults == 0


@pytest.mark.usefixtures("without_seals")
def test_control_without_the_lock_two_desks_pay_a_share_twice() -> None:
    tournament = chop_played_out()
    payout = Payout.objects.latest("amount")

    def unlocked(tournament_id: int, payout_id: int) -> Payout:
        return Payout.objects.select_related("entry__player").get(pk=payout_id, tournament=tournament_id)

    with (
        without_the_lock(payouts),
        patch.object(payouts, "_payout", unlocked),
        meeting(payouts, "record", 2, patience_seconds=IN_VAIN_SECONDS),
    ):
        assert answers(*[paying(payout)] * 2) == {"done": 2}
    assert handed_over() == 2 * payout.amount
    assert reconciliation(tournament).faults > 0


def test_a_payment_and_the_undo_of_its_chop_never_both_happen() -> None:
    for _each in range(4):
        tournament, entries = final_table()
        agreed(tournament, entries)
        bust(tournament, entries[2], winner=entries[0], now=timezone.now())
        share = Payout.objects.get(entry=entries[2])
        last = LogEntry.objects.get(verb="chop_agreed", tournament=tournament)
        found = answers(paying(share), undoing(last))
        tournament.refresh_from_db()
        if tournament.chop is None:
            # The prize is another by then: that of the place.
            assert found == {"done": 1, "DoesNotExist": 1}
        else:
            assert found == {"done": 1, "cannot_undo": 1}
        assert reconciliation(tournament).faults == 0
