"""Prizes leave the cash desk: paid once, voided by a further row, never rewritten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from tournament.changes.people import whose
from tournament.changes.prizes import PaymentTakenBack, PrizePaid
from tournament.models import (
    HeldKind,
    HeldPayment,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
    VoucherUse,
)
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.cash.holding import check_limits, withdraw_requests
from tournament.services.cash.vouchers import give_voucher, take_voucher_back
from tournament.services.cash.withholding import take_back_withheld, withheld_sum, withhold
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

# A prize leaves the desk as cash or as a seat.
PRIZES: Final = (MoneyKind.PAYOUT, MoneyKind.SEAT)


@transaction.atomic
def pay_out(
    *,
    tournament_id: int,
    payout_id: int,
    by: By,
    papers_seen: bool = False,
    held: HeldPayment | None = None,
    shown: str = "",
) -> Payout:
    """Hand a prize to its player: one negative row in the ledger, two for a seat with cash.

    `held` is what a second person has confirmed, `shown` the amount in minor units that the desk was shown.

    Raises Refused if that is another one by now, if it was paid already or more is asked for before so much is paid,
    Payout.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    payout = _payout(tournament_id, payout_id)
    if payout.paid_at is not None:
        raise Refused(_("This prize has already been paid."), code="already_paid")
    if shown and shown != str(payout.to_pay):
        raise Refused(
            _("The prize of %(name)s has changed: look at the amount and pay again.")
            % {"name": payout.entry.player.name},
            code="amount_changed",
        )
    # The limits are those of the prize, in however many parts it is paid.
    checks = check_limits(tournament, payout.amount, papers_seen=papers_seen, held=held)
    withdraw_requests(tournament, kind=HeldKind.PRIZE, entries=[payout.entry_id], by=by)
    payout.withheld = withheld_sum(tournament, payout.amount)
    paid = PrizePaid(
        **whose(payout.entry), payout=payout.pk, amount=payout.to_pay, withheld=payout.withheld, **checks
    )
    line = record(paid, tournament_id=tournament_id, by=by)
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament_id=tournament_id,
            entry=payout.entry,
            kind=kind,
            amount=amount,
            at=by.now,
            log_entry=line,
        )
        for kind, amount in _parts(tournament, payout).items()
        if amount
    )
    withhold(tournament, payout, line=line, now=by.now)
    payout.paid_at, payout.paid_by_id, payout.ready_line = by.now, by.actor.account_id, None
    payout.save(update_fields=["paid_at", "paid_by", "ready_line"])
    give_voucher(tournament, payout, by=by)
    publish(tournament.code, ["payouts", "log", "players", entry_topic(payout.entry_id)])
    return payout


@transaction.atomic
def void_payment(*, tournament_id: int, payout_id: int, by: By, reason: str = "") -> Payout:
    """The money or the seat came back to the desk: positive rows that name those they correct.

    Raises Refused if the prize is not paid, or the voucher for its seat was used.
    """
    tournament = lock_tournament(tournament_id)
    payout = _payout(tournament_id, payout_id)
    if payout.paid_at is None:
        raise Refused(_("This prize has not been paid."), code="not_paid")
    handed_over = MoneyRow.objects.filter(
        entry=payout.entry, kind__in=PRIZES, corrects__isnull=True, corrected_by__isnull=True
    )
    rows = list(handed_over.select_related("log_entry").order_by("pk"))
    # Money handed over in advance stays with the player.
    rows = rows[1:] if payout.paid_before else rows
    back = PaymentTakenBack(
        **whose(payout.entry), payout=payout.pk, amount=payout.to_pay, withheld=payout.withheld
    )
    line = record(back, tournament_id=tournament_id, by=by, reason=reason, undoes=rows[0].log_entry)
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament_id=tournament_id,
            entry=payout.entry,
            kind=row.kind,
            amount=-row.amount,
            at=by.now,
            corrects=row,
            log_entry=line,
        )
        for row in rows
    )
    take_back_withheld(payout, line=line, now=by.now)
    take_voucher_back(payout.entry, line=line)
    payout.paid_at = payout.paid_by = None
    payout.save(update_fields=["paid_at", "paid_by"])
    publish(tournament.code, ["payouts", "log", "players", entry_topic(payout.entry_id)])
    return payout


def _parts(tournament: Tournament, payout: Payout) -> Mapping[MoneyKind, int]:
    """A prize as what the ledger says of it: cash, less what is withheld, or a seat and the cash above its value."""
    satellite = tournament.satellite
    seat = 0 if satellite is None else satellite.seat_of(payout.amount)
    return {MoneyKind.PAYOUT: seat + payout.withheld - payout.to_pay, MoneyKind.SEAT: -seat}


def _payout(tournament_id: int, payout_id: int) -> Payout:
    return (
        Payout.objects.select_for_update(of=("self",))
        .select_related("entry__player")
        .get(pk=payout_id, tournament_id=tournament_id)
    )


def _open_payments(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    used = VoucherUse.objects.filter(undone_line=None, voucher__voided_line=None)
    rows = MoneyRow.objects.filter(log_entry__in=lines, kind__in=PRIZES, corrected_by=None)
    rows = rows.exclude(entry__in=used.values("voucher__entry"))
    # Of what was paid in two parts, the last one alone: the first was paid before its player's place was known.
    added_to = Payout.objects.filter(entry=OuterRef("entry"), advance__gt=0, advance__lt=F("amount"))
    later = MoneyRow.objects.filter(
        entry=OuterRef("entry"), kind=MoneyKind.PAYOUT, amount__lt=0, corrected_by=None, pk__lt=OuterRef("pk")
    )
    rows = rows.filter(~Exists(added_to) | Exists(later))
    return set(rows.values_list("log_entry_id", flat=True))


def _undo_payment(line: LogEntry, by: By) -> None:
    void_payment(tournament_id=line.tournament_id, payout_id=PrizePaid.of(line).payout, by=by)


register_undo([PrizePaid], Undoable(open_lines=_open_payments, undo=_undo_payment))
