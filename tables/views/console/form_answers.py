"""The answer to a form of a table: on its page, or beside the seat maps of the console."""

from __future__ import annotations

from collections.abc import Callable

from django.forms import Form
from django.http import HttpResponse

from tables.views.console.overview_parts import render_refusal
from tables.views.console.table_parts import find_table, render_table, table_context, table_home
from tournament.services.errors import Refused
from tournament.views.access import StaffRequest
from tournament.views.refusals import add_refusal
from tournament.views.taps import Done, back, done_of_tap, say


def answer_form(
    request: StaffRequest, number: int, form: Form, do: Callable[[], Done], **forms: Form
) -> HttpResponse:
    """Like `handle_tap`, but what is wrong with the form is said at its fields, with all that was typed."""
    if form.is_valid():
        try:
            say(request, done_of_tap(request, do))
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            return back(request, table_home(request, number))
    if request.htmx.target == "console":
        return render_refusal(request, find_table(request, number), **forms)
    return render_table(request, table_context(request, number, **forms), status=422)
