"""A structure out of an event and into its editor, as text that other programs and people write too."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from tournament.forms.structure.rows import rows_of
from tournament.forms.structure.text import PasteForm
from tournament.queries.structure import current_row
from tournament.rules.structure.text.writing import structure_text
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, staff
from tournament.views.setup.structure import editor_page, say_in_editor


@staff(*DIRECTOR_ONLY)
@require_safe
def take_out(request: StaffRequest) -> HttpResponse:
    """The structure as it is saved."""
    text = structure_text(request.tournament.structure)
    # The mark at the start tells spreadsheets that this is UTF-8.
    response = HttpResponse("\ufeff" + text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = (
        f'attachment; filename="structure-{request.tournament.code}.csv"'
    )
    return response


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: StaffRequest) -> HttpResponse:
    """What was pasted, in the editor: nothing is saved before the director does. What is played stays."""
    form = PasteForm(request.POST, request.FILES) if request.method == "POST" else PasteForm()
    if not form.is_bound or not form.is_valid():
        context = {"active": "structure", "form": form}
        status = 422 if form.errors else 200
        return render(request, "tournament/setup/paste_structure.html", context, status=status)
    now = house_now()
    played = max(current_row(request.tournament, now) + 1, 0)
    say_in_editor(request, form.structure, played=played)
    rows = (*rows_of(request.tournament.structure)[:played], *rows_of(form.structure)[played:])
    return editor_page(request, rows, now=now)
