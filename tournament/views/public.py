"""Public pages of a tournament: the list, the wall clock, payouts, structure.

Each is readable without JavaScript and as of the moment of the request; what changes is pushed.
Pages that know seats live in `tables.views.public`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.live.fragments import public_fragment
from tournament.models import ScreenContent, Tournament, TournamentStatus
from tournament.queries.calendar import calendar_of_event, calendar_of_house
from tournament.queries.clock import clock_board
from tournament.queries.festivals import festivals_shown
from tournament.queries.field_moments import bubble_since
from tournament.queries.lobby import LobbySearch, boards_shown, lobby
from tournament.queries.payouts.ladder import prize_board
from tournament.queries.payouts.mystery import envelope_board
from tournament.queries.payouts.side_prizes import side_prizes
from tournament.queries.payouts.to_collect import prizes_to_collect
from tournament.queries.prices import public_prices
from tournament.queries.seasons.board import seasons_shown
from tournament.queries.standings import field_of
from tournament.queries.structure import structure_sheet
from tournament.queries.wall_row import wall_row
from tournament.rules import clock as clock_rules
from tournament.timekeeping import house_now
from tournament.views.access import public, wants_part
from tournament.views.calendars import send_calendar
from tournament.views.contents import ScreenCall, calls_screens, in_frame, on_screens
from tournament.views.embeds import embedded
from tournament.views.wall_lines import wall_lines

# How long a winner stays on the screens, and the news of the bubble.
WINNER_STAYS: Final = timedelta(minutes=10)
BUBBLE_STAYS: Final = timedelta(minutes=2)


@public
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The events of the house, all or those that are looked for."""
    context: dict[str, object] = {"lobby": lobby(LobbySearch.read(request.GET.dict()), now=house_now())}
    if wants_part(request):
        return render(request, "tournament/public/_lobby_events.html", context)
    context |= {"festivals": festivals_shown(), "seasons": seasons_shown()}
    return render(request, "tournament/public/home.html", context)


@public
@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """All events of the house, for a calendar that subscribes to them."""
    events = calendar_of_house(now=house_now())
    return send_calendar(request, events, title=_("Poker tournaments"), name="calendar.ics")


@public
@require_safe
def event_calendar(request: HttpRequest, code: str) -> HttpResponse:
    """One event, to put into a calendar. There is none while its day is not known."""
    events = calendar_of_event(code)
    if not events:
        raise Http404
    return send_calendar(request, events, title=events[0].name, name=f"{code}.ics")


@public
@require_safe
def server_now(request: HttpRequest) -> HttpResponse:
    """The server's time in milliseconds since 1970, for a page that has slept."""
    now = round(house_now().timestamp() * 1000)
    return HttpResponse(str(now), content_type="text/plain")


@on_screens(ScreenContent.CLOCK, part="tournament/public/_clock.html", shows="clock")
def _clock_context(tournament: Tournament, now: datetime) -> dict[str, object]:
    board = clock_board(tournament, now=now)
    return {
        "tournament": tournament,
        "board": board,
        "now": now,
        "lines": wall_lines(tournament, board),
        "row": wall_row(tournament, board),
    }


@public
@require_safe
def clock(request: HttpRequest, code: str) -> HttpResponse:
    context = _clock_context(get_object_or_404(Tournament, code=code), house_now())
    template = "_clock.html" if wants_part(request) else "clock.html"
    return render(request, f"tournament/public/{template}", context)


# Players left, tables and places paid change with every bust-out, redraw and entry; envelopes and stops with a line of
# the log.
@public_fragment("clock", also=["standings", "log", "ends"])
def clock_fragment(*, public_id: str, language: str, now: datetime) -> str:
    tournament = Tournament.objects.get(code=public_id)
    return render_to_string("tournament/public/_clock.html", _clock_context(tournament, now))


@public
@require_safe
def payouts(request: HttpRequest, code: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, code=code)
    context = {"active": "payouts", **_payouts_context(tournament, page=request.GET.get("page", "1"))}
    template = "_payouts.html" if wants_part(request) else "payouts.html"
    return render(request, f"tournament/public/{template}", context)


@public_fragment("strip", also=["clock"])
def strip_fragment(*, public_id: str, language: str, now: datetime) -> str:
    """The clock in one line, below what only one player sees."""
    tournament = Tournament.objects.get(code=public_id)
    return render_to_string("_clock_strip.html", {"board": clock_board(tournament, now=now), "now": now})


@public_fragment("payouts", also=["standings", "log"])
def payouts_fragment(*, public_id: str, language: str, now: datetime) -> str:
    tournament = Tournament.objects.get(code=public_id)
    return render_to_string("tournament/public/_payouts.html", _payouts_context(tournament))


@public
@require_safe
def structure(request: HttpRequest, code: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, code=code)
    now = house_now()
    context = {
        "active": "structure",
        "tournament": tournament,
        "prices": public_prices(tournament, now=now),
        "sheet": structure_sheet(tournament, now=now),
    }
    template = "_structure.html" if wants_part(request) else "structure.html"
    return render(request, f"tournament/public/{template}", context)


@in_frame(ScreenContent.STRUCTURE, "tournament/screens/contents/structure.html", also=["clock", "log"])
def structure_on_screen(tournament: Tournament, now: datetime) -> dict[str, object]:
    return {"sheet": structure_sheet(tournament, now=now)}


@in_frame(
    ScreenContent.PAYOUTS,
    "tournament/screens/contents/payouts.html",
    also=["payouts", "field", "log"],
)
def payouts_on_screen(tournament: Tournament, _now: datetime) -> dict[str, object]:
    field = field_of(tournament)
    return {
        "prizes": prize_board(tournament, entries=field.entries, next_place=field.next_place),
        "side_prizes": side_prizes(tournament),
    }


@in_frame(
    ScreenContent.TO_COLLECT,
    "tournament/screens/contents/to_collect.html",
    also=["payouts", "field", "log"],
)
def to_collect_on_screen(tournament: Tournament, _now: datetime) -> dict[str, object]:
    return {"prizes": prizes_to_collect(tournament)}


# Of the other events nothing is heard here.
@in_frame(ScreenContent.EVENTS, "tournament/screens/contents/events.html", also=["clock", "field", "log"])
def events_on_screen(_tournament: Tournament, now: datetime) -> dict[str, object]:
    return {"board": None, "events": boards_shown(now=now), "polls": 10}


@in_frame(
    ScreenContent.ENVELOPES,
    "tournament/screens/contents/envelopes.html",
    also=["payouts", "field", "log"],
)
def envelopes_on_screen(tournament: Tournament, _now: datetime) -> dict[str, object]:
    return {"envelopes": envelope_board(tournament)}


@embedded("clock", part="tournament/embed/_clock.html", page="tournament:clock")
def clock_in_frame(_request: HttpRequest, code: str) -> dict[str, object]:
    tournament = get_object_or_404(Tournament, code=code)
    board = clock_board(tournament, now=house_now())
    return {"embed_title": tournament.name, "tournament": tournament, "board": board}


@embedded("payouts", part="tournament/public/_payouts.html", page="tournament:payouts")
def payouts_in_frame(request: HttpRequest, code: str) -> dict[str, object]:
    tournament = get_object_or_404(Tournament, code=code)
    context = _payouts_context(tournament, page=request.GET.get("page", "1"))
    return {"embed_title": tournament.name, **context}


@calls_screens(rank=10)
def winner_calls(tournament: Tournament, now: datetime) -> ScreenCall | None:
    """Who has won, for ten minutes."""
    end = tournament.finished_at
    is_won = tournament.status == TournamentStatus.FINISHED and tournament.flight_of_id is None
    if not is_won or end is None or now >= end + WINNER_STAYS:
        return None
    return ScreenCall(content=ScreenContent.CLOCK, since=end, until=end + WINNER_STAYS)


@calls_screens(rank=32)
def bubble_calls(tournament: Tournament, now: datetime) -> ScreenCall | None:
    """The clock with its sign of the bubble, for two minutes: the room knows what it plays for."""
    since = bubble_since(tournament) if tournament.status == TournamentStatus.RUNNING else None
    if since is None or now >= since + BUBBLE_STAYS:
        return None
    return ScreenCall(content=ScreenContent.CLOCK, since=since, until=since + BUBBLE_STAYS)


@calls_screens(rank=50)
def break_calls(tournament: Tournament, now: datetime) -> ScreenCall | None:
    """A break: how long it lasts, and what is dealt after it."""
    clock = clock_rules.advance(tournament.clock, tournament.structure, now=now).clock
    is_on = tournament.status == TournamentStatus.RUNNING and tournament.structure.is_break(clock.index)
    return ScreenCall(content=ScreenContent.CLOCK) if is_on else None


def _payouts_context(tournament: Tournament, *, page: str = "1") -> dict[str, object]:
    field = field_of(tournament)
    board = prize_board(tournament, entries=field.entries, next_place=field.next_place)
    return {
        "tournament": tournament,
        "field": field,
        "board": board,
        "ladder": board.page(page),
        "side_prizes": side_prizes(tournament),
        "envelopes": envelope_board(tournament),
    }
