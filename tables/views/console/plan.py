"""The room on one page: zones and tables as they stand, opening order, breaking order."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tables.changes.shaping import TableShape, TablesPlanned
from tables.forms.plan import AddTablesForm, OrderForm, ShapeForm, ZoneForm
from tables.models import Zone
from tables.queries.console.plan import RoomPlan, room_plan
from tables.services.table.orders import Order, move_in_order, post_order
from tables.services.table.planning import plan_tables, remove_table
from tables.services.table.shaping import shape_table, widen_every_table
from tables.services.table.zones import remove_zone, save_zone
from tables.views.console.table_parts import find_table
from tournament.changes.change import sentence_of
from tournament.models import LogEntry
from tournament.templatetags.writing import PageWriter
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, not_understood, tap


@staff(*ANY_STAFF)
@require_safe
def plan(request: StaffRequest) -> HttpResponse:
    """The page, its content alone, or its tables alone (`?part=tables`); `?table=` opens one to be changed."""
    found = room_plan(request.tournament)
    typed = request.GET.get("table", "")
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0
    context = {
        "active": "room",
        "plan": found,
        "selected": found.table(number),
        "may_write": request.role in FLOOR_STAFF and not request.tournament.is_over,
        "orders": _orders(found),
    }
    if request.GET.get("part") == "tables":
        return render(request, "tables/plan/_tables.html", context)
    template = "_plan.html" if request.htmx else "plan.html"
    return render(request, f"tables/plan/{template}", context)


@staff(*FLOOR_STAFF)
@tap("tables:plan")
def add_tables(request: StaffRequest) -> Done:
    form = AddTablesForm(request.POST)
    form.checked()
    line = plan_tables(tournament_id=request.tournament.pk, **form.cleaned_data, by=by_of(request))
    count = len(TablesPlanned.of(line).tables)
    return Done(
        text=ngettext("%(count)d table added.", "%(count)d tables added.", count) % {"count": count},
        line=line.pk,
    )


@staff(*FLOOR_STAFF)
@tap("tables:plan")
def widen(request: StaffRequest) -> Done:
    """One more seat at every table."""
    return _said(request, widen_every_table(tournament_id=request.tournament.pk, by=by_of(request)))


@staff(*FLOOR_STAFF)
@tap("tables:plan")
def shape(request: StaffRequest, number: int) -> Done:
    """Another number, name, size or zone for a table."""
    found = find_table(request, number)
    form = ShapeForm(request.POST)
    form.checked()
    line = shape_table(
        tournament_id=request.tournament.pk,
        table_id=found.pk,
        shape=TableShape(**form.cleaned_data),
        by=by_of(request),
    )
    return _said(request, line)


@staff(*FLOOR_STAFF)
@tap("tables:plan")
def remove(request: StaffRequest, number: int) -> Done:
    """Take a table away at which nothing has ever happened."""
    found = find_table(request, number)
    line = remove_table(tournament_id=request.tournament.pk, table_id=found.pk, by=by_of(request))
    return _said(request, line)


@staff(*FLOOR_STAFF)
@tap("tables:plan")
def add_zone(request: StaffRequest) -> Done:
    return _save_zone(request, None)


@staff(*FLOOR_STAFF)
@tap("tables:plan")
def change_zone(request: StaffRequest, zone_id: int) -> Done:
    """Another name or staff for a zone, or, with `remove`, its end."""
    if not Zone.objects.filter(tournament=request.tournament, pk=zone_id).exists():
        raise Http404
    if request.POST.get("remove") != "1":
        return _save_zone(request, zone_id)
    line = remove_zone(tournament_id=request.tournament.pk, zone_id=zone_id, by=by_of(request))
    return _said(request, line)


@staff(*FLOOR_STAFF)
@tap("tables:plan")
def order(request: StaffRequest) -> Done:
    """Post one of the two orders, or send one table a place earlier or later in it."""
    form = OrderForm(request.POST)
    form.checked()
    kind: Order = form.cleaned_data["order"]
    earlier, later = form.cleaned_data["earlier"], form.cleaned_data["later"]
    if earlier and later:
        raise not_understood()
    by = by_of(request)
    if number := earlier or later:
        line = move_in_order(
            tournament_id=request.tournament.pk,
            order=kind,
            number=number,
            steps=-1 if earlier else 1,
            by=by,
        )
    else:
        line = post_order(
            tournament_id=request.tournament.pk,
            order=kind,
            numbers=form.cleaned_data["numbers"],
            by=by,
        )
    return _said(request, line)


def _save_zone(request: StaffRequest, zone_id: int | None) -> Done:
    form = ZoneForm(request.POST)
    form.checked()
    line = save_zone(
        tournament_id=request.tournament.pk, zone_id=zone_id, **form.cleaned_data, by=by_of(request)
    )
    return _said(request, line)


def _said(request: StaffRequest, line: LogEntry | None) -> Done:
    if line is None:
        return Done(text=_("Nothing changed."))
    return Done(text=sentence_of(line, PageWriter.of(request.tournament)), line=line.pk)


def _orders(found: RoomPlan) -> list[dict[str, object]]:
    return [
        {
            "kind": "breaking",
            "tables": found.breaking,
            "is_posted": found.breaking_is_posted,
            "text": ", ".join(str(table.number) for table in found.breaking),
        },
        {
            "kind": "opening",
            "tables": found.opening,
            "is_posted": found.opening_is_posted,
            "text": ", ".join(str(table.number) for table in found.opening),
        },
    ]
