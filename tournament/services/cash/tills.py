"""Tills: opened with a float, counted and closed, and both undone.

    opened --counted--> closed        opened --undone--> gone, while it has moved nothing
       ^--------undone----'

In between cash is carried to the safe, from it and to other tills (`transfers`).

What a drawer must hold follows from what its person has booked, in every tournament of its currency. A booking
holds the lock of its tournament. So what must not miss a sale, the count and the undo of an opening, takes the locks
of them all.

A house without tills opens none, and everything is sold and paid as before.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from tournament.changes.tills import TillClosed, TillOpened, TillOpeningUndone, TillReopened
from tournament.models import Account, CashTransfer, LogEntry, StaffMember, Till, Tournament
from tournament.queries.ledger.tills import cash_of, open_till_of, till_sheets
from tournament.queries.payouts.held import held_by_person
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_also, lock_tournament, lock_tournaments
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def open_till(*, tournament_id: int, account_id: int, opening_float: int, by: By) -> LogEntry:
    """This person's drawer, with so much in it to give change. Raises Refused while they have one that is open."""
    tournament = lock_tournament(tournament_id)
    # Two tournaments have two locks: their person has one.
    account = Account.objects.select_for_update(no_key=True).get(pk=account_id)
    name = account.get_full_name() or account.get_username()
    if open_till_of(account_id, tournament.currency) is not None:
        raise Refused(_("%(name)s already has an open till.") % {"name": name}, code="till_open")
    opened = TillOpened(name=name, amount=opening_float)
    line = record(opened, tournament_id=tournament_id, by=by)
    Till.objects.create(
        account=account,
        tournament=tournament,
        currency=tournament.currency,
        opening_float=opening_float,
        opened_at=by.now,
        opened_line=line,
    )
    publish(tournament.code, ["payouts", "log"])
    return line


@transaction.atomic
def close_till(*, tournament_id: int, till_id: int, counted: int, reason: str, by: By) -> LogEntry:
    """What was counted in the drawer, beside what must be in it; a difference needs a reason.

    Raises Refused for a till that is closed, and without that reason; Till.DoesNotExist for another tournament's.
    """
    till = Till.objects.get(pk=till_id, tournament=tournament_id, undone_at=None)
    lock_tournaments([tournament_id, *_where_cash_moves(till)])
    tournament = Tournament.objects.get(pk=tournament_id)
    till = _till(tournament_id, till_id)
    if till.closed_at is not None:
        raise Refused(_("This till is closed already."), code="till_closed")
    _check_nothing_waits(till)
    sheet = till_sheets(tournament, till_id=till_id)[0]
    if counted != sheet.expected and not reason:
        raise Refused(
            _("The count and the expected cash differ: count again, or give the reason."),
            code="reason_missing",
            field="reason",
        )
    closed = TillClosed(name=sheet.name, counted=counted, expected=sheet.expected)
    line = record(closed, tournament_id=tournament_id, by=by, reason=reason)
    till.closed_at, till.closed_line = by.now, line
    till.counted, till.expected = counted, sheet.expected
    till.save(update_fields=["closed_at", "closed_line", "counted", "expected"])
    publish(tournament.code, ["payouts", "log"])
    return line


def reopen_till(line: LogEntry, by: By) -> None:
    """Undo the closing that `line` tells of. The caller holds the tournament's lock."""
    till = (
        Till.objects.select_for_update(of=("self",), no_key=True)
        .select_related("account")
        .get(closed_line=line)
    )
    record(TillReopened.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    till.closed_at = till.closed_line = till.counted = till.expected = None
    till.save(update_fields=["closed_at", "closed_line", "counted", "expected"])
    publish(line.tournament.code, ["payouts", "log"])


def undo_opening(line: LogEntry, by: By) -> None:
    """Undo the opening that `line` tells of. The caller holds the tournament's lock."""
    till = Till.objects.select_for_update(no_key=True).get(opened_line=line)
    record(TillOpeningUndone.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    till.undone_at = by.now
    till.save(update_fields=["undone_at"])
    publish(line.tournament.code, ["payouts", "log"])


def lock_opening(line: LogEntry) -> None:
    """Have no sale booked meanwhile that belongs to this till. The caller holds the tournament's lock."""
    lock_also(line.tournament_id, _where_cash_moves(Till.objects.get(opened_line=line)))


def openings_to_undo(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of these lines those whose till is open, has moved nothing, and waits for no payment to be confirmed."""
    carried = CashTransfer.objects.filter(Q(from_till=OuterRef("pk")) | Q(to_till=OuterRef("pk")))
    rows = Till.objects.filter(~Exists(carried), opened_line__in=lines, closed_at=None, undone_at=None)
    tills = list(rows)
    cash = cash_of(tills)
    return {
        till.opened_line_id
        for till in tills
        if not cash[till.pk] and not held_by_person(till.account_id, till.currency).exists()
    }


def closings_to_undo(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of these lines those whose till is its person's last one: of two the cash could not be told apart."""
    newer = Till.objects.filter(
        account=OuterRef("account"), currency=OuterRef("currency"), pk__gt=OuterRef("pk"), undone_at=None
    )
    last = Till.objects.filter(~Exists(newer), closed_line__in=lines)
    return set(last.values_list("closed_line_id", flat=True))


def _where_cash_moves(till: Till) -> Collection[int]:
    """The tournaments in which the person of this till may sell and pay in its currency."""
    rows = StaffMember.objects.filter(account=till.account_id, tournament__currency=till.currency)
    return rows.values_list("tournament", flat=True)


def _check_nothing_waits(till: Till) -> None:
    """The money of a payment leaves this till when it is confirmed: it could not once the till is closed."""
    held = held_by_person(till.account_id, till.currency).first()
    if held is not None:
        raise Refused(
            _(
                "A payment to %(name)s is waiting for a second person: have it confirmed or withdraw it above, then "
                "close the till."
            )
            % {"name": held.entry.player.name},
            code="payment_waits",
        )


def _till(tournament_id: int, till_id: int) -> Till:
    return Till.objects.select_for_update(no_key=True).get(
        pk=till_id, tournament=tournament_id, undone_at=None
    )


register_undo([TillOpened], Undoable(open_lines=openings_to_undo, undo=undo_opening, lock=lock_opening))
register_undo([TillClosed], Undoable(open_lines=closings_to_undo, undo=reopen_till))
