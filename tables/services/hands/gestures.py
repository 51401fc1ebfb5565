"""The floor's verdict on what a player said and put in: recorded in the hand as it counts, with a line in the log.

It can be undone while nothing else was recorded in that hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from tables import engine
from tables.changes.rulings import GestureRuled, GestureUndone
from tables.models import Hand, HandStatus
from tables.queries.table.hand import load_open_hand
from tables.services.hands.recording import record_operation, undo_operation
from tables.services.table.lease import lock_table
from tables.services.table.of_table import lock_table_of
from tournament.models import LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


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
    ruled = GestureRuled(
        table=table.number,
        table_id=table.pk,
        hand=hand.number,
        hand_id=hand.pk,
        operation=engine.encode(operation),
        operations=operations + 1,
        rules=rules,
    )
    line = record(ruled, tournament_id=tournament_id, by=by)
    publish(table.tournament.code, ["tables", "log"])
    return line


def _open_verdicts(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While it is the last operation of a hand that is still in play."""
    ruled = {line.pk: GestureRuled.of(line) for line in lines}
    hands = Hand.objects.filter(
        table__tournament=tournament,
        status=HandStatus.OPEN,
        pk__in=[each.hand_id for each in ruled.values()],
    )
    counts = dict(hands.annotate(count=Count("operations")).values_list("pk", "count"))
    return {line for line, each in ruled.items() if counts.get(each.hand_id) == each.operations}


def _undo_verdict(line: LogEntry, by: By) -> None:
    table_id = GestureRuled.of(line).table_id
    undo_operation(tournament_id=line.tournament_id, table_id=table_id, by=by)
    record(GestureUndone.of(line), tournament_id=line.tournament_id, by=by, undoes=line)


register_undo([GestureRuled], Undoable(open_lines=_open_verdicts, undo=_undo_verdict, lock=lock_table_of))
