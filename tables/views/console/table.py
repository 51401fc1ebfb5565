"""One table on the floor's screen: its seats, its hand, its tablets, and what the floor does there."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tables.changes.breaks import TableBroken
from tables.changes.moves import EntryMoved
from tables.changes.tables import TableHeld, TableReleased
from tables.forms.console import (
    BreakCardsForm,
    CorrectionForm,
    HoldForm,
    LockForm,
    MessageForm,
    MoveForm,
    PacketsForm,
)
from tables.models import Device, MoveKind, MoveStatus
from tables.queries.room.kept_seats import players_called
from tables.services.chips.corrections import correct_stack
from tables.services.moves.breaking import break_table
from tables.services.moves.moving import move_entry
from tables.services.table.halting import waive_halt
from tables.services.table.messages import hold_table, release_table
from tables.services.table.messages import send_message as send
from tables.services.table.packets import seat_as_dealt
from tables.services.table.seats import lock_seat
from tables.services.table.tablets import make_pairing_code, revoke_device
from tables.views.console.overview_parts import answer_form
from tables.views.console.table_parts import PARTS, find_table, render_table, table_context, table_home
from tournament.models import Player
from tournament.services.errors import Refused
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_by_line, done_of_line, newest_line, not_understood, tap


@staff(*ANY_STAFF)
@require_safe
def table(request: StaffRequest, number: int) -> HttpResponse:
    """The whole page, or one of its parts by `?part=`; `?seat=` looks at one seat."""
    part = request.GET.get("part", "")
    if part in PARTS:
        context = PARTS[part](request, find_table(request, number))
        return render(request, f"tables/table/_{part}.html", context)
    return render_table(request, table_context(request, number))


@staff(*FLOOR_STAFF)
@tap(table_home)
def hold(request: StaffRequest, number: int) -> Done:
    found = find_table(request, number)
    form = HoldForm(request.POST)
    hold_table(
        tournament_id=request.tournament.pk,
        table_id=found.pk,
        reason=form.typed_reason(),
        by=by_of(request),
    )
    return Done(
        text=_("Table %(table)d is on hold.") % {"table": number},
        line=newest_line(request, TableHeld.verb, table_id=found.pk),
    )


@staff(*FLOOR_STAFF)
@tap(table_home)
def release(request: StaffRequest, number: int) -> Done:
    found = find_table(request, number)
    release_table(tournament_id=request.tournament.pk, table_id=found.pk, by=by_of(request))
    return Done(
        text=_("Table %(table)d is released.") % {"table": number},
        line=newest_line(request, TableReleased.verb, table_id=found.pk),
    )


@staff(*FLOOR_STAFF)
@tap(table_home)
def play_on(request: StaffRequest, number: int) -> Done:
    """Let a table that is too short deal on as it is (TDA 11-D)."""
    found = find_table(request, number)
    line = waive_halt(tournament_id=request.tournament.pk, table_id=found.pk, by=by_of(request))
    return done_of_line(request, line)


@staff(*FLOOR_STAFF)
@tap(table_home)
def break_up(request: StaffRequest, number: int) -> Done:
    found = find_table(request, number)
    dealt = BreakCardsForm(request.POST).dealt()
    moves = break_table(
        tournament_id=request.tournament.pk, table_id=found.pk, dealt=dealt, by=by_of(request)
    )
    if dealt is not None:
        return done_by_line(request, TableBroken.verb)
    text = _("Table %(table)d is broken; the seats are drawn.") if moves else _("Table %(table)d is closed.")
    return Done(
        text=text % {"table": number},
        line=newest_line(request, TableBroken.verb),
    )


@staff(*FLOOR_STAFF)
@tap(table_home)
def deal_seats(request: StaffRequest, number: int) -> Done:
    """The seats of a table as its players were dealt packets of cards for them."""
    found = find_table(request, number)
    line = seat_as_dealt(
        tournament_id=request.tournament.pk,
        table_id=found.pk,
        dealt=PacketsForm(request.POST).dealt(),
        by=by_of(request),
    )
    return done_of_line(request, line)


@staff(*FLOOR_STAFF)
@require_POST
def send_message(request: StaffRequest, number: int) -> HttpResponse:
    found = find_table(request, number)
    form = MessageForm(request.POST)

    def do() -> Done:
        send(
            tournament_id=request.tournament.pk,
            table_id=found.pk,
            text=form.cleaned_data["text"],
            by=by_of(request),
        )
        return Done(text=_("Table %(table)d has received the message.") % {"table": number})

    return answer_form(request, number, form, do, message_form=form)


@staff(*FLOOR_STAFF)
@require_POST
def correct(request: StaffRequest, number: int) -> HttpResponse:
    found = find_table(request, number)
    form = CorrectionForm(request.POST)
    typed = request.GET.get("seat", "")
    seats = found.seats.exclude(entry=None)
    seat = get_object_or_404(seats, number=int(typed) if typed.isdecimal() and len(typed) < 3 else 0)

    def do() -> Done:
        line = correct_stack(
            tournament_id=request.tournament.pk,
            entry_id=seat.entry_id or 0,
            stack=form.cleaned_data["stack"],
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
            by=by_of(request),
        )
        if line is None:
            return Done(text=_("Stack unchanged."))
        return done_of_line(request, line)

    return answer_form(request, number, form, do, correction_form=form)


@staff(*FLOOR_STAFF)
@tap(table_home)
def move(request: StaffRequest, number: int) -> Done:
    """Send a player to a seat, by the floor's decision."""
    find_table(request, number)
    form = MoveForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    to_table, to_seat = form.target()
    target = find_table(request, to_table)
    moved = move_entry(
        tournament_id=request.tournament.pk,
        entry_id=form.cleaned_data["entry"],
        to_table_id=target.pk,
        to_seat=to_seat,
        kind=MoveKind.FLOOR,
        seen=form.seen_at(number),
        by=by_of(request),
    )
    words = {"name": moved.entry.player.name, "table": to_table, "seat": to_seat}
    if moved.status == MoveStatus.WAITING:
        return Done(text=_("%(name)s moves to table %(table)d, seat %(seat)d after this hand.") % words)
    return Done(
        text=_("%(name)s moves to table %(table)d, seat %(seat)d.") % words,
        line=newest_line(request, EntryMoved.verb),
    )


@staff(*FLOOR_STAFF)
@tap(table_home)
def lock(request: StaffRequest, number: int) -> Done:
    found = find_table(request, number)
    form = LockForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    seat, locked = form.cleaned_data["seat"], form.cleaned_data["locked"] == "1"
    name = form.cleaned_data["name"]
    player = _meant(request, name)
    line = lock_seat(
        tournament_id=request.tournament.pk,
        table_id=found.pk,
        number=seat,
        locked=locked,
        name=player.name if player else name,
        reason=form.cleaned_data["reason"],
        player_id=player.pk if player else None,
        by=by_of(request),
    )
    if not locked:
        text = _("Seat %(seat)d can be used again.")
    elif player:
        text = _("Seat %(seat)d is reserved for %(name)s, who gets it in every draw.")
    else:
        text = _("Seat %(seat)d is locked: %(name)s.") if name else _("Seat %(seat)d is locked.")
    words = {"seat": seat, "name": player.name if player else name}
    return Done(text=text % words, line=line.pk if line else None)


@staff(*FLOOR_STAFF)
@tap(table_home)
def make_code(request: StaffRequest, number: int) -> Done:
    """A new pairing code, shown on the page as letters and as a QR code."""
    found = find_table(request, number)
    make_pairing_code(tournament_id=request.tournament.pk, table_id=found.pk, by=by_of(request))
    return Done(text=_("The pairing code is valid for ten minutes and one tablet."))


@staff(*FLOOR_STAFF)
@tap(table_home)
def revoke(request: StaffRequest, number: int, device_id: int) -> Done:
    device = get_object_or_404(Device, pk=device_id, table=find_table(request, number))
    revoke_device(tournament_id=request.tournament.pk, device_id=device.pk, by=by_of(request))
    return Done(text=_("%(tablet)s can no longer record this table.") % {"tablet": device.name})


def _meant(request: StaffRequest, typed: str) -> Player | None:
    """The player of this tournament whose name or entry number ("#12") was typed; None for any other words.

    Raises Refused for an entry number that nobody has and a name that two have.
    """
    found = players_called(request.tournament, typed)
    if len(found) > 1:
        raise Refused(
            _("Several players are called %(name)s. Enter the entry number: #12.") % {"name": typed},
            code="same_name",
        )
    if typed.startswith("#") and not found:
        raise Refused(_("There is no entry %(number)s in play.") % {"number": typed}, code="no_such_entry")
    return found[0] if found else None
