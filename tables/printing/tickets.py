"""The words of a seat ticket, in the language that is active."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from tables.printing.ticket_pdf import PrintedTicket
from tables.queries.desk.entries import SeatTicket
from tournament.links import reaches_only_here
from tournament.models import Tournament
from tournament.printing.letters import printed_name
from tournament.templatetags.poker import chips, day_and_time, money

# As on the wall and on the page of the room.
ANCHOR_SHOWN: Final = 16


def printed_ticket(
    found: SeatTicket, tournament: Tournament, *, base_url: str, anchor: str = ""
) -> PrintedTicket:
    """A ticket as it is printed. `base_url`: Floorman's address in the room, in front of the link of the QR code.
    `anchor`: what fixes the draws to come, as it stands on a ticket whose seat is not drawn yet.
    """
    link = base_url + reverse("tables:my_seat", args=[found.secret])
    seat = _("Seat to be drawn")
    if found.table is not None:
        seat = _("Table %(table)d Seat %(seat)d") % {"table": found.table, "seat": found.seat}
    lines = [
        _("Entry %(number)s") % {"number": chips(found.number)},
        _("%(chips)s chips") % {"chips": chips(found.stack)},
    ]
    if found.paid:
        paid = _("Buy-in paid: %(amount)s") % {"amount": money(found.paid, tournament.currency)}
        lines.append(f"{paid} ({found.price})" if found.price else paid)
    if found.table is None and anchor:
        lines.append(_("The draw is fixed before: %(anchor)s") % {"anchor": anchor[:ANCHOR_SHOWN]})
    for sold in found.bought:
        words = {"count": sold.count, "amount": money(sold.price, tournament.currency)}
        text = (
            _("Rebuys: %(count)d, %(amount)s")
            if sold.kind == "rebuy"
            else _("Add-ons: %(count)d, %(amount)s")
        )
        lines.append(text % words)
    return PrintedTicket(
        event=tournament.name,
        when=day_and_time(tournament.starts_at or found.registered_at, tournament.time_zone),
        seat=seat,
        name=_printed_name(found),
        lines=tuple(lines),
        # A ticket outlives the room: better no code than one that no phone can open.
        link="" if reaches_only_here(link) else link,
        link_words=_("My seat, my moves, my prize"),
    )


def _printed_name(found: SeatTicket) -> str:
    """A name that the PDF can print: the name, else the public name, else its printable part, else the entry number."""
    return printed_name(found.name, found.public_name) or _("Entry %(number)s") % {
        "number": chips(found.number)
    }
