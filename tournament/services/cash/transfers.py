"""Transfers: cash dropped into the safe, filled from it, or handed over to another till; and each undone.

Only tills that are open take part, and none gives more than it should hold: what is in the drawer beyond that was never
entered, and carried away it would be missed by no count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.tills import CashTransferred, TransferUndone
from tournament.models import CashTransfer, LogEntry, Till, Tournament
from tournament.queries.ledger.tills import TillSheet, sheets_of
from tournament.queries.ledger.transfers import name_of
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def transfer_cash(
    *, tournament_id: int, from_till: int | None, to_till: int | None, amount: int, reason: str, by: By
) -> LogEntry:
    """Carry cash from a till to another one; None stands for the safe, for one of both.

    Raises Refused for a till that is closed and for more than the first should hold; Till.DoesNotExist for a till of
    another tournament.
    """
    tournament = lock_tournament(tournament_id)
    sheets = _lock_tills(tournament, [till for till in (from_till, to_till) if till is not None])
    if amount <= 0:
        raise Refused(_("Enter an amount above 0."), code="no_amount", field="amount")
    for sheet in sheets.values():
        if sheet.closed_at is not None:
            raise Refused(
                _("The till of %(name)s has been counted and closed.") % {"name": sheet.name},
                code="till_closed",
                field="way",
            )
    if from_till is not None and amount > sheets[from_till].expected:
        raise Refused(
            _(
                "The till of %(name)s should not hold that much. If it does, something was not entered: enter it "
                "first, or count and close the till."
            )
            % {"name": sheets[from_till].name},
            code="too_much",
            field="amount",
        )
    carried = CashTransferred(
        source="" if from_till is None else sheets[from_till].name,
        target="" if to_till is None else sheets[to_till].name,
        amount=amount,
    )
    line = record(carried, tournament_id=tournament_id, by=by, reason=reason)
    CashTransfer.objects.create(
        tournament=tournament, from_till_id=from_till, to_till_id=to_till, amount=amount, log_entry=line
    )
    publish(tournament.code, ["payouts", "log"])
    return line


def undo_transfer(line: LogEntry, by: By) -> None:
    """Undo the transfer that `line` tells of. The caller holds the tournament's lock, and has asked
    `transfers_to_undo`.
    """
    transfer = CashTransfer.objects.get(log_entry=line)
    back = record(TransferUndone.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    CashTransfer.objects.create(
        tournament_id=line.tournament_id,
        from_till_id=transfer.to_till_id,
        to_till_id=transfer.from_till_id,
        amount=transfer.amount,
        log_entry=back,
        corrects=transfer,
    )
    publish(line.tournament.code, ["payouts", "log"])


def lock_transfer(line: LogEntry) -> None:
    """Keep the tills of a transfer as they are. The caller holds the tournament's lock."""
    transfer = CashTransfer.objects.get(log_entry=line)
    _lock_tills(line.tournament, _ends(transfer))


def transfers_to_undo(lines: Collection[int]) -> set[int]:
    """Of these lines those whose tills are open, where the one that would give the cash back should still hold it."""
    transfers = CashTransfer.objects.filter(log_entry__in=lines, corrects=None, corrected_by=None)
    wanted = {till for transfer in transfers for till in _ends(transfer)}
    tills = Till.objects.filter(pk__in=wanted, closed_at=None).select_related("account", "closed_line")
    sheets = {sheet.id: sheet for sheet in sheets_of(list(tills))}
    return {
        transfer.log_entry_id
        for transfer in transfers
        if sheets.keys() >= set(_ends(transfer))
        and (transfer.to_till_id is None or transfer.amount <= sheets[transfer.to_till_id].expected)
    }


def why_no_undo(line: LogEntry) -> Refused:
    """Of a transfer that is not in `transfers_to_undo`: what is in the way, and the way round."""
    transfer = CashTransfer.objects.select_related("from_till__account", "to_till__account").get(
        log_entry=line
    )
    tills = [till for till in (transfer.from_till, transfer.to_till) if till is not None]
    closed = next((till for till in tills if till.closed_at is not None), None)
    if closed is not None:
        return Refused(
            _(
                "The till of %(name)s has been counted and closed. Undo its closing first; where that is no longer "
                "possible, transfer the cash back between tills that are open."
            )
            % {"name": name_of(closed)},
            code="till_closed",
        )
    return Refused(
        _("The till of %(name)s no longer holds that much: transfer back what is left instead.")
        % {"name": name_of(tills[-1])},
        code="too_much",
    )


def _ends(transfer: CashTransfer) -> list[int]:
    """The tills of a transfer: one, or two."""
    return [till for till in (transfer.from_till_id, transfer.to_till_id) if till is not None]


def _lock_tills(tournament: Tournament, tills: Sequence[int]) -> Mapping[int, TillSheet]:
    """Always by id, so that two transfers between the same tills never wait for each other."""
    rows = Till.objects.filter(pk__in=tills, tournament=tournament, undone_at=None)
    # The rows first: a join with what may be missing cannot be locked.
    locked = list(rows.order_by("pk").select_for_update(no_key=True))
    if len(locked) != len(tills):
        raise Till.DoesNotExist
    loaded = rows.select_related("account", "closed_line").order_by("pk")
    return {sheet.id: sheet for sheet in sheets_of(list(loaded))}


def _open_transfers(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    return transfers_to_undo([line.pk for line in lines])


register_undo(
    [CashTransferred],
    Undoable(open_lines=_open_transfers, undo=undo_transfer, lock=lock_transfer, why_not=why_no_undo),
)
