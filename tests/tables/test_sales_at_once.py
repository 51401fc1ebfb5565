"""Two desks sell one player the last rebuy that is allowed: one does, the other sees why; without the lock both do."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Sum
from django.test import Client
from django.utils import timezone

from tables.services.desk import chip_sales
from tests.factories import ACTOR, make_account
from tests.factories.felt import Felt, make_felt
from tests.factories.sales import selling
from tests.pages import told
from tests.tables.races import IN_VAIN_SECONDS, SURELY_SECONDS, Rendezvous, at_once
from tournament.models import ChipSale, Entry, MoneyRow, Tournament
from tournament.queries.chip_count import chip_count
from tournament.queries.chip_sales import bought_by
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db(transaction=True)


def room() -> Felt:
    return make_felt(10_000, 10_000, 10_000, now=timezone.now(), **selling(per_player=1, holding="any"))


def flooding(felt: Felt, number: int) -> Counter[str]:
    """So many desks tap Rebuy for one player at once: how often each answer was given."""
    clients = []
    for _each in range(number):
        client = Client()
        client.force_login(make_account())
        clients.append(client)
    address = f"/floor/{felt.tournament.code}/entries/{felt.entries[2].pk}/sell/"
    answers = at_once(
        *[partial(c.post, address, {"kind": "rebuy", "key": str(uuid4())}, follow=True) for c in clients]
    )
    return Counter(said(answer) for answer in answers)


def said(answer: Any) -> str:
    """What the page that follows says of the sale; what a client keeps of its context is everybody's."""
    return told(answer.content.decode()).removesuffix(
        "; No till is open: open yours, so this cash is counted."
    )


def books(felt: Felt) -> tuple[int, int, int, int]:
    """Sales that stand, chips of the ledger, chips of the stacks, and the pool."""
    stacks = Entry.objects.filter(tournament=felt.tournament).aggregate(sum=Sum("stack"))["sum"]
    pool = MoneyRow.objects.filter(tournament=felt.tournament, kind="prize").aggregate(sum=Sum("amount"))
    return (
        ChipSale.objects.filter(undone_at=None).count(),
        chip_count(felt.tournament.pk).in_play,
        stacks,
        pool["sum"],
    )


@pytest.mark.parametrize(
    "requests",
    [8, pytest.param(50, marks=pytest.mark.long(reason="fifty threads that wait for one another"))],
)
def test_many_desks_sell_the_last_rebuy_once(requests: int) -> None:
    felt = room()
    assert flooding(felt, requests) == {
        "Rebuy of Bruno Neri: 8,000 for €30. Table 1, seat 2.": 1,
        "This player has bought 1 of 1.": requests - 1,
    }
    assert books(felt) == (1, 38_000, 38_000, 163_00)


def test_many_undos_take_a_rebuy_back_once() -> None:
    felt = room()
    assert sum(flooding(felt, 1).values()) == 1
    line = ChipSale.objects.get().log_entry
    back = partial(undo_line, tournament_id=felt.tournament.pk, line_id=line.pk, by=ACTOR.at(timezone.now()))
    answers = Counter(str(answer) for answer in at_once(*[back] * 8) if isinstance(answer, Exception))
    assert answers == {"This has already been undone.": 7}
    assert books(felt) == (0, 30_000, 30_000, 135_00)


@pytest.mark.usefixtures("without_seals")
def test_without_the_lock_two_desks_sell_it_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: nobody waits for anybody. On SQLite one writer is alone all the same."""
    has_row_locks = connection.vendor == "postgresql"
    felt = room()
    counted = Rendezvous(2, patience_seconds=SURELY_SECONDS if has_row_locks else IN_VAIN_SECONDS)

    def counts(tournament: Tournament, players: Any) -> Any:
        bought = bought_by(tournament, players)
        counted.wait()
        return bought

    monkeypatch.setattr(chip_sales, "lock_tournament", lambda pk: Tournament.objects.get(pk=pk))
    monkeypatch.setattr(chip_sales, "bought_by", counts)
    flooding(felt, 2)
    assert books(felt)[0] == (2 if has_row_locks else 1)
