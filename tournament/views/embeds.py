"""Parts of the house in a frame of a page of others; what a script of ours draws there is `tournament.views.widget`.

A part says what it is drawn with, under the word that its address has::

    @embedded("payouts", part="tournament/public/_payouts.html")
    def payouts_in_frame(request: HttpRequest, code: str) -> dict[str, object]: ...

`code` is that of the event, or of the season of a league. Nothing in a frame knows who reads it: it sets no cookie,
has no link to what staff do, and may stand in any page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournament.timekeeping import house_now
from tournament.views.access import public, wants_part
from tournament.views.asked_language import in_asked_language

Context = Callable[[HttpRequest, str], dict[str, Any]]

THEMES: Final = ("light", "dark")


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedPart:
    """`page`: the name of the public page on which more of it is read."""

    part: str
    context: Context
    page: str


EMBEDDED: Final[dict[str, EmbedPart]] = {}
"""By the word in the address."""


def embedded(show: str, *, part: str, page: str) -> Callable[[Context], Context]:
    """Register a part; the function says what it is drawn with, and raises Http404 where there is nothing."""

    def register(context: Context) -> Context:
        EMBEDDED[show] = EmbedPart(part=part, context=context, page=page)
        return context

    return register


@public
@require_safe
@in_asked_language
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it knows views without arguments only
def embed(request: HttpRequest, code: str, show: str) -> HttpResponse:
    """A page for a frame in a page of others, light or dark as its address says or as the reader's device is."""
    shown = EMBEDDED.get(show)
    if shown is None:
        raise Http404
    theme = request.GET.get("theme", "")
    asked = request.GET.copy()
    asked.pop("page", None)
    context = {
        "code": code,
        "show": show,
        "part": shown.part,
        "now": house_now(),
        "theme": theme if theme in THEMES else "",
        "asked": asked,
        "address": request.get_full_path(),
        "page_address": reverse(shown.page, args=[code]),
        # To ask for it is to be given a cookie.
        "csrf_token": "",
        **shown.context(request, code),
    }
    return render(request, shown.part if wants_part(request) else "tournament/embed/embed.html", context)
