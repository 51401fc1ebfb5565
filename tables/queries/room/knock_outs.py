"""Who has knocked out whom, as recorded hands show it and the floor has credited it."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F, QuerySet

from tables.models import Bust, HandSeat, HandStatus
from tournament.models import Entry
from tournament.queries.points import register_knock_outs


def knock_outs_taken(entries: QuerySet[Entry]) -> Iterator[int]:
    """Each of these entries as often as it has knocked somebody out, alone or with others. Two queries."""
    in_hands = HandSeat.knocked_out_by.through._default_manager.filter(
        entry__in=entries, handseat__hand__status=HandStatus.COMPLETE
    )
    by_hand = Bust.credited_to.through._default_manager.filter(entry__in=entries, bust__undone_at=None)
    yield from in_hands.values_list(F("entry"), flat=True)
    yield from by_hand.values_list(F("entry"), flat=True)


register_knock_outs(knock_outs_taken)
