"""Answering a floor call: a member of staff is on the way."""

from __future__ import annotations

from django.db import transaction

from tables.changes.calls import CallAnswered
from tables.models import FloorMessage, MessageKind
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.locks import lock_tournament
from tournament.services.log import record


@transaction.atomic
def answer_call(*, tournament_id: int, message_id: int, by: By) -> FloorMessage:
    """Record who goes to the table, so that only one person goes and the dealer knows. The first answer
    counts. Raises FloorMessage.DoesNotExist for a call of another tournament.
    """
    lock_tournament(tournament_id)
    call = (
        FloorMessage.objects.select_for_update(of=("self",))
        .select_related("table__tournament")
        .get(pk=message_id, kind=MessageKind.CALL, table__tournament_id=tournament_id)
    )
    if call.done_at is None and "coming" not in call.data:
        call.data = {**call.data, "coming": by.actor.label, "coming_at": by.now.isoformat()}
        call.save(update_fields=["data"])
        record(CallAnswered(table=call.table.number), tournament_id=tournament_id, by=by)
        publish(call.table.tournament.code, ["messages", "log", f"table-{call.table.number}"])
    return call
