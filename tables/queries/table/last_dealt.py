from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Max

from tables.models import HandSeat, HandStatus


def last_dealt(entries: Iterable[int]) -> dict[int, datetime]:
    """When each entry was last dealt in; those that never were are missing. One query."""
    rows = HandSeat.objects.filter(entry_id__in=set(entries)).exclude(hand__status=HandStatus.VOID)
    return dict(
        rows.values("entry_id").annotate(last=Max("hand__started_at")).values_list("entry_id", "last")
    )
