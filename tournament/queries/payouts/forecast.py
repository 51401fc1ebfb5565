"""What overlay is to be expected when registration closes, at the pace of this event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Entry, EntryStatus, Tournament
from tournament.rules.payouts.forecast import entries_expected


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlayExpected:
    """Entries at the close from `low` to `high`, and the overlay that is left then, in minor units."""

    low: int
    high: int
    least: int
    most: int


def overlay_expected(
    tournament: Tournament, *, overlay: int, closes_at: datetime | None, now: datetime
) -> OverlayExpected | None:
    """None without an overlay, where registration does not close by itself, and where there is too little to tell.

    `overlay` is today's; each further entry brings what the buy-in has for the prize pool. One query.
    """
    if not overlay or closes_at is None or tournament.started_at is None:
        return None
    rows = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    made_at = list(rows.values_list("registered_at", flat=True))
    expected = entries_expected(made_at, since=tournament.started_at, now=now, closes_at=closes_at)
    if expected is None:
        return None
    most_entries = tournament.max_entries or expected.high
    low, high = min(expected.low, most_entries), min(expected.high, most_entries)

    def left(entries: int) -> int:
        return max(0, overlay - (entries - len(made_at)) * tournament.buy_in_prize)

    return OverlayExpected(low=low, high=high, least=left(high), most=left(low))
