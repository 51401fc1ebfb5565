"""What every page may show of the house."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest

from tournament.queries.alarms.alarm import Alarm
from tournament.queries.alarms.every import alarms
from tournament.timekeeping import house_now


def house_alarms(_request: HttpRequest) -> dict[str, Callable[[], list[Alarm]]]:
    """The alarms of this moment as `house_alarms`, looked for only by a page that shows them."""
    return {"house_alarms": lambda: alarms(now=house_now())}


def moment_of_page(_request: HttpRequest) -> dict[str, Callable[[], datetime]]:
    """What time it is as `moment_of_page`, read only by a page whose view has not said it."""
    return {"moment_of_page": house_now}
