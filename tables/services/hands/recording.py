"""What is recorded of a hand after the deal: one operation, or one undone.

Both are thought out on a look at the table. Most change nothing but their own table, so that a hundred tables
record side by side, and the table is known before anything is written. The operation that completes a hand also
changes stacks, places and seats of the tournament, as does the undo of one: those hold the tournament's lock first
(order: tournament, table, hand).
"""

from __future__ import annotations

import copy
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from tables import engine
from tables.changes.hands import DealTakenBack
from tables.engine.gestures.counted_chips import as_counted
from tables.models import Hand, HandOperation, HandStatus, Table
from tables.models.hand_seals import seal_hand
from tables.queries.table.hand import Look, TableHand
from tables.services.hands.penalties import give_back_hands
from tables.services.hands.settling import put_on_bought, reopen_hand, settle_hand
from tables.services.moves.leaving import leave_after_hand
from tables.services.moves.moving import carry_out_waiting_moves
from tables.services.stops.announcing import go_on_with_fewer
from tables.services.stops.run_outs import check_run_out, run_out_after
from tables.services.table.lease import Lease, TableChange, make_change
from tables.services.table.seats import restore_newcomers
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.log import record


def record_operation(
    *, tournament_id: int, table_id: int, operation: engine.Operation, by: By, lease: Lease | None = None
) -> TableHand:
    """Add one operation to the open hand of a table and give the hand with it.

    When it completes the hand, stacks, bust-outs, places, prizes and waiting moves follow in the
    same transaction. Raises engine.IllegalAction, Refused, LeaseLost or StaleVersion, and then
    nothing is changed.
    """
    change = make_change(
        tournament_id=tournament_id,
        table_id=table_id,
        lease=lease,
        think=lambda look: think_operation(look, operation=operation, by=by),
    )
    return change.leaves


def undo_operation(
    *, tournament_id: int, table_id: int, by: By, lease: Lease | None = None
) -> TableHand | None:
    """Undo the last operation, or the deal, and give the hand as it is then; see `think_undo`."""
    change = make_change(
        tournament_id=tournament_id,
        table_id=table_id,
        lease=lease,
        think=lambda look: think_undo(look, by=by),
    )
    return change.hand


def think_operation(look: Look, *, operation: engine.Operation, by: By) -> TableChange:
    """One operation more of the open hand. Raises engine.IllegalAction, or Refused without a hand."""
    before = look.open_hand
    if before is None:
        raise Refused(_("No hand is open at this table. Deal the next hand."), code="no_open_hand")
    if look.table.tournament.stop is not None:
        check_run_out(look.table, operation)
    recorded = before.plus(as_counted(before.state, operation))
    if not recorded.state.is_complete:
        return _one_more(look, recorded, by)

    return TableChange(
        before=look,
        operation=_last_operation(recorded, by),
        write=lambda: settle_hand(look, recorded, by=by),
        hand=recorded,
        is_booked=True,
    )


def think_undo(look: Look, *, by: By) -> TableChange:
    """Undo the last operation, also the one that completed the hand. The log keeps what was undone.

    Before the first operation the deal itself is undone, with the hands it killed: no hand. A completed hand opens
    again only while no other hand was dealt here and nothing that followed from it has gone on (see `reopen_hand`).
    Raises Refused.
    """
    recorded = look.recorded
    if recorded is None:
        raise Refused(_("There is nothing to undo at this table."), code="nothing_to_undo")
    table, hand = look.table, recorded.hand
    undone = None if recorded.state.is_as_dealt else recorded.undone()
    if undone is not None and hand.status == HandStatus.OPEN:
        return _one_more(look, undone, by, topics=("tables",))

    def write() -> None:
        if hand.status == HandStatus.COMPLETE:
            reopen_hand(table=table, hand=hand, by=by)
        if undone is None:
            _undo_deal(look, hand, by)

    return TableChange(
        before=look,
        operation=None if undone is None else _last_operation(undone, by),
        write=write,
        hand=undone,
        is_booked=True,
        topics=("tables",),
    )


def _one_more(look: Look, recorded: TableHand, by: By, *, topics: tuple[str, ...] = ()) -> TableChange:
    """The record has one line more, and nothing else is changed but what a run-out of hand-for-hand waits for."""
    table = copy.copy(look.table)
    table.version += 1
    if table.tournament.stop is not None:
        table.run_out = run_out_after(look.table, recorded.state)
    locks = table.run_out != look.table.run_out
    recorded = replace(recorded, table=table)
    return TableChange(
        before=look,
        operation=_last_operation(recorded, by),
        write=(lambda: table.save(update_fields=["run_out"])) if locks else None,
        hand=recorded,
        after=replace(look, table=table, recorded=recorded),
        topics=("tables",) if locks else topics,
    )


def _last_operation(recorded: TableHand, by: By) -> HandOperation:
    """The last operation of a record as it is stored."""
    return HandOperation(
        hand_id=recorded.hand.pk,
        number=len(recorded.operations),
        code=engine.encode(recorded.operations[-1]),
        at=by.now,
        device_id=by.actor.device_id,
        account_id=by.actor.account_id,
    )


def _undo_deal(look: Look, hand: Hand, by: By) -> None:
    """The deal was a mistake: the hand is void.

    A player who waited for it to be over leaves now, and is not dealt in again (WSOP 67).
    """
    table = look.table
    void_deal(table=table, hand=hand, now=by.now)
    put_on_bought(look.seats, now=by.now)
    taken_back = DealTakenBack(table=table.number, hand=hand.number)
    record(taken_back, tournament_id=table.tournament_id, by=by)
    if leave_after_hand(table, look.seats, now=by.now):
        go_on_with_fewer(table.tournament, now=by.now)
    carry_out_waiting_moves(table=table, by=by)


def void_deal(*, table: Table, hand: Hand, now: datetime) -> None:
    """Void the hand in play: button, blinds and new players are as they were before it. The caller holds the lock."""
    hand.status = HandStatus.VOID
    hand.ended_at = now
    hand.save(update_fields=["status", "ended_at"])
    seal_hand(hand, tournament_id=table.tournament_id)
    give_back_hands(hand)
    table.positions_data = hand.positions_before
    table.hands_dealt -= 1
    table.save(update_fields=["positions_data", "hands_dealt"])
    restore_newcomers(hand, seats=range(1, table.seats_count + 1))
