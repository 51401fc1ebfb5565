"""Recorded hands, to read and to take away as PHH, Open Hand History, or a session of PokerGFX."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tables.forms.judging.verdict_address import address_of
from tables.models import Hand, Table
from tables.queries.console.table import hand_lines, table_index
from tables.queries.hands.export import (
    gfx_of_table,
    has_ohh,
    ohh_of_hand,
    ohh_of_table,
    phh_of_hand,
    phhs_of_table,
)
from tables.queries.hands.history import find_hand, hand_history
from tables.queries.hands.showdown import showdowns_of
from tables.views.hands.disputes import dispute_context
from tables.views.hands.texts import JSON, PLAIN_TEXT, TOML, send_text
from tournament.views.access import FLOOR_STAFF, StaffRequest, staff

PAGE_SIZE = 50


@staff(*FLOOR_STAFF)
@require_safe
def tables_with_hands(request: StaffRequest) -> HttpResponse:
    context = {
        "active": "hands",
        "tables": table_index(request.tournament, page=request.GET.get("page", "1")),
    }
    return render(request, "tables/hands/tables.html", context)


@staff(*FLOOR_STAFF)
@require_safe
def table_hands(request: StaffRequest, number: int) -> HttpResponse:
    table = _table(request, number)
    hands = Hand.objects.filter(table=table).order_by("-number", "-pk")
    page = Paginator(hands, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "active": "hands",
        "table": table,
        "topic": f"table-{number}",
        "page": page,
        "hands": hand_lines(page.object_list),
    }
    template = "_table_hands.html" if request.htmx else "table_hands.html"
    return render(request, f"tables/hands/{template}", context)


@staff(*FLOOR_STAFF)
@require_safe
def hand(request: StaffRequest, number: int, hand_number: int) -> HttpResponse:
    found = find_hand(request.tournament, table=number, number=hand_number)
    if found is None:
        raise Http404
    context = dispute_context(request, found) | {
        "active": "hands",
        "hand": hand_history(found),
        "questions": [address_of(lies, table=number) for lies in showdowns_of(found)],
    }
    if request.GET.get("part") == "windows":
        return render(request, "tables/hands/_windows.html", context)
    template = "_hand.html" if request.htmx else "hand.html"
    return render(request, f"tables/hands/{template}", context)


@staff(*FLOOR_STAFF)
@require_safe
def export_hand(request: StaffRequest, number: int, hand_number: int) -> HttpResponse:
    found = find_hand(request.tournament, table=number, number=hand_number)
    if found is None or found.is_counted:
        raise Http404
    name = f"{request.tournament.code}-table-{number}-hand-{hand_number}.phh"
    return send_text(phh_of_hand(request.tournament, found), name, TOML)


@staff(*FLOOR_STAFF)
@require_safe
def export_hand_ohh(request: StaffRequest, number: int, hand_number: int) -> HttpResponse:
    found = find_hand(request.tournament, table=number, number=hand_number)
    if found is None or not has_ohh(found):
        raise Http404
    name = f"{request.tournament.code}-table-{number}-hand-{hand_number}.ohh"
    return send_text(ohh_of_hand(request.tournament, found), name, PLAIN_TEXT)


@staff(*FLOOR_STAFF)
@require_safe
def export_table(request: StaffRequest, number: int) -> HttpResponse:
    table = _table(request, number)
    name = f"{request.tournament.code}-table-{number}.phhs"
    return send_text(phhs_of_table(request.tournament, table), name, TOML)


@staff(*FLOOR_STAFF)
@require_safe
def export_table_ohh(request: StaffRequest, number: int) -> HttpResponse:
    table = _table(request, number)
    name = f"{request.tournament.code}-table-{number}.ohh"
    return send_text(ohh_of_table(request.tournament, table), name, PLAIN_TEXT)


@staff(*FLOOR_STAFF)
@require_safe
def export_table_gfx(request: StaffRequest, number: int) -> HttpResponse:
    table = _table(request, number)
    name = f"{request.tournament.code}-table-{number}-pokergfx.json"
    return send_text(gfx_of_table(request.tournament, table), name, JSON)


def _table(request: StaffRequest, number: int) -> Table:
    return get_object_or_404(Table, tournament=request.tournament, number=number)
