"""Televisions of the house: the page that one opens, and the floor's list of them.

A television has no account. Its cookie holds a secret and the code that it shows until it is taken in; afterwards the
same address shows what the floor gave it, and asks again when that changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.forms.screens import TakeScreenForm
from tournament.front.televisions import note_there, wait_with
from tournament.links import absolute_url
from tournament.live.access import may_listen
from tournament.live.addresses import Listener, staff_stream_url
from tournament.models import Screen, ScreenContent, ScreenTheme
from tournament.models.tokens import hash_secret, new_code, new_secret
from tournament.queries.screens import ScreenRow, screen_with, screens_of_house
from tournament.realtime import send_hint
from tournament.services.screens import remove_screen, screen_topic, set_look, show_on_screen, take_screen
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, public, staff, wants_part
from tournament.views.contents import CONTENTS
from tournament.views.taps import Done, done_from_form, done_of_line, not_understood, tap

COOKIE: Final = "__Host-screen" if settings.HTTPS else "screen"
# A browser keeps a cookie for no longer.
COOKIE_AGE: Final = timedelta(days=400)
CODE_LETTERS: Final = 6
# What a screen may say it in: by its code each language's own name, first that of the television.
LANGUAGES: Final = {"": gettext_lazy("Its own language")} | {
    code: get_language_info(code)["name_local"] for code, _name in settings.LANGUAGES
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Television:
    """What its cookie holds: the `secret` by which it is known, and the `code` that it shows until it is taken in."""

    secret: str
    code: str

    @property
    def token_sha256(self) -> str:
        return hash_secret(self.secret)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenPage:
    """What a page of the public needs beside its own on a television: its stream, and the topic it hears of itself."""

    content: str
    stream: str
    topic: str
    theme: str


@public
@require_safe
def screen(request: HttpRequest) -> HttpResponse:
    """What this television is to show, or the code by which it is taken in."""
    known = _television(request)
    television = known or Television(secret=new_secret(), code=new_code(CODE_LETTERS))
    shown = screen_with(television.token_sha256) if known else None
    if shown is None and wants_part(request):
        return _read_again()
    if shown is None:
        wait_with(television.code, television.token_sha256)
        response = render(request, "tournament/screens/waiting.html", {"code": television.code})
    else:
        response = _content(request, shown)
    response.set_signed_cookie(
        COOKIE,
        f"{television.secret} {television.code}",
        salt=COOKIE,
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


@public
@require_POST
def there(request: HttpRequest) -> HttpResponse:
    """A sign of life with what the page shows; the page is to be read again where that is not what it is to show."""
    television = _television(request)
    shown = screen_with(television.token_sha256) if television else None
    is_right = request.POST.get("content", "") == ("" if shown is None else _showing(shown))
    if shown is not None and is_right:
        _note_there(shown)
    elif television is not None and shown is None:
        wait_with(television.code, television.token_sha256)
    return HttpResponse() if television is not None and is_right else _read_again()


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def screens(request: StaffRequest) -> HttpResponse:
    """The list, with a form for one more."""
    form = TakeScreenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and done_from_form(request, form, lambda: _take(request, form)):
        return redirect("tournament:screens", request.tournament.code)
    now = house_now()
    screens = screens_of_house(request.tournament)
    context = {
        "active": "clock",
        "form": form,
        "screens": [(row, _picture(row, now)) for row in screens],
        "contents": ScreenContent,
        "themes": ScreenTheme,
        "languages": LANGUAGES,
        "address": absolute_url(request, reverse("tournament:screen")),
        "now": now,
    }
    template = "_screens.html" if request.htmx else "screens.html"
    return render(request, f"tournament/screens/{template}", context, status=422 if form.errors else 200)


@staff(*FLOOR_STAFF)
@tap("tournament:screens")
def show(request: StaffRequest, screen_id: int) -> Done:
    """Have a screen show something of this event."""
    content = request.POST.get("content", "")
    if content not in ScreenContent.values:
        raise not_understood()
    line = show_on_screen(
        tournament_id=request.tournament.pk,
        screen_id=screen_id,
        content=ScreenContent(content),
        by=by_of(request),
    )
    return Done(text=_("The screen shows that already.")) if line is None else done_of_line(request, line)


@staff(*FLOOR_STAFF)
@tap("tournament:screens")
def look(request: StaffRequest, screen_id: int) -> Done:
    """Have a screen speak another language, or write on another ground: what the tap does not name stays."""
    screen = get_object_or_404(Screen, pk=screen_id, removed_at=None)
    language = request.POST.get("language", screen.language)
    theme = request.POST.get("theme", screen.theme)
    if language not in LANGUAGES or theme not in ScreenTheme.values:
        raise not_understood()
    line = set_look(
        tournament_id=request.tournament.pk,
        screen_id=screen_id,
        language=language,
        theme=theme,
        by=by_of(request),
    )
    return (
        Done(text=_("The screen looks like that already.")) if line is None else done_of_line(request, line)
    )


@staff(*FLOOR_STAFF)
@tap("tournament:screens")
def remove(request: StaffRequest, screen_id: int) -> Done:
    """Let a television go."""
    line = remove_screen(tournament_id=request.tournament.pk, screen_id=screen_id, by=by_of(request))
    return done_of_line(request, line)


@may_listen("screen")
def screens_that_may_listen(listeners: frozenset[Listener]) -> frozenset[Listener]:
    """A screen hears of the event that it shows something of; one query for all of them."""
    shown = Screen.objects.filter(
        tournament__code__in={listener.public_id for listener in listeners}, removed_at=None
    ).values_list("tournament__code", "pk")
    may = {(code, str(number)) for code, number in shown}
    return frozenset(listener for listener in listeners if (listener.public_id, listener.subject) in may)


def _picture(row: ScreenRow, now: datetime) -> SafeString:
    with translation.override(row.language or get_language()):
        return CONTENTS[row.content].picture(row.shows, now)


def _television(request: HttpRequest) -> Television | None:
    """Which television asks; None for one that comes for the first time."""
    try:
        kept = request.get_signed_cookie(COOKIE, default="", salt=COOKIE) or ""
    except BadSignature:
        return None
    secret, _blank, code = kept.partition(" ")
    return Television(secret=secret, code=code) if secret and code else None


def _take(request: StaffRequest, form: TakeScreenForm) -> Done:
    typed = form.cleaned_data
    line = take_screen(
        tournament_id=request.tournament.pk, code=typed["code"], name=typed["name"], by=by_of(request)
    )
    return done_of_line(request, line)


def _showing(shown: Screen) -> str:
    """What a page of this screen shows and how, as one word."""
    return f"{shown.tournament.code}:{shown.content}:{shown.language}:{shown.theme}"


def _note_there(shown: Screen) -> None:
    """The floor's lists hear of a screen that was not there."""
    if note_there(shown.pk):
        send_hint(shown.tournament.code, ["screens"])


def _read_again() -> HttpResponse:
    return HttpResponse(headers={"HX-Refresh": "true"})


def _content(request: HttpRequest, shown: Screen) -> HttpResponse:
    with translation.override(shown.language or get_language()):
        return _drawn(request, shown)


def _drawn(request: HttpRequest, shown: Screen) -> HttpResponse:
    page = CONTENTS[ScreenContent(shown.content)]
    context = page.context(shown.tournament, house_now())
    if wants_part(request):
        return render(request, page.part, context)
    topic = screen_topic(shown.pk)
    stream = staff_stream_url(
        shown.tournament.code,
        kind="screen",
        subject=shown.pk,
        hears=[topic],
        shows=[page.shows],
        language=get_language() or settings.LANGUAGE_CODE,
    )
    of_screen = ScreenPage(content=_showing(shown), stream=stream, topic=topic, theme=shown.theme)
    _note_there(shown)
    return render(request, page.template, {**context, "screen": of_screen})
