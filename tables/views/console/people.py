"""What the floor does about a player of a table: absent, back, the clock, a penalty, out with chips."""

from __future__ import annotations

from tables.changes.decision_clock import ClockCalled, ClockWithdrawn
from tables.changes.departures import Why
from tables.forms.console import AbsenceForm, CallClockForm, LeaveForm, PenaltyForm
from tables.services.hands.absence import ABSENCE_VERBS, set_absence
from tables.services.hands.decision_clock import call_clock
from tables.services.hands.leaving import remove_player
from tables.services.hands.penalties import give_penalty
from tables.views.console.table_parts import find_table, table_home
from tournament.changes.change import verbs
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_by_line, done_of_line, not_understood, tap


@staff(*FLOOR_STAFF)
@tap(table_home)
def absence(request: StaffRequest, number: int) -> Done:
    """A player is not at the table, or is back."""
    found = find_table(request, number)
    form = AbsenceForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    set_absence(
        tournament_id=request.tournament.pk,
        table_id=found.pk,
        entry_id=form.cleaned_data["entry"],
        absent=form.cleaned_data["absent"] == "1",
        by=by_of(request),
    )
    return done_by_line(request, *ABSENCE_VERBS, entry=form.cleaned_data["entry"])


@staff(*FLOOR_STAFF)
@tap(table_home)
def clock(request: StaffRequest, number: int) -> Done:
    """The clock is called on the player in turn, or on a seat, or stopped (TDA 29); a tablet counts it down at once."""
    found = find_table(request, number)
    form = CallClockForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    call_clock(
        tournament_id=request.tournament.pk,
        table_id=found.pk,
        stop=form.cleaned_data["stop"] == "1",
        seat=form.cleaned_data["seat"] or 0,
        by=by_of(request),
    )
    return done_by_line(request, *verbs(ClockCalled, ClockWithdrawn))


@staff(*FLOOR_STAFF)
@tap(table_home)
def penalty(request: StaffRequest, number: int) -> Done:
    """A warning, or hands to sit out."""
    find_table(request, number)
    form = PenaltyForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    kind, count = form.measure()
    if kind == "disqualification":
        return _leaves(
            request,
            form.cleaned_data["entry"],
            "disqualified",
            offence=form.cleaned_data["offence"],
            note=form.cleaned_data["note"],
        )
    line = give_penalty(
        tournament_id=request.tournament.pk,
        entry_id=form.cleaned_data["entry"],
        kind=kind,
        count=count,
        offence=form.cleaned_data["offence"],
        note=form.cleaned_data["note"],
        seen=form.cleaned_data["seen"],
        by=by_of(request),
    )
    return done_of_line(request, line)


@staff(*FLOOR_STAFF)
@tap(table_home)
def leave(request: StaffRequest, number: int) -> Done:
    """A player leaves with chips: walks out, surrenders the stack, or has won a seat with it."""
    find_table(request, number)
    form = LeaveForm(request.POST)
    if not form.is_valid():
        raise not_understood()
    return _leaves(
        request, form.cleaned_data["entry"], form.cleaned_data["why"], note=form.cleaned_data["note"]
    )


def _leaves(request: StaffRequest, entry: int, why: Why, *, offence: str = "", note: str = "") -> Done:
    line = remove_player(
        tournament_id=request.tournament.pk,
        entry_id=entry,
        why=why,
        offence=offence,
        note=note,
        by=by_of(request),
    )
    return done_of_line(request, line)
