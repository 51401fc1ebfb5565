"""The minimum of entries that an event needs: below it the director decides before seats are drawn or the clock starts.

needed --enough entries--> drawn and started
   | ^
waived by the director, undone
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.changes.entries import MinimumRestored, MinimumWaived
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.queries.flights import entries_counted
from tournament.queries.registration import minimum_missing
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

TOPICS = ("clock", "tables", "players", "log", "field")


def require_minimum(tournament: Tournament) -> None:
    """Raise Refused where entries are missing and nobody has decided to play with fewer."""
    if tournament.min_entries is None:
        return
    missing = minimum_missing(tournament, entries=entries_counted(tournament))
    if missing:
        raise Refused(
            ngettext(
                "%(missing)s entry is missing to the minimum of %(minimum)s: the director decides whether to play.",
                "%(missing)s entries are missing to the minimum of %(minimum)s: the director decides whether to play.",
                missing,
            )
            % {"missing": _figure(missing), "minimum": _figure(tournament.min_entries)},
            code="below_minimum",
        )


@transaction.atomic
def waive_minimum(*, tournament_id: int, by: By) -> LogEntry:
    """The director's decision to play with fewer entries. Raises Refused where none are missing."""
    tournament = lock_tournament(tournament_id)
    entries = entries_counted(tournament)
    if not minimum_missing(tournament, entries=entries):
        raise Refused(_("No entries are missing to a minimum."), code="none_missing")
    tournament.minimum_waived_at = by.now
    tournament.save(update_fields=["minimum_waived_at"])
    waived = MinimumWaived(entries=entries, minimum=tournament.min_entries or 0)
    line = record(waived, tournament_id=tournament_id, by=by)
    publish(tournament.code, TOPICS)
    return line


def waivers_to_undo(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The decision that stands, until the seats are drawn by it."""
    if tournament.status != TournamentStatus.REGISTERING or tournament.draw_made_at is not None:
        return set()
    return {line.pk for line in lines if line.at == tournament.minimum_waived_at}


def restore_minimum(line: LogEntry, by: By) -> None:
    """Undo the decision that `line` tells of. The caller holds the tournament's lock."""
    Tournament.objects.filter(pk=line.tournament_id).update(minimum_waived_at=None)
    record(MinimumRestored.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    publish(line.tournament.code, TOPICS)


def _figure(number: int) -> str:
    return number_format(number, force_grouping=True)


register_undo([MinimumWaived], Undoable(open_lines=waivers_to_undo, undo=restore_minimum))
