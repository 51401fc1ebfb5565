"""The seat ticket: a page to print, a PDF of one, and of all: at once for a few, by the worker for many."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tables.printing.ticket_pdf import PrintedTicket, tickets_pdf
from tables.printing.tickets import printed_ticket
from tables.queries.desk.entries import SeatTicket, seat_ticket, seat_tickets
from tables.queries.desk.ticket_prints import printed_tickets, tickets_of, tickets_to_print
from tables.queries.room.draws import newest_anchor
from tables.services.desk.ticket_prints import ask_for_tickets
from tournament.links import absolute_url
from tournament.printing.letters import lacks_letters
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, StaffRequest, staff
from tournament.views.taps import Done, tap

# So many are printed in a tenth of a second or two.
AT_ONCE = 100


@staff(*ANY_STAFF)
@require_safe
def page(request: StaffRequest, entry_id: int) -> HttpResponse:
    found = _ticket(request, entry_id)
    context = {
        "active": "desk",
        "ticket": found,
        "link": absolute_url(request, reverse("tables:my_seat", args=[found.secret])),
        "pdf_lacks_letters": lacks_letters(found.name),
        # What fixes the draw of this seat, while it is to be drawn.
        "anchor": "" if found.table else newest_anchor(request.tournament),
    }
    return render(request, "tables/desk/ticket.html", context)


@staff(*ANY_STAFF)
@require_safe
def pdf(request: StaffRequest, entry_id: int) -> HttpResponse:
    found = _ticket(request, entry_id)
    return _pdf(tickets_pdf(_printed(request, found)), f"ticket-{found.number}.pdf")


@staff(*ANY_STAFF)
@require_safe
def all_pdf(request: StaffRequest) -> HttpResponse:
    """The PDF of all, or the page on which many of them are asked for."""
    tickets = tickets_of(request.tournament)
    if not tickets:
        raise Http404
    if tickets <= AT_ONCE:
        printed = tickets_pdf(_printed(request, *seat_tickets(request.tournament)))
        return _pdf(printed, "tickets.pdf")
    ready = printed_tickets(request.tournament, language=_language())
    if ready is None:
        return redirect("tables:all_tickets", request.tournament.code)
    return _pdf(ready, "tickets.pdf")


@staff(*ANY_STAFF)
@require_safe
def all_tickets(request: StaffRequest) -> HttpResponse:
    """How far the PDF of all is; the page asks again every second until it is there."""
    now = house_now()
    shown = tickets_to_print(request.tournament, language=_language(), now=now)
    context = {"active": "desk", "printing": shown}
    template = "_all_tickets.html" if request.htmx else "all_tickets.html"
    return render(request, f"tables/desk/{template}", context)


@staff(*ANY_STAFF)
@tap("tables:all_tickets")
def print_all(request: StaffRequest) -> Done:
    ask_for_tickets(
        tournament_id=request.tournament.pk,
        language=_language(),
        base_url=absolute_url(request, ""),
        now=house_now(),
    )
    return Done(text=_("The PDF is being made."))


def _language() -> str:
    return get_language() or "en"


def _ticket(request: StaffRequest, entry_id: int) -> SeatTicket:
    found = seat_ticket(request.tournament, entry_id=entry_id)
    if found is None:
        raise Http404
    return found


def _printed(request: StaffRequest, *found: SeatTicket) -> list[PrintedTicket]:
    base_url, anchor = absolute_url(request, ""), newest_anchor(request.tournament)
    return [printed_ticket(one, request.tournament, base_url=base_url, anchor=anchor) for one in found]


def _pdf(content: bytes, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response
