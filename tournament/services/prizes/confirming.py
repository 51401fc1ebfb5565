"""The second person confirms a payment that waits: now it is paid, by the one who asked for it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import HeldKind, HeldPayment, LogEntry, Payout, SidePrize
from tournament.services.actor import Actor, By
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.holding import waiting_payment
from tournament.services.cash.payouts import pay_out
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log
from tournament.services.prizes.side_prizes import pay_side_prize


@transaction.atomic
def confirm_payment(*, tournament_id: int, held_id: int, by: By) -> LogEntry:
    """The money goes to the player, out of the till of who asked for it.

    Raises Refused for the person who asked, once it was confirmed or withdrawn, and where the amount is another by now;
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
    line = write_log(
        tournament_id=tournament_id,
        by=by,
        verb="payment_confirmed",
        data={
            "entry": held.entry_id,
            "number": held.entry.number,
            "name": held.entry.player.name,
            "amount": held.amount,
        },
    )
    held.confirmed_by_id = by.actor.account_id
    held.save(update_fields=["confirmed_by"])
    _pay(held, by.now)
    return line


def _pay(held: HeldPayment, now: datetime) -> None:
    asked = held.asked_line
    payer = Actor(label=asked.actor, account_id=held.asked_by_id, device=asked.device).at(now)
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
    if payout is None or payout.amount != held.amount:
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
