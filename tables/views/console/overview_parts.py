"""The floor's console, part by part: what it shows after a tap, and what is fetched again by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast
from urllib.parse import urlencode, urlsplit

from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.shortcuts import render

from tables.forms.console import read_seat
from tables.models import Table
from tables.queries.console.overview import open_messages
from tables.queries.console.search import Found, find_by_name, find_by_seat
from tables.queries.room.odd_stacks import odd_stacks
from tables.queries.room.stop_board import stop_board
from tables.templatetags.grid import DrawnGrid, changed_cards
from tables.views.console.shared import Room
from tables.views.console.table_parts import (
    find_table,
    render_table,
    seat_part,
    table_context,
    table_home,
)
from tournament.models import TournamentStatus
from tournament.queries.clock import clock_board
from tournament.queries.forecast.outlook import outlook
from tournament.queries.ledger.handing_back import to_hand_back
from tournament.queries.payouts.mystery import mystery_proposal
from tournament.queries.seasons.board import seasons_of_event
from tournament.rules.clock import is_waiting
from tournament.rules.names import fold_name
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest
from tournament.views.taps import Done, back, done_from_form

SHORTEST_SEARCH = 2


def render_room(request: StaffRequest) -> HttpResponse:
    """Everything but the clock: the answer to a tap."""
    return render(request, "tables/console/_room.html", room_context(request, Room(request.tournament)))


def render_where_tapped(
    request: StaffRequest, number: int, *, status: int = 200, **shown: object
) -> HttpResponse:
    """The console or the table's page, whichever was tapped, with `shown` at the seat that is looked at."""
    if request.htmx.target != "console":
        return render_table(request, table_context(request, number, **shown), status=status)
    looked_at = _looked_at(request, find_table(request, number))
    context = room_context(request, Room(request.tournament)) | looked_at | shown
    return render(request, "tables/console/_room.html", context, status=status)


def room_context(request: StaffRequest, room: Room) -> dict[str, object]:
    """What the page shows besides the clock."""
    return {
        **_shown_grid(request, room),
        **_tools_of(request, room),
        **_messages(request),
        **_stop(request),
        **_steps(request, room),
        **_outlook(request),
        **_seat(request),
    }


def _messages(request: StaffRequest) -> dict[str, object]:
    return {
        "open": open_messages(request.tournament),
        "may_write": request.role in FLOOR_STAFF,
        "kept": kept_filter(request),
    }


def _grid(request: StaffRequest) -> dict[str, object]:
    return _shown_grid(request, Room(request.tournament))


def kept_filter(request: StaffRequest) -> str:
    """Which tables are shown, for the address of every way on: asked for, or in the address of the page that asks for
    one of its parts."""
    asked = request.GET
    if request.htmx and request.htmx.current_url and not {"show", "zone"} & set(asked):
        asked = QueryDict(urlsplit(request.htmx.current_url).query)
    return urlencode({name: asked[name] for name in ("show", "zone") if asked.get(name)})


def _shown_grid(request: StaffRequest, room: Room) -> dict[str, object]:
    """The cards of all tables; by `?show=need` of those that need somebody, by `?zone=` of those of a zone."""
    grid = room.grid
    show = "need" if request.GET.get("show") == "need" and not grid.has_maps else ""
    zone = request.GET.get("zone", "")
    zone = zone if zone in dict(grid.zones) and not grid.has_maps else ""
    asked = urlencode({name: value for name, value in (("show", show), ("zone", zone)) if value})
    if asked:
        grid = grid.only(in_need=bool(show), zone=zone)
    return {"grid": grid, "show": show, "zone": zone, "asked": asked}


def changed_grid(request: StaffRequest, seen: str) -> HttpResponse:
    """Only the cards that changed, each for its place in the page; the whole grid if it has other tables."""
    context = _grid(request)
    cards = changed_cards(cast("DrawnGrid", context["grid"]), seen)
    if cards is None:
        return render(request, "tables/console/_grid.html", context)
    response = render(request, "tables/console/_cards.html", {**context, "cards": cards})
    response.headers["HX-Reswap"] = "none"
    return response


def _advice(request: StaffRequest) -> dict[str, object]:
    return _steps(request, Room(request.tournament))


def _steps(request: StaffRequest, room: Room) -> dict[str, object]:
    steps = room.next_steps
    is_cancelled = request.tournament.status == TournamentStatus.CANCELLED
    return {
        "advice": steps.advice,
        "arrivals": steps.arrivals,
        "odd": steps.odd,
        "shown": steps.stage,
        "mystery": mystery_proposal(request.tournament),
        "to_hand_back": to_hand_back(request.tournament) if is_cancelled else None,
        "may_write": request.role in FLOOR_STAFF,
    }


def _outlook(request: StaffRequest) -> dict[str, object]:
    return {"outlook": outlook(request.tournament, now=house_now())}


def _stop(request: StaffRequest) -> dict[str, object]:
    board = stop_board(request.tournament, now=house_now())
    return {"stop": board, "may_write": request.role in FLOOR_STAFF}


def _tools(request: StaffRequest) -> dict[str, object]:
    return {**_tools_of(request, Room(request.tournament)), "may_write": request.role in FLOOR_STAFF}


def _tools_of(request: StaffRequest, room: Room) -> dict[str, object]:
    clock = request.tournament.clock
    is_stopped = clock.state == "paused" or is_waiting(clock, now=house_now())
    may_resume = bool(is_stopped or room.tools.held or request.tournament.stop_id)
    event = request.tournament.event
    return {
        "tools": room.tools,
        "may_resume": may_resume,
        "points_at": event.code if event.options.points_formula else "",
        "seasons": seasons_of_event(event),
    }


def _odd(request: StaffRequest) -> dict[str, object]:
    return {"odd": odd_stacks(request.tournament, now=house_now())}


def _seat(request: StaffRequest) -> dict[str, object]:
    """The table that was tapped on a seat map, or one of its seats; neither without the number of a table."""
    typed = request.GET.get("table", "")
    number = int(typed) if typed.isdecimal() and len(typed) < 5 else 0
    found = Table.objects.filter(tournament=request.tournament, number=number).first() if number else None
    return {"page": None} if found is None else _looked_at(request, found)


def _looked_at(request: StaffRequest, table: Table) -> dict[str, object]:
    return {**seat_part(request, table), "into": "#console", "kept": kept_filter(request)}


def _status(request: StaffRequest) -> dict[str, object]:
    now = house_now()
    return {
        "board": clock_board(request.tournament, now=now),
        "now": now,
        "version": request.tournament.clock_version,
        "may_change": request.role in FLOOR_STAFF,
    }


def _found(request: StaffRequest) -> dict[str, object]:
    """Who fits what was typed: a seat if it is one, else a name."""
    typed = " ".join(request.GET.get("q", "")[:120].split())
    found: Found | None = None
    place = read_seat(typed)
    if place is not None:
        found = find_by_seat(request.tournament, table=place[0], seat=place[1])
    elif len(fold_name(typed)) >= SHORTEST_SEARCH:
        found = find_by_name(request.tournament, folded=fold_name(typed))
    return {"typed": typed, "found": found, "filter": QueryDict(kept_filter(request))}


# Parts of the page that are fetched again by themselves when a topic is heard.
PARTS: Final[Mapping[str, Callable[[StaffRequest], dict[str, object]]]] = {
    "status": _status,
    "found": _found,
    "calls": _messages,
    "notes": _messages,
    "stop": _stop,
    "advice": _advice,
    "outlook": _outlook,
    "odd": _odd,
    "grid": _grid,
    "tools": _tools,
    "seat": _seat,
}


def answer_form(
    request: StaffRequest, number: int, form: Form, do: Callable[[], Done], **forms: Form
) -> HttpResponse:
    """Like `handle_tap`, but what is wrong with the form is said at its fields, with all that was typed."""
    if done_from_form(request, form, do):
        return back(request, table_home(request, number))
    return render_where_tapped(request, number, status=422, **forms)
