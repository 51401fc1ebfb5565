"""A tap of the staff has one effect: forms carry a key made with the page, and the answer is kept.

The same form sent again (a double tap, a reload, a retry after a lost answer) gets the same answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from tournament.services.errors import Refused
from tournament.services.replies import KeyReused, Reply, answer_once
from tournament.views.access import StaffRequest


def new_key() -> str:
    """A key for one form of a page."""
    return str(uuid4())


def once(
    request: StaffRequest, *, fields: Sequence[str], now: datetime, produce: Callable[[], Reply]
) -> Reply:
    """Run `produce` once for the posted `key`; `fields` are what the request is about.

    Raises Refused without a good key or when it comes with another content, and whatever `produce`
    raises: then nothing was done and the key may be used again.
    """
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        raise _too_old() from None
    body = json.dumps([request.path, *(request.POST.get(name, "") for name in fields)]).encode()
    try:
        return answer_once(tournament_id=request.tournament.pk, key=key, body=body, now=now, produce=produce)
    except KeyReused:
        raise _too_old() from None


def _too_old() -> Refused:
    return Refused(_("This page was too old, and nothing was done. Reload it and try again."), code="bad_key")
