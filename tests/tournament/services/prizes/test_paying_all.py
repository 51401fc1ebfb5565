"""One payment for prize, bounties and side prizes of a player, less what the player owes."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Sum

from tests.factories import ACTOR, NOW, after, give_role
from tests.factories.books import played_for_money
from tests.factories.field import bust, started
from tests.factories.sales import REBUY
from tournament.changes.bounties import BountyPaid
from tournament.changes.change import sentence_of, verbs
from tournament.changes.payments import Payment, PlayerPaid
from tournament.changes.people import whose
from tournament.changes.prizes import PrizePaid
from tournament.changes.sales import RebuySold
from tournament.changes.side_prizes import SidePrizePaid
from tournament.models import (
    Account,
    ChipSale,
    Entry,
    HeldKind,
    HeldPayment,
    LogEntry,
    MoneyRow,
    Payout,
    Role,
    SidePrize,
    Tournament,
)
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.held import held_lines
from tournament.queries.payouts.waiting import waiting_for
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_to_dict
from tournament.services.actor import Actor
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.chip_sales import book_sale
from tournament.services.cash.holding import (
    ask_for_second,
    waiting_payments,
    withdraw_payment,
    withdraw_whole_payment,
)
from tournament.services.errors import Refused
from tournament.services.log import record
from tournament.services.prizes.confirming import confirm_payment
from tournament.services.prizes.paying_all import pay_all
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def evening(**changes: Any) -> tuple[Tournament, Entry]:
    """Over: the winner has a prize of 250, bounties of 40 and a side prize of 25."""
    tournament, entries = played_for_money(**changes)
    winner = entries[0]
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(after(9))}
    prize = add_side_prize(name="High hand", amount=25_00, is_from_pool=False, **ids)
    award_side_prize(prize_id=prize.pk, entry_id=winner.pk, **ids)
    return tournament, winner


def owe(tournament: Tournament, entry: Entry) -> None:
    """A rebuy for 30 that was announced at the table and that nobody has paid."""
    Tournament.objects.update(rebuy_data=REBUY.to_dict())
    sold = RebuySold(
        **whose(entry),
        paid=30_00,
        chips=1,
        table=0,
        table_id=0,
        hand=1,
        is_owed=True,
        missed=0,
        back=None,
    )
    line = record(sold, tournament_id=tournament.pk, by=ACTOR.at(NOW))
    book_sale(entry=entry, kind="rebuy", offer=REBUY, chips=1, line=line, waits=True, is_owed=True, now=NOW)


def pay(
    tournament: Tournament,
    entry: Entry,
    amount: int,
    *,
    set_off: bool = False,
    asked: int = 0,
    actor: Actor = ACTOR,
) -> LogEntry:
    return pay_all(
        tournament_id=tournament.pk,
        entry_id=entry.pk,
        amount=amount,
        set_off=set_off,
        asked=asked,
        by=actor.at(after(20)),
    )


def actor_of(account: Account) -> Actor:
    return Actor(label=account.username, account_id=account.pk)


def unpaid(tournament: Tournament, entry: Entry) -> tuple[int, int, int, int]:
    found = waiting_for(Tournament.objects.get(pk=tournament.pk), {entry.pk: entry.player_id})[entry.pk]
    return found.prize, found.bounties, found.side_prizes, found.owes


def test_prize_bounties_and_side_prizes_are_one_payment_and_one_undo() -> None:
    tournament, winner = evening()
    assert unpaid(tournament, winner) == (250_00, 40_00, 25_00, 0)

    line = pay(tournament, winner, 315_00)

    assert unpaid(tournament, winner) == (0, 0, 0, 0)
    out = MoneyRow.objects.filter(entry=winner, amount__lt=0).values_list("kind").annotate(Sum("amount"))
    assert dict(out) == {"payout": -250_00, "bounty_paid": -40_00, "side_paid": -25_00}
    assert reconciliation(Tournament.objects.get()).faults == 0
    assert lines_to_undo(tournament, [line]) == {line.pk}
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(after(21)))
    assert unpaid(tournament, winner) == (250_00, 40_00, 25_00, 0)
    assert reconciliation(Tournament.objects.get()).faults == 0


def test_what_the_player_owes_is_set_off() -> None:
    tournament, winner = evening()
    owe(tournament, winner)
    assert unpaid(tournament, winner) == (250_00, 40_00, 25_00, 30_00)

    line = pay(tournament, winner, 285_00, set_off=True)

    assert ChipSale.objects.get().collected_at == after(20)
    assert unpaid(tournament, winner) == (0, 0, 0, 0)
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(after(21)))
    assert unpaid(tournament, winner) == (250_00, 40_00, 25_00, 30_00)


def test_what_has_changed_since_the_desk_looked_is_refused_and_nothing_is_paid() -> None:
    tournament, winner = evening()
    pay_bounties(tournament_id=tournament.pk, entry_id=winner.pk, amount=40_00, by=ACTOR.at(after(10)))
    with pytest.raises(Refused) as changed:
        pay(tournament, winner, 315_00)
    assert changed.value.code == "amount_changed"
    pay(tournament, winner, 275_00)
    with pytest.raises(Refused) as gone:
        pay(tournament, winner, 275_00)
    assert gone.value.code == "already_paid"


# Limit; the cash that is paid at once, what a second person is asked for, of how many parts; the line of the log.
BEFORE_A_SECOND: dict[str, tuple[int, int, int, int, str]] = {
    "the prize alone reaches it": (
        *(100_00, 65_00, 250_00, 1),
        "Paid €65 to Anna Verdi in one payment: bounties €40, side prizes €25. €250 is waiting for a second person.",
    ),
    "all together reach it": (
        *(300_00, 0, 315_00, 3),
        "€315 for Anna Verdi is waiting for a second person.",
    ),
}


@pytest.mark.parametrize("case", BEFORE_A_SECOND)
def test_what_a_second_person_must_confirm_is_asked_for_and_the_rest_is_paid(case: str) -> None:
    limit, paid, asked, parts, said = BEFORE_A_SECOND[case]
    tournament, winner = evening(two_people_from=limit)
    rita, flora = (give_role(tournament, role, role) for role in (Role.REGISTRATION, Role.FLOOR))
    found = waiting_for(tournament, {winner.pk: winner.player_id})[winner.pk]
    assert (found.is_offered, found.left, found.asked) == (True, paid, asked)

    line = pay(tournament, winner, paid, asked=asked, actor=actor_of(rita))

    assert sentence_of(line, PageWriter.of(tournament)) == said
    held = list(waiting_payments(tournament))
    assert (sum(each.amount for each in held), len(held)) == (asked, parts)
    assert sum(unpaid(tournament, winner)[:3]) == asked
    with pytest.raises(Refused) as refusal:
        pay(tournament, winner, paid, asked=asked, actor=actor_of(rita))
    assert refusal.value.code == "payment_waits"
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(after(21)))
    assert (sum(unpaid(tournament, winner)[:3]), waiting_payments(tournament).count()) == (315_00, 0)
    pay(tournament, winner, paid, asked=asked, actor=actor_of(rita))
    # Whichever part the second person taps, all that was asked for is confirmed.
    any_part = waiting_payments(tournament).latest("pk")
    confirm(tournament, any_part, asked, flora)
    assert unpaid(tournament, winner) == (0, 0, 0, 0)
    assert reconciliation(Tournament.objects.get()).faults == 0


def confirm(tournament: Tournament, held: HeldPayment, amount: int, by: Account) -> LogEntry:
    return confirm_payment(
        tournament_id=tournament.pk, held_id=held.pk, amount=amount, by=actor_of(by).at(after(22))
    )


class Asked:
    """Prize, bounties and side prize, 315 together, that rita asked for in one tap: flora may confirm."""

    def __init__(self) -> None:
        self.tournament, self.winner = evening(two_people_from=300_00)
        self.rita, self.flora = (
            give_role(self.tournament, role, role) for role in (Role.REGISTRATION, Role.FLOOR)
        )
        pay(self.tournament, self.winner, 0, asked=315_00, actor=actor_of(self.rita))
        self.held = list(waiting_payments(self.tournament).order_by("pk"))

    def confirm(self, amount: int, by: Account | None = None) -> LogEntry:
        return confirm(self.tournament, self.held[1], amount, by or self.flora)

    def refusal(self, amount: int, by: Account | None = None) -> str:
        with pytest.raises(Refused) as refusal:
            self.confirm(amount, by)
        return refusal.value.code

    def left(self) -> tuple[int, int]:
        """What is not paid, and how many parts wait."""
        return sum(unpaid(self.tournament, self.winner)[:3]), waiting_payments(self.tournament).count()


def test_one_tap_confirms_the_whole_payment_once_and_its_undo_takes_all_of_it_back() -> None:
    asked = Asked()
    assert asked.refusal(315_00, by=asked.rita) == "same_person"
    (shown,) = held_lines(asked.tournament, kind=HeldKind.PRIZE, entries=[asked.winner.pk]).values()
    assert (shown.amount, shown.cash) == (315_00, 315_00)
    assert sorted((part.title, part.amount) for part in shown.parts) == [
        ("Bounties", 40_00),
        ("High hand", 25_00),
        ("Prize", 250_00),
    ]

    line = asked.confirm(315_00)

    assert sentence_of(line, PageWriter.of(asked.tournament)) == (
        "Confirmed the payment of €315 to Anna Verdi: prize €250, bounties €40, side prizes €25."
    )
    assert asked.left() == (0, 0)
    assert asked.refusal(315_00) == "already_paid"
    paid = LogEntry.objects.filter(verb__in=verbs(PrizePaid, BountyPaid, SidePrizePaid))
    assert {(each.account, Payment.of(each).confirmed_by) for each in paid} == {(asked.rita, "floor")}
    undo_line(tournament_id=asked.tournament.pk, line_id=line.pk, by=ACTOR.at(after(23)))
    assert asked.left() == (315_00, 0)
    assert reconciliation(Tournament.objects.get()).faults == 0


def test_a_whole_payment_that_has_changed_is_not_confirmed_as_it_was_shown() -> None:
    asked = Asked()
    # A page that shows one part alone confirms no more than that: here nothing.
    assert asked.refusal(asked.held[1].amount) == "amount_changed"
    Payout.objects.filter(entry=asked.winner).update(amount=251_00)
    assert (asked.refusal(315_00), asked.left()[1]) == ("amount_changed", 3)
    assert not MoneyRow.objects.filter(kind__in=["bounty_paid", "side_paid"]).exists()
    Payout.objects.filter(entry=asked.winner).update(amount=250_00)

    gone = next(held for held in asked.held if held.kind == HeldKind.SIDE)
    withdraw_payment(
        tournament_id=asked.tournament.pk, held_id=gone.pk, by=actor_of(asked.rita).at(after(21))
    )
    assert asked.refusal(315_00) == "amount_changed"
    asked.confirm(290_00)
    assert asked.left() == (25_00, 0)


def test_a_whole_payment_is_withdrawn_whole_and_what_was_asked_for_by_itself_stays() -> None:
    asked = Asked()
    ids: dict[str, Any] = {"tournament_id": asked.tournament.pk, "by": actor_of(asked.rita).at(after(20))}
    prize = add_side_prize(name="Last aces", amount=310_00, is_from_pool=False, **ids)
    award_side_prize(prize_id=prize.pk, entry_id=asked.winner.pk, **ids)
    alone: dict[str, Any] = {"kind": HeldKind.SIDE, "side_prize_id": prize.pk, "amount": 310_00}
    ask_for_second(entry_id=asked.winner.pk, **alone, **ids)

    lines = withdraw_whole_payment(held_id=asked.held[1].pk, **ids)

    assert {line.undoes_id for line in lines} == {held.asked_line_id for held in asked.held}
    assert [held.side_prize for held in waiting_payments(asked.tournament)] == [prize]
    assert asked.left()[0] == 625_00


def test_what_waits_for_a_second_person_already_keeps_nothing_else_from_being_paid() -> None:
    tournament, winner = evening(two_people_from=100_00)
    rita = give_role(tournament, Role.REGISTRATION, "rita")
    give_role(tournament, Role.FLOOR, "flora")
    ask: dict[str, Any] = {"kind": HeldKind.PRIZE, "amount": 250_00, "by": actor_of(rita).at(after(10))}
    ask_for_second(tournament_id=tournament.pk, entry_id=winner.pk, **ask)

    line = pay(tournament, winner, 65_00)

    assert unpaid(tournament, winner) == (250_00, 0, 0, 0)
    assert PlayerPaid.of(line).asked == 250_00


def test_a_seat_is_handed_over_with_the_cash_of_a_side_prize_and_what_is_owed_stays_open() -> None:
    scheme = payout_scheme_to_dict(SatelliteSeats(value=80_00))
    tournament, winner = evening(bounty_kind="none", buy_in_bounty=0, guarantee=0, payout_scheme_data=scheme)
    owe(tournament, winner)
    found = waiting_for(Tournament.objects.get(), {winner.pk: winner.player_id})[winner.pk]
    assert (found.is_offered, found.seat, found.left, found.still_owed) == (True, 80_00, 25_00, 30_00)

    line = pay(tournament, winner, 25_00)

    assert sentence_of(line, PageWriter.of(tournament)) == (
        "Paid €25 to Anna Verdi in one payment: seat €80, side prizes €25. €30 is still owed."
    )
    out = MoneyRow.objects.filter(entry=winner, amount__lt=0).values_list("kind", "amount")
    assert dict(out) == {"seat": -80_00, "side_paid": -25_00}
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(after(21)))
    assert not Payout.objects.exclude(paid_at=None).exists()


def test_before_rebuys_are_over_bounties_wait_and_the_rest_is_paid() -> None:
    tournament, entries = started(
        3, buy_in_bounty=10_00, bounty_kind="fixed", late_registration_level=2, rebuy_data=REBUY.to_dict()
    )
    hunter = entries[0]
    bust(tournament, entries[2], winner=hunter)
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(after(1))}
    for amount in (25_00, 15_00):
        prize = add_side_prize(name=f"High hand {amount}", amount=amount, is_from_pool=False, **ids)
        award_side_prize(prize_id=prize.pk, entry_id=hunter.pk, **ids)

    line = pay(tournament, hunter, 40_00)

    assert unpaid(tournament, hunter) == (0, 10_00, 0, 0)
    assert sentence_of(line, PageWriter.of(tournament)) == (
        "Paid €40 to Anna Verdi in one payment: side prizes €40. Bounties of €10 are paid once rebuys are over."
    )


def test_the_papers_are_asked_for_by_the_sum() -> None:
    tournament, winner = evening(id_from=300_00)
    found = waiting_for(tournament, {winner.pk: winner.player_id})[winner.pk]
    assert (found.papers, found.is_offered) == (("id",), True)
    with pytest.raises(Refused) as refusal:
        pay(tournament, winner, 315_00)
    assert refusal.value.code == "papers_not_seen"
    assert not SidePrize.objects.exclude(payment=None).exists()
