"""Irregularities: what the dealer may decide is recorded at once, the rest is proposed to the floor. A
proposal belongs to the table's open call. It belongs to one moment of a hand, the one the floor is asked
about: once the hand has gone on, by a tap or an undo, it is refused.
"""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from tables import engine
from tables.changes.rulings import OfRuling, RulingConfirmed, RulingProposed, RulingRefused
from tables.engine.gestures.counted_chips import as_counted
from tables.models import Device, FloorMessage, Hand, HandStatus, MessageKind, Table
from tables.queries.table.hand import Look, load_open_hand
from tables.queries.table.penalties import seats_without_requests
from tables.services.hands.recording import record_operation, think_operation
from tables.services.table.lease import Lease, TableChange, check_lease, lock_table
from tables.services.table.messages import write_message
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record


def think_ruling(look: Look, *, ruling: engine.Ruling, by: By, lease: Lease | None) -> TableChange:
    """One operation more, or a call for the floor where the rule asks for it, which changes nothing at the table.

    Raises what `think_operation` raises, also for a proposal that could not be confirmed.
    """
    _check_right_to_see(look, ruling)
    try:
        return think_operation(look, operation=ruling, by=by)
    except engine.IllegalAction as error:
        if error.code != "floor_must_confirm":
            raise
    table = look.table

    def propose() -> None:
        propose_ruling(
            tournament_id=table.tournament_id, table_id=table.pk, ruling=ruling, by=by, lease=lease
        )

    return TableChange(before=look, write=propose, counts=False)


def _check_right_to_see(look: Look, ruling: engine.Ruling) -> None:
    """The floor has withdrawn the right of a player who abused it (S-102)."""
    hand = look.open_hand
    if ruling.kind != "asked_to_see" or hand is None:
        return
    if ruling.asker in seats_without_requests(hand.hand, hand.state.setup.rules):
        raise Refused(
            _("The player in seat %(seat)d may no longer ask to see hands: the floor has revoked the right.")
            % {"seat": ruling.asker},
            code="right_withdrawn",
        )


@transaction.atomic
def propose_ruling(
    *, tournament_id: int, table_id: int, ruling: engine.Ruling, by: By, lease: Lease | None = None
) -> FloorMessage:
    """Call the floor with a ruling to confirm; a later proposal takes the place of an earlier one."""
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    if lease is not None:
        check_lease(table, Device.objects.filter(pk=lease.device_id).first(), lease)
    recorded = load_open_hand(table)
    if recorded is None:
        raise Refused(_("No hand is open at this table. Deal the next hand."), code="no_open_hand")
    hand = recorded.hand
    confirmed = as_counted(recorded.state, replace(ruling, floor=True))
    recorded.plus(confirmed)  # What the floor could not confirm is refused.
    call = FloorMessage.objects.filter(table=table, kind=MessageKind.CALL, done_at__isnull=True).first()
    if call is None:
        call = write_message(table=table, kind=MessageKind.CALL, text="", by=by)
    call.data = {
        **call.data,
        "ruling": engine.encode(confirmed),
        "hand": hand.pk,
        "operations": len(recorded.operations),
    }
    call.save(update_fields=["data"])
    _log(RulingProposed, table, hand, confirmed, by)
    publish(table.tournament.code, ["messages", "log", f"table-{table.number}"])
    return call


@transaction.atomic
def confirm_ruling(*, tournament_id: int, message_id: int, by: By) -> FloorMessage:
    """The floor decides as proposed: the ruling is recorded, and the call is done.

    Raises FloorMessage.DoesNotExist for a call of another tournament, Refused if it is already decided or the
    hand has moved on.
    """
    # A ruling can complete a hand: so the tournament is locked first.
    lock_tournament(tournament_id)
    table, call = _proposal(tournament_id, message_id)
    ruling = engine.decode(call.data["ruling"])
    hand = Hand.objects.get(pk=call.data["hand"])
    if hand.status != HandStatus.OPEN or hand.operations.count() != call.data["operations"]:
        raise Refused(
            _(
                "The hand at table %(table)d has moved on since this was proposed. Nothing was changed: "
                "the dealer can undo what came after and propose it again."
            )
            % {"table": table.number},
            code="stale_proposal",
        )
    record_operation(tournament_id=tournament_id, table_id=table.pk, operation=ruling, by=by)
    _close(call, by)
    _log(RulingConfirmed, table, hand, ruling, by)
    publish(table.tournament.code, ["tables", "messages", "log", f"table-{table.number}"])
    return call


@transaction.atomic
def refuse_ruling(*, tournament_id: int, message_id: int, by: By) -> FloorMessage:
    """The floor decides otherwise: nothing is recorded, and the dealer is told that the hand continues.

    Raises FloorMessage.DoesNotExist for a call of another tournament, Refused if it is already decided.
    """
    lock_tournament(tournament_id)
    table, call = _proposal(tournament_id, message_id)
    ruling = engine.decode(call.data["ruling"])
    hand = Hand.objects.get(pk=call.data["hand"])
    _close(call, by)
    FloorMessage.objects.create(
        table=table,
        kind=MessageKind.NOTE,
        data={"refused": call.data["ruling"]},
        created_at=by.now,
        author=by.actor.label,
    )
    _log(RulingRefused, table, hand, ruling, by)
    publish(table.tournament.code, ["tables", "messages", "log", f"table-{table.number}"])
    return call


def _proposal(tournament_id: int, message_id: int) -> tuple[Table, FloorMessage]:
    """A call with a ruling that nobody has decided, and its table, both locked."""
    calls = FloorMessage.objects.filter(kind=MessageKind.CALL, table__tournament_id=tournament_id)
    table_id = calls.values_list("table_id", flat=True).get(pk=message_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    call = calls.select_for_update(of=("self",)).get(pk=message_id)
    if call.done_at is not None or "ruling" not in call.data:
        raise Refused(
            _("There is nothing left to decide here. Nothing was changed."), code="nothing_proposed"
        )
    return table, call


def _close(call: FloorMessage, by: By) -> None:
    call.done_at = by.now
    call.done_by = by.actor.label
    call.save(update_fields=["done_at", "done_by"])


def _log(decided: type[OfRuling], table: Table, hand: Hand, ruling: engine.Operation, by: By) -> None:
    told = decided(table=table.number, hand=hand.number, ruling=engine.encode(ruling))
    record(told, tournament_id=table.tournament_id, by=by)
