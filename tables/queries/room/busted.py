"""Where players lost their last chip: the seat to which a rebuy brings them back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tables.models import Bust, Hand, HandSeat, HandStatus
from tournament.models import Entry, EntryStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class BustSeat:
    """The table by its key, and the seat."""

    table_id: int
    seat: int


def bust_seats(entries: Iterable[Entry]) -> Mapping[int, BustSeat]:
    """By entry, of those who are out because they lost their last chip, not because they left with some.

    Two queries at most, none where nobody is out.
    """
    out = {entry.pk: entry.eliminated_at for entry in entries if entry.status == EntryStatus.ELIMINATED}
    if not out:
        return {}
    found: dict[int, BustSeat] = {}
    rows = HandSeat.objects.filter(
        entry__in=out, finishing_stack=0, hand__status=HandStatus.COMPLETE
    ).values_list("entry_id", "hand__ended_at", "hand__table_id", "seat_number")
    busts = Bust.objects.filter(entry__in=out, undone_at=None, back_at=None)
    by_hand = busts.values_list("entry_id", "at", "table_id", "seat_number")
    for entry_id, at, table_id, seat in (*rows, *by_hand):
        if at == out[entry_id]:
            found[entry_id] = BustSeat(table_id=table_id, seat=seat)
    return found


def hands_missed(entry: Entry, bust: BustSeat) -> int:
    """How many hands were dealt at that table since. One query."""
    since = Hand.objects.filter(table=bust.table_id, started_at__gt=entry.eliminated_at)
    return since.exclude(status=HandStatus.VOID).count()
