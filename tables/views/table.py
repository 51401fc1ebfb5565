"""One table on the floor's screen: its seats, its hand, its tablets, and what the floor does there."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Final

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tables.forms.console import CorrectionForm, HoldForm, LockForm, MessageForm, MoveForm
from tables.models import Device, MoveKind, MoveStatus, Table
from tables.queries.table_page import last_hands, table_page, tablets_of, valid_code, words_of
from tables.services.breaking import break_table
from tables.services.corrections import correct_stack
from tables.services.messages import hold_table, release_table
from tables.services.messages import send_message as send
from tables.services.moving import move_entry
from tables.services.seats import lock_seat
from tables.services.tablets import make_pairing_code, revoke_device
from tournament.queries.log import LogFilter, log_lines, log_rows
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo
from tournament.templatetags.writing import PageWriter
from tournament.views.access import ANY_CREW, FLOOR_STAFF, StaffRequest, crew
from tournament.views.refusals import add_refusal
from tournament.views.taps import Done, answer_tap, back, do_once, newest_line, not_understood, say

CHANGES_SHOWN = 6


@crew(*ANY_CREW)
@require_safe
def table(request: StaffRequest, number: int) -> HttpResponse:
    """The whole page, or one of its parts by `?part=`; `?seat=` looks at one chair."""
    part = request.GET.get("part", "")
    if part in PARTS:
        context = PARTS[part](request, _table(request, number))
        return render(request, f"tables/table/_{part}.html", context)
    return _render(request, _context(request, number))


@crew(*FLOOR_STAFF)
@require_POST
def hold(request: StaffRequest, number: int) -> HttpResponse:
    found = _table(request, number)
    form = HoldForm(request.POST)

    def do() -> Done:
        hold_table(
            tournament_id=request.tournament.pk,
            table_id=found.pk,
            reason=form.typed_reason(),
            actor=request.actor,
            now=timezone.now(),
        )
        return Done(
            text=_("Table %(table)d is on hold.") % {"table": number},
            line=newest_line(request, "table_held"),
        )

    return answer_tap(request, do, home=_home(request, number))


@crew(*FLOOR_STAFF)
@require_POST
def release(request: StaffRequest, number: int) -> HttpResponse:
    found = _table(request, number)

    def do() -> Done:
        release_table(
            tournament_id=request.tournament.pk, table_id=found.pk, actor=request.actor, now=timezone.now()
        )
        return Done(
            text=_("Table %(table)d deals again.") % {"table": number},
            line=newest_line(request, "table_released"),
        )

    return answer_tap(request, do, home=_home(request, number))


@crew(*FLOOR_STAFF)
@require_POST
def break_up(request: StaffRequest, number: int) -> HttpResponse:
    found = _table(request, number)

    def do() -> Done:
        moves = break_table(
            tournament_id=request.tournament.pk,
            table_id=found.pk,
            seed=secrets.token_hex(16),
            actor=request.actor,
            now=timezone.now(),
        )
        text = (
            _("Table %(table)d is broken; the seats are drawn.") if moves else _("Table %(table)d is closed.")
        )
        return Done(
            text=text % {"table": number},
            line=newest_line(request, "table_broken"),
        )

    return answer_tap(request, do, home=_home(request, number))


@crew(*FLOOR_STAFF)
@require_POST
def send_message(request: StaffRequest, number: int) -> HttpResponse:
    found = _table(request, number)
    form = MessageForm(request.POST)

    def do() -> Done:
        send(
            tournament_id=request.tournament.pk,
            table_id=found.pk,
            text=form.cleaned_data["text"],
            actor=request.actor,
            now=timezone.now(),
        )
        return Done(text=_("Table %(table)d has the message.") % {"table": number})

    return _answer_form(request, number, form, do, message_form=form)


@crew(*FLOOR_STAFF)
@require_POST
def correct(request: StaffRequest, number: int) -> HttpResponse:
    found = _table(request, number)
    form = CorrectionForm(request.POST)
    chair = request.GET.get("seat", "")
    seats = found.seats.exclude(entry=None)
    seat = get_object_or_404(seats, number=int(chair) if chair.isdecimal() and len(chair) < 3 else 0)

    def do() -> Done:
        line = correct_stack(
            tournament_id=request.tournament.pk,
            entry_id=seat.entry_id or 0,
            stack=form.cleaned_data["stack"],
            reason=form.cleaned_data["reason"],
            actor=request.actor,
            now=timezone.now(),
        )
        if line is None:
            return Done(text=_("The stack was that already."))
        return Done(text=_("The stack is corrected."), line=line.pk)

    return _answer_form(request, number, form, do, correction_form=form)


@crew(*FLOOR_STAFF)
@require_POST
def move(request: StaffRequest, number: int) -> HttpResponse:
    """Send a player to a chair, by the floor's decision."""
    _table(request, number)
    form = MoveForm(request.POST)

    def do() -> Done:
        if not form.is_valid():
            raise not_understood()
        to_table, to_seat = form.target()
        target = _table(request, to_table)
        moved = move_entry(
            tournament_id=request.tournament.pk,
            entry_id=form.cleaned_data["entry"],
            to_table_id=target.pk,
            to_seat=to_seat,
            kind=MoveKind.FLOOR,
            actor=request.actor,
            now=timezone.now(),
        )
        words = {"name": moved.entry.player.name, "table": to_table, "seat": to_seat}
        if moved.status == MoveStatus.WAITING:
            return Done(text=_("%(name)s goes to table %(table)d, seat %(seat)d after this hand.") % words)
        return Done(
            text=_("%(name)s goes to table %(table)d, seat %(seat)d.") % words,
            line=newest_line(request, "entry_moved"),
        )

    return answer_tap(request, do, home=_home(request, number))


@crew(*FLOOR_STAFF)
@require_POST
def lock(request: StaffRequest, number: int) -> HttpResponse:
    found = _table(request, number)
    form = LockForm(request.POST)

    def do() -> Done:
        if not form.is_valid():
            raise not_understood()
        seat, locked = form.cleaned_data["seat"], form.cleaned_data["locked"] == "1"
        line = lock_seat(
            tournament_id=request.tournament.pk,
            table_id=found.pk,
            number=seat,
            locked=locked,
            actor=request.actor,
            now=timezone.now(),
        )
        text = _("Seat %(seat)d is locked.") if locked else _("Seat %(seat)d can be used again.")
        return Done(text=text % {"seat": seat}, line=line.pk if line else None)

    return answer_tap(request, do, home=_home(request, number))


@crew(*FLOOR_STAFF)
@require_POST
def make_code(request: StaffRequest, number: int) -> HttpResponse:
    """A new pairing code, shown on the page as letters and as a QR code."""
    found = _table(request, number)

    def do() -> Done:
        make_pairing_code(
            tournament_id=request.tournament.pk, table_id=found.pk, actor=request.actor, now=timezone.now()
        )
        return Done(text=_("The pairing code is good for ten minutes and one tablet."))

    return answer_tap(request, do, home=_home(request, number))


@crew(*FLOOR_STAFF)
@require_POST
def revoke(request: StaffRequest, number: int, device_id: int) -> HttpResponse:
    device = get_object_or_404(Device, pk=device_id, table=_table(request, number))

    def do() -> Done:
        revoke_device(
            tournament_id=request.tournament.pk,
            device_id=device.pk,
            actor=request.actor,
            now=timezone.now(),
        )
        return Done(text=_("%(tablet)s can no longer write here.") % {"tablet": device.name})

    return answer_tap(request, do, home=_home(request, number))


def _answer_form(
    request: StaffRequest, number: int, form: Form, do: Callable[[], Done], **forms: Form
) -> HttpResponse:
    """Like `answer_tap`, but what is wrong with the form is said at its fields, with all that was typed."""
    if form.is_valid():
        try:
            say(request, do_once(request, do))
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            return back(request, _home(request, number))
    return _render(request, _context(request, number, **forms), status=422)


def _render(request: StaffRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    template = "_table.html" if request.htmx else "table.html"
    return render(request, f"tables/table/{template}", context, status=status)


def _context(request: StaffRequest, number: int, **forms: Form) -> dict[str, object]:
    found = _table(request, number)
    context: dict[str, object] = {"active": "tables", "now": timezone.now()}
    for part in PARTS.values():
        context |= part(request, found)
    return {
        **context,
        # Who taps a seat wants its panel; after any other tap the focus stays where it was.
        "was_tapped": bool(request.htmx) and (request.htmx.trigger or "").startswith("seat-"),
        "message_form": MessageForm(),
        "correction_form": CorrectionForm(),
        **forms,
    }


def _felt(request: StaffRequest, found: Table) -> dict[str, object]:
    seat = request.GET.get("seat", "")
    page = table_page(
        request.tournament,
        number=found.number,
        seat=int(seat) if seat.isdecimal() and len(seat) < 3 else None,
    )
    return {"page": page, "may_write": request.role in FLOOR_STAFF}


def _words(request: StaffRequest, found: Table) -> dict[str, object]:
    return {"table": found, "words": words_of(found), "may_write": request.role in FLOOR_STAFF}


def _hands(_request: StaffRequest, found: Table) -> dict[str, object]:
    return {"table": found, "hands": last_hands(found)}


def _tablets(request: StaffRequest, found: Table) -> dict[str, object]:
    """Nothing for those who may not write: a code opens the table."""
    if request.role not in FLOOR_STAFF:
        return {"table": found}
    now = timezone.now()
    pairing = valid_code(found, now=now)
    return {
        "table": found,
        "tablets": tablets_of(found, now=now),
        "pairing": pairing,
        "pairing_url": _pairing_url(request, pairing.code) if pairing else "",
        "may_write": True,
    }


def _changes(request: StaffRequest, found: Table) -> dict[str, object]:
    rows = log_rows(request.tournament, wanted=LogFilter(table=found.number), limit=CHANGES_SHOWN)
    undoable = lines_to_undo(request.tournament, rows) if request.role in FLOOR_STAFF else ()
    writer = PageWriter.of(request.tournament)
    return {"table": found, "changes": log_lines(rows, writer=writer, can_undo=undoable)}


def _pairing_url(request: StaffRequest, code: str) -> str:
    return request.build_absolute_uri(reverse("tables:tablet_pair_link", args=[code]))


def _table(request: StaffRequest, number: int) -> Table:
    return get_object_or_404(Table, tournament=request.tournament, number=number)


def _home(request: StaffRequest, number: int) -> str:
    return reverse("tables:table", args=[request.tournament.code, number])


# Parts of the page that are fetched anew by themselves when a topic is heard.
PARTS: Final[Mapping[str, Callable[[StaffRequest, Table], dict[str, object]]]] = {
    "felt": _felt,
    "words": _words,
    "hands": _hands,
    "tablets": _tablets,
    "changes": _changes,
}
