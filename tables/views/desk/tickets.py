"""The seat ticket: a page to print, a PDF of one, a PDF of all."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tables.queries.desk.entries import SeatTicket, seat_ticket, seat_tickets
from tables.views.desk.ticket_letters import lacks_letters, printable
from tables.views.desk.ticket_pdf import PrintedTicket, tickets_pdf
from tournament.links import absolute_url, reaches_only_here
from tournament.templatetags.poker import chips, day_and_time, money
from tournament.views.access import ANY_STAFF, StaffRequest, staff


@staff(*ANY_STAFF)
@require_safe
def page(request: StaffRequest, entry_id: int) -> HttpResponse:
    found = _ticket(request, entry_id)
    context = {
        "active": "desk",
        "ticket": found,
        "link": _link(request, found),
        "pdf_lacks_letters": lacks_letters(found.name),
    }
    return render(request, "tables/desk/ticket.html", context)


@staff(*ANY_STAFF)
@require_safe
def pdf(request: StaffRequest, entry_id: int) -> HttpResponse:
    found = _ticket(request, entry_id)
    return _pdf([_printed(request, found)], f"ticket-{found.number}.pdf")


@staff(*ANY_STAFF)
@require_safe
def all_pdf(request: StaffRequest) -> HttpResponse:
    found = seat_tickets(request.tournament)
    if not found:
        raise Http404
    return _pdf([_printed(request, one) for one in found], "tickets.pdf")


def _ticket(request: StaffRequest, entry_id: int) -> SeatTicket:
    found = seat_ticket(request.tournament, entry_id=entry_id)
    if found is None:
        raise Http404
    return found


def _link(request: StaffRequest, found: SeatTicket) -> str:
    return absolute_url(request, reverse("tables:my_seat", args=[found.secret]))


def _printed(request: StaffRequest, found: SeatTicket) -> PrintedTicket:
    tournament, link = request.tournament, _link(request, found)
    seat = _("Seat to be drawn")
    if found.table is not None:
        seat = _("Table %(table)d Seat %(seat)d") % {"table": found.table, "seat": found.seat}
    lines = [
        _("Entry %(number)s") % {"number": chips(found.number)},
        _("%(chips)s chips") % {"chips": chips(found.stack)},
    ]
    if found.paid:
        lines.append(_("Buy-in paid: %(amount)s") % {"amount": money(found.paid, tournament.currency)})
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
    whole = next((name for name in (found.name, found.public_name) if name and not lacks_letters(name)), "")
    return whole or printable(found.name) or _("Entry %(number)s") % {"number": chips(found.number)}


def _pdf(printed: list[PrintedTicket], name: str) -> HttpResponse:
    response = HttpResponse(tickets_pdf(printed), content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response
