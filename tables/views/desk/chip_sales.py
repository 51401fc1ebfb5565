"""Rebuys and add-ons: one tap from the desk, the console, a table's or a player's page; and the money owed for them."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.forms.desk import SaleForm
from tables.queries.room.seating import place_of
from tables.services.desk.chip_sales import sell_chips
from tables.services.desk.rebuy_answers import decline_rebuy
from tables.services.desk.sale_refunds import refund_sale
from tournament.changes.change import sentence_of
from tournament.models import ChipSale, Entry, LogEntry
from tournament.queries.chip_sales import sale_line
from tournament.services.cash.collecting import collect_sale
from tournament.templatetags.writing import PageWriter
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.drawer import warn_of_drawer
from tournament.views.reasons import ask_why
from tournament.views.taps import Done, done_of_line, not_understood, say, tap


@staff(*ANY_STAFF)
@tap("tables:desk", then=warn_of_drawer)
def sell(request: StaffRequest, entry_id: int) -> Done:
    """A rebuy or an add-on for this entry."""
    if not Entry.objects.filter(tournament=request.tournament, pk=entry_id).exists():
        raise Http404
    form = SaleForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    kind, is_owed, count = form.said()
    line = sell_chips(
        tournament_id=request.tournament.pk,
        entry_id=entry_id,
        kind=kind,
        by=by_of(request),
        is_owed=is_owed,
        count=count,
    )
    done = _done(request, line)
    place = place_of(entry_id)
    return done if place is None else Done(text=" ".join([done.text, _where(*place)]), line=done.line)


@staff(*ANY_STAFF)
@tap("tables:desk")
def decline(request: StaffRequest, entry_id: int) -> Done:
    """A player who has lost the last chip does not buy back: the seat is free."""
    if not Entry.objects.filter(tournament=request.tournament, pk=entry_id).exists():
        raise Http404
    line = decline_rebuy(tournament_id=request.tournament.pk, entry_id=entry_id, by=by_of(request))
    return _done(request, line)


@staff(*ANY_STAFF)
@tap("tables:desk", then=warn_of_drawer)
def collect(request: StaffRequest, sale_id: int) -> Done:
    """The desk has taken the money that was owed."""
    get_object_or_404(ChipSale, tournament=request.tournament, pk=sale_id)
    line = collect_sale(tournament_id=request.tournament.pk, sale_id=sale_id, by=by_of(request))
    return _done(request, line)


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def refund(request: StaffRequest, sale_id: int) -> HttpResponse:
    """The money of a rebuy or an add-on goes back, or is no longer owed: a decision of the floor, with its reason."""
    sale = sale_line(request.tournament, sale_id=sale_id)
    if sale is None:
        raise Http404

    def do(reason: str) -> None:
        line = refund_sale(
            tournament_id=request.tournament.pk, sale_id=sale_id, reason=reason, by=by_of(request)
        )
        say(request, done_of_line(request, line))
        warn_of_drawer(request)

    return ask_why(
        request,
        do,
        template="tables/desk/refund_sale.html",
        context={"sale": sale, "active": "players"},
        home=reverse("tables:player", args=[request.tournament.code, sale.player_id]),
    )


def _home(request: StaffRequest) -> str:
    return reverse("tables:desk", args=[request.tournament.code])


def _done(request: StaffRequest, line: LogEntry) -> Done:
    return Done(text=sentence_of(line, PageWriter.of(request.tournament)), line=line.pk)


def _where(table: int, seat: int) -> str:
    """So that who sells can send the player there."""
    return _("Table %(table)d, seat %(seat)d.") % {"table": table, "seat": seat}
