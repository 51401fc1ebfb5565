"""What the dealer has typed wrongly, typed again: the dealer's own counts, until the next hand is dealt.

The counts are undone, so that the table knows as much of its chips as it did before them, and then made again with
what is typed now: what did not add up may add up. What anybody else has counted is for the floor to correct.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from tables.models import Table
from tables.queries.table.typed_counts import typed_counts
from tables.services.chips.counting import count_unknown
from tournament.models import LogEntry
from tournament.services.actor import By
from tournament.services.locks import lock_tournament
from tournament.services.undo import undo_line


@transaction.atomic
def count_again(*, tournament_id: int, table_id: int, counts: Mapping[int, int], by: By) -> LogEntry | None:
    """The dealer's counts of unknown stacks, and of those that this tablet has counted since the last hand; None if
    nothing changes. Raises Refused like `count_unknown`.
    """
    tournament = lock_tournament(tournament_id)
    table = Table.objects.get(pk=table_id, tournament=tournament)
    typed = typed_counts(table, tablet=by.actor.device_id) if by.actor.device_id is not None else ()
    before = {each.seat: each.stack for each in typed}
    said = {seat: chips for seat, chips in counts.items() if before.get(seat) != chips}
    if not said:
        return None
    if said.keys() & before.keys():
        for line in sorted({each.line for each in typed}, reverse=True):
            undo_line(tournament_id=tournament_id, line_id=line, by=by)
        said = before | said
    return count_unknown(tournament_id=tournament_id, table_id=table_id, counts=said, by=by)
