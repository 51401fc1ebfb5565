"""The floor's console, and what is done from it to the room as a whole; its parts are in overview_parts.py."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tables.changes.breaks import TablesRedrawn
from tables.changes.stops import AllTablesHeld, AllTablesReleased
from tables.changes.tables import TableHeld, TableOpened, TableReleased, TableReopened
from tables.forms.console import HoldForm, OpenTableForm, RedrawForm
from tables.services.desk.seating import make_seat_draw, open_table
from tables.services.hands.rulings import confirm_ruling, refuse_ruling
from tables.services.moves.breaking import redraw_tables
from tables.services.table.calls import answer_call as answer
from tables.services.table.holds import hold_all_tables, release_all_tables
from tables.services.table.messages import close_message
from tables.views.console.overview_parts import PARTS, changed_grid, render_room, room_context
from tables.views.console.shared import Room
from tables.views.pace import hands_topic
from tournament.templatetags.poker import chips
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, newest_line, not_understood, tap


@staff(*ANY_STAFF)
@require_safe
def console(request: StaffRequest) -> HttpResponse:
    """The whole page, or one of its parts by `?part=`; `?table=` and `?seat=` look at one of them."""
    part = request.GET.get("part", "")
    seen = request.headers.get("Floorman-Seen", "")
    if part == "grid" and seen:
        return changed_grid(request, seen)
    if part in PARTS:
        return render(request, f"tables/console/_{part}.html", PARTS[part](request))
    if request.htmx:
        return render_room(request)
    room = Room(request.tournament)
    context = {
        "active": "tables",
        "topics": f"clock players tables moves messages payouts outlook {hands_topic(len(room.grid.cards))}",
        **room_context(request, room),
        **PARTS["status"](request),
        **PARTS["found"](request),
    }
    return render(request, "tables/console/console.html", context)


@staff(*FLOOR_STAFF)
@tap("tables:console")
def open_new_table(request: StaffRequest) -> Done:
    """The number that was asked for; without one the table that was closed last, or a new one."""
    form = OpenTableForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    table = open_table(tournament_id=request.tournament.pk, **form.cleaned_data, by=by_of(request))
    return Done(
        text=_("Table %(table)d is open.") % {"table": table.number},
        line=newest_line(request, TableOpened.verb, TableReopened.verb),
    )


@staff(*FLOOR_STAFF)
@tap("tables:console")
def draw_seats(request: StaffRequest) -> Done:
    draw = make_seat_draw(tournament_id=request.tournament.pk, by=by_of(request))
    players = len(draw.result)
    return Done(
        text=ngettext("%(count)s player has a seat.", "%(count)s players have a seat.", players)
        % {"count": chips(players)},
        line=draw.log_entry_id,
    )


@staff(*FLOOR_STAFF)
@tap("tables:console")
def redraw(request: StaffRequest) -> Done:
    """Redraw every player to fewer tables; one makes the final table."""
    form = RedrawForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    tables = form.cleaned_data["tables_left"]
    draw = redraw_tables(
        tournament_id=request.tournament.pk,
        tables_left=tables,
        by=by_of(request),
    )
    text = _("The final table is drawn.") if tables == 1 else _("All players redrawn to %(count)d tables.")
    line = draw.log_entry
    waiting = TablesRedrawn.of(line).stacks_while_waiting() if line else []
    return Done(
        text=" ".join([text % {"count": tables}, *waiting]),
        line=draw.log_entry_id,
    )


@staff(*FLOOR_STAFF)
@tap("tables:console")
def hold_all(request: StaffRequest) -> Done:
    form = HoldForm(request.POST)
    count = hold_all_tables(
        tournament_id=request.tournament.pk, reason=form.typed_reason(), by=by_of(request)
    )
    return Done(
        text=ngettext("%(count)d table on hold.", "%(count)d tables on hold.", count) % {"count": count},
        line=newest_line(request, AllTablesHeld.verb, TableHeld.verb) if count else None,
    )


@staff(*FLOOR_STAFF)
@tap("tables:console")
def release_all(request: StaffRequest) -> Done:
    count = release_all_tables(tournament_id=request.tournament.pk, by=by_of(request))
    return Done(
        text=ngettext("%(count)d table released.", "%(count)d tables released.", count) % {"count": count},
        line=newest_line(request, AllTablesReleased.verb, TableReleased.verb) if count else None,
    )


@staff(*FLOOR_STAFF)
@tap("tables:console")
def answer_call(request: StaffRequest, message_id: int) -> Done:
    """ "I am on my way": the others see it, and so does the dealer."""
    call = answer(tournament_id=request.tournament.pk, message_id=message_id, by=by_of(request))
    return Done(
        text=_("%(name)s moves to table %(table)d.")
        % {"name": call.data.get("coming", ""), "table": call.table.number}
    )


@staff(*FLOOR_STAFF)
@tap("tables:console")
def confirm(request: StaffRequest, message_id: int) -> Done:
    """The floor decides as the dealer proposed: the ruling is recorded."""
    call = confirm_ruling(tournament_id=request.tournament.pk, message_id=message_id, by=by_of(request))
    return Done(text=_("Table %(table)d: the ruling is recorded.") % {"table": call.table.number})


@staff(*FLOOR_STAFF)
@tap("tables:console")
def refuse(request: StaffRequest, message_id: int) -> Done:
    """The floor decides otherwise: the hand continues, and the dealer is told."""
    call = refuse_ruling(tournament_id=request.tournament.pk, message_id=message_id, by=by_of(request))
    return Done(text=_("Table %(table)d: the hand continues.") % {"table": call.table.number})


@staff(*FLOOR_STAFF)
@tap("tables:console")
def finish_message(request: StaffRequest, message_id: int) -> Done:
    message = close_message(tournament_id=request.tournament.pk, message_id=message_id, by=by_of(request))
    return Done(text=_("Table %(table)d: done.") % {"table": message.table.number})
