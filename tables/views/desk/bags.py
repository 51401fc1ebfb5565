"""Bags at the end of the day: what each table has counted, the largest counted again, the sum of the room, the slips,
and the list of who opens which bag where.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tables.changes.bags import BagsCountedAgain
from tables.forms.counts import AcceptForm, BagsForm, SecondCountForm
from tables.models import Table
from tables.queries.room.bags import (
    BagLine,
    bag_lines,
    bags_from_flights,
    bags_to_count_again,
    day_to_bag,
    is_next_day_drawn,
    room_bags,
    table_bags,
)
from tables.services.chips.bags import accept_bags, count_bags, count_bags_again
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
    """Keep what was counted and go on to the next table that is not; with `do=check` only say what it comes to."""
    table = get_object_or_404(Table, tournament=request.tournament, number=number)
    lines = _lines(request, table)
    form = BagsForm(request.POST, lines=lines, tags=request.tournament.options.tags)
    if request.POST.get("do") == "check":
        form.is_valid()
        context = {"sum": table_bags(table, lines, form.counts())}
        return render(request, "tables/bags/_table_sum.html", context)

    def do() -> Done:
        line = count_bags(
            tournament_id=request.tournament.pk,
            table_id=table.pk,
            counts=form.counts(),
            tags=form.printed(),
            pieces=form.pieces(),
            by=by_of(request),
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
def count_again(request: StaffRequest) -> HttpResponse:
    """Keep the second count of the largest bags."""
    form = SecondCountForm(request.POST, lines=_waiting(request))

    def do() -> Done:
        line = count_bags_again(tournament_id=request.tournament.pk, counts=form.counts(), by=by_of(request))
        if line is None:
            return Done(text=_("No bag was counted a second time."))
        # No figures: who counts a third time has not seen them.
        differing = [each.name for each in BagsCountedAgain.of(line).bags if each.after != each.first]
        text = (
            _("Second count saved. It differs for %(names)s.") % {"names": ", ".join(differing)}
            if differing
            else _("Second count saved: it is the same.")
        )
        return Done(text=text, line=line.pk)

    if done_from_form(request, form, do):
        return redirect(_home(request))
    return _page(request, None, again=form, status=422)


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
    """Two slips for each counted bag, as printed: of the room, or of the table of `?table=`."""
    lines = _lines(request, _table_asked_for(request))
    stop = day_to_bag(request.tournament)
    context = {
        "active": "tables",
        "lines": [line for line in lines if line.chips is not None],
        "copies": (_("For the player"), _("For the bag")),
        "day": stop,
        "is_drawn": stop is not None and is_next_day_drawn(request.tournament, stop),
    }
    return render(request, "tables/bags/slips.html", context)


@staff(*FLOOR_STAFF)
@require_safe
def restart(request: StaffRequest) -> HttpResponse:
    """Who opens which bag at which seat, table by table, as printed for the dealers of the next day."""
    tables: dict[int, list[BagLine]] = {}
    tournament = request.tournament
    stop = day_to_bag(tournament)
    from_flights = stop is None and tournament.stacks_brought_at is not None
    for line in bags_from_flights(tournament) if from_flights else _lines(request, None):
        if line.chips is not None:
            tables.setdefault(line.table, []).append(line)
    context = {
        "active": "tables",
        "tables": tables,
        "day": stop,
        "is_drawn": from_flights or (stop is not None and is_next_day_drawn(tournament, stop)),
    }
    return render(request, "tables/bags/restart.html", context)


def _page(
    request: StaffRequest,
    table: Table | None,
    *,
    form: BagsForm | None = None,
    again: SecondCountForm | None = None,
    accept: AcceptForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = _room(request) | {"active": "tables", "table": table}
    if table is not None:
        lines = _lines(request, table)
        recorded = _as_recorded(lines) if "recorded" in request.GET else {}
        initial = {f"bag_{entry}": chips for entry, chips in recorded.items()}
        tags = request.tournament.options.tags
        context["form"] = form or BagsForm(lines=lines, tags=tags, initial=initial)
        context["sum"] = table_bags(table, lines, recorded)
        context["can_fill"] = not recorded and bool(_as_recorded(lines))
    elif again is not None or "again" in request.GET:
        context["again"] = again or SecondCountForm(lines=_waiting(request))
    if accept is not None:
        context["accept_form"] = accept
    return render(request, "tables/bags/bags.html", context, status=status)


def _as_recorded(lines: Sequence[BagLine]) -> dict[int, int]:
    """By entry the stacks on record of those whose bags are not counted yet."""
    return {line.entry_id: line.stack for line in lines if line.chips is None and line.stack}


def _table_asked_for(request: StaffRequest) -> Table | None:
    typed = request.GET.get("table", "")
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0
    return Table.objects.filter(tournament=request.tournament, number=number).first() if number else None


def _room(request: StaffRequest) -> dict[str, object]:
    stop = day_to_bag(request.tournament)
    return {
        "day": stop,
        "room": None if stop is None else room_bags(request.tournament, stop),
        "waiting": _waiting(request),
        "accept_form": AcceptForm(),
    }


def _lines(request: StaffRequest, table: Table | None) -> tuple[BagLine, ...]:
    stop = day_to_bag(request.tournament)
    return () if stop is None else bag_lines(request.tournament, stop, table=table)


def _waiting(request: StaffRequest) -> tuple[BagLine, ...]:
    """The bags that are to be counted a second time; none once the bags of the day are accepted."""
    stop = day_to_bag(request.tournament)
    is_open = stop is not None and stop.bagged_at is None
    return bags_to_count_again(request.tournament, stop) if is_open and stop is not None else ()


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
