"""The chips of the event: the ledger against the stacks, the case, and the sheets on which tables are coloured up."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.forms.colour_up import write_step
from tables.forms.counts import TableTotalForm
from tables.queries.console.chips import chip_board, colour_up_sheets
from tables.queries.console.colour_up import Step, steps_of
from tables.queries.room.odd_stacks import chips_removed
from tables.queries.room.pieces import piece_counts
from tables.queries.room.room_counts import room_count
from tables.services.chips.room_counts import ask_for_count, count_total, end_count
from tables.views.console.colour_up_part import step_words
from tables.views.console.table_parts import find_table
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_of_line, tap


@staff(*FLOOR_STAFF)
@require_safe
def chips(request: StaffRequest) -> HttpResponse:
    context = {
        "active": "tables",
        "board": chip_board(request.tournament),
        "counts": piece_counts(request.tournament),
    }
    return render(request, "tables/chips/chips.html", context)


@staff(*FLOOR_STAFF)
@require_safe
def count(request: StaffRequest) -> HttpResponse:
    """A count of every table that goes on, table by table, or a button to ask for one."""
    context = {"active": "tables", "count": room_count(request.tournament)}
    template = "_room_count.html" if request.htmx and not request.htmx.boosted else "room_count.html"
    return render(request, f"tables/chips/{template}", context)


@staff(*FLOOR_STAFF)
@tap("tables:room_count")
def ask(request: StaffRequest) -> Done:
    return done_of_line(request, ask_for_count(tournament_id=request.tournament.pk, by=by_of(request)))


@staff(*FLOOR_STAFF)
@tap("tables:room_count")
def end(request: StaffRequest) -> Done:
    return done_of_line(request, end_count(tournament_id=request.tournament.pk, by=by_of(request)))


@staff(*FLOOR_STAFF)
@tap("tables:room_count")
def total(request: StaffRequest, number: int) -> Done:
    """All chips of one table, as somebody has counted them there."""
    table = find_table(request, number)
    chips, pieces = TableTotalForm(request.POST).counted()
    line = count_total(
        tournament_id=request.tournament.pk, table_id=table.pk, chips=chips, pieces=pieces, by=by_of(request)
    )
    return done_of_line(request, line)


@staff(*FLOOR_STAFF)
@require_safe
def sheets(request: StaffRequest) -> HttpResponse:
    """A sheet for each table, as printed: of the step of `?chips=25-100`, otherwise of the one that is next."""
    step = _step(request)
    context = {
        "active": "tables",
        "step": step,
        "steps": [(write_step(each), words, each == step) for each, words in step_words(request.tournament)],
        "sheets": colour_up_sheets(request.tournament, step) if step else (),
    }
    return render(request, "tables/chips/sheets.html", context)


def _step(request: StaffRequest) -> Step | None:
    """None for chips that cannot be coloured up."""
    steps = steps_of(request.tournament)
    asked = request.GET.get("chips", "")
    chosen = next((step for step in steps if write_step(step) == asked), None)
    removed = chips_removed(request.tournament, house_now())
    # The chip that leaves in this break, or the smallest that is left.
    leaving = [step for step in steps if step[0] in removed]
    staying = [step for step in steps if step[0] not in removed]
    return chosen or next(iter([*leaving[-1:], *staying]), None)
