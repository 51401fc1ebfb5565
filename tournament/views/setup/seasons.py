"""The seasons of a league: what the director of an event says of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.forms.fields.numbers import money_text
from tournament.forms.prizes.imports import AddImportsForm
from tournament.forms.prizes.points import SampleForm
from tournament.forms.prizes.seasons import (
    GuestForm,
    JoinSeasonForm,
    MembersForm,
    NewSeasonForm,
    PointsGivenForm,
    SeasonRulesForm,
    SeasonShareForm,
    WeightForm,
    first_values,
)
from tournament.models import ImportedEvent, LogEntry, Season, SeasonEvent
from tournament.queries.imports import imported_groups
from tournament.queries.names import names_of
from tournament.queries.points import names_shown
from tournament.queries.seasons.board import (
    PointsDiffer,
    points_that_differ,
    season_board,
    seasons_of,
    seasons_of_event,
)
from tournament.queries.seasons.imported import imports_left_out
from tournament.queries.seasons.money import season_money
from tournament.queries.seasons.sample import event_to_try_with
from tournament.rules.seasons.standings import SeasonRules
from tournament.services.errors import Refused
from tournament.services.setup.season_imports import (
    add_import,
    add_imports,
    take_out_import,
    take_out_imports,
)
from tournament.services.setup.season_members import name_members
from tournament.services.setup.season_money import pay_season_prize, set_season_share
from tournament.services.setup.season_weights import set_season_weight
from tournament.services.setup.seasons import (
    freeze_season,
    give_points,
    join_season,
    leave_season,
    name_guest,
    set_season_rules,
    start_season,
)
from tournament.templatetags.poker import points as points_text
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff, wants_part
from tournament.views.drawer import warn_of_drawer
from tournament.views.formulas import formula_help, formula_tried, sample_field
from tournament.views.season_tables import corrections_shown, say_problems
from tournament.views.taps import Done, done_from_form, done_of_line, tap

DIFFERENCES_SAID = 3


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def of_event(request: StaffRequest) -> HttpResponse:
    """The seasons in which an event counts, or forms to start one or to join one."""
    tournament, mine = request.tournament, list(seasons_of(request.user))
    counted = seasons_of_event(tournament)
    others = [(each.pk, str(each)) for each in mine if each.pk not in {row.season_id for row in counted}]
    leagues = list(dict.fromkeys((each.league_id, each.league.name) for each in mine))
    is_join = request.POST.get("do") == "join"
    typed = request.POST if request.method == "POST" else None
    joining = JoinSeasonForm(typed if is_join else None, seasons=others, prefix="join")
    starting = NewSeasonForm(None if is_join else typed, leagues=leagues)
    if request.method == "POST":
        if is_join:
            is_done = done_from_form(request, joining, lambda: _join(request, joining))
        else:
            is_done = done_from_form(request, starting, lambda: _start(request, starting))
        if is_done:
            return redirect("tournament:seasons_of_event", tournament.code)
    context = {
        "active": "settings",
        "event": tournament.event,
        "counted": counted,
        "joining": joining if others else None,
        "starting": starting,
    }
    status = 422 if joining.errors or starting.errors else 200
    return render(request, "tournament/setup/seasons.html", context, status=status)


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: StaffRequest, season_id: int) -> HttpResponse:
    """What counts in a season and how much this event does, its money, points given by hand, and guests.

    As a part: what one of its formulas gives, as it is typed.
    """
    row = row_of(request, season_id)
    if request.method == "GET" and wants_part(request):
        return _try_formula(request, row)
    season = row.season
    typed = request.POST if request.method == "POST" else None
    asked = request.POST.get("do", "")
    form, helped = _rules_form(request, row, None if asked else typed)
    points = PointsGivenForm(typed if asked == "points" else None, prefix="points")
    guest = GuestForm(typed if asked == "guest" else None, prefix="guest")
    first_share = {"share": money_text(row.share) if row.share else ""}
    share = SeasonShareForm(typed if asked == "share" else None, prefix="share", initial=first_share)
    counts = {"weight": row.weight, "is_finale": row.is_finale}
    weight = WeightForm(typed if asked == "weight" else None, prefix="weight", initial=counts)
    members = MembersForm(typed if asked == "members" else None, prefix="members")
    groups = imported_groups()
    imports = AddImportsForm(typed if asked == "imports" else None, prefix="imports", groups=groups)
    if request.method == "POST":
        if asked == "points":
            is_done = done_from_form(request, points, lambda: _give(request, season, points))
        elif asked == "guest":
            is_done = done_from_form(request, guest, lambda: _guest(request, season, guest))
        elif asked == "weight":
            is_done = done_from_form(request, weight, lambda: _set_weight(request, season, weight))
        elif asked == "members":
            is_done = done_from_form(request, members, lambda: _members(request, season, members))
        elif asked == "share":
            is_done = done_from_form(request, share, lambda: _set_share(request, season, share))
        elif asked == "imports":
            is_done = done_from_form(request, imports, lambda: _add_imports(request, season, imports))
        else:
            is_done = done_from_form(request, form, lambda: _set_rules(request, season, form))
        if is_done:
            return redirect("tournament:season_rules", request.tournament.code, season.pk)
    board = season_board(season)
    names = names_of([*board.notes, *(each.player for each in board.corrected)])
    context = {
        "active": "settings",
        "season": season,
        "board": board,
        "form": form,
        **helped,
        "points": points,
        "guest": guest,
        "share": share,
        "row": row,
        "weight": weight,
        "members": members,
        "imports": imports if groups else None,
        "imported": [each for each in board.events if each.is_imported],
        "left_out": imports_left_out(season),
        "money": season_money(board, at=request.tournament),
        "problems": say_problems(board),
        "corrected": [(names[each.player], each) for each in board.corrected],
        **corrections_shown(board),
        "given": [(names[player], note) for player, notes in board.notes.items() for note in notes],
    }
    forms = (form, points, guest, members, share, weight, imports)
    status = 422 if any(each.errors for each in forms) else 200
    return render(request, "tournament/setup/season_rules.html", context, status=status)


def _rules_form(
    request: StaffRequest, row: SeasonEvent, typed: QueryDict | None
) -> tuple[SeasonRulesForm, dict[str, Any]]:
    """What counts, with a formula that was picked to be tried, and what helps to write one."""
    event = event_to_try_with(row)
    names = names_shown(event)
    initial = {**first_values(row.season.rules), **sample_field(names)}
    picked = SampleForm(request.GET)
    if "formula" in request.GET and picked.is_valid():
        initial |= {**picked.cleaned_data, "formula": request.GET["formula"]}
    form = SeasonRulesForm(typed, initial=initial)
    now, following = form["formula"].value(), form["next_formula"].value()
    field = {name: form[name].value() or initial[name] for name in SampleForm.base_fields}
    helped = {
        "tried_at": event,
        "tried": formula_tried(event, {**field, "formula": now}),
        "tried_next": formula_tried(event, {**field, "formula": following}) if following else None,
        **formula_help(names),
    }
    return form, helped


def _try_formula(request: StaffRequest, row: SeasonEvent) -> HttpResponse:
    event = event_to_try_with(row)
    typed = request.GET.dict()
    typed.setdefault("formula", typed.get("next_formula", ""))
    return render(request, "tournament/setup/_points_tried.html", {"tried": formula_tried(event, typed)})


@staff(*DIRECTOR_ONLY)
@tap("tournament:seasons_of_event")
def freeze(request: StaffRequest, season_id: int) -> Done:
    season = row_of(request, season_id).season
    line = freeze_season(tournament_id=request.tournament.pk, season_id=season.pk, by=by_of(request))
    return done_of_line(request, line)


@staff(*DIRECTOR_ONLY)
@tap("tournament:seasons_of_event")
def leave(request: StaffRequest, season_id: int) -> Done:
    season = row_of(request, season_id).season
    line = leave_season(tournament_id=request.tournament.pk, season_id=season.pk, by=by_of(request))
    return done_of_line(request, line)


def _of_season(request: StaffRequest, season_id: int) -> str:
    return reverse("tournament:season_rules", args=[request.tournament.code, season_id])


@staff(*DIRECTOR_ONLY)
@tap(_of_season)
def take_out(request: StaffRequest, season_id: int) -> Done:
    """The imported events do not count in it."""
    season = row_of(request, season_id).season
    line = take_out_imports(tournament_id=request.tournament.pk, season_id=season.pk, by=by_of(request))
    return done_of_line(request, line)


def _imports(request: StaffRequest, season_id: int, **_about: str) -> str:
    return _of_season(request, season_id) + "#season-imports"


@staff(*DIRECTOR_ONLY)
@tap(_imports)
def take_out_one(request: StaffRequest, season_id: int, event_code: str) -> Done:
    """One imported event does not count in it."""
    return _with_import(request, season_id, event_code, take_out_import)


@staff(*DIRECTOR_ONLY)
@tap(_imports)
def put_back_one(request: StaffRequest, season_id: int, event_code: str) -> Done:
    """One imported event counts in it again."""
    return _with_import(request, season_id, event_code, add_import)


def _with_import(request: StaffRequest, season_id: int, event_code: str, do: Callable[..., LogEntry]) -> Done:
    """With one that counts in the season, or did; no other one is there for its pages."""
    season = row_of(request, season_id).season
    of_season = ImportedEvent.objects.filter(in_seasons__season=season).distinct()
    event = get_object_or_404(of_season, code=event_code)
    line = do(tournament_id=request.tournament.pk, season_id=season.pk, event_id=event.pk, by=by_of(request))
    return done_of_line(request, line)


def _money(request: StaffRequest, season_id: int, **_about: int) -> str:
    return reverse("tournament:season_rules", args=[request.tournament.code, season_id]) + "#season-money"


@staff(*DIRECTOR_ONLY)
@tap(_money, then=warn_of_drawer)
def pay(request: StaffRequest, season_id: int, player_id: int) -> Done:
    """What the final standings give a player, at the desk of this event."""
    line = pay_season_prize(
        tournament_id=request.tournament.pk,
        season_id=row_of(request, season_id).season_id,
        player_id=player_id,
        by=by_of(request),
        papers_seen="papers_seen" in request.POST,
    )
    return done_of_line(request, line)


def row_of(request: StaffRequest, season_id: int) -> SeasonEvent:
    """How this event counts in a season; no other one is there for its pages."""
    found = [row for row in seasons_of_event(request.tournament) if row.season_id == season_id]
    if not found:
        raise Http404
    return found[0]


def _start(request: StaffRequest, form: NewSeasonForm) -> Done:
    line = start_season(
        tournament_id=request.tournament.pk,
        league=form.cleaned_data["league_name"],
        league_id=form.cleaned_data.get("league"),
        account=request.user,
        name=form.cleaned_data["name"],
        rules=form.rules(request.tournament.event.options.points_formula),
        by=by_of(request),
    )
    return done_of_line(request, line)


def _join(request: StaffRequest, form: JoinSeasonForm) -> Done:
    line = join_season(
        tournament_id=request.tournament.pk,
        season_id=form.cleaned_data["season"],
        account=request.user,
        weight=form.cleaned_data["weight"],
        is_finale=form.cleaned_data["is_finale"],
        by=by_of(request),
    )
    return done_of_line(request, line)


def _set_rules(request: StaffRequest, season: Season, form: SeasonRulesForm) -> Done:
    def change(before: SeasonRules) -> SeasonRules:
        try:
            return form.rules(before)
        except ValidationError as error:
            raise Refused(str(error.message), code=error.code or "rules") from error

    before = season_board(season).lines
    line = set_season_rules(
        tournament_id=request.tournament.pk, season_id=season.pk, change=change, by=by_of(request)
    )
    if line is None:
        return Done(text=_("The rules of the season are as they were."))
    season.refresh_from_db()
    done = done_of_line(request, line)
    differ = points_that_differ(before, season_board(season).lines)
    return replace(done, text=f"{done.text} {_say_differences(differ)}") if differ else done


def _say_differences(differ: Sequence[PointsDiffer]) -> str:
    """How many have other points now, and the first of them."""
    names = names_of(each.player for each in differ[:DIFFERENCES_SAID])
    said = [
        f"{names[each.player]} {points_text(each.before)} → {points_text(each.now)}"
        for each in differ[:DIFFERENCES_SAID]
    ]
    return ngettext(
        "%(count)d player has other points: %(who)s.",
        "%(count)d players have other points: %(who)s.",
        len(differ),
    ) % {"count": len(differ), "who": ", ".join([*said, *(["…"] if len(differ) > len(said) else [])])}


def _set_share(request: StaffRequest, season: Season, form: SeasonShareForm) -> Done:
    line = set_season_share(
        tournament_id=request.tournament.pk,
        season_id=season.pk,
        share=form.cleaned_data["share"],
        by=by_of(request),
    )
    if line is None:
        return Done(text=_("What each entry gives to the season is as it was."))
    return done_of_line(request, line)


def _set_weight(request: StaffRequest, season: Season, form: WeightForm) -> Done:
    line = set_season_weight(
        tournament_id=request.tournament.pk,
        season_id=season.pk,
        weight=form.cleaned_data["weight"],
        is_finale=form.cleaned_data["is_finale"],
        by=by_of(request),
    )
    if line is None:
        return Done(text=_("This event counts as it did."))
    return done_of_line(request, line)


def _members(request: StaffRequest, season: Season, form: MembersForm) -> Done:
    lines = name_members(
        tournament_id=request.tournament.pk,
        season_id=season.pk,
        typed=form.cleaned_data["members"],
        by=by_of(request),
    )
    if len(lines) == 1:
        return done_of_line(request, lines[0])
    words = ngettext("%(count)d member added.", "%(count)d members added.", len(lines))
    return Done(text=words % {"count": len(lines)})


def _add_imports(request: StaffRequest, season: Season, form: AddImportsForm) -> Done:
    line = add_imports(
        tournament_id=request.tournament.pk,
        season_id=season.pk,
        league=form.chosen.league,
        season=form.chosen.season,
        by=by_of(request),
    )
    return done_of_line(request, line)


def _give(request: StaffRequest, season: Season, form: PointsGivenForm) -> Done:
    line = give_points(
        tournament_id=request.tournament.pk,
        season_id=season.pk,
        typed=form.cleaned_data["player"],
        points=form.cleaned_data["points"],
        reason=form.cleaned_data["reason"],
        by=by_of(request),
    )
    return done_of_line(request, line)


def _guest(request: StaffRequest, season: Season, form: GuestForm) -> Done:
    line = name_guest(
        tournament_id=request.tournament.pk,
        season_id=season.pk,
        typed=form.cleaned_data["guest"],
        by=by_of(request),
    )
    return done_of_line(request, line)
