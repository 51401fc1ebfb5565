"""Answering a floor call: a member of staff is on the way."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tables.models import FloorMessage, MessageKind
from tournament.realtime import publish
from tournament.services.actor import Actor
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log


@transaction.atomic
def answer_call(*, tournament_id: int, message_id: int, actor: Actor, now: datetime) -> FloorMessage:
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
        call.data = {**call.data, "coming": actor.label, "coming_at": now.isoformat()}
        call.save(update_fields=["data"])
        write_log(
            tournament_id=tournament_id,
            actor=actor,
            verb="call_answered",
            data={"table": call.table.number},
            now=now,
        )
        publish(call.table.tournament.code, ["messages", "log", f"table-{call.table.number}"])
    return call
