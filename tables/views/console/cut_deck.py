"""A draw of all seats for which a player cuts a deck, so that nobody in the house can foresee it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tables.forms.console import CutDeckForm
from tables.queries.room.draws import draw_to_come
from tables.services.desk.seating import make_seat_draw
from tables.services.moves.breaking import redraw_tables
from tables.services.table.drawing import CutDeck
from tournament.services.errors import Refused
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_of_line, done_of_tap, say


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def cut_deck(request: StaffRequest) -> HttpResponse:
    """What is promised of the draw and the list it is made from; then the cards are typed and it is made."""
    to_come = draw_to_come(request.tournament)
    form = CutDeckForm(
        request.POST or None,
        initial={"entries": to_come.fingerprint, "tables_left": request.GET.get("tables", "")},
    )
    if request.method == "POST" and form.is_valid():
        try:
            say(request, done_of_tap(request, lambda: _draw(request, form)))
        except Refused as refusal:
            # The cards stay typed; the list is the one of now, for which the deck is cut again.
            form.add_error(None, refusal.message)
            form.data = request.POST.copy()
            form.data["entries"] = to_come.fingerprint
        else:
            return redirect("tables:console", request.tournament.code)
    context = {"active": "tables", "form": form, "to_come": to_come}
    status = 422 if form.errors else 200
    return render(request, "tables/draws/cut_deck.html", context, status=status)


def _draw(request: StaffRequest, form: CutDeckForm) -> Done:
    typed = form.cleaned_data
    cut = CutDeck(cards=typed["cut"], entries=typed["entries"])
    here, by = request.tournament.pk, by_of(request)
    drawn = (
        make_seat_draw(tournament_id=here, mixed_in=cut, by=by)
        if typed["tables_left"] is None
        else redraw_tables(tournament_id=here, tables_left=typed["tables_left"], mixed_in=cut, by=by)
    )
    return Done(text="") if drawn.log_entry is None else done_of_line(request, drawn.log_entry)
