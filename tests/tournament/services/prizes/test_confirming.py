"""Two people above a limit, papers that must be seen, and every way back."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.factories import after, give_role, make_tournament
from tests.factories.books import played_for_money
from tournament.changes.change import sentence_of
from tournament.changes.payments import Payment
from tournament.models import (
    Account,
    BountyShare,
    Entry,
    HeldKind,
    HeldPayment,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Role,
    SidePrize,
    StaffMember,
    Till,
    Tournament,
)
from tournament.queries.ledger.tills import till_sheets
from tournament.queries.payouts.held import held_lines
from tournament.queries.payouts.slips import prize_slip
from tournament.services.actor import Actor
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.holding import ask_for_second, withdraw_payment
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.cash.tills import close_till, open_till
from tournament.services.errors import Refused
from tournament.services.field.entries import reinstate_entries
from tournament.services.locks import lock_tournament
from tournament.services.prizes.confirming import confirm_payment
from tournament.services.prizes.side_prizes import (
    add_side_prize,
    award_side_prize,
    pay_side_prize,
    take_side_prize_back,
)
from tournament.services.undo import lines_to_undo, undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


class Desk:
    """Prizes of 250, 150 and 100 and bounties of 40 to the winner; two people, who pay and confirm."""

    def __init__(self, **limits: int) -> None:
        tournament, entries = played_for_money()
        Tournament.objects.filter(pk=tournament.pk).update(**limits)
        self.tournament = Tournament.objects.get(pk=tournament.pk)
        self.winner = entries[0]
        self.prize = Payout.objects.get(entry=self.winner)
        self.rita = give_role(self.tournament, Role.REGISTRATION, "rita")
        self.flora = give_role(self.tournament, Role.FLOOR, "flora")

    def ids(self, account: Account, minutes: float = 60) -> dict[str, Any]:
        actor = Actor(label=account.username, account_id=account.pk)
        return {"tournament_id": self.tournament.pk, "by": actor.at(after(minutes))}

    def ask(self, **about: Any) -> HeldPayment:
        sold: dict[str, Any] = {
            "entry_id": self.winner.pk,
            "kind": HeldKind.PRIZE,
            "amount": self.prize.amount,
        }
        line = ask_for_second(**sold | self.ids(self.rita) | about)
        return HeldPayment.objects.get(asked_line=line)

    def confirm(self, held: HeldPayment, by: Account | None = None) -> LogEntry:
        return confirm_payment(held_id=held.pk, **self.ids(by or self.flora, 61))

    def paid(self) -> list[int]:
        kinds = (MoneyKind.PAYOUT, MoneyKind.BOUNTY_PAID)
        return list(MoneyRow.objects.filter(kind__in=kinds).order_by("pk").values_list("amount", flat=True))

    def said(self, verb: str) -> list[str]:
        writer = PageWriter.of(self.tournament)
        lines = LogEntry.objects.filter(tournament=self.tournament, verb=verb).order_by("pk")
        return [sentence_of(line, writer) for line in lines]


def test_a_prize_at_the_limit_is_paid_when_another_person_has_confirmed_it() -> None:
    desk = Desk(two_people_from=1_00)
    with pytest.raises(Refused, match="A second person must confirm") as refusal:
        pay_out(payout_id=desk.prize.pk, **desk.ids(desk.rita))
    assert (refusal.value.code, desk.paid()) == ("second_person", [])

    held = desk.ask()
    assert desk.paid() == []
    desk.confirm(held)

    amount = desk.prize.amount
    assert desk.paid() == [-amount]
    line = LogEntry.objects.get(verb="prize_paid")
    assert (line.actor, line.account, Payment.of(line).confirmed_by) == ("rita", desk.rita, "flora")
    assert LogEntry.objects.get(verb="payment_confirmed").account == desk.flora
    slip = prize_slip(desk.tournament, payout_id=desk.prize.pk)
    assert slip is not None
    assert slip.payment is not None
    assert (slip.payment.by, slip.payment.confirmed_by) == ("rita", "flora")
    desk.prize.refresh_from_db()
    assert desk.prize.paid_by == desk.rita
    assert desk.said("prize_paid")[0].endswith("Confirmed by flora.")


def test_below_the_limit_one_person_pays() -> None:
    desk = Desk()
    Tournament.objects.update(two_people_from=desk.prize.amount + 1)
    pay_out(payout_id=desk.prize.pk, **desk.ids(desk.rita))
    assert desk.paid() == [-desk.prize.amount]


def test_the_person_who_pays_never_confirms_it_either() -> None:
    desk = Desk(two_people_from=1_00)
    held = desk.ask()
    with pytest.raises(Refused, match="rita asked for this payment") as refusal:
        desk.confirm(held, by=desk.rita)
    assert (refusal.value.code, desk.paid()) == ("same_person", [])
    with pytest.raises(Refused, match="another person"):
        confirm_payment(
            held_id=held.pk,
            **desk.ids(desk.flora) | {"by": Actor(label="somebody without account").at(after(60))},
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        HeldPayment.objects.filter(pk=held.pk).update(confirmed_by=desk.rita)


def test_bounties_at_the_limit_wait_too() -> None:
    desk = Desk(two_people_from=40_00)
    due: dict[str, Any] = {"entry_id": desk.winner.pk, "amount": 40_00}
    with pytest.raises(Refused, match="A second person"):
        pay_bounties(**due, **desk.ids(desk.rita))
    held = desk.ask(kind=HeldKind.BOUNTIES, amount=40_00)
    desk.confirm(held)
    assert desk.paid() == [-40_00]
    assert not BountyShare.objects.filter(payment=None, due__gt=0).exists()
    assert desk.said("bounty_paid") == [
        f"Paid bounties of €40 to {desk.winner.player.name}. Confirmed by flora."
    ]


def test_a_payment_waits_once_and_is_confirmed_once() -> None:
    desk = Desk(two_people_from=1_00)
    held = desk.ask()
    with pytest.raises(Refused, match="already waiting"):
        desk.ask()
    desk.confirm(held)
    with pytest.raises(Refused, match="already been confirmed"):
        desk.confirm(held)
    assert len(desk.paid()) == 1


def test_one_that_waits_is_withdrawn_or_undone_in_the_log_and_asked_for_again() -> None:
    desk = Desk(two_people_from=1_00)
    held = desk.ask()
    withdraw_payment(held_id=held.pk, **desk.ids(desk.rita))
    with pytest.raises(Refused, match="was withdrawn"):
        desk.confirm(held)
    assert lines_to_undo(desk.tournament, [held.asked_line]) == frozenset()

    again = desk.ask()
    undo_line(line_id=again.asked_line_id, **desk.ids(desk.flora))
    with pytest.raises(Refused, match="was withdrawn"):
        desk.confirm(again)
    last = desk.ask()
    desk.confirm(last)
    assert lines_to_undo(desk.tournament, [last.asked_line]) == frozenset()
    assert len(desk.paid()) == 1


def test_a_payment_that_was_voided_is_asked_for_and_confirmed_again() -> None:
    desk = Desk(two_people_from=1_00)
    desk.confirm(desk.ask())
    void_payment(payout_id=desk.prize.pk, reason="Wrong player", **desk.ids(desk.flora))
    desk.confirm(desk.ask())
    assert sum(desk.paid()) == -desk.prize.amount


def test_a_prize_that_has_changed_meanwhile_is_not_paid() -> None:
    desk = Desk(two_people_from=1_00)
    held = desk.ask()
    Payout.objects.filter(pk=desk.prize.pk).update(amount=desk.prize.amount + 1)
    with pytest.raises(Refused, match="has changed"):
        desk.confirm(held)
    assert desk.paid() == []
    held.refresh_from_db()
    assert held.confirmed_by is None


def test_the_money_leaves_the_till_of_who_pays_and_the_till_waits_for_the_second_person() -> None:
    desk = Desk(two_people_from=1_00)
    for account in (desk.rita, desk.flora):
        open_till(account_id=account.pk, opening_float=500_00, **desk.ids(account, 59))
    held = desk.ask()
    of_rita = next(sheet for sheet in till_sheets(desk.tournament) if sheet.account == desk.rita.pk)
    with pytest.raises(Refused, match="is waiting for a second person") as refusal:
        close_till(till_id=of_rita.id, counted=500_00, reason="", **desk.ids(desk.rita))
    assert refusal.value.code == "payment_waits"

    desk.confirm(held)
    expected = {sheet.account: sheet.expected for sheet in till_sheets(desk.tournament)}
    assert expected == {desk.rita.pk: 500_00 - desk.prize.amount, desk.flora.pk: 500_00}
    close_till(till_id=of_rita.id, counted=500_00 - desk.prize.amount, reason="", **desk.ids(desk.rita))


def test_papers_that_are_due_must_be_seen_and_only_that_is_kept() -> None:
    desk = Desk(id_from=1_00, tax_form_from=1_00)
    with pytest.raises(Refused, match="seen the ID and the tax form") as refusal:
        pay_out(payout_id=desk.prize.pk, **desk.ids(desk.rita))
    assert (refusal.value.code, desk.paid()) == ("papers_not_seen", [])

    pay_out(payout_id=desk.prize.pk, papers_seen=True, **desk.ids(desk.rita))
    line = LogEntry.objects.get(verb="prize_paid")
    assert Payment.of(line).papers == ("id", "tax_form")
    assert (line.account, line.at) == (desk.rita, after(60))
    assert desk.said("prize_paid")[0].endswith("ID and tax form seen.")


@pytest.mark.parametrize(
    ("limit", "asks", "says"),
    [
        ("id_from", "seen the ID, then", "ID seen."),
        ("tax_form_from", "seen the tax form, then", "Tax form seen."),
    ],
)
def test_who_asks_for_a_second_person_has_seen_the_papers(limit: str, asks: str, says: str) -> None:
    desk = Desk(two_people_from=1_00, **{limit: 1_00})
    with pytest.raises(Refused, match=asks):
        desk.ask()
    desk.confirm(desk.ask(papers_seen=True))
    assert desk.said("prize_paid")[0].endswith(f"Confirmed by flora. {says}")


def side_prizes_of(desk: Desk, *amounts: int) -> list[SidePrize]:
    """Awarded to the winner, from the house."""
    found = []
    for amount in amounts:
        prize = add_side_prize(
            name=f"For {amount}", amount=amount, is_from_pool=False, **desk.ids(desk.flora, 50)
        )
        found.append(award_side_prize(prize_id=prize.pk, entry_id=desk.winner.pk, **desk.ids(desk.flora, 51)))
    return found


def test_side_prizes_at_the_limit_wait_too_each_for_itself() -> None:
    desk = Desk(two_people_from=30_00, id_from=30_00)
    first, second = side_prizes_of(desk, 30_00, 50_00)
    with pytest.raises(Refused, match="A second person"):
        pay_side_prize(prize_id=first.pk, papers_seen=True, **desk.ids(desk.rita))
    side: dict[str, Any] = {"kind": HeldKind.SIDE, "papers_seen": True}
    held = desk.ask(side_prize_id=first.pk, amount=30_00, **side)
    other = desk.ask(side_prize_id=second.pk, amount=50_00, **side)
    with pytest.raises(Refused, match="already waiting"):
        desk.ask(side_prize_id=first.pk, amount=30_00, **side)
    with pytest.raises(IntegrityError), transaction.atomic():
        HeldPayment.objects.filter(pk=other.pk).update(side_prize=first)
    with pytest.raises(IntegrityError), transaction.atomic():
        HeldPayment.objects.filter(pk=other.pk).update(side_prize=None)

    desk.confirm(held)

    paid = MoneyRow.objects.filter(kind=MoneyKind.SIDE_PAID)
    assert list(paid.values_list("amount", flat=True)) == [-30_00]
    assert desk.said("side_prize_paid") == [
        f"Paid the side prize “For 3000”, €30, to {desk.winner.player.name}. Confirmed by flora. ID seen."
    ]
    line = LogEntry.objects.get(verb="side_prize_paid")
    assert line.account == desk.rita
    undo_line(line_id=line.pk, **desk.ids(desk.flora, 62))
    assert sum(paid.values_list("amount", flat=True)) == 0
    desk.confirm(desk.ask(side_prize_id=first.pk, amount=30_00, **side))
    assert sum(paid.values_list("amount", flat=True)) == -30_00


def test_a_side_prize_whose_payment_waits_is_not_taken_back_and_one_that_changed_is_not_paid() -> None:
    desk = Desk(two_people_from=30_00)
    (prize,) = side_prizes_of(desk, 30_00)
    assert prize.award is not None
    held = desk.ask(kind=HeldKind.SIDE, side_prize_id=prize.pk, amount=30_00)
    with pytest.raises(Refused, match="waiting for a second person: withdraw it first") as refusal:
        take_side_prize_back(prize_id=prize.pk, **desk.ids(desk.flora))
    assert refusal.value.code == "payment_waits"
    assert lines_to_undo(desk.tournament, [prize.award]) == frozenset()

    SidePrize.objects.filter(pk=prize.pk).update(amount=31_00)
    with pytest.raises(Refused, match="has changed"):
        desk.confirm(held)
    assert not MoneyRow.objects.filter(kind=MoneyKind.SIDE_PAID).exists()

    withdraw_payment(held_id=held.pk, **desk.ids(desk.rita))
    assert lines_to_undo(desk.tournament, [prize.award]) == {prize.award.pk}
    take_side_prize_back(prize_id=prize.pk, **desk.ids(desk.flora))


def test_what_nobody_else_could_confirm_is_not_asked_for() -> None:
    desk = Desk(two_people_from=1_00)
    StaffMember.objects.filter(tournament=desk.tournament).exclude(
        account__in=[desk.rita, desk.flora]
    ).delete()
    with pytest.raises(Refused, match="nobody else on the staff may") as refusal:
        ask_for_second(
            entry_id=desk.winner.pk, kind=HeldKind.PRIZE, amount=desk.prize.amount, **desk.ids(desk.flora)
        )
    assert (refusal.value.code, HeldPayment.objects.count()) == ("no_second_person", 0)

    # What the desk pays the one floor manager may confirm.
    held = desk.ask()
    held_line = held_lines(desk.tournament, kind=HeldKind.PRIZE, entries=[desk.winner.pk])
    assert held_line[desk.winner.pk].has_second
    StaffMember.objects.filter(account=desk.flora).delete()
    held_line = held_lines(desk.tournament, kind=HeldKind.PRIZE, entries=[desk.winner.pk])
    assert (held_line[desk.winner.pk].id, held_line[desk.winner.pk].has_second) == (held.pk, False)


def test_a_side_prize_of_another_tournament_is_not_found() -> None:
    desk, other = Desk(two_people_from=1_00), Desk(two_people_from=1_00)
    (prize,) = side_prizes_of(other, 30_00)
    with pytest.raises(SidePrize.DoesNotExist):
        desk.ask(kind=HeldKind.SIDE, side_prize_id=prize.pk, amount=30_00)


def test_a_payment_of_another_tournament_is_not_found() -> None:
    desk, other = Desk(two_people_from=1_00), make_tournament()
    held = desk.ask()
    elsewhere = desk.ids(desk.flora) | {"tournament_id": other.pk}
    for change in (confirm_payment, withdraw_payment):
        with pytest.raises(HeldPayment.DoesNotExist):
            change(held_id=held.pk, **elsewhere)


def test_a_request_goes_with_the_prize_it_would_pay() -> None:
    desk = Desk(two_people_from=1_00)
    held = desk.ask()
    bounties = desk.ask(kind=HeldKind.BOUNTIES, amount=40_00)
    last = Entry.objects.get(tournament=desk.tournament, place_first=2)
    with transaction.atomic():
        reinstate_entries(
            tournament=lock_tournament(desk.tournament.pk),
            stacks={last.pk: 10_000},
            by=desk.ids(desk.flora, 61)["by"],
        )

    for request in (held, bounties):
        request.refresh_from_db()
        assert request.withdrawn_at == after(61)
    withdrawn = LogEntry.objects.filter(
        verb="payment_withdrawn", undoes__in=[held.asked_line, bounties.asked_line]
    )
    assert [line.actor for line in withdrawn] == ["floorman"] * 2
    open_till(account_id=desk.rita.pk, opening_float=500_00, **desk.ids(desk.rita, 62))
    close_till(till_id=Till.objects.get().pk, counted=500_00, reason="", **desk.ids(desk.rita, 63))


def test_a_request_goes_when_its_prize_is_paid_without_it() -> None:
    desk = Desk(two_people_from=1_00)
    prize = add_side_prize(name="High hand", amount=25_00, is_from_pool=False, **desk.ids(desk.flora, 59))
    award_side_prize(prize_id=prize.pk, entry_id=desk.winner.pk, **desk.ids(desk.flora, 59))
    waiting = [
        desk.ask(),
        desk.ask(kind=HeldKind.BOUNTIES, amount=40_00),
        desk.ask(kind=HeldKind.SIDE, amount=25_00, side_prize_id=prize.pk),
    ]
    Tournament.objects.update(two_people_from=None)
    pay_out(payout_id=desk.prize.pk, **desk.ids(desk.flora, 61))
    pay_bounties(entry_id=desk.winner.pk, amount=40_00, **desk.ids(desk.flora, 62))
    pay_side_prize(prize_id=prize.pk, **desk.ids(desk.flora, 63))
    for held, minutes in zip(waiting, (61, 62, 63), strict=True):
        held.refresh_from_db()
        assert held.withdrawn_at == after(minutes)
        with pytest.raises(Refused, match="was withdrawn"):
            desk.confirm(held)


def test_a_till_stays_open_while_a_payment_out_of_it_waits() -> None:
    """Confirmed later, its cash would be out of no till."""
    desk = Desk(two_people_from=1_00)
    opened = open_till(account_id=desk.rita.pk, opening_float=300_00, **desk.ids(desk.rita, 59))
    held = desk.ask()
    assert opened.pk not in lines_to_undo(desk.tournament, [opened])

    withdraw_payment(held_id=held.pk, **desk.ids(desk.rita, 62))

    assert opened.pk in lines_to_undo(desk.tournament, [opened])
