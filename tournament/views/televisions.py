"""The page that a television opens.

A television has no account. Its cookie holds a secret and the code that it shows until it is taken in; afterwards the
same address shows what the floor gave it, one content after the other, and what calls all screens meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from tournament.front.televisions import note_there, wait_with
from tournament.links import screen_of_link
from tournament.live.access import may_listen
from tournament.live.addresses import Listener, staff_stream_url
from tournament.models import Screen, ScreenContent, ScreenTheme
from tournament.models.tokens import hash_secret, new_code, new_secret
from tournament.options.files import FileUse
from tournament.queries.house_files import files_of_house, newest_of, own_sounds
from tournament.queries.screens import screen_of, screen_with, theme_of, turns_of
from tournament.realtime import send_hint
from tournament.services.screens import screen_topic, tone_topic
from tournament.timekeeping import house_now
from tournament.views.access import public, wants_part
from tournament.views.contents import CALL_TOPIC, CONTENTS, Called, called
from tournament.views.sounds import AIR_TOPIC, on_air

COOKIE: Final = "__Host-screen" if settings.HTTPS else "screen"
# A browser keeps a cookie for no longer.
COOKIE_AGE: Final = timedelta(days=400)
CODE_LETTERS: Final = 6
# What a call shows is pushed where it is drawn easily; of a list of five hundred names the screens ask for news.
PUSHED_WHEN_CALLED: Final = {ScreenContent.CLOCK, ScreenContent.ROUNDS, ScreenContent.MOVES}
POLL_SECONDS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Television:
    """What its cookie holds: the `secret` by which it is known, and the `code` that it shows until it is taken in; of a
    browser that was opened by the address of a screen the number of that.
    """

    secret: str = ""
    code: str = ""
    screen_id: int | None = None

    @property
    def token_sha256(self) -> str:
        return hash_secret(self.secret)

    @property
    def cookie(self) -> str:
        return f"{self.secret} {self.code}" if self.screen_id is None else str(self.screen_id)

    def shown(self) -> Screen | None:
        """The screen that it is; None where nobody has taken it in, or it was removed."""
        return screen_with(self.token_sha256) if self.screen_id is None else screen_of(self.screen_id)


@public
@require_safe
def screen(request: HttpRequest) -> HttpResponse:
    """What this television is to show, or the code by which it is taken in."""
    return _shown_or_code(request, _television(request))


@public
@require_safe
def open_screen(request: HttpRequest, link: str) -> HttpResponse:
    """This browser is that screen from now on: who knows its address may see what it shows."""
    screen_id = screen_of_link(link)
    if screen_id is None:
        raise Http404
    opened = Television(screen_id=screen_id)
    return _shown_or_code(request, opened if opened.shown() else _television(request))


def _shown_or_code(request: HttpRequest, television: Television | None) -> HttpResponse:
    shown = television.shown() if television else None
    if shown is None and wants_part(request):
        return _read_again()
    if shown is None:
        # One that was opened by an address is another television from now on.
        if television is None or television.screen_id is not None:
            television = Television(secret=new_secret(), code=new_code(CODE_LETTERS))
        wait_with(television.code, television.token_sha256)
        response = render(request, "tournament/screens/waiting.html", {"code": television.code})
    else:
        with translation.override(shown.language or get_language()):
            response = _shown(request, shown)
    return response if television is None else _kept(response, television)


def _kept(response: HttpResponse, television: Television) -> HttpResponse:
    response.set_signed_cookie(
        COOKIE,
        television.cookie,
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
    shown = television.shown() if television else None
    is_right = request.POST.get("given", "") == ("" if shown is None else _given(shown))
    if shown is not None and is_right:
        content = request.POST.get("content", "")
        _note_there(shown, content if content in ScreenContent.values else "")
    elif shown is None and television is not None and television.code:
        wait_with(television.code, television.token_sha256)
    return HttpResponse() if television is not None and is_right else _read_again()


@may_listen("screen")
def screens_that_may_listen(listeners: frozenset[Listener]) -> frozenset[Listener]:
    """A screen hears of the event that it shows something of; one query for all of them."""
    shown = Screen.objects.filter(
        tournament__code__in={listener.public_id for listener in listeners}, removed_at=None
    ).values_list("tournament__code", "pk")
    may = {(code, str(number)) for code, number in shown}
    return frozenset(listener for listener in listeners if (listener.public_id, listener.subject) in may)


def _television(request: HttpRequest) -> Television | None:
    """Which television asks; None for one that comes for the first time."""
    try:
        kept = request.get_signed_cookie(COOKIE, default="", salt=COOKIE) or ""
    except BadSignature:
        return None
    secret, _blank, code = kept.partition(" ")
    if secret.isdecimal() and not code:
        return Television(screen_id=int(secret))
    return Television(secret=secret, code=code) if secret and code else None


def _given(shown: Screen) -> str:
    """What a screen was given to show, and how, as one word."""
    ways = f"{shown.language}:{shown.theme}:{int(shown.gives_way)}:{shown.volume}:{_own(shown)}"
    return f"{shown.tournament.code}:{ways}:{shown.content}"


def _own(shown: Screen) -> str:
    """What its page holds besides: another word where a colour, a voice, a picture or a sound is another one."""
    is_club = theme_of(shown) == ScreenTheme.CLUB
    if not is_club and not shown.volume:
        return ""
    colour = shown.tournament.options.club_colour.lstrip("#") if is_club else ""
    voice = shown.tournament.options.voice if shown.volume else ""
    marks = (each.file_id for each in files_of_house() if is_club or each.is_sound)
    return "-".join((colour, voice, *map(str, marks)))


def _note_there(shown: Screen, content: str) -> None:
    """The floor's lists hear of a screen that was not there."""
    if note_there(shown.pk, content):
        send_hint(shown.tournament.code, ["screens"])


def _read_again() -> HttpResponse:
    return HttpResponse(headers={"HX-Refresh": "true"})


def _shown(request: HttpRequest, shown: Screen) -> HttpResponse:
    """The page, or what stands in it next: the turn `at` that number, or the one `after` it."""
    now, turns = house_now(), turns_of(shown)
    language = get_language() or settings.LANGUAGE_CODE
    number = _turn_asked(request) % len(turns)
    found = called(shown.tournament, now) if shown.gives_way else Called(call=None, next_at=None)
    call = found.call
    content = ScreenContent(turns[number].content) if call is None else call.content
    part = CONTENTS[content]
    heard = {ScreenContent(turn.content) for turn in turns} | (
        PUSHED_WHEN_CALLED if shown.gives_way else set()
    )
    context = {
        "polls": None if content in heard else POLL_SECONDS,
        **part.context(shown.tournament, now),
        "part": part.part,
        "shows": part.shows,
        "shown": content,
        "turn": number,
        "call": call,
        "next_call": found.next_at,
        "gives_way": shown.gives_way,
        "volume": shown.volume,
        "air": on_air(shown.tournament, now=now, language=language) if shown.volume else (),
        "stays_seconds": turns[number].seconds if call is None and len(turns) > 1 else None,
        "back_seconds": (call.until - now).total_seconds() if call and call.until else None,
    }
    if wants_part(request):
        return render(request, "tournament/screens/_shown.html", context)
    theme = theme_of(shown)
    topic, tone = screen_topic(shown.pk), tone_topic(shown.pk)
    shows = {CALL_TOPIC, *([AIR_TOPIC] if shown.volume else [])}.union(
        *(CONTENTS[each].topics for each in heard)
    )
    stream = staff_stream_url(
        shown.tournament.code,
        kind="screen",
        subject=shown.pk,
        hears=[topic, tone],
        shows=sorted(shows),
        language=language,
    )
    _note_there(shown, content)
    of_screen = {
        "given": _given(shown),
        "stream": stream,
        "topic": topic,
        "theme": theme,
        "logo": newest_of(FileUse.LOGO) if theme == ScreenTheme.CLUB else None,
        "tone": tone,
        "voice": f"tournament/voice/{language}",
        "own_sounds": own_sounds() if shown.volume else {},
    }
    return render(request, "tournament/screens/screen.html", {**context, "screen": of_screen})


def _turn_asked(request: HttpRequest) -> int:
    for name, further in (("at", 0), ("after", 1)):
        number = request.GET.get(name, "")
        if number.isdecimal() and len(number) < 4:
            return int(number) + further
    return 0
