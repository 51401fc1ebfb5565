"""Bags at the end of the day: what each table has counted, the sum of the room, and the slips."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tables.forms.counts import AcceptForm, BagsForm
from tables.models import Table
from tables.queries.room.bags import BagLine, bag_lines, day_to_bag, room_bags
from tables.services.chips.bags import accept_bags, count_bags
from tournament.changes.change import sentence_of
from tournament.templatetags.writing import PageWriter
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_from_form


@staff(*FLOOR_STAFF)
@require_safe
def bags(request: StaffRequest) -> HttpResponse:
    """The room and the table of `?table=`; the room alone as `?part=room`, fetched again when a table is counted."""
    if request.GET.get("part") == "room":
        return render(request, "tables/bags/_room.html", _room(request))
    return _page(request, _table_asked_for(request))


@staff(*FLOOR_STAFF)
@require_POST
def count(request: StaffRequest, number: int) -> HttpResponse:
    """Keep what was counted and go on to the next table that is not."""
    table = get_object_or_404(Table, tournament=request.tournament, number=number)
    form = BagsForm(request.POST, lines=_lines(request, table))

    def do() -> Done:
        line = count_bags(
            tournament_id=request.tournament.pk, table_id=table.pk, counts=form.counts(), by=by_of(request)
        )
        if line is None:
            return Done(text=_("No bag of table %(table)d has changed.") % {"table": number})
        text = sentence_of(line, PageWriter.of(request.tournament))
        return Done(text=text, line=line.pk)

    if done_from_form(request, form, do):
        return redirect(_next(request, number))
    return _page(request, table, form=form, status=422)


@staff(*FLOOR_STAFF)
@require_POST
def accept(request: StaffRequest) -> HttpResponse:
    """Make the counts the stacks of the next day."""
    form = AcceptForm(request.POST)

    def do() -> Done:
        line = accept_bags(
            tournament_id=request.tournament.pk, reason=form.cleaned_data["reason"], by=by_of(request)
        )
        text = sentence_of(line, PageWriter.of(request.tournament))
        return Done(text=text, line=line.pk)

    if done_from_form(request, form, do):
        return redirect(_home(request))
    return _page(request, None, accept=form, status=422)


@staff(*FLOOR_STAFF)
@require_safe
def slips(request: StaffRequest) -> HttpResponse:
    """A slip for each counted bag, as printed: of the room, or of the table of `?table=`."""
    lines = _lines(request, _table_asked_for(request))
    counted = [line for line in lines if line.chips is not None]
    context = {"active": "tables", "lines": counted, "day": request.tournament.stop}
    return render(request, "tables/bags/slips.html", context)


def _page(
    request: StaffRequest,
    table: Table | None,
    *,
    form: BagsForm | None = None,
    accept: AcceptForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = _room(request) | {"active": "tables", "table": table}
    if table is not None:
        context["form"] = form or BagsForm(lines=_lines(request, table))
    if accept is not None:
        context["accept_form"] = accept
    return render(request, "tables/bags/bags.html", context, status=status)


def _table_asked_for(request: StaffRequest) -> Table | None:
    typed = request.GET.get("table", "")
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0
    return Table.objects.filter(tournament=request.tournament, number=number).first() if number else None


def _room(request: StaffRequest) -> dict[str, object]:
    stop = day_to_bag(request.tournament)
    return {
        "day": stop,
        "room": None if stop is None else room_bags(request.tournament, stop),
        "accept_form": AcceptForm(),
    }


def _lines(request: StaffRequest, table: Table | None) -> tuple[BagLine, ...]:
    stop = day_to_bag(request.tournament)
    return () if stop is None else bag_lines(request.tournament, stop, table=table)


def _next(request: StaffRequest, number: int) -> str:
    """The next table whose bags are not all counted, from this one on; the page alone once all are."""
    stop = day_to_bag(request.tournament)
    room = () if stop is None else room_bags(request.tournament, stop).tables
    open_ = [each.table for each in room if not each.is_complete]
    if not open_:
        return _home(request)
    return f"{_home(request)}?table={next((each for each in open_ if each >= number), open_[0])}"


def _home(request: StaffRequest) -> str:
    return reverse("tables:bags", args=[request.tournament.code])
