"""Whether a table may deal one more hand while the whole room is stopped, or plays a level by hands."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from tables.floor.hand_for_hand import may_deal
from tables.models import Table
from tables.queries.room.level_hands import tables_waited_for
from tournament.models import StopKind
from tournament.services.errors import Refused


def check_may_deal(table: Table, *, now: datetime) -> None:
    """Raise Refused where a table has dealt the hands of its round or of its level, and everywhere once the bags are
    accepted.
    """
    behind = tables_waited_for(table, now=now)
    if behind:
        raise Refused(
            _("Table %(table)d has dealt all hands of this level and waits for table %(behind)d.")
            % {"table": table.number, "behind": behind[0]},
            code="level_done",
        )
    stop = table.tournament.stop
    if stop is None:
        return
    if stop.bagged_at is None and may_deal(hands_dealt=table.hands_dealt, deals_until=table.deals_until):
        return
    raise Refused(
        _("%(stop)s: table %(table)d waits for the floor to release the next hand.")
        % {"stop": StopKind(stop.kind).label, "table": table.number},
        code="round_done",
    )
