"""The form for the button, on the way in by `?button=`: a seat of the map, or 0 for where it is."""

from __future__ import annotations

from django.http import QueryDict

from tables.models import Table
from tables.queries.console.button import button_form
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest


def button_part(request: StaffRequest, found: Table) -> dict[str, object]:
    """Nothing until it is asked for, and for staff who may not change anything."""
    button = _seat(request.GET, "button")
    if button is None or request.role not in FLOOR_STAFF:
        return {"table": found, "button_form": None}
    trigger = (request.htmx.trigger or "") if request.htmx else ""
    return {
        "table": found,
        "button_form": button_form(
            found, button=button, small_blind=_seat(request.GET, "small_blind") or 0, now=house_now()
        ),
        # Opening the form moves the focus to it; while a seat is chosen it stays where it is.
        "button_opened": trigger == "button-open",
    }


def _seat(asked: QueryDict, name: str) -> int | None:
    typed = asked.get(name, "")
    return int(typed) if typed.isdecimal() and len(typed) < 3 else None
