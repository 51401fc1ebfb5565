"""Players put out by hand at one table, and stacks counted there, from the floor's screen."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tables.forms.busts import BustForm
from tables.forms.counts import CountForm
from tables.queries.console.table import table_page
from tables.services.chips.counting import count_stacks
from tables.services.hands.busting import bust_players
from tables.views.console.overview_parts import answer_form
from tables.views.console.table_parts import find_table
from tournament.queries.words.log import sentence_of
from tournament.templatetags.writing import PageWriter
from tournament.views.access import FLOOR_STAFF, StaffRequest, staff
from tournament.views.taps import Done


@staff(*FLOOR_STAFF)
@require_POST
def bust(request: StaffRequest, number: int) -> HttpResponse:
    """Put players of a table out; the answer says so and can be undone."""
    found = find_table(request, number)
    form = BustForm(request.POST)

    def do() -> Done:
        line = bust_players(
            tournament_id=request.tournament.pk,
            table_id=found.pk,
            out=form.said(),
            actor=request.actor,
            now=timezone.now(),
        )
        text = sentence_of(line.verb, line.data, PageWriter.of(request.tournament))
        return Done(text=text, line=line.pk)

    return answer_form(request, number, form, do, bust_form=form)


@staff(*FLOOR_STAFF)
@require_POST
def count(request: StaffRequest, number: int) -> HttpResponse:
    """The stacks of a table, or of some of its players, as they were counted."""
    found = find_table(request, number)
    page = table_page(request.tournament, number=number, seat=None, now=timezone.now())
    if page is None:
        raise Http404
    form = CountForm(request.POST, seats=page.seats)

    def do() -> Done:
        line = count_stacks(
            tournament_id=request.tournament.pk,
            table_id=found.pk,
            counts=form.counts(),
            reason=form.cleaned_data["reason"],
            actor=request.actor,
            now=timezone.now(),
        )
        if line is None:
            return Done(text=_("Stacks unchanged."))
        text = sentence_of(line.verb, line.data, PageWriter.of(request.tournament))
        return Done(text=text, line=line.pk)

    return answer_form(request, number, form, do, count_form=form)
