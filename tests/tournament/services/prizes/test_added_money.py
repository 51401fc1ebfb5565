"""Money that the house, a sponsor or a jackpot adds to the prize pool: obeyed everywhere, and taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import ACTOR, after, make_tournament
from tests.factories.books import pay_everything, played_for_money
from tests.factories.field import bust, entered, started
from tests.tournament.services.prizes.test_locked_ladder import (
    FOUR,
    board,
    can_undo,
    ladder,
    lock,
    newest,
    undo,
)
from tournament.changes.change import sentence_of
from tournament.models import Giver, LogEntry, MoneyRow, Payout, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.added_money import contributions
from tournament.queries.payouts.ladder import prize_pool
from tournament.services.errors import Refused
from tournament.services.prizes.added_money import add_money
from tournament.services.setup.tournaments import cancel_tournament
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def add(tournament: Tournament, amount: int = 100_00, *, minute: float = 5, **changes: Any) -> LogEntry:
    given = {"giver": Giver.SPONSOR, "is_cash": False, "reason": "Casa Verde", **changes}
    return add_money(tournament_id=tournament.pk, amount=amount, by=ACTOR.at(after(minute)), **given)


def amounts(kind: str) -> list[int]:
    return list(MoneyRow.objects.filter(kind=kind).order_by("pk").values_list("amount", flat=True))


def faults(tournament: Tournament) -> int:
    return reconciliation(Tournament.objects.get(pk=tournament.pk)).faults


def test_added_money_is_paid_in_the_prizes_and_taken_back_by_a_row_that_names_it() -> None:
    tournament, _ = entered(4, payout_scheme_data=FOUR)
    line = add(tournament, 20_00)

    assert ladder(tournament) == [80_00, 60_00, 40_00, 20_00]
    assert (board(tournament).pool, board(tournament).added) == (200_00, 20_00)
    assert [(each.giver, each.amount, each.reason) for each in contributions(tournament)] == [
        ("A sponsor", 20_00, "Casa Verde")
    ]
    row = MoneyRow.objects.get(kind="added")
    assert (row.entry, row.amount, row.log_entry, faults(tournament)) == (None, 20_00, line, 0)

    undo(line)

    back = MoneyRow.objects.get(kind="added", amount__lt=0)
    assert (back.amount, back.corrects) == (-20_00, row)
    assert (board(tournament).pool, board(tournament).added) == (180_00, 0)
    assert (contributions(tournament), faults(tournament), can_undo(line)) == ((), 0, False)


def test_it_counts_before_the_house_pays_an_overlay() -> None:
    tournament, _ = entered(4, guarantee=500_00)
    assert prize_pool(tournament).overlay == 320_00
    add(tournament, 300_00)
    assert (prize_pool(tournament).overlay, prize_pool(tournament).total) == (20_00, 500_00)
    # 45 of each buy-in: one more entry instead of eight.
    assert board(tournament).entries_missing == 1
    add(tournament, 30_00, giver=Giver.HOUSE)
    assert (prize_pool(tournament).overlay, prize_pool(tournament).total) == (0, 510_00)


def test_a_locked_ladder_says_that_the_pool_has_moved() -> None:
    tournament, _ = entered(4, payout_scheme_data=FOUR)
    lock(tournament)
    line = add(tournament, 20_00, minute=6)

    shown = board(tournament).lock
    assert shown is not None
    assert (shown.moved, ladder(tournament)) == (20_00, [72_00, 54_00, 36_00, 18_00])

    undo(line)
    shown = board(tournament).lock
    assert shown is not None
    assert shown.moved == 0


def test_once_prizes_are_awarded_it_takes_a_locked_ladder() -> None:
    tournament, entries = started(4, payout_scheme_data=FOUR)
    before = add(tournament, 20_00)
    bust(tournament, entries[3], winner=entries[0])

    with pytest.raises(Refused, match="Lock the payouts first") as refusal:
        add(tournament, 50_00)
    assert (refusal.value.code, amounts("added"), can_undo(before)) == ("prizes_decided", [20_00], False)

    lock(tournament)
    add(tournament, 50_00, minute=7)
    lock(tournament, 120_00, 70_00, 40_00, 20_00, minute=8)

    assert Payout.objects.get().amount == 20_00
    for loser in reversed(entries[1:3]):
        bust(tournament, loser, winner=entries[0])
    assert list(Payout.objects.order_by("-amount").values_list("amount", flat=True)) == [
        *(120_00, 70_00, 40_00, 20_00)
    ]
    pay_everything(tournament)
    assert faults(tournament) == 0


def test_once_all_prizes_are_awarded_nobody_would_get_it() -> None:
    tournament, entries = started(4, payout_scheme_data=FOUR)
    lock(tournament)
    for loser in reversed(entries[1:]):
        bust(tournament, loser, winner=entries[0])

    with pytest.raises(Refused, match="Make it a side prize of the house") as refusal:
        add(tournament, 50_00)

    assert (refusal.value.code, amounts("added"), faults(tournament)) == ("all_awarded", [], 0)


def test_a_sponsor_may_take_over_what_the_house_pays_after_prizes_are_awarded() -> None:
    tournament, _entries = played_for_money()
    assert amounts("overlay") == [320_00]

    line = add(tournament, 120_00)

    assert amounts("overlay") == [320_00, -320_00, 200_00]
    assert (board(tournament).pool, faults(tournament)) == (500_00, 0)
    with pytest.raises(Refused, match="Prizes have been awarded"):
        add(tournament, 200_01)

    undo(line)
    assert (sum(amounts("overlay")), sum(amounts("added")), faults(tournament)) == (320_00, 0, 0)


def test_once_all_prizes_are_awarded_nothing_is_taken_back_that_they_were_made_of() -> None:
    tournament, entries = started(4, payout_scheme_data=FOUR)
    line = add(tournament, 50_00)
    lock(tournament)
    assert can_undo(line)

    for loser in reversed(entries[1:]):
        bust(tournament, loser, winner=entries[0])

    assert not can_undo(line)
    assert faults(tournament) == 0


def test_nothing_is_added_to_a_cancelled_tournament_but_what_was_comes_back() -> None:
    tournament = make_tournament()
    line = add(tournament)
    cancel_tournament(tournament_id=tournament.pk, by=ACTOR.at(after(6)), reason="Too few players")

    with pytest.raises(Refused, match="cancelled"):
        add(tournament, minute=7)
    undo(line)
    assert sum(amounts("added")) == 0


@pytest.mark.parametrize("amount", [0, -1, 10**12 + 1])
def test_an_amount_that_is_none_is_refused(amount: int) -> None:
    tournament = make_tournament()
    with pytest.raises(Refused) as refusal:
        add(tournament, amount)
    assert (refusal.value.field, amounts("added")) == ("amount", [])


@pytest.mark.parametrize(
    ("giver", "said"),
    [
        (Giver.HOUSE, "The house added €100 to the prize pool."),
        (Giver.SPONSOR, "A sponsor added €100 to the prize pool."),
        (Giver.JACKPOT, "A jackpot added €100 to the prize pool."),
        (Giver.OTHER, "€100 was added to the prize pool."),
    ],
)
def test_the_log_says_who_added_it(giver: Giver, said: str) -> None:
    tournament = make_tournament()
    line = add(tournament, giver=giver)
    assert sentence_of(line, PageWriter.of(tournament)) == said
    assert line.reason == "Casa Verde"
    undo(line)
    back = newest(tournament, "money_taken_back")
    assert sentence_of(back, PageWriter.of(tournament)) == (
        "Took €100 of added money out of the prize pool again."
    )


def test_the_pool_is_one_query(django_assert_num_queries: Any) -> None:
    tournament, _ = entered(2)
    add(tournament)
    with django_assert_num_queries(1):
        assert prize_pool(tournament).total == 190_00
