"""The chips of the event: the ledger against the stacks, the case, and the sheets on which tables are coloured up."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.forms.colour_up import write_step
from tables.queries.console.chips import chip_board, colour_up_sheets
from tables.queries.console.colour_up import Step, steps_of
from tables.queries.room.odd_stacks import chips_removed
from tables.views.console.colour_up_part import step_words
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest, staff


@staff(*FLOOR_STAFF)
@require_safe
def chips(request: StaffRequest) -> HttpResponse:
    context = {"active": "tables", "board": chip_board(request.tournament)}
    return render(request, "tables/chips/chips.html", context)


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
