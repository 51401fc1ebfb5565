"""Steps at the cash desk: prizes, seats and bounties paid and voided, and anything in the log undone."""

from __future__ import annotations

from django.db.models import Sum

from tests.tables.money_walk.house import Evening, pick
from tournament.changes.prizes import PaymentTakenBack, PrizePaid
from tournament.models import BountyShare, LogEntry, MoneyKind, MoneyRow, Payout
from tournament.services.cash import payouts
from tournament.services.cash.bounties import pay_bounties, void_bounty_payment
from tournament.services.undo import lines_to_undo, undo_line


def pay(walk: Evening, which: int) -> None:
    waiting = Payout.objects.filter(tournament=walk.tournament, paid_at=None).order_by("pk")
    payouts.pay_out(payout_id=pick(waiting, which).pk, **walk.ids)


def void_payment(walk: Evening, which: int) -> None:
    paid = Payout.objects.filter(tournament=walk.tournament).exclude(paid_at=None).order_by("pk")
    payouts.void_payment(payout_id=pick(paid, which).pk, reason="wrong player", **walk.ids)


def void_newest_payment(walk: Evening, _which: int) -> None:
    """A payment is voided at the desk, not undone in the log."""
    line = LogEntry.objects.filter(tournament=walk.tournament, verb=PrizePaid.verb).latest("pk")
    payouts.void_payment(payout_id=PrizePaid.of(line).payout, reason="mistake", **walk.ids)


def pay_once_more(walk: Evening, _which: int) -> None:
    """The prize whose payment was voided last."""
    line = LogEntry.objects.filter(tournament=walk.tournament, verb=PaymentTakenBack.verb).latest("pk")
    payouts.pay_out(payout_id=PaymentTakenBack.of(line).payout, **walk.ids)


def pay_bounty(walk: Evening, which: int) -> None:
    shares = BountyShare.objects.filter(tournament=walk.tournament, undone_at=None, payment=None, due__gt=0)
    due = shares.values_list("winner").annotate(all=Sum("due")).order_by("winner")
    entry, amount = pick(due, which)
    pay_bounties(entry_id=entry, amount=amount, **walk.ids)


def pay_bounty_once_more(walk: Evening, _which: int) -> None:
    """All that is due to whom the last voided payment was made."""
    voided = MoneyRow.objects.filter(kind=MoneyKind.BOUNTY_PAID, amount__gt=0).latest("pk")
    due = BountyShare.objects.filter(winner=voided.entry, undone_at=None, payment=None)
    amount = due.aggregate(all=Sum("due"))["all"]
    pay_bounties(entry_id=voided.entry_id or 0, amount=amount, **walk.ids)


def void_bounty(walk: Evening, which: int) -> None:
    paid = MoneyRow.objects.filter(kind=MoneyKind.BOUNTY_PAID, amount__lt=0, corrected_by=None)
    void_bounty_payment(row_id=pick(paid.order_by("pk"), which).pk, **walk.ids)


def undo(walk: Evening, which: int) -> None:
    """One of the newest lines of the log."""
    newest = LogEntry.objects.filter(tournament=walk.tournament).select_related("undone_by")
    lines = list(newest.order_by("-pk")[: 1 + which])
    can_go = lines_to_undo(walk.fresh(), lines)
    standing = [line for line in reversed(lines) if line.pk in can_go and line.verb != "clock_started"]
    undo_line(line_id=pick(standing, 0).pk, **walk.ids)
