"""What concerns everybody is undone with a reason that stays beside it: a draw of all seats, the bags of a day."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.changes.bags import BagsAccepted
from tables.changes.breaks import TablesRedrawn
from tables.changes.tables import SeatsDrawn
from tables.forms.console import UndoForm
from tournament.changes.change import sentence_of, verbs
from tournament.models import LogEntry
from tournament.services.undo import undo_line
from tournament.templatetags.writing import PageWriter
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_from_form

DRAWS: Final = verbs(SeatsDrawn, TablesRedrawn)
BAGS: Final = verbs(BagsAccepted)


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def undo_with_reason(request: StaffRequest, draw_line_id: int) -> HttpResponse:
    """Undo it and say why; where the event is set so, not by the person that made it."""
    lines = LogEntry.objects.filter(tournament=request.tournament, verb__in=[*DRAWS, *BAGS])
    line = get_object_or_404(lines, pk=draw_line_id)
    form = UndoForm(request.POST or None)

    def do() -> Done:
        by = replace(by_of(request), reason=form.cleaned_data["reason"])
        undone = undo_line(tournament_id=request.tournament.pk, line_id=line.pk, by=by)
        what = sentence_of(undone, PageWriter.of(request.tournament))
        return Done(text=_("Undone: %(what)s") % {"what": what})

    if request.method == "POST" and done_from_form(request, form, do):
        return redirect("tournament:log", request.tournament.code)
    context = {
        "active": "log",
        "form": form,
        "what": sentence_of(line, PageWriter.of(request.tournament)),
        "line_id": line.pk,
        "is_draw": line.verb in DRAWS,
    }
    return render(
        request, "tables/console/undo_with_reason.html", context, status=422 if form.errors else 200
    )
