"""One payment for all that waits at the desk for a player, less what the player owes.

Each part is booked as if it were paid alone, so that ledger, slips and tills read as always; one line of the log names
them all, and its undo takes all of them back. What a second person must confirm is asked for in the same tap; the rest
is paid, and the line says what remains.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.bounties import BountyPaid
from tournament.changes.change import verbs
from tournament.changes.payments import PaymentAsked, PlayerPaid
from tournament.changes.people import whose
from tournament.changes.prizes import PrizePaid
from tournament.changes.sales import SaleCollected
from tournament.changes.side_prizes import SidePrizePaid
from tournament.models import ChipSale, Entry, HeldKind, LogEntry, Tournament
from tournament.queries.chip_sales import bounties_wait_until
from tournament.queries.payouts.waiting import MoneyWaiting, WaitingPart, waiting_for
from tournament.services.actor import By
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.collecting import collect_sale
from tournament.services.cash.holding import ask_for_second, papers_shown, waiting_payments
from tournament.services.cash.payouts import pay_out
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import lines_of_one_tap, newest_line_id, record
from tournament.services.prizes.side_prizes import pay_side_prize
from tournament.services.undo import register_together

PARTS: Final = verbs(PrizePaid, BountyPaid, SidePrizePaid, PaymentAsked, SaleCollected)


@transaction.atomic
def pay_all(
    *,
    tournament_id: int,
    entry_id: int,
    amount: int,
    set_off: bool,
    by: By,
    papers_seen: bool = False,
    asked: int = 0,
) -> LogEntry:
    """Hand over the prize, the bounties and the side prizes of an entry; with `set_off` less what its player owes.
    A second person is asked for what needs one.

    `amount` is the cash that the desk was shown, `asked` what it was shown to wait. Raises Refused where either is
    another by now, where nothing is open, and where nobody could confirm; Entry.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    entry = Entry.objects.select_related("player").get(pk=entry_id, tournament=tournament)
    wait = bounties_wait_until(tournament, now=by.now) is not None
    found = waiting_for(tournament, {entry.pk: entry.player_id}, bounties_wait=wait)[entry.pk]
    _check(tournament, entry, found, shown=(amount, asked), set_off=set_off)
    papers = papers_shown(
        tournament, sum(part.amount + part.before for part in (*found.now, *found.asks)), papers_seen
    )
    since = newest_line_id(tournament_id)
    about: dict[str, Any] = {"tournament_id": tournament_id, "by": by}
    if set_off:
        for sale_id in _owed(tournament, entry):
            collect_sale(sale_id=sale_id, **about)
    about["papers_seen"] = papers_seen
    for part in found.now:
        _pay(part, entry, about)
    for part in found.asks:
        _ask(part, entry, about)
    paid = PlayerPaid(
        **whose(entry),
        amount=amount,
        seat=found.seat,
        prize=_cash(found, HeldKind.PRIZE),
        bounties=_cash(found, HeldKind.BOUNTIES),
        side_prizes=_cash(found, HeldKind.SIDE),
        owed=found.owes if set_off else 0,
        # With what waited already.
        asked=found.asked + found.held,
        still_owed=0 if set_off else found.owes,
        later=found.later,
        papers=tuple(papers),
        parts=tuple(lines_of_one_tap(tournament_id=tournament_id, since=since, verbs=PARTS, by=by)),
    )
    return record(paid, tournament_id=tournament_id, by=by)


def _pay(part: WaitingPart, entry: Entry, about: dict[str, Any]) -> None:
    if part.kind == HeldKind.PRIZE:
        pay_out(payout_id=part.id, **about)
    elif part.kind == HeldKind.BOUNTIES:
        pay_bounties(entry_id=entry.pk, amount=part.amount, **about)
    else:
        pay_side_prize(prize_id=part.id, **about)


def _ask(part: WaitingPart, entry: Entry, about: dict[str, Any]) -> None:
    ask_for_second(
        entry_id=entry.pk,
        kind=part.kind,
        amount=part.amount,
        before=part.before,
        side_prize_id=part.id if part.kind == HeldKind.SIDE else None,
        **about,
    )


def _cash(found: MoneyWaiting, kind: HeldKind) -> int:
    return sum(part.cash for part in found.now if part.kind == kind)


def _check(
    tournament: Tournament, entry: Entry, found: MoneyWaiting, *, shown: tuple[int, int], set_off: bool
) -> None:
    words = {"name": entry.player.name}
    if not found.parts:
        raise Refused(_("There is nothing to pay to %(name)s.") % words, code="already_paid")
    # A limit that was taken away since leaves payments that nobody has to confirm any more.
    held = sum(part.is_held for part in found.parts)
    nothing_else = bool(held) and not found.now + found.asks
    if nothing_else or waiting_payments(tournament).filter(entry=entry).count() != held:
        raise Refused(
            _("A payment to %(name)s is waiting for a second person: have it confirmed or withdraw it first.")
            % words,
            code="payment_waits",
        )
    if shown != (found.left if set_off else found.cash_now, found.asked) or (set_off and not found.set_off):
        raise Refused(
            _("What %(name)s has to get has changed: look at the amount and pay again.") % words,
            code="amount_changed",
        )
    if not found.is_offered:
        raise Refused(
            _("This cannot be one payment: pay prize, bounties and side prizes one by one."),
            code="one_by_one",
        )


def _owed(tournament: Tournament, entry: Entry) -> list[int]:
    sales = ChipSale.objects.filter(tournament=tournament, undone_at=None, collected_at=None)
    own = sales.filter(entry__player=entry.player_id).order_by("pk")
    return list(own.values_list("pk", flat=True))


register_together([PlayerPaid])
