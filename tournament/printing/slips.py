"""The words of a receipt and of a payout slip, in the language that is active."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.printing.letters import lacks_letters, printable
from tournament.printing.slip_pdf import PrintedSlip
from tournament.queries.payouts.slips import (
    BountySlip,
    EntryReceipt,
    PrizeSlip,
    SlipPayment,
    SlipPlayer,
    SoldChips,
)
from tournament.queries.words.log import papers_seen
from tournament.templatetags.poker import chips, day_and_time, money, places, time_of_day

Rows = tuple[tuple[str, str], ...]


def printed_prize(found: PrizeSlip, tournament: Tournament) -> PrintedSlip:
    """What the player signs for when a prize is handed over; before that what is due."""
    place = (_("Place"), places(found.place_first, found.place_last))
    paid: Rows = ((_("Paid"), _("not yet")),)
    if found.payment is not None:
        paid = _handed_over(found.payment, tournament)
    return PrintedSlip(
        event=tournament.name,
        title=_("Payout slip"),
        rows=(*_who(found.player), place, *paid, *_less(found, tournament)),
        amount_label=_("To pay") if found.withheld else _("Prize"),
        amount=money(found.net, tournament.currency),
        notes=_seat_won(found, tournament),
        signatures=(_("Received (player)"), _("Paid (staff)")),
    )


def printed_bounties(found: BountySlip, tournament: Tournament) -> PrintedSlip:
    return PrintedSlip(
        event=tournament.name,
        title=_("Bounty slip"),
        rows=(*_who(found.player), *_handed_over(found.payment, tournament)),
        amount_label=_("Bounties"),
        amount=money(found.amount, tournament.currency),
        notes=_void(found.payment),
        signatures=(_("Received (player)"), _("Paid (staff)")),
    )


def printed_receipt(found: EntryReceipt, tournament: Tournament) -> PrintedSlip:
    """What the player has paid: the parts of the price, then rebuys and add-ons, then all of it."""
    currency = tournament.currency
    price: Rows = ((_("Price"), found.price_name),) if found.price_name else ()
    return PrintedSlip(
        event=tournament.name,
        title=_("Buy-in receipt"),
        rows=(
            *_who(found.player),
            (_("Date"), day_and_time(found.sale.at, tournament.time_zone)),
            (_("Sold by"), found.sale.by),
            (_("Log line"), str(found.sale.line)),
            *price,
            *((str(kind.label), money(amount, currency)) for kind, amount in found.parts),
            *(_bought(sold, tournament) for sold in found.bought),
        ),
        amount_label=_("Paid"),
        amount=money(found.received, currency),
        notes=_void(found.sale),
    )


def _who(player: SlipPlayer) -> Rows:
    return (_("Player"), _printed_name(player)), (_("Entry"), chips(player.number))


def _printed_name(player: SlipPlayer) -> str:
    """The name, else the public name, else what of it can be printed, else a dash: the entry's number stands below."""
    whole = next((name for name in (player.name, player.public_name) if name and not lacks_letters(name)), "")
    return whole or printable(player.name) or "–"


def _less(found: PrizeSlip, tournament: Tournament) -> Rows:
    """The prize and what is withheld of it, where anything is."""
    if not found.withheld:
        return ()
    return (
        (_("Prize"), money(found.amount, tournament.currency)),
        *(
            (_("Withheld: %(name)s") % {"name": part.name}, money(-part.amount, tournament.currency))
            for part in found.withheld
        ),
    )


def _handed_over(payment: SlipPayment, tournament: Tournament) -> Rows:
    second: Rows = ((_("Confirmed by"), payment.confirmed_by),) if payment.confirmed_by else ()
    papers: Rows = ((_("Papers"), papers_seen(payment.papers)),) if payment.papers else ()
    return (
        (_("Paid"), day_and_time(payment.at, tournament.time_zone)),
        (_("Paid by"), payment.by),
        *second,
        *papers,
        (_("Log line"), str(payment.line)),
    )


def _bought(sold: SoldChips, tournament: Tournament) -> tuple[str, str]:
    words = {
        "amount": money(sold.amount, tournament.currency),
        "time": time_of_day(sold.at, tournament.time_zone),
        "line": sold.line,
    }
    value = (
        _("%(amount)s, %(time)s, log line %(line)d: not paid yet")
        if sold.is_owed
        else _("%(amount)s, %(time)s, log line %(line)d")
    )
    return _("Rebuy") if sold.kind == "rebuy" else _("Add-on"), value % words


def _seat_won(found: PrizeSlip, tournament: Tournament) -> tuple[str, ...]:
    seats = tournament.satellite
    return (_("This prize is a seat."),) if seats is not None and found.amount >= seats.value else ()


def _void(payment: SlipPayment) -> tuple[str, ...]:
    return (_("Voided: not valid."),) if payment.is_void else ()
