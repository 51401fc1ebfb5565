"""A player's events and results: for the player by the link of any entry, the results for everybody where the player
allows it.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tables.queries.desk.play_figures import play_figures
from tables.queries.desk.results import results_of
from tables.services.desk.shown_names import (
    WAYS,
    choose_shown_name,
    entry_of,
    show_results,
    way_chosen,
)
from tournament.models import Entry, Player
from tournament.queries.lobby import LobbySearch, lobby
from tournament.services.errors import Refused
from tournament.timekeeping import house_now
from tournament.views.access import public, wants_part


@public
@require_safe
def my_results(request: HttpRequest, secret: str) -> HttpResponse:
    """What the player of an entry has done in all events of the house that are over."""
    entry = _entry(secret)
    chosen = way_chosen(entry.player)
    context = {
        "active": "seat",
        "tournament": entry.tournament,
        "results": results_of(entry.player),
        "figures": play_figures(entry.player),
        "secret": secret,
        "player": entry.player,
        "ways": [(way, words, way == chosen) for way, words in WAYS.items()],
        "alias": "" if chosen else entry.player.shown_name,
    }
    response = render(request, "tournament/public/my_results.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@public
@require_safe
def my_events(request: HttpRequest, secret: str) -> HttpResponse:
    """The events of the house, with what the player of an entry has of each."""
    player = _entry(secret).player
    search = LobbySearch.read(request.GET.dict())
    events = lobby(search, now=house_now(), player=player.pk)
    context = {"lobby": events, "player": player, "secret": secret}
    template = "_lobby_events.html" if wants_part(request) else "my_events.html"
    response = render(request, f"tournament/public/{template}", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@public
@require_POST
def choose(request: HttpRequest, secret: str) -> HttpResponse:
    """How the public pages call the player, and whether everybody may read their results."""
    _entry(secret)
    way = request.POST.get("way", "")
    try:
        if way:
            choose_shown_name(secret=secret, way=way, now=house_now())
        show_results(secret=secret, is_shown="is_shown" in request.POST)
        messages.success(request, _("Saved."))
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("tables:my_results", secret)


@public
@require_safe
def of_player(request: HttpRequest, results_code: str) -> HttpResponse:
    """The results of a player who lets everybody read them."""
    shown = Player.objects.filter(merged_into=None).exclude(results_code="")
    player = get_object_or_404(shown, results_code=results_code)
    context = {"results": results_of(player), "figures": play_figures(player)}
    response = render(request, "tournament/public/player_results.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _entry(secret: str) -> Entry:
    try:
        return entry_of(secret)
    except Entry.DoesNotExist as error:
        raise Http404 from error
