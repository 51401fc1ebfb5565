"""Check-in: who has not arrived; no-shows taken out."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tables.changes.absences import PlayerBack
from tables.changes.arrivals import CheckInOpened
from tables.models import Seat
from tables.queries.desk.check_in import check_in_page
from tables.services.desk.check_in import (
    check_in_unseated,
    open_check_in,
    remove_no_show,
    remove_no_shows,
)
from tables.services.hands.absence import set_absence
from tournament.changes.refunds import NoShowRemoved, NoShowsRemoved
from tournament.models import Entry
from tournament.queries.ledger.handing_back import to_hand_back
from tournament.rules.names import fold_name
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_of_line, newest_line, tap

LONGEST_SEARCH = 120


@staff(*ANY_STAFF)
@require_safe
def check_in(request: StaffRequest) -> HttpResponse:
    typed = " ".join(request.GET.get("q", "")[:LONGEST_SEARCH].replace("\x00", "").split())
    context = {
        "active": "players",
        "typed": typed,
        "page": check_in_page(request.tournament, folded=fold_name(typed), now=house_now()),
        "may_write": request.role in FLOOR_STAFF and not request.tournament.is_over,
        "to_hand_back": to_hand_back(request.tournament),
    }
    template = "_check_in.html" if request.htmx else "check_in.html"
    return render(request, f"tables/desk/{template}", context)


@staff(*FLOOR_STAFF)
@tap("tables:check_in")
def open_(request: StaffRequest) -> Done:
    """From now on everybody who was not seen is awaited."""
    line = open_check_in(tournament_id=request.tournament.pk, by=by_of(request))
    players = CheckInOpened.of(line).players
    words = ngettext(
        "Check-in is open: %(count)d player is awaited.",
        "Check-in is open: %(count)d players are awaited.",
        players,
    )
    return Done(text=words % {"count": players}, line=line.pk)


@staff(*ANY_STAFF)
@tap("tables:check_in")
def arrived(request: StaffRequest, entry_id: int) -> Done:
    """A player is there: at the desk, or at the table."""
    entry = get_object_or_404(
        Entry.objects.select_related("player"), pk=entry_id, tournament=request.tournament
    )
    seat = Seat.objects.filter(entry=entry).first()
    if seat is None:
        line = check_in_unseated(tournament_id=request.tournament.pk, entry_id=entry.pk, by=by_of(request)).pk
    else:
        set_absence(
            tournament_id=request.tournament.pk,
            table_id=seat.table_id,
            entry_id=entry.pk,
            absent=False,
            by=by_of(request),
        )
        line = newest_line(request, PlayerBack.verb) or 0
    return Done(text=_("%(name)s has arrived.") % {"name": entry.player.name}, line=line)


@staff(*FLOOR_STAFF)
@tap("tables:check_in")
def remove(request: StaffRequest) -> Done:
    """Every no-show is taken out, as the house's rule says; one tap undoes all of them."""
    lines = remove_no_shows(tournament_id=request.tournament.pk, by=by_of(request))
    words = ngettext("%(count)d no-show removed.", "%(count)d no-shows removed.", len(lines))
    return Done(
        text=words % {"count": len(lines)},
        line=newest_line(request, NoShowsRemoved.verb, NoShowRemoved.verb),
    )


@staff(*FLOOR_STAFF)
@tap("tables:check_in")
def remove_one(request: StaffRequest, entry_id: int) -> Done:
    """One player who never came is taken out, from the seat or from the player's page."""
    entry = get_object_or_404(Entry, pk=entry_id, tournament=request.tournament)
    line = remove_no_show(tournament_id=request.tournament.pk, entry_id=entry.pk, by=by_of(request))
    return done_of_line(request, line)


def _home(request: StaffRequest) -> str:
    return reverse("tables:check_in", args=[request.tournament.code])
