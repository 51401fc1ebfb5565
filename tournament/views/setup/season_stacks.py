"""Starting stacks from the points of a season: how points become chips, and the list to print."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.changes.seasons import StacksFromPoints
from tournament.forms.prizes.seasons import StacksForm
from tournament.models import Season
from tournament.queries.level import chip_unit
from tournament.queries.names import names_of
from tournament.queries.seasons.board import season_board
from tournament.queries.seasons.stacks import stacks_given
from tournament.services.setup.season_stacks import load_stacks, why_no_stacks
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.setup.seasons import row_of
from tournament.views.taps import Done, done_from_form, done_of_line


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def stacks(request: StaffRequest, season_id: int) -> HttpResponse:
    """The list that holds, and the form by which it is made; a list that was loaded holds until the next one."""
    tournament, season = request.tournament, row_of(request, season_id).season
    typed = request.POST if request.method == "POST" else None
    unit = chip_unit(tournament, now=house_now()) or 1
    first = {"least": tournament.starting_stack}
    form = StacksForm(typed, unit=unit, initial=first)
    if request.method == "POST" and done_from_form(request, form, lambda: _load(request, season, form)):
        return redirect("tournament:season_stacks", tournament.code, season.pk)
    context = {
        "active": "settings",
        "season": season,
        "form": form,
        "unit": unit,
        "why_not": why_no_stacks(tournament),
        "is_in_play": season_board(season).is_in_play,
        "other": _of_another_season(request, season),
        "rows": _rows(request, season),
    }
    status = 422 if form.errors else 200
    return render(request, "tournament/setup/season_stacks.html", context, status=status)


def _of_another_season(request: StaffRequest, season: Season) -> str:
    """From which other season the stacks come that hold, "" for none."""
    line = request.tournament.stacks_line
    told = None if line is None else StacksFromPoints.of(line)
    return "" if told is None or told.season == season.pk else told.name


def _rows(request: StaffRequest, season: Season) -> list[tuple[str, int]]:
    """Names and chips in the order of the standings, of a list from this season."""
    line = request.tournament.stacks_line
    if line is None or StacksFromPoints.of(line).season != season.pk:
        return []
    given = stacks_given(request.tournament)
    names = names_of(given)
    return [(names[player], chips) for player, chips in given.items()]


def _load(request: StaffRequest, season: Season, form: StacksForm) -> Done:
    line = load_stacks(
        tournament_id=request.tournament.pk,
        season_id=season.pk,
        terms=form.cleaned_data["terms"],
        by=by_of(request),
    )
    return done_of_line(request, line)
