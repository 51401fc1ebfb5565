"""Who is at the door, as the house's own log names them."""

from __future__ import annotations

from django.http import HttpRequest

from tournament.front.crowd import network_of
from tournament.models import Account
from tournament.services.people.house_log import Visitor
from tournament.views.devices import device_words


def visitor_of(request: HttpRequest) -> Visitor:
    """The account that is logged in, if one is, its device in words and its network."""
    user = getattr(request, "user", None)
    return Visitor(
        account=user if isinstance(user, Account) else None,
        device=device_words(request.headers.get("User-Agent", "")),
        address=network_of(request.META.get("REMOTE_ADDR", "")),
    )
