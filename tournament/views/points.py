"""Points of an event: the formula with what it gives, and for everybody the table, as if it ended now."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.forms.prizes.points import PointsForm
from tournament.live.fragments import public_fragment
from tournament.models import ScreenContent, Tournament
from tournament.queries.points import names_shown, points_table
from tournament.queries.seasons.board import seasons_of_event
from tournament.services.setup.tournaments import edit_tournament
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, public, staff, wants_part
from tournament.views.contents import in_frame
from tournament.views.formulas import formula_help, formula_tried, sample_field
from tournament.views.taps import Done, done_from_form
from tournament.words.rules import say_error

SHOWN: Final = 500


@public
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Who has how many points: once it is over for good, before as if it ended now."""
    tournament = get_object_or_404(Tournament, code=code)
    seasons = () if wants_part(request) else seasons_of_event(tournament)
    context = {
        "active": "standings",
        "tournament": tournament,
        "seasons": seasons,
        **_table_context(tournament),
    }
    template = "_points.html" if wants_part(request) else "points.html"
    return render(request, f"tournament/public/{template}", context)


# With every bust the places of all of them are others.
@public_fragment("points", also=["standings", "payouts"], rest=5)
def points_fragment(*, public_id: str, language: str, now: datetime) -> str:
    context = _table_context(Tournament.objects.get(code=public_id))
    return render_to_string("tournament/public/_points.html", context)


@in_frame(
    ScreenContent.POINTS, "tournament/screens/contents/points.html", also=["standings", "payouts", "log"]
)
def points_on_screen(tournament: Tournament, _now: datetime) -> dict[str, object]:
    return _table_context(tournament)


def _table_context(tournament: Tournament) -> dict[str, object]:
    found = points_table(tournament.event)
    problem = "" if found.problem is None else say_error(found.problem)
    return {"table": replace(found, rows=found.rows[:SHOWN]), "problem": problem}


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def formula(request: StaffRequest) -> HttpResponse:
    """The formula is tried as it is typed, in a field of any size, and put in force with a tap."""
    tournament = request.tournament
    names = () if wants_part(request) else names_shown(tournament)
    start = {"formula": tournament.options.points_formula, **sample_field(names)}
    typed = request.POST if request.method == "POST" else request.GET if "formula" in request.GET else None
    form = PointsForm(typed, initial=start)
    if request.method == "POST" and done_from_form(request, form, lambda: _save(request, form)):
        return redirect("tournament:points_formula", tournament.code)
    context = {
        "active": "settings",
        "form": form,
        **formula_help(names),
        "tried": formula_tried(tournament, start if typed is None else typed),
    }
    template = "_points_tried.html" if wants_part(request) else "points.html"
    status = 422 if form.errors and request.method == "POST" else 200
    return render(request, f"tournament/setup/{template}", context, status=status)


def _save(request: StaffRequest, form: PointsForm) -> Done:
    text = form.cleaned_data["formula"]
    edit_tournament(
        tournament_id=request.tournament.pk,
        change=lambda plan: replace(plan, points_formula=text),
        by=by_of(request),
    )
    return Done(text=_("The formula of the points is saved."))
