"""The picture that messengers and networks show beside a link to an event."""

from __future__ import annotations

from threading import Lock
from typing import Final

import redis
from django.core.cache import cache, caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.printing.event_picture import event_picture
from tournament.queries.clock import clock_board
from tournament.templatetags.previews import event_preview
from tournament.timekeeping import house_now
from tournament.views.access import public
from tournament.views.asked_language import in_asked_language

KEPT_SECONDS: Final = 60
# A link that is shared in a group is asked for by everybody in it at once: one of them has it drawn.
_drawing: Final = Lock()


@public
@require_safe
@in_asked_language
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """PNG, 1200 by 630, as it was up to a minute ago; the same for everybody."""
    tournament = get_object_or_404(Tournament, code=code)
    headers = {"Cache-Control": f"public, max-age={KEPT_SECONDS}"}
    return HttpResponse(_kept_picture(tournament), content_type="image/png", headers=headers)


def _kept_picture(tournament: Tournament) -> bytes:
    key = f"event-picture:{tournament.code}:{get_language()}"
    with _drawing:
        kept = _kept(key)
        if kept is None:
            board = clock_board(tournament, now=house_now())
            kept = event_picture(event_preview(tournament, board))
            _keep(key, kept)
        return kept


def _kept(key: str) -> bytes | None:
    """As all processes have it; while Valkey is away, as this one has."""
    try:
        kept = caches["shared"].get(key)
    except (redis.RedisError, OSError):
        kept = cache.get(key)
    return kept if isinstance(kept, bytes) else None


def _keep(key: str, picture: bytes) -> None:
    try:
        caches["shared"].set(key, picture, timeout=KEPT_SECONDS)
    except (redis.RedisError, OSError):
        cache.set(key, picture, timeout=KEPT_SECONDS)
