"""Once a tournament is over its tables are left as they are: what ended it is undone first."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.models import Tournament, TournamentStatus
from tournament.services.errors import Refused


def check_not_over(tournament: Tournament) -> None:
    """Raise Refused once the winner is known, and after a tournament was cancelled."""
    if tournament.status == TournamentStatus.FINISHED:
        raise Refused(
            _("The tournament is over. To play on, undo what ended it first."), code="tournament_over"
        )
    if tournament.status == TournamentStatus.CANCELLED:
        raise Refused(_("The tournament was cancelled."), code="tournament_over")
