"""The button of a table by hand: applied as it was shown, once, with a reason."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tables.forms.console import ButtonCardsForm, ButtonForm
from tables.services.hands import button as service
from tables.views.console.table_parts import find_table, table_home
from tournament.models import LogEntry
from tournament.services.errors import Refused
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_of_line, done_of_tap, say


@staff(*FLOOR_STAFF)
@require_POST
def set_button(request: StaffRequest, number: int) -> HttpResponse:
    """Of the next hand, or of the hand in play before substantial action."""
    found = find_table(request, number)
    form = ButtonForm(request.POST)

    def do() -> LogEntry:
        return service.set_button(
            tournament_id=request.tournament.pk, table_id=found.pk, **form.chosen(), by=by_of(request)
        )

    return _answer(request, number, do, seat=form.data.get("button", "0")[:2])


@staff(*FLOOR_STAFF)
@require_POST
def draw_button(request: StaffRequest, number: int) -> HttpResponse:
    """Cards for the first button: drawn here, or as they were dealt at the table."""
    found = find_table(request, number)
    form = ButtonCardsForm(request.POST)

    def do() -> LogEntry:
        cards = form.cards()
        return service.draw_first_button(
            tournament_id=request.tournament.pk,
            table_id=found.pk,
            seen=form.cleaned_data["seen"],
            cards=cards,
            by=by_of(request),
        )

    return _answer(request, number, do, seat="0")


def _answer(request: StaffRequest, number: int, do: Callable[[], LogEntry], *, seat: str) -> HttpResponse:
    """The table's page; where it is refused with the form open, at the seat that was tapped."""
    home = table_home(request, number)

    def done() -> Done:
        line = do()
        return done_of_line(request, line)

    try:
        say(request, done_of_tap(request, done))
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect(f"{home}?button={seat}#button")
    return redirect(home)
