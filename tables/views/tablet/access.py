"""Who may open a dealer's page: the tablet that is paired with a table, known by its cookie.

A tablet has no account. What it may do is its own table and nothing else, so the table is never in
the address: it follows from the cookie. Every answer carries a marker header, by which the tablet
tells it from the page of a hotel's network.

    no cookie, unknown or expired   401   pair again
    revoked by the floor            410   for good
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from tables.models import Device
from tables.services.table.tablets import DEVICE_HOURS, note_seen
from tournament.front.badges import give_badge
from tournament.live.access import may_listen
from tournament.live.addresses import Listener
from tournament.models.tokens import hash_secret
from tournament.services.actor import Actor
from tournament.views.outages import MARKER

P = ParamSpec("P")

# The prefix makes browsers refuse a cookie that another host or a plain connection planted.
COOKIE = "__Host-tablet" if settings.HTTPS else "tablet"


class DeviceRequest(HttpRequest):
    """A request of a paired tablet; `device.table` is loaded."""

    device: Device
    actor: Actor


DeviceView = Callable[Concatenate[DeviceRequest, P], HttpResponse]


def dealer_device(view: DeviceView[P]) -> Callable[..., HttpResponseBase]:
    """Open to the tablet of a table; the view finds `request.device` and `request.actor`."""

    @wraps(view)
    def guarded(request: DeviceRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = _refuse_or_view(request, view, *args, **kwargs)
        response.headers[MARKER] = "1"
        return response

    guarded_view = login_not_required(guarded)
    guarded_view.access = "dealer"  # type: ignore[attr-defined]
    return guarded_view


def _refuse_or_view(
    request: DeviceRequest, view: DeviceView[P], *args: P.args, **kwargs: P.kwargs
) -> HttpResponse:
    device = device_of(request)
    now = timezone.now()
    if device is None or device.expires_at <= now:
        return render(request, "tables/tablet/not_paired.html", status=401)
    if device.revoked_at is not None:
        return render(request, "tables/tablet/revoked.html", {"device": device}, status=410)
    request.device = device
    request.actor = Actor(label=device.name, device_id=device.pk)
    if request.method == "POST":
        note_seen(device=device, now=now)
    return view(request, *args, **kwargs)


def device_of(request: HttpRequest) -> Device | None:
    """The tablet that the request's cookie names, revoked and expired ones included."""
    secret = request.COOKIES.get(COOKIE)
    if not secret:
        return None
    return Device.objects.select_related("table").filter(token_sha256=hash_secret(secret)).first()


def remember_device(response: HttpResponse, secret: str) -> None:
    """Put a new pairing's secret into the tablet's cookie, and a badge beside it."""
    give_badge(response)
    response.set_cookie(
        COOKIE,
        secret,
        max_age=DEVICE_HOURS * 3600,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


@may_listen("device")
def devices_that_may_listen(listeners: frozenset[Listener]) -> frozenset[Listener]:
    """A tablet hears the topics of its tournament until it is revoked; one query for a room of them."""
    paired = Device.objects.filter(
        tournament__code__in={listener.public_id for listener in listeners},
        revoked_at__isnull=True,
        expires_at__gt=timezone.now(),
    ).values_list("tournament__code", "pk")
    may = {(code, str(number)) for code, number in paired}
    return frozenset(listener for listener in listeners if (listener.public_id, listener.subject) in may)
