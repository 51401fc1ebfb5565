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
from uuid import UUID

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from tables.models import Device
from tables.models.statements import TabletRow, read_tablet
from tables.services.table.tablets import DEVICE_HOURS, note_seen
from tournament.front.badges import give_badge, keep_badge, of_tablet
from tournament.live.access import may_listen
from tournament.live.addresses import Listener
from tournament.models.tokens import hash_secret
from tournament.services.actor import Actor
from tournament.timekeeping import house_now
from tournament.views.outages import MARKER

P = ParamSpec("P")

# The prefix makes browsers refuse a cookie that another host or a plain connection planted.
COOKIE = "__Host-tablet" if settings.HTTPS else "tablet"


class DeviceRequest(HttpRequest):
    """A request of a paired tablet, and the tablet as it was found: `tablet.device.table` is loaded."""

    tablet: TabletRow
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
    tablet = find_tablet(request)
    now = house_now()
    if tablet is None or tablet.device.expires_at <= now:
        return render(request, "tables/tablet/not_paired.html", status=401)
    device = tablet.device
    if device.revoked_at is not None:
        return render(request, "tables/tablet/revoked.html", {"device": device}, status=410)
    request.tablet = tablet
    request.actor = Actor(label=device.name, device_id=device.pk)
    if request.method == "POST":
        note_seen(device=device, now=now)
        return view(request, *args, **kwargs)
    response = view(request, *args, **kwargs)
    keep_badge(request, response, of_tablet(hash_secret(request.COOKIES[COOKIE])))
    return response


def find_tablet(request: HttpRequest) -> TabletRow | None:
    """The tablet that the request's cookie names, revoked and expired ones included; with the reply to its tap."""
    secret = request.COOKIES.get(COOKIE)
    if not secret:
        return None
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        key = None
    return read_tablet(hash_secret(secret), key=key)


def device_of(request: HttpRequest) -> Device | None:
    """The device of `find_tablet`."""
    tablet = find_tablet(request)
    return None if tablet is None else tablet.device


def remember_device(response: HttpResponse, secret: str) -> None:
    """Put a new pairing's secret into the tablet's cookie, and a badge beside it."""
    give_badge(response, of_tablet(hash_secret(secret)))
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
        expires_at__gt=house_now(),
    ).values_list("tournament__code", "pk")
    may = {(code, str(number)) for code, number in paired}
    return frozenset(listener for listener in listeners if (listener.public_id, listener.subject) in may)
