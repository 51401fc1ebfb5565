"""How many entries an event may have when registration closes, from its own pace and nothing else.

The method: the entries of the latest while, as many minutes as are left but at least half an hour, come on at the same
pace until the end. How far off that may be is what chance alone does to a count, two times its square root. No other
event, no hour of the day and no weather is in it, so that it says a range, and nothing where there is too little to
tell: registration open for less than a quarter of an hour, or fewer than five entries meanwhile.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import isqrt
from typing import Final

SHORTEST: Final = timedelta(minutes=15)
AT_LEAST: Final = timedelta(minutes=30)
FEWEST: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesExpected:
    """Entries at the close of registration, from `low` to `high`."""

    low: int
    high: int


def entries_expected(
    made_at: Iterable[datetime], *, since: datetime, now: datetime, closes_at: datetime
) -> EntriesExpected | None:
    """The range for entries that were made at these moments; None where there is too little to tell.

    `since`: when this pace began, the start of play. Entries before it count, but are not part of the pace.
    """
    moments = [moment for moment in made_at if moment <= now]
    left = closes_at - now
    watched = min(now - since, max(left, AT_LEAST))
    if watched < SHORTEST or left <= timedelta():
        return None
    seen = sum(moment > now - watched for moment in moments)
    if seen < FEWEST:
        return None
    # Two square roots of the count, rounded up: the range is not narrower than it is.
    spread = isqrt(4 * seen - 1) + 1
    low = len(moments) + max(0, seen - spread) * left // watched
    high = len(moments) - (-(seen + spread) * left // watched)
    return EntriesExpected(low=low, high=high)
