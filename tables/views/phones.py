"""A player's phone: what it needs to put a page on its Home Screen, and notices: the script that shows them there, and
the buttons of the player's own page, for browsers and for message services.

The manifest of a player's page stands under the private address and names it; that of an event names nobody.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tables.forms.desk import MessageAddressForm, PhoneForm
from tables.services.desk.shown_names import entry_of
from tournament.models import Entry, MessageService, Tournament
from tournament.queries.messages import services_for_players
from tournament.services.errors import Refused
from tournament.services.phones.addresses import LONGEST_ENDPOINT
from tournament.services.phones.joining import join_service, leave_service
from tournament.services.phones.switching import phones_on, switch_off, switch_on
from tournament.timekeeping import house_now
from tournament.views.access import public

SCRIPT: Final = Path(settings.BASE_DIR) / "tables" / "static" / "tables" / "phone_worker.js"
# Where the script has the address of the picture, which changes with the picture.
PICTURE: Final = "/static/tournament/icons/192.png"

# `--ground` of tokens.css, by day and by night.
GROUND: Final = {"light": "#eff3f1", "dark": "#0a100e"}
_ICONS: Final = (("192", 192, "any"), ("512", 512, "any"), ("maskable-512", 512, "maskable"))


@public
@require_safe
def event_manifest(request: HttpRequest, code: str) -> JsonResponse:
    tournament = get_object_or_404(Tournament, code=code)
    return _manifest(tournament, reverse("tables:standings", args=[code]))


@public
@require_safe
def my_manifest(request: HttpRequest, secret: str) -> JsonResponse:
    entry = _entry(secret)
    response = _manifest(entry.tournament, reverse("tables:my_seat", args=[secret]))
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _manifest(tournament: Tournament, page: str) -> JsonResponse:
    """Of the page, with what stands below its address."""
    return JsonResponse(
        {
            "id": page,
            "name": tournament.name,
            "short_name": tournament.name,
            "lang": get_language(),
            "start_url": page,
            "scope": page,
            "display": "standalone",
            **_colours("light"),
            "user_preferences": {"color_scheme": {"dark": _colours("dark")}},
            "icons": [
                {
                    "src": static(f"tournament/icons/{name}.png"),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for name, size, purpose in _ICONS
            ],
        },
        content_type="application/manifest+json",
    )


def _colours(theme: str) -> dict[str, Any]:
    return {"theme_color": GROUND[theme], "background_color": GROUND[theme]}


@public
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """At an address of its own that stays: a browser asks it again for the script of the next release. It may watch
    the players' pages and no others.
    """
    script = SCRIPT.read_text(encoding="utf-8").replace(PICTURE, static("tournament/icons/192.png"))
    headers = {"Service-Worker-Allowed": "/my/"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@public
@require_POST
def on(request: HttpRequest, secret: str) -> HttpResponse:
    entry = _entry(secret)
    try:
        switch_on(entry, PhoneForm(request.POST).address(), now=house_now())
        messages.success(request, _("Notices are on. The first one is on its way to this phone."))
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("tables:my_seat", secret)


@public
@require_POST
def off(request: HttpRequest, secret: str) -> HttpResponse:
    """For the phone that says its address; without a script for all of the player's."""
    entry = _entry(secret)
    endpoint = request.POST.get("endpoint", "")[:LONGEST_ENDPOINT]
    switch_off(entry, endpoint=endpoint, now=house_now())
    messages.success(request, _("Notices are off."))
    return redirect("tables:my_seat", secret)


@public
@require_POST
def message_on(request: HttpRequest, secret: str, service_id: int) -> HttpResponse:
    """With the address at the service that the player has typed, and their consent by the tap."""
    entry = _entry(secret)
    form = MessageAddressForm(request.POST)
    typed = form.cleaned_data["to"] if form.is_valid() else ""
    try:
        join_service(entry, _service(entry, service_id), typed, now=house_now())
        messages.success(request, _("Messages are on. The first one is on its way to you."))
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("tables:my_seat", secret)


@public
@require_POST
def message_off(request: HttpRequest, secret: str, service_id: int) -> HttpResponse:
    entry = _entry(secret)
    leave_service(entry, _service(entry, service_id), now=house_now())
    messages.success(request, _("Messages are off, and your address is forgotten."))
    return redirect("tables:my_seat", secret)


def _service(entry: Entry, service_id: int) -> MessageService:
    """One that players of this event can choose, or that this player has chosen; 404 for any other."""
    chosen = MessageService.objects.filter(phones__in=phones_on(entry))
    services = services_for_players(entry.tournament)
    return get_object_or_404(MessageService, Q(pk__in=chosen) | Q(pk__in=services), pk=service_id)


def _entry(secret: str) -> Entry:
    try:
        return entry_of(secret)
    except Entry.DoesNotExist as error:
        raise Http404 from error
