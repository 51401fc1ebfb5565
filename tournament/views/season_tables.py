"""The standings of a season for everybody: a page, a frame elsewhere, a screen, and how the points of a player came."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournament.models import ScreenContent, Season, Tournament
from tournament.queries.names import names_of
from tournament.queries.seasons.board import SeasonBoard, season_board, seasons_of_event
from tournament.queries.seasons.money import season_money
from tournament.rules.names import fold_name
from tournament.views.access import public, wants_part
from tournament.views.contents import in_frame
from tournament.views.embeds import embedded
from tournament.words.rules import say_error

LINES_ON_A_PAGE = 50
LINES_ON_A_SCREEN = 200
LONGEST_SEARCH = 80
CORRECTIONS_SHOWN = 20


@in_frame(
    ScreenContent.SEASON, "tournament/screens/contents/season.html", also=["standings", "payouts", "log"]
)
def season_on_screen(tournament: Tournament, _now: datetime) -> dict[str, object]:
    """Of several seasons in which the event counts that to which it was added last."""
    counted = seasons_of_event(tournament)
    if not counted:
        return {"season": None, "lines": ()}
    board = season_board(counted[-1].season)
    # Of the other events that are in play nothing is heard here.
    return {"season": board.season, "lines": board.shown(board.lines[:LINES_ON_A_SCREEN]), "polls": 30}


@public
@require_safe
def standings(request: HttpRequest, season_code: str) -> HttpResponse:
    """Who has how many points, and how each sum came; while one of its events is played as if it ended now."""
    season = get_object_or_404(Season.objects.select_related("league"), code=season_code)
    board = season_board(season)
    typed = " ".join(request.GET.get("q", "")[:LONGEST_SEARCH].replace("\x00", "").split())
    context = {
        "board": board,
        "others": Season.objects.filter(league=season.league_id)
        .exclude(pk=season.pk)
        .order_by("-name", "-pk"),
        "money": season_money(board),
        "typed": typed,
        "asked": request.GET,
        **_lines(board, typed, request),
    }
    template = "_season.html" if wants_part(request) else "season.html"
    return render(request, f"tournament/public/{template}", context)


@public
@require_safe
def sum_of_player(request: HttpRequest, season_code: str, scorer_id: int) -> HttpResponse:
    """How the points of one player came: of each event the formula, its values and what it gave."""
    season = get_object_or_404(Season.objects.select_related("league"), code=season_code)
    board = season_board(season)
    line = board.line_of(scorer_id)
    if line is None:
        raise Http404
    (shown,) = board.shown([line])
    context = {"board": board, "row": shown, "events": board.sum_of(line)}
    return render(request, "tournament/public/sum_of_player.html", context)


@embedded("league", part="tournament/embed/_league.html", page="tournament:season")
def league_in_frame(request: HttpRequest, season_code: str) -> dict[str, Any]:
    season = get_object_or_404(Season.objects.select_related("league"), code=season_code)
    return {"embed_title": season, **_lines(season_board(season), "", request)}


def _lines(board: SeasonBoard, typed: str, request: HttpRequest) -> dict[str, Any]:
    found = board.found(fold_name(typed))
    page = Paginator(found, LINES_ON_A_PAGE).get_page(request.GET.get("page", "1"))
    return {
        "page": page,
        "lines": board.shown(list(page)),
        "problems": say_problems(board),
        **corrections_shown(board),
    }


def corrections_shown(board: SeasonBoard) -> dict[str, Any]:
    """What results were corrected since their events ended: the first ones, and how many more there are. Nothing of
    standings that are final.
    """
    if board.season.frozen_at:
        return {}
    shown = board.results_corrected[:CORRECTIONS_SHOWN]
    names = names_of(each.player for each in shown) if shown else {}
    return {
        "results_corrected": [(names[each.player], each) for each in shown],
        "more_corrected": len(board.results_corrected) - len(shown),
    }


def say_problems(board: SeasonBoard) -> list[str]:
    """Why events give no points, or give some players none: the first of each event, and how many more there are."""
    stopped = [(each, *each.problems[0], len(each.problems) - 1) for each in board.events if each.problems]
    names = names_of(player for _, player, _, _ in stopped) if stopped else {}
    return [
        " ".join(
            filter(
                None,
                (
                    ": ".join(filter(None, (event.name, names.get(player), say_error(problem)))),
                    ngettext("%(count)d more player.", "%(count)d more players.", more) % {"count": more}
                    if more
                    else "",
                ),
            )
        )
        for event, player, problem, more in stopped
    ]
