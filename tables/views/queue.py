"""The desk's queue on a player's phone: give a name, see the place, leave. No account, no payment.

A place is opened by a secret in its address. Only its number is shown there, so what changes is never pushed whole: the
page hears that the queue has moved and asks again.
"""

from __future__ import annotations

import random
from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tables.forms.desk import QueueForm
from tables.queries.desk.queue import own_place
from tables.services.desk.queue import join_queue, leave_queue
from tournament.front.crowd import network_of
from tournament.links import absolute_url
from tournament.live.fragments import public_topic
from tournament.models import Tournament
from tournament.queries.prices import desk_prices, prices_to_say
from tournament.queries.registration import registration_is_open
from tournament.services.errors import Refused
from tournament.templatetags.poker import money
from tournament.timekeeping import house_now
from tournament.views.access import public, wants_part
from tournament.views.refusals import add_refusal

public_topic("queue-moved")

# Each step of the queue concerns every phone in it: they ask one after the other, at most a hundred a second.
SPREAD_MS_PER_PLACE: Final = 10


@public
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """What the QR code of the desk opens."""
    tournament = get_object_or_404(Tournament, code=code)
    now = house_now()
    form = QueueForm(
        request.POST if request.method == "POST" else None,
        initial={"key": uuid4()},
        prices=_prices_to_say(tournament, now),
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                place = join_queue(
                    tournament=tournament,
                    name=form.cleaned_data["name"],
                    key=UUID(str(form.cleaned_data["key"])),
                    network=_network(request),
                    now=now,
                    price_name=form.price_name,
                )
            except Refused as refusal:
                status = 429 if refusal.code == "too_fast" else 422
                add_refusal(form, refusal)
            else:
                return redirect("tables:queue_place", place.secret)
    is_open = tournament.phone_queue and registration_is_open(tournament, now=now)
    context = {
        "active": "queue",
        "tournament": tournament,
        "form": form,
        "is_open": is_open,
        "prices": desk_prices(tournament, now=now),
        "link": absolute_url(request, reverse("tables:join_queue", args=[code])),
    }
    return render(request, "tables/queue/join.html", context, status=status)


@public
@require_safe
def place(request: HttpRequest, queue_secret: str) -> HttpResponse:
    mine = own_place(queue_secret)
    if mine is None:
        raise Http404
    now = house_now()
    said = [words for name, words in _prices_to_say(mine.tournament, now) if name == mine.price_name]
    spread = 200 + random.randrange(SPREAD_MS_PER_PLACE * (mine.waiting + 1))  # noqa: S311  # who asks first is no secret
    context = {
        "active": "queue",
        "tournament": mine.tournament,
        "mine": mine,
        "secret": queue_secret,
        "spread": spread,
        "is_open": registration_is_open(mine.tournament, now=now),
        "prices": desk_prices(mine.tournament, now=now),
        "said": said[0] if said else "",
    }
    is_fragment = wants_part(request)
    response = render(request, f"tables/queue/{'_place' if is_fragment else 'place'}.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@public
@require_POST
def leave(request: HttpRequest, queue_secret: str) -> HttpResponse:
    if own_place(queue_secret) is None:
        raise Http404
    leave_queue(secret=queue_secret)
    return redirect("tables:queue_place", queue_secret)


def _prices_to_say(tournament: Tournament, now: datetime) -> list[tuple[str, str]]:
    """By name, in words."""
    tags = prices_to_say(tournament, now=now)
    return [(tag.name, f"{tag.name or _('Buy-in')} {money(tag.total, tournament.currency)}") for tag in tags]


def _network(request: HttpRequest) -> str:
    """A digest of the phone's address, of this installation only."""
    address = network_of(request.META.get("REMOTE_ADDR", ""))
    return salted_hmac("floorman.queue", address, algorithm="sha256").hexdigest()[:32]
