"""Points of an event: the formula with what it gives, and for everybody the table, as if it ended now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.forms.prizes.points import MOST_PLAYERS, PointsForm
from tournament.live.fragments import public_fragment
from tournament.models import ScreenContent, Tournament
from tournament.queries.points import names_shown, points_table, sample_points
from tournament.queries.seasons.board import seasons_of_event
from tournament.rules.points.errors import FormulaError
from tournament.rules.points.formula import read_formula
from tournament.rules.points.presets import PRESETS
from tournament.services.setup.tournaments import edit_tournament
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, public, staff, wants_part
from tournament.views.contents import in_frame
from tournament.views.taps import Done, done_from_form
from tournament.words.points import MEANINGS
from tournament.words.points import PRESETS as PRESET_NAMES
from tournament.words.rules import say_error

# The drawing: how wide it is and how high, in units of its own.
WIDTH: Final = 600
HEIGHT: Final = 200
SHOWN: Final = 500


@dataclass(frozen=True, slots=True)
class Graph:
    """Points by place: `line` has a corner a place, from left to right; the axis of 0 lies at `zero`."""

    line: str
    zero: float
    highest: Decimal
    lowest: Decimal


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
    now = {each.name: int(each.value or 0) for each in names}
    start = {
        "formula": tournament.options.points_formula,
        "players": min(MOST_PLAYERS, max(2, now.get("numberOfPlayers") or 30)),
        "places": min(MOST_PLAYERS, max(1, now.get("inTheMoneyRank") or 5)),
    }
    typed = request.POST if request.method == "POST" else request.GET if "formula" in request.GET else None
    form = PointsForm(typed, initial=start)
    if request.method == "POST" and done_from_form(request, form, lambda: _save(request, form)):
        return redirect("tournament:points_formula", tournament.code)
    sample, problem = _tried(tournament, form if form.is_bound else PointsForm(start))
    context = {
        "active": "settings",
        "form": form,
        "presets": [(PRESET_NAMES[word], text) for word, text in PRESETS.items()],
        "names": [(each, MEANINGS[each.name]) for each in names],
        "sample": list(enumerate(sample, start=1)),
        "graph": _graph(sample) if len(sample) > 1 else None,
        "problem": problem,
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


def _tried(tournament: Tournament, form: PointsForm) -> tuple[list[Decimal], str]:
    """Points by place, or what is wrong with the formula for one of them."""
    if not form.is_valid():
        # What is wrong with the tap itself stands above the form.
        wrong = [(form[field], errors[0]) for field, errors in form.errors.items() if field in form.fields]
        said = [str(text) if field.name == "formula" else f"{field.label}: {text}" for field, text in wrong]
        return [], next(iter(said), "")
    if not form.cleaned_data["formula"]:
        return [], ""
    try:
        formula = read_formula(form.cleaned_data["formula"])
        players, places = form.cleaned_data["players"], form.cleaned_data["places"]
        return sample_points(formula, tournament, players=players, places_paid=places), ""
    except FormulaError as error:
        return [], say_error(error)


def _graph(sample: Sequence[Decimal]) -> Graph:
    highest, lowest = max(*sample, Decimal(0)), min(*sample, Decimal(0))
    span = (highest - lowest) or Decimal(1)

    def height(value: Decimal) -> float:
        return round(float((highest - value) / span) * HEIGHT, 1)

    step = WIDTH / (len(sample) - 1)
    line = " ".join(f"{round(at * step, 1)},{height(value)}" for at, value in enumerate(sample))
    return Graph(line=line, zero=height(Decimal(0)), highest=highest, lowest=lowest)
