"""What the form of a colour-up shows: on the way in by `?colour_up=`, and again after each tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from tables.forms.colour_up import ColourUpForm, write_step
from tables.models import Table
from tables.queries.console.colour_up import (
    WAYS,
    ColourUp,
    Step,
    counted_colour_up,
    drawn_colour_up,
    hand_in_play,
    late_colour_up,
    raced_colour_up,
    step_due,
    steps_of,
)
from tables.queries.table.seat_stacks import TakenSeat, seat_stacks
from tournament.models import Tournament
from tournament.templatetags.poker import chips
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest

# By `?colour_up=`: no form, but the race whose cards were drawn last.
DRAWN: Final = "drawn"


def colour_up_part(request: StaffRequest, found: Table) -> dict[str, object]:
    """The form that `?colour_up=` asks for, empty; nothing for other pages, or for staff who may not change
    anything."""
    way = request.GET.get("colour_up", "")
    if way == DRAWN and request.role in FLOOR_STAFF:
        return {"table": found, "colour_up": drawn_colour_up(found), "was_opened": True}
    if way not in WAYS or request.role not in FLOOR_STAFF:
        return {"table": found, "colour_up": None}
    stacks = seat_stacks(found)
    step = step_due(request.tournament, stacks, now=house_now())
    form = ColourUpForm(
        stacks=stacks,
        steps=step_words(request.tournament),
        initial={"chips": write_step(step) if step else ""},
    )
    return colour_up_context(request, found, form, way=way if step else "counted", step=step)


def colour_up_context(
    request: StaffRequest, found: Table, form: ColourUpForm, *, way: str, step: Step | None
) -> dict[str, object]:
    """The form and what would become of each stack. A hand in play has to be over first."""
    shown = _look(request, found, form, way=way, step=step)
    trigger = (request.htmx.trigger or "") if request.htmx else ""
    return {
        "table": found,
        "colour_up": replace(shown, hand=hand_in_play(found)),
        "colour_up_form": form,
        "counted_rows": [(row, form[f"stack_{row.seat}"]) for row in shown.rows],
        # Opening the form moves the focus to it; while it is filled in the focus stays where it is.
        "was_opened": trigger == "colour-up-open",
    }


def step_words(tournament: Tournament) -> list[tuple[Step, str]]:
    """Each step as a choice: "25 to 100"."""
    return [
        (step, _("%(old)s to %(new)s") % {"old": chips(step[0]), "new": chips(step[1])})
        for step in steps_of(tournament)
    ]


def _look(
    request: StaffRequest, found: Table, form: ColourUpForm, *, way: str, step: Step | None
) -> ColourUp:
    stacks: Sequence[TakenSeat] = form.stacks
    if step is None or way == "counted":
        return counted_colour_up(found, stacks, counted=form.counted())
    if way == "late":
        return late_colour_up(found, stacks, step=step)
    return raced_colour_up(found, stacks, step=step, rules=request.tournament.event_rules, cards=form.dealt())
