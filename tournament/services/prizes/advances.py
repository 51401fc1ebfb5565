"""An event at rest pays those left the prize they have: they are awarded it now, and collect it at the desk as ever.

awarded early --paid--> in advance --place known--> the rest is due, where there is any
  |
  +--place known before it was paid--> the prize of that place, as ever
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.prizes import PrizesInAdvance, PrizesInAdvanceUndone
from tournament.models import Entry, HeldKind, LogEntry, Payout, Tournament
from tournament.queries.flights import LIVE
from tournament.queries.payouts.advances import prizes_sure
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.cash.holding import withdraw_requests
from tournament.services.errors import Refused
from tournament.services.field.results import remove_advances, require_event, settle_results
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def award_in_advance(*, tournament_id: int, by: By) -> LogEntry:
    """Award each player left the prize of the next place, to those who have none.

    Raises Refused while the clock runs, where something is withheld of prizes, and where nobody has won anything yet.
    """
    tournament = lock_tournament(tournament_id)
    require_event(tournament)
    if tournament.clock.state == "running":
        raise Refused(
            _("The clock is running: pause it or end the day, then pay those left what they have."),
            code="clock_runs",
        )
    if tournament.deductions:
        raise Refused(
            _("Something is withheld of each prize here: prizes are paid whole, once the place is known."),
            code="deductions",
        )
    sure = prizes_sure(tournament)
    if sure is None:
        raise Refused(_("Nobody left has won a prize that can be paid now."), code="nothing_sure")
    entries = list(
        Entry.objects.filter(tournament=tournament, status__in=LIVE, payout=None).order_by("number")
    )
    change = PrizesInAdvance(
        players=len(entries), amount=sure.amount, entries=tuple(entry.pk for entry in entries)
    )
    line = record(change, tournament_id=tournament.pk, by=by)
    Payout.objects.bulk_create(
        Payout(tournament=tournament, entry=entry, amount=sure.amount, advance=sure.amount, decided_at=by.now)
        for entry in entries
    )
    _settle(tournament, by)
    return line


def open_advances(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of these lines of which something stands, nothing is ready or paid, and nobody has a place."""
    return {line.pk for line in lines if _all_as_awarded(PrizesInAdvance.of(line))}


def undo_advance(line: LogEntry, by: By) -> None:
    """The caller holds the tournament's lock, and has seen that nothing was paid."""
    tournament = lock_tournament(line.tournament_id)
    given = PrizesInAdvance.of(line)
    record(
        PrizesInAdvanceUndone(players=given.players, amount=given.amount),
        tournament_id=tournament.pk,
        by=by,
        undoes=line,
    )
    withdraw_requests(tournament, kind=HeldKind.PRIZE, entries=given.entries, by=by)
    remove_advances(tournament, given.entries)
    _settle(tournament, by)


def _all_as_awarded(given: PrizesInAdvance) -> bool:
    standing = Payout.objects.filter(entry__in=given.entries)
    as_awarded = standing.filter(entry__place_first=None, paid_at=None, ready_line=None).count()
    return 0 < as_awarded == standing.count()


def _settle(tournament: Tournament, by: By) -> None:
    settle_results(tournament=tournament, now=by.now)
    publish(tournament.code, ["payouts", "log", "players"])


register_undo([PrizesInAdvance], Undoable(open_lines=open_advances, undo=undo_advance))
