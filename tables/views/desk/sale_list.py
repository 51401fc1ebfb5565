"""Rebuys and add-ons from one list: who has one, who has none, who owes; a tap a player."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tables.queries.desk.sale_list import Wanted, sale_list
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, StaffRequest, staff

CHOICES: dict[Wanted, object] = {
    "all": gettext_lazy("All players"),
    "no_rebuy": gettext_lazy("No rebuy yet"),
    "no_add_on": gettext_lazy("No add-on yet"),
    "owes": gettext_lazy("Owes money"),
}


@staff(*ANY_STAFF)
@require_safe
def sales(request: StaffRequest) -> HttpResponse:
    asked = request.GET.get("show", "")
    wanted: Wanted = next((choice for choice in CHOICES if choice == asked), "all")
    page = request.GET.get("page", "")
    shown = sale_list(
        request.tournament,
        wanted=wanted,
        page=int(page) if page.isascii() and page.isdigit() and len(page) < 6 else 1,
        now=house_now(),
    )
    context = {
        "active": "desk",
        "wanted": wanted,
        "choices": [(choice, label, shown.counts[choice]) for choice, label in CHOICES.items()],
        "list": shown,
        "asked": request.GET,
    }
    template = "_sale_list.html" if request.htmx else "sale_list.html"
    return render(request, f"tables/desk/{template}", context)
