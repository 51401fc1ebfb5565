"""The floor's console, and what is done from it to the room as a whole."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tables.forms.console import HoldForm, OpenTableForm, RedrawForm, read_seat
from tables.models import FloorMessage
from tables.queries.console.overview import open_messages
from tables.queries.console.search import Found, find_by_name, find_by_seat
from tables.queries.room.odd_stacks import odd_stacks
from tables.services.desk.seating import make_seat_draw, open_table
from tables.services.hands.rulings import confirm_ruling, refuse_ruling
from tables.services.moves.breaking import redraw_tables
from tables.services.table.calls import answer_call as answer
from tables.services.table.holds import hold_all_tables, release_all_tables
from tables.services.table.messages import close_message
from tables.templatetags.grid import changed_cards
from tables.views.console.shared import Room
from tables.views.pace import hands_topic
from tournament.queries.clock import clock_board
from tournament.rules.names import fold_name
from tournament.templatetags.poker import chips
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, staff
from tournament.views.taps import Done, handle_tap, newest_line, not_understood

SHORTEST_SEARCH = 2


@staff(*ANY_STAFF)
@require_safe
def console(request: StaffRequest) -> HttpResponse:
    """The whole page, or one of its parts by `?part=`."""
    part = request.GET.get("part", "")
    seen = request.headers.get("Floorman-Seen", "")
    if part == "grid" and seen:
        return _changed_grid(request, seen)
    if part in PARTS:
        return render(request, f"tables/console/_{part}.html", PARTS[part](request))
    room = Room(request.tournament)
    context = {
        "active": "tables",
        "grid": room.grid,
        **_messages(request),
        **_steps(request, room),
        "tools": room.tools,
    }
    if request.htmx:
        return render(request, "tables/console/_room.html", context)
    context["topics"] = f"clock players tables moves messages payouts {hands_topic(len(room.grid.cards))}"
    return render(request, "tables/console/console.html", context | _status(request) | _found(request))


@staff(*FLOOR_STAFF)
@require_POST
def open_new_table(request: StaffRequest) -> HttpResponse:
    """The number that was asked for; without one the table that was closed last, or a new one."""
    form = OpenTableForm(request.POST)

    def do() -> Done:
        if not form.is_valid():
            raise not_understood()
        table = open_table(
            tournament_id=request.tournament.pk, **form.cleaned_data, actor=request.actor, now=timezone.now()
        )
        return Done(
            text=_("Table %(table)d is open.") % {"table": table.number},
            line=newest_line(request, "table_opened", "table_reopened"),
        )

    return handle_tap(request, do, home=_home(request))


@staff(*FLOOR_STAFF)
@require_POST
def draw_seats(request: StaffRequest) -> HttpResponse:
    def do() -> Done:
        draw = make_seat_draw(
            tournament_id=request.tournament.pk,
            seed=secrets.token_hex(16),
            actor=request.actor,
            now=timezone.now(),
        )
        players = len(draw.result)
        return Done(
            text=ngettext("%(count)s player has a seat.", "%(count)s players have a seat.", players)
            % {"count": chips(players)},
            line=draw.log_entry_id,
        )

    return handle_tap(request, do, home=_home(request))


@staff(*FLOOR_STAFF)
@require_POST
def redraw(request: StaffRequest) -> HttpResponse:
    """Redraw every player to fewer tables; one makes the final table."""
    form = RedrawForm(request.POST)

    def do() -> Done:
        if not form.is_valid():
            raise not_understood()
        tables = form.cleaned_data["tables_left"]
        draw = redraw_tables(
            tournament_id=request.tournament.pk,
            tables_left=tables,
            seed=secrets.token_hex(16),
            actor=request.actor,
            now=timezone.now(),
        )
        if tables == 1:
            return Done(text=_("The final table is drawn."), line=draw.log_entry_id)
        return Done(
            text=_("All players redrawn to %(count)d tables.") % {"count": tables},
            line=draw.log_entry_id,
        )

    return handle_tap(request, do, home=_home(request))


@staff(*FLOOR_STAFF)
@require_POST
def hold_all(request: StaffRequest) -> HttpResponse:
    form = HoldForm(request.POST)

    def do() -> Done:
        count = hold_all_tables(
            tournament_id=request.tournament.pk,
            reason=form.typed_reason(),
            actor=request.actor,
            now=timezone.now(),
        )
        return Done(
            text=ngettext("%(count)d table on hold.", "%(count)d tables on hold.", count) % {"count": count}
        )

    return handle_tap(request, do, home=_home(request))


@staff(*FLOOR_STAFF)
@require_POST
def release_all(request: StaffRequest) -> HttpResponse:
    def do() -> Done:
        count = release_all_tables(
            tournament_id=request.tournament.pk, actor=request.actor, now=timezone.now()
        )
        return Done(
            text=ngettext("%(count)d table released.", "%(count)d tables released.", count) % {"count": count}
        )

    return handle_tap(request, do, home=_home(request))


@staff(*FLOOR_STAFF)
@require_POST
def answer_call(request: StaffRequest, message_id: int) -> HttpResponse:
    """ "I am on my way": the others see it, and so does the dealer."""

    def do() -> Done:
        call = answer(
            tournament_id=request.tournament.pk,
            message_id=message_id,
            actor=request.actor,
            now=timezone.now(),
        )
        return Done(
            text=_("%(name)s moves to table %(table)d.")
            % {"name": call.data.get("coming", ""), "table": call.table.number}
        )

    return _answer_message(request, do)


@staff(*FLOOR_STAFF)
@require_POST
def confirm(request: StaffRequest, message_id: int) -> HttpResponse:
    """The floor decides as the dealer proposed: the ruling is recorded."""

    def do() -> Done:
        call = confirm_ruling(
            tournament_id=request.tournament.pk,
            message_id=message_id,
            actor=request.actor,
            now=timezone.now(),
        )
        return Done(text=_("Table %(table)d: the ruling is recorded.") % {"table": call.table.number})

    return _answer_message(request, do)


@staff(*FLOOR_STAFF)
@require_POST
def refuse(request: StaffRequest, message_id: int) -> HttpResponse:
    """The floor decides otherwise: the hand continues, and the dealer is told."""

    def do() -> Done:
        call = refuse_ruling(
            tournament_id=request.tournament.pk,
            message_id=message_id,
            actor=request.actor,
            now=timezone.now(),
        )
        return Done(text=_("Table %(table)d: the hand continues.") % {"table": call.table.number})

    return _answer_message(request, do)


@staff(*FLOOR_STAFF)
@require_POST
def finish_message(request: StaffRequest, message_id: int) -> HttpResponse:
    def do() -> Done:
        message = close_message(
            tournament_id=request.tournament.pk,
            message_id=message_id,
            actor=request.actor,
            now=timezone.now(),
        )
        return Done(text=_("Table %(table)d: done.") % {"table": message.table.number})

    return _answer_message(request, do)


def _answer_message(request: StaffRequest, do: Callable[[], Done]) -> HttpResponse:
    try:
        return handle_tap(request, do, home=_home(request))
    except FloorMessage.DoesNotExist as error:
        raise Http404 from error


def _messages(request: StaffRequest) -> dict[str, object]:
    return {"open": open_messages(request.tournament), "may_write": request.role in FLOOR_STAFF}


def _grid(request: StaffRequest) -> dict[str, object]:
    return {"grid": Room(request.tournament).grid}


def _changed_grid(request: StaffRequest, seen: str) -> HttpResponse:
    """Only the cards that changed, each for its place in the page; the whole grid if it has other tables."""
    grid = Room(request.tournament).grid
    cards = changed_cards(grid, seen)
    if cards is None:
        return render(request, "tables/console/_grid.html", {"grid": grid})
    response = render(request, "tables/console/_cards.html", {"cards": cards})
    response.headers["HX-Reswap"] = "none"
    return response


def _advice(request: StaffRequest) -> dict[str, object]:
    return _steps(request, Room(request.tournament))


def _steps(request: StaffRequest, room: Room) -> dict[str, object]:
    steps = room.next_steps
    return {
        "advice": steps.advice,
        "odd": steps.odd,
        "shown": steps.stage,
        "may_write": request.role in FLOOR_STAFF,
    }


def _tools(request: StaffRequest) -> dict[str, object]:
    return {"tools": Room(request.tournament).tools, "may_write": request.role in FLOOR_STAFF}


def _odd(request: StaffRequest) -> dict[str, object]:
    return {"odd": odd_stacks(request.tournament, now=timezone.now())}


def _status(request: StaffRequest) -> dict[str, object]:
    now = timezone.now()
    return {"board": clock_board(request.tournament, now=now), "now": now}


def _found(request: StaffRequest) -> dict[str, object]:
    """Who fits what was typed: a seat if it is one, else a name."""
    typed = " ".join(request.GET.get("q", "")[:120].split())
    found: Found | None = None
    place = read_seat(typed)
    if place is not None:
        found = find_by_seat(request.tournament, table=place[0], seat=place[1])
    elif len(fold_name(typed)) >= SHORTEST_SEARCH:
        found = find_by_name(request.tournament, folded=fold_name(typed))
    return {"typed": typed, "found": found}


def _home(request: StaffRequest) -> str:
    return reverse("tables:console", args=[request.tournament.code])


# Parts of the page that are fetched again by themselves when a topic is heard.
PARTS: Final[Mapping[str, Callable[[StaffRequest], dict[str, object]]]] = {
    "status": _status,
    "found": _found,
    "calls": _messages,
    "notes": _messages,
    "advice": _advice,
    "odd": _odd,
    "grid": _grid,
    "tools": _tools,
}
