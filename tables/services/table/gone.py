"""What has become of a player who no longer has a seat: perhaps somebody else was quicker."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tables.changes.departures import PlayerLeft
from tables.models import Bust
from tournament.models import Entry, EntryStatus, LogEntry
from tournament.services.errors import Refused


def no_seat(*, tournament_id: int, entry_id: int) -> Refused:
    """What is said where something is wanted of a player without a seat: by whom they went out, where that is known."""
    gone = (EntryStatus.ELIMINATED, EntryStatus.SEAT_WON)
    entry = Entry.objects.filter(pk=entry_id, tournament=tournament_id, status__in=gone)
    out = entry.select_related("player").first()
    if out is None:
        return Refused(_("This player has no seat."), code="not_seated")
    left = LogEntry.objects.filter(
        tournament=tournament_id, verb=PlayerLeft.verb, data__entry=entry_id, undone_by__isnull=True
    ).first()
    if left is not None:
        return Refused(
            _("%(name)s has already left the tournament: entered by %(who)s.")
            % {"name": out.player.name, "who": left.actor},
            code="already_left",
        )
    bust = Bust.objects.filter(entry=out, undone_at=None, back_at=None).select_related("log_entry").first()
    if bust is not None:
        return Refused(
            _("%(name)s is already out: entered by %(who)s.")
            % {"name": out.player.name, "who": bust.log_entry.actor},
            code="already_out",
        )
    return Refused(_("%(name)s is already out.") % {"name": out.player.name}, code="already_out")
