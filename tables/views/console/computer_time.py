"""After somebody has set the computer's clock: the director says that its time is right."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

from tables.services.stops.computer_time import adopt_computer_time
from tournament.changes.clock import ComputerTimeAdopted
from tournament.models import Role, TournamentStatus
from tournament.services.errors import Refused
from tournament.services.people.sessions import move_session
from tournament.views.access import StaffRequest, by_of, staff
from tournament.views.taps import Done, done_by_line, tap


@staff(Role.DIRECTOR)
@tap("tables:console")
def adopt(request: StaffRequest) -> Done:
    """The time of every tournament in play follows; one of one's own that is not in play gives no say in it."""
    if request.tournament.status != TournamentStatus.RUNNING:
        raise Refused(
            _(
                "Nothing was changed: only the director of a tournament in play says that the "
                "computer's time is right, from that tournament's console."
            ),
            code="not_in_play",
        )
    difference = adopt_computer_time(by=by_of(request))
    if difference > timedelta():
        # The answer saves it with what it held when it was read.
        move_session(request.session, by=difference)
    return done_by_line(request, ComputerTimeAdopted.verb)
