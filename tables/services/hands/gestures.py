"""The floor's verdict on what a player said and put in: recorded in the hand as it counts, with a line in the log."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tables import engine
from tables.models import Hand
from tables.queries.table.hand import load_open_hand
from tables.services.hands.recording import record_operation
from tables.services.table.lease import lock_table
from tournament.models import LogEntry
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log


@transaction.atomic
def rule_on_gesture(
    *,
    tournament_id: int,
    table_id: int,
    operation: engine.Operation,
    hand_id: int,
    operations: int,
    rules: str,
    by: By,
) -> LogEntry:
    """Record what a gesture counts as; `rules` are the numbers by which. `hand_id` with so many `operations` is the
    moment that was judged.

    Raises Refused when the hand has moved on, and engine.IllegalAction.
    """
    # An action can complete a hand: so the tournament is locked first.
    lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    recorded = load_open_hand(table)
    if recorded is None or (recorded.hand.pk, len(recorded.operations)) != (hand_id, operations):
        raise Refused(
            _("The hand at table %(table)d has moved on. Nothing was changed: look again.")
            % {"table": table.number},
            code="hand_moved_on",
        )
    hand: Hand = recorded.hand
    record_operation(tournament_id=tournament_id, table_id=table_id, operation=operation, by=by)
    line = write_log(
        tournament_id=tournament_id,
        by=by,
        verb="gesture_ruled",
        data={
            "table": table.number,
            "table_id": table.pk,
            "hand": hand.number,
            "hand_id": hand.pk,
            "operation": engine.encode(operation),
            "operations": operations + 1,
            "rules": rules,
        },
    )
    publish(table.tournament.code, ["tables", "log"])
    return line
