"""A structure made from what a director knows: three sheets beside each other, one of them into the editor."""

from __future__ import annotations

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from tournament.forms.structure.rest import MOST_TYPED, pace_named, said_by_event, wishes_of
from tournament.forms.structure.rows import rows_of
from tournament.forms.structure.wishes import WishesForm
from tournament.queries.made_structures import MadeSheet, chips_needed, made_sheet, made_sheets, played_rows
from tournament.queries.structure import night_ahead
from tournament.rules.structure.errors import StructureError
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, staff
from tournament.views.setup.structure import editor_page, rows_stay, say_in_editor


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def make(request: StaffRequest) -> HttpResponse:
    """What was asked for stands in the address; a post puts one of the sheets in the editor, made again."""
    now = house_now()
    if request.method == "POST":
        return _put(request)
    asked = request.GET.urlencode() if request.GET else None
    form = WishesForm(request.GET if asked else None, tournament=request.tournament, now=now)
    if not form.is_bound:
        form.initial = said_by_event(form, request.tournament, now=now)
        return _page(request, form)
    if not form.is_valid():
        return _page(request, form)
    sheets = made_sheets(request.tournament, form.wishes, form.forecasts, begins_at=form.begins_at, now=now)
    if (refusal := sheets[0].refusal) and all(sheet.refusal for sheet in sheets):
        form.refuse(refusal)
        return _page(request, form)
    return _page(request, form, sheets)


def _page(request: StaffRequest, form: WishesForm, sheets: tuple[MadeSheet, ...] = ()) -> HttpResponse:
    now = house_now()
    played = len(played_rows(request.tournament, now=now))
    context = {
        "active": "structure",
        "form": form,
        "sheets": sheets,
        "asked": request.GET.urlencode()[:MOST_TYPED],
        "stays": rows_stay(played) if played else "",
        "has_night": night_ahead(request.tournament, now) is not None,
        "chips": chips_needed(request.tournament, form.wishes) if sheets else None,
        "is_over": request.tournament.status in ("finished", "cancelled"),
    }
    status = 422 if form.errors else 200
    return render(request, "tournament/setup/make_structure.html", context, status=status)


def _put(request: StaffRequest) -> HttpResponse:
    """Nothing is saved before the director does. What is played stays."""
    now = house_now()
    pace = pace_named(request.POST.get("pace", ""))
    wishes = QueryDict(request.POST.get("wishes", "")[:MOST_TYPED]).copy()
    form = wishes_of(wishes.urlencode(), request.tournament, now=now)
    if not form.is_valid():
        return _page(request, form)
    played = played_rows(request.tournament, now=now)
    try:
        sheet = made_sheet(form.wishes, form.forecasts, pace, before=played)
    except StructureError as error:
        form.refuse(error)
        return _page(request, form)
    say_in_editor(request, sheet.structure, played=len(played))
    wishes["pace"] = pace
    rows = (
        *rows_of(request.tournament.structure)[: len(played)],
        *rows_of(sheet.structure)[len(played) :],
    )
    return editor_page(request, rows, now=now, wishes=wishes.urlencode())
