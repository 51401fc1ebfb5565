"""The second person confirms a payment that waits: now it is paid, by the one who asked for it.

What was asked for in one tap is confirmed in one, all of it or nothing. Each part is booked as if it were confirmed
alone; one line of the log names them all, and its undo takes all of them back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.bounties import BountyPaid
from tournament.changes.change import verbs
from tournament.changes.payments import PaymentConfirmed, WholePaymentConfirmed
from tournament.changes.people import whose
from tournament.changes.prizes import PrizePaid
from tournament.changes.side_prizes import SidePrizePaid
from tournament.models import HeldKind, HeldPayment, LogEntry, Payout, SidePrize
from tournament.services.actor import Actor, By
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.holding import waiting_payment, whole_payment
from tournament.services.cash.payouts import pay_out
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import lines_of_one_tap, newest_line_id, record
from tournament.services.prizes.side_prizes import pay_side_prize
from tournament.services.undo import register_together

PAID: Final = verbs(PrizePaid, BountyPaid, SidePrizePaid)


@transaction.atomic
def confirm_payment(*, tournament_id: int, held_id: int, by: By, amount: int | None = None) -> LogEntry:
    """The money goes to the player, out of the till of who asked for it, with all that the same tap asked for.

    `amount` is the sum that the second person was shown, of this part alone where none is given. Raises Refused for the
    person who asked, once it was confirmed or withdrawn, and where an amount is another by now;
    HeldPayment.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    held = waiting_payment(tournament, held_id)
    if by.actor.account_id is None or by.actor.account_id == held.asked_by_id:
        raise Refused(
            _("%(name)s asked for this payment: another person must confirm it.")
            % {"name": held.asked_line.actor},
            code="same_person",
        )
    whole = whole_payment(tournament, held)
    if sum(each.amount for each in whole) != (held.amount if amount is None else amount):
        raise Refused(
            _("What %(name)s has to get has changed: look at the amount and confirm again.")
            % {"name": held.entry.player.name},
            code="amount_changed",
        )
    if len(whole) > 1:
        return _confirm_whole(whole, by)
    confirmed = PaymentConfirmed(**whose(held.entry), amount=held.amount)
    line = record(confirmed, tournament_id=tournament_id, by=by)
    _confirm(held, by)
    return line


def _confirm_whole(whole: Sequence[HeldPayment], by: By) -> LogEntry:
    held = whole[0]
    since = newest_line_id(held.tournament_id)
    for each in whole:
        _confirm(each, by)

    def of_kind(kind: HeldKind) -> int:
        return sum(each.amount for each in whole if each.kind == kind)

    parts = lines_of_one_tap(
        tournament_id=held.tournament_id, since=since, verbs=PAID, by=_payer(held, by.now)
    )
    confirmed = WholePaymentConfirmed(
        **whose(held.entry),
        amount=sum(each.amount for each in whole),
        prize=of_kind(HeldKind.PRIZE),
        bounties=of_kind(HeldKind.BOUNTIES),
        side_prizes=of_kind(HeldKind.SIDE),
        parts=tuple(parts),
    )
    return record(confirmed, tournament_id=held.tournament_id, by=by)


def _confirm(held: HeldPayment, by: By) -> None:
    held.confirmed_by_id = by.actor.account_id
    held.save(update_fields=["confirmed_by"])
    _pay(held, _payer(held, by.now))


def _payer(held: HeldPayment, now: datetime) -> By:
    asked = held.asked_line
    return Actor(label=asked.actor, account_id=held.asked_by_id, device=asked.device).at(now)


def _pay(held: HeldPayment, payer: By) -> None:
    if held.kind == HeldKind.BOUNTIES:
        pay_bounties(
            tournament_id=held.tournament_id,
            entry_id=held.entry_id,
            amount=held.amount,
            by=payer,
            held=held,
        )
        return
    if held.side_prize is not None:
        _pay_side_prize(held, held.side_prize, payer)
        return
    payout = Payout.objects.filter(entry=held.entry_id).first()
    if payout is None or payout.to_pay != held.amount:
        raise _has_changed(held)
    pay_out(tournament_id=held.tournament_id, payout_id=payout.pk, by=payer, held=held)


def _pay_side_prize(held: HeldPayment, prize: SidePrize, payer: By) -> None:
    if (prize.removed_at, prize.entry_id, prize.amount) != (None, held.entry_id, held.amount):
        raise _has_changed(held)
    pay_side_prize(tournament_id=held.tournament_id, prize_id=prize.pk, by=payer, held=held)


def _has_changed(held: HeldPayment) -> Refused:
    return Refused(
        _("The prize of %(name)s has changed: withdraw this payment and pay again.")
        % {"name": held.entry.player.name},
        code="amount_changed",
    )


register_together([WholePaymentConfirmed])
