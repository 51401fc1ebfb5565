"""What every page may show of the house."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest

from tournament.queries.alarms.alarm import Alarm
from tournament.queries.alarms.every import alarms
from tournament.timekeeping import house_now


def house_alarms(_request: HttpRequest) -> dict[str, Callable[[], list[Alarm]]]:
    """The alarms of this moment as `house_alarms`, looked for only by a page that shows them."""
    return {"house_alarms": lambda: alarms(now=house_now())}
