"""The words of a receipt and of a payout slip, in the language that is active."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.models import MoneyKind, Tournament
from tournament.printing.letters import printed_name
from tournament.printing.slip_pdf import PrintedSlip
from tournament.queries.payouts.slips import (
    BountySlip,
    EntryReceipt,
    PrizeSlip,
    SlipPayment,
    SlipPlayer,
    SoldChips,
)
from tournament.templatetags.poker import chips, day_and_time, money, places, time_of_day
from tournament.words.papers import papers_seen

Rows = tuple[tuple[str, str], ...]


def printed_prize(found: PrizeSlip, tournament: Tournament, *, in_browser: bool = False) -> PrintedSlip:
    """What the player signs for when a prize of a place or a side prize is handed over; before that what is due.

    `in_browser`: a page, which has every letter of a name.
    """
    awarded = (_("Awarded"), day_and_time(found.awarded_at, tournament.time_zone))
    paid: Rows = ((_("Paid"), _("not yet")),)
    if found.payment is not None:
        paid = _handed_over(found.payment, tournament)
    less = _less(found, tournament)
    return PrintedSlip(
        event=tournament.name,
        title=_("Payout slip"),
        rows=(*_who(found.player, in_browser=in_browser), _won(found), awarded, *paid, *less),
        amount_label=_("To pay") if less else _("Prize"),
        amount=money(found.cash if less else found.amount, tournament.currency),
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
    used = found.by_voucher
    by_voucher: Rows = ((str(MoneyKind.VOUCHER.label), money(-used, currency)),) if used else ()
    return PrintedSlip(
        event=tournament.name,
        title=_("Buy-in receipt"),
        rows=(
            *_who(found.player),
            (_("Date"), day_and_time(found.sale.at, tournament.time_zone)),
            (_("Sold by"), found.sale.by),
            *_line_and_seal(found.sale),
            *price,
            *((str(kind.label), money(amount, currency)) for kind, amount in found.parts),
            *by_voucher,
            *(_bought(sold, tournament) for sold in found.bought),
        ),
        amount_label=_("Paid"),
        amount=money(found.received, currency),
        notes=_void(found.sale),
    )


def _who(player: SlipPlayer, *, in_browser: bool = False) -> Rows:
    name = player.name if in_browser else _printed_name(player)
    return (_("Player"), name), (_("Entry"), chips(player.number))


def _won(found: PrizeSlip) -> tuple[str, str]:
    """What the prize is for."""
    if found.title:
        return _("Side prize"), found.title
    if not found.place_first:
        return _("Prize"), _("in advance, the player is still in")
    place = places(found.place_first, found.place_last)
    return _("Place"), _("%(place)s, bubble prize") % {"place": place} if found.is_bubble else place


def _printed_name(player: SlipPlayer) -> str:
    """The name, else the public name, else what of it can be printed, else a dash: the entry's number stands below."""
    return printed_name(player.name, player.public_name) or "–"


def _less(found: PrizeSlip, tournament: Tournament) -> Rows:
    """The prize, what was paid in advance, the seat in it and what is withheld of it, where that is not all of it."""
    has_seat_and_cash = 0 < found.seat < found.amount
    if not found.withheld and not found.before and not has_seat_and_cash:
        return ()
    before: Rows = (
        ((_("Paid in advance"), money(-found.before, tournament.currency)),) if found.before else ()
    )
    seat: Rows = ((_("Seat given"), money(-found.seat, tournament.currency)),) if has_seat_and_cash else ()
    return (
        (_("Prize"), money(found.amount, tournament.currency)),
        *before,
        *seat,
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
        *_line_and_seal(payment),
    )


def _line_and_seal(payment: SlipPayment) -> Rows:
    """Its number in the log, and the seal by which that can be shown not to have been changed since."""
    line = (_("Log line"), str(payment.line))
    if payment.seal is None:
        return (line,)
    return line, (_("Seal"), f"{chips(payment.seal.number)} · {payment.seal.short}")


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
    if not found.seat:
        return ()
    if not tournament.seat_event_name:
        return (_("This prize is a seat."),)
    return (_("This prize is a seat in: %(event)s") % {"event": tournament.seat_event_name},)


def _void(payment: SlipPayment) -> tuple[str, ...]:
    return (_("Voided: not valid."),) if payment.is_void else ()
