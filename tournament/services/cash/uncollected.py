"""Bounties that nobody comes for: after the end the director closes them, and the house keeps the money.

    due --closed--> not collected
     ^                    |
     +------undone--------+

The money stays at the desk; the ledger says by a row of its own that it no longer belongs to a player. An envelope that
nobody comes for is opened first: it holds what it holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.bounties import BountiesDueAgain, BountiesForfeited
from tournament.changes.people import whose
from tournament.models import (
    BountyShare,
    Entry,
    HeldKind,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Tournament,
    TournamentStatus,
)
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.cash.bounties import shares_to_pay
from tournament.services.cash.holding import waiting_payments
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def close_uncollected(*, tournament_id: int, entry_id: int, amount: int, by: By) -> LogEntry:
    """Everything that is due to an entry for bounties is the house's: one negative row in the ledger, without cash.

    `amount` is what the page has shown. Raises Refused before the end, where it is another by now, was paid or closed
    already, or waits for a second person; Entry.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    entry = Entry.objects.select_related("player").get(pk=entry_id, tournament=tournament)
    if tournament.status != TournamentStatus.FINISHED:
        raise Refused(
            _("Bounties can be collected until the tournament is over: nothing was closed."), code="not_over"
        )
    shares = shares_to_pay(tournament, entry, amount)
    if waiting_payments(tournament).filter(entry=entry, kind=HeldKind.BOUNTIES).exists():
        raise Refused(_("This payment is already waiting for a second person."), code="already_paid")
    line = record(BountiesForfeited(**whose(entry), amount=amount), tournament_id=tournament.pk, by=by)
    row = MoneyRow.objects.create(
        tournament=tournament,
        entry=entry,
        kind=MoneyKind.FORFEITED,
        amount=-amount,
        at=by.now,
        log_entry=line,
    )
    BountyShare.objects.filter(pk__in=[share.pk for share in shares]).update(payment=row)
    _tell(tournament, entry)
    return line


def uncollected_to_undo(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of these lines those whose bounties are still closed."""
    rows = MoneyRow.objects.filter(log_entry__in=lines, kind=MoneyKind.FORFEITED, corrected_by=None)
    return {line for line in rows.values_list("log_entry_id", flat=True) if line}


def due_again(line: LogEntry, by: By) -> None:
    """The player has come after all: a positive row that names the one it corrects; it is due again.

    The caller holds the tournament's lock, and has asked `uncollected_to_undo`.
    """
    row = MoneyRow.objects.select_related("tournament", "entry__player").get(
        log_entry=line, kind=MoneyKind.FORFEITED
    )
    if row.entry is None:
        raise ValueError(f"{row} is of no entry")
    due = BountiesDueAgain(**whose(row.entry), amount=-row.amount)
    back = record(due, tournament_id=line.tournament_id, by=by, undoes=line)
    MoneyRow.objects.create(
        tournament=row.tournament,
        entry=row.entry,
        kind=MoneyKind.FORFEITED,
        amount=-row.amount,
        at=by.now,
        corrects=row,
        log_entry=back,
    )
    BountyShare.objects.filter(payment=row).update(payment=None)
    _tell(row.tournament, row.entry)


def _tell(tournament: Tournament, entry: Entry) -> None:
    publish(tournament.code, ["payouts", "log", entry_topic(entry.pk)])


register_undo([BountiesForfeited], Undoable(open_lines=uncollected_to_undo, undo=due_again))
