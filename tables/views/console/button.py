"""The button of a table by hand: applied as it was shown, once, with a reason."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from tables.forms.console import ButtonForm
from tables.services.hands import button as service
from tables.views.console.table_parts import find_table, table_home
from tournament.queries.words.log import sentence_of
from tournament.services.errors import Refused
from tournament.templatetags.writing import PageWriter
from tournament.views.access import FLOOR_STAFF, StaffRequest, staff
from tournament.views.taps import Done, done_of_tap, say


@staff(*FLOOR_STAFF)
@require_POST
def set_button(request: StaffRequest, number: int) -> HttpResponse:
    """Of the next hand, or of the hand in play before substantial action."""
    found = find_table(request, number)
    form = ButtonForm(request.POST)

    def do() -> Done:
        line = service.set_button(
            tournament_id=request.tournament.pk,
            table_id=found.pk,
            **form.chosen(),
            actor=request.actor,
            now=timezone.now(),
        )
        return Done(text=sentence_of(line.verb, line.data, PageWriter.of(request.tournament)), line=line.pk)

    home = table_home(request, number)
    try:
        say(request, done_of_tap(request, do))
    except Refused as refusal:
        messages.error(request, refusal.message)
        # Back to the seat that was tapped, with what is possible there now.
        return redirect(f"{home}?button={form.data.get('button', '0')[:2]}#button")
    return redirect(home)
