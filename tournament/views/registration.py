"""Registration is closed now, or opened again: two buttons on the clock panel and in the console's advice.

And the decision to play with fewer entries than the minimum, where the draw and the start would be.
"""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.changes.entries import RegistrationClosedByHand
from tournament.models import TournamentStatus
from tournament.services.field.minimum import waive_minimum
from tournament.services.field.registration import close_registration, reopen_registration
from tournament.views.access import DIRECTOR_ONLY, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_of_line, newest_line, tap


@staff(*FLOOR_STAFF)
@tap("tournament:clock_controls")
def close(request: StaffRequest) -> Done:
    tournament = close_registration(tournament_id=request.tournament.pk, by=by_of(request))
    if tournament.status == TournamentStatus.FINISHED:
        return Done(text=_("Registration is closed. The tournament has its winner."))
    return Done(text=_("Registration is closed."), line=newest_line(request, RegistrationClosedByHand.verb))


@staff(*FLOOR_STAFF)
@tap("tournament:clock_controls")
def reopen(request: StaffRequest) -> Done:
    reopen_registration(tournament_id=request.tournament.pk, by=by_of(request))
    return Done(text=_("Reopened registration."))


@staff(*DIRECTOR_ONLY)
@tap("tournament:clock_controls")
def play_below_minimum(request: StaffRequest) -> Done:
    line = waive_minimum(tournament_id=request.tournament.pk, by=by_of(request))
    return done_of_line(request, line)


def _home(request: StaffRequest) -> str:
    return reverse("tournament:clock_controls", args=[request.tournament.code])
