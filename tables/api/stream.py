"""What a press room or a broadcast hears as it happens: hands once everybody may read them, and the chip counts.

Both are made once for all who listen (`tournament.live.fragments`), and pushed by the process of streams. The counts
are a fragment: each message is the whole of them, and the newest comes at once to those who connect again. The hands
are a series: each is told once, and who connects again with the id of the last one hears those since.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router, Schema

from tables.api.hands import FIRST, MICROSECOND, hands_listed
from tables.api.standings import chip_counts
from tables.models import Hand, HandSeat
from tables.queries.hands.public_hands import public_hands
from tournament.api.answers import LANGUAGE, etag_of
from tournament.api.shapes import EventCode
from tournament.live.addresses import public_stream_url
from tournament.live.fragments import KEPT, Series, public_fragment, public_series
from tournament.live.series import place_of
from tournament.models import Tournament, name_shown
from tournament.templatetags.previews import IN_A_SCRIPT

router = Router(tags=["Hands"])

COUNTS: Final = 200
TOPICS: Final = ("told-hand", "told-counts")


@router.get(
    "/events/{code}/stream",
    response={307: None},
    summary="Where hands and chip counts come as server-sent events",
    openapi_extra={"responses": {307: {"description": "The stream (text/event-stream) at its Location"}}},
)
def stream(request: HttpRequest, code: EventCode) -> HttpResponse:
    """Events “told-hand”, each with one hand as the list of hands has it, oldest first, and “told-counts” with a
    StandingList of those in play.

    A program that connects again with the header Last-Event-ID hears the hands since; “told-hand-missed” before them
    says that there were more than the stream keeps. “alive” comes every ten seconds.
    """
    event = get_object_or_404(Tournament, code=code)
    answer = HttpResponse(status=307)
    answer.headers["Location"] = public_stream_url(event.code, shows=TOPICS, language=LANGUAGE)
    return answer


# A line of the log may let hands be read, as the end of hand-for-hand does, or hide them; time alone is hinted at by
# `tables.services.hands.told_hands`.
@public_series("told-hand", also=["log"], rest=5)
def told_hand(*, public_id: str, language: str, now: datetime, after: str) -> Series:
    event = Tournament.objects.get(code=public_id)
    newest = list(public_hands(event, now=now)[: KEPT + 1])
    ids = {hand.pk: _id(hand) for hand in newest}
    last = place_of(after) or (-1, -1)
    new = [hand for hand in reversed(newest[:KEPT]) if (place_of(ids[hand.pk]) or last) > last]
    told = zip(new, hands_listed(new), strict=True)
    return Series(
        items=tuple((ids[hand.pk], _pushed(listed)) for hand, listed in told),
        there=frozenset(ids[hand.pk] for hand in newest[:KEPT]),
        left_off=ids[newest[KEPT].pk] if len(newest) > KEPT else "",
        marks={ids[hand]: mark for hand, mark in _marks(newest[:KEPT]).items()},
    )


def _marks(hands: Sequence[Hand]) -> dict[int, str]:
    """By hand what its players are called: somebody may ask for another name after it was told. One query."""
    names: dict[int, list[str]] = {hand.pk: [] for hand in hands}
    seats = HandSeat.objects.filter(hand__in=hands).order_by("hand", "seat_number")
    for hand, name, public in seats.values_list("hand", "entry__player__name", "entry__player__public_name"):
        names[hand].append(name_shown(name, public))
    return {hand: etag_of("\n".join(called).encode()) for hand, called in names.items()}


def _id(hand: Hand) -> str:
    """When it was over, and its number among all: a later one is greater."""
    return f"{((hand.ended_at or hand.started_at) - FIRST) // MICROSECOND}-{hand.pk}"


@public_fragment("told-counts", also=["standings"], rest=5)
def told_counts(*, public_id: str, language: str, now: datetime) -> str:
    event = Tournament.objects.get(code=public_id)
    return _pushed(chip_counts(event, count=COUNTS))


def _pushed(told: Schema) -> str:
    """JSON whose names are never markup, even where somebody puts it into a page as it is."""
    return told.model_dump_json().translate(IN_A_SCRIPT)
