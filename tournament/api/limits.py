"""How often a program may ask. Counted in Valkey, over all web processes of the house.

An address is not a person: a whole room may come through one router. What is answered from the second before
(`tournament.front.kept`) costs nothing and is not counted.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.http import HttpRequest
from ninja.errors import Throttled
from ninja.throttling import BaseThrottle

from tournament.front.crowd import network_of
from tournament.front.tries import count_up

MINUTE: Final = timedelta(minutes=1)
STRANGER_A_MINUTE: Final = 300
TOKEN_A_MINUTE: Final = 120


def count_asking(request: HttpRequest) -> None:
    """Count a request with a wrong token, as one of its address. Raises Throttled."""
    if not _may_ask(request):
        raise Throttled(wait=int(MINUTE.total_seconds()))


def _may_ask(request: HttpRequest) -> bool:
    address = network_of(request.META.get("REMOTE_ADDR", ""))
    return count_up(f"api:{address}", MINUTE) <= STRANGER_A_MINUTE


class AskedPerMinute(BaseThrottle):
    """So many requests a minute of a token, or of an address without one; the count ends with its minute."""

    def allow_request(self, request: HttpRequest) -> bool:
        token = getattr(request, "auth", None)
        if token is None:
            return _may_ask(request)
        return count_up(f"api:token-{token.pk}", MINUTE) <= TOKEN_A_MINUTE

    def wait(self) -> float:
        """Seconds; the window has begun at some time within the last minute."""
        return MINUTE.total_seconds()
