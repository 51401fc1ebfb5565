"""One payment for all that waits at the desk for a player, less what the player owes.

Each part is booked as if it were paid alone, so that ledger, slips and tills read as always; one line of the log names
them all, and its undo takes all of them back.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import ChipSale, Entry, LogEntry, Payout, SidePrize, Tournament
from tournament.queries.payouts.waiting import Waiting, waiting_for
from tournament.services.actor import Actor
from tournament.services.cash.bounties import pay_bounties
from tournament.services.cash.collecting import collect_sale
from tournament.services.cash.holding import papers_shown, waiting_payments
from tournament.services.cash.payouts import pay_out
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import lines_of_one_tap, newest_line_id, write_log
from tournament.services.prizes.side_prizes import pay_side_prize

PARTS: Final = ("prize_paid", "bounty_paid", "side_prize_paid", "sale_collected")


@transaction.atomic
def pay_all(
    *,
    tournament_id: int,
    entry_id: int,
    amount: int,
    set_off: bool,
    actor: Actor,
    now: datetime,
    papers_seen: bool = False,
) -> LogEntry:
    """Hand over the prize, the bounties and the side prizes of an entry; with `set_off` less what its player owes.

    `amount` is what the desk was shown. Raises Refused where it is another by now, where nothing waits, and where a
    second person has to confirm so much; Entry.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    entry = Entry.objects.select_related("player").get(pk=entry_id, tournament=tournament)
    found = waiting_for(tournament, {entry.pk: entry.player_id})[entry.pk]
    _check(tournament, entry, found, amount=amount, set_off=set_off)
    papers = papers_shown(tournament, found.total, papers_seen)
    since = newest_line_id(tournament_id)
    about: dict[str, Any] = {"tournament_id": tournament_id, "actor": actor, "now": now}
    if set_off:
        for sale_id in _owed(tournament, entry):
            collect_sale(sale_id=sale_id, **about)
    payout = Payout.objects.filter(entry=entry, paid_at=None).first()
    if payout is not None:
        pay_out(payout_id=payout.pk, papers_seen=papers_seen, **about)
    if found.bounties:
        pay_bounties(entry_id=entry.pk, amount=found.bounties, papers_seen=papers_seen, **about)
    for prize in SidePrize.objects.filter(entry=entry, removed_at=None, payment=None).order_by("pk"):
        pay_side_prize(prize_id=prize.pk, papers_seen=papers_seen, **about)
    return write_log(
        tournament_id=tournament_id,
        actor=actor,
        verb="player_paid",
        data={
            "entry": entry.pk,
            "number": entry.number,
            "name": entry.player.name,
            "amount": amount,
            "prize": found.prize,
            "bounties": found.bounties,
            "side_prizes": found.side_prizes,
            "owed": found.owes if set_off else 0,
            "papers": papers,
            "parts": lines_of_one_tap(
                tournament_id=tournament_id, since=since, verbs=PARTS, actor=actor, now=now
            ),
        },
        now=now,
    )


def _check(tournament: Tournament, entry: Entry, found: Waiting, *, amount: int, set_off: bool) -> None:
    words = {"name": entry.player.name}
    if not found.total:
        raise Refused(_("There is nothing to pay to %(name)s.") % words, code="already_paid")
    if waiting_payments(tournament).filter(entry=entry).exists():
        raise Refused(
            _("A payment to %(name)s is waiting for a second person: have it confirmed or withdraw it first.")
            % words,
            code="payment_waits",
        )
    if amount != (found.left if set_off else found.total):
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
