"""Money that is still to be handed back: the buy-ins of a cancelled event, or those of no-shows."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.services.desk.handing_back import hand_back_buy_in
from tournament.queries.ledger.handing_back import hand_back_page, to_hand_back
from tournament.services.field.no_shows import hand_back_no_show
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.drawer import warn_of_drawer
from tournament.views.taps import Done, done_of_line, tap

LONGEST_SEARCH = 120


@staff(*ANY_STAFF)
@require_safe
def queue(request: StaffRequest) -> HttpResponse:
    """Who still gets money back, by name. The desk hands it back after a cancellation, the floor to a no-show."""
    typed = " ".join(request.GET.get("q", "")[:LONGEST_SEARCH].replace("\x00", "").split())
    left = to_hand_back(request.tournament)
    context = {
        "active": "desk",
        "left": left,
        "queue": hand_back_page(request.tournament, typed=typed, page=request.GET.get("page", "1")),
        "typed": typed,
        "asked": request.GET,
        "may_hand_back": left.is_cancelled or request.role in FLOOR_STAFF,
    }
    template = "_hand_back.html" if request.htmx else "hand_back.html"
    return render(request, f"tables/desk/{template}", context)


@staff(*ANY_STAFF)
@tap("tables:hand_back", then=warn_of_drawer)
def buy_in(request: StaffRequest, entry_id: int) -> Done:
    """All that an entry of a cancelled event has paid."""
    line = hand_back_buy_in(tournament_id=request.tournament.pk, entry_id=entry_id, by=by_of(request))
    return done_of_line(request, line)


@staff(*FLOOR_STAFF)
@tap("tables:hand_back", then=warn_of_drawer)
def no_show(request: StaffRequest, entry_id: int) -> Done:
    """The buy-in of a no-show, as the house decides."""
    line = hand_back_no_show(tournament_id=request.tournament.pk, entry_id=entry_id, by=by_of(request))
    return done_of_line(request, line)
