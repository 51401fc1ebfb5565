"""The door for taps: what a tap needs on its way to its view, and nothing else.

A tap of the outbox needs a host that is ours, a cookie, the CSRF token and origin, and a language. It needs no
session, account, message or locked-out log-in, and its answer has the same headers as every other: they are asked of
the middleware once. The views are the same as behind Django's own way, so that there is one way of a tap.

Whatever is not plainly right (another host, no token, no pairing, a form without the script) is left to Django, which
says so as ever: nothing has been done then. A plain form never comes here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any, Final, cast

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.exception import response_for_exception
from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.urls import resolve
from django.utils import translation
from django.utils.module_loading import import_string

from tables.views.tablet.table import OUTBOX_HEADER
from tournament.front.answers import Answer, Headers, Scope
from tournament.front.bridge import Respond, environ_of

SCREEN: Final = "/tablet/table/"
TAPS: Final = frozenset(
    f"{SCREEN}{name}/"
    for name in (
        "deal",
        "over",
        "recording",
        "act",
        "rule",
        "clock",
        "undo",
        "absence",
        "call",
        "read",
        "take-over",
    )
)
_MARK: Final = OUTBOX_HEADER.lower().encode()
_FORM: Final = "application/x-www-form-urlencoded"
# The middleware that has something to say of every answer, whatever was asked.
_OF_EVERY_ANSWER: Final = (
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "tournament.config.headers.SecurityHeadersMiddleware",
)
_REFUSED: Final = (401, 410)


def is_tap(scope: Scope) -> bool:
    """Whether a request is a tap of the outbox, or its look at the screen."""
    method, path = scope["method"], scope["path"]
    if not ((method == "POST" and path in TAPS) or (method == "GET" and path == SCREEN)):
        return False
    return any(name == _MARK for name, _value in scope["headers"])


def door_for_taps(django: Respond) -> Respond:
    """Answer taps; `django` answers those that are not plainly right."""

    def respond(scope: Scope, body: bytes) -> Answer:
        request = WSGIRequest(environ_of(scope, body))
        view = _view_of(request.path_info)
        if not _is_plain(request, view):
            return django(scope, body)
        translation.activate(
            _language(
                request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
                request.META.get("HTTP_ACCEPT_LANGUAGE", ""),
            )
        )
        response = _answered(request, view)
        return django(scope, body) if response.status_code in _REFUSED else _as_answer(request, response)

    return respond


# The few addresses of taps. Django tries one pattern after the other each time, which is a twentieth of a tap.
@cache
def _view_of(path: str) -> Callable[..., HttpResponseBase]:
    return resolve(path).func


_csrf: Final = CsrfViewMiddleware(lambda _request: HttpResponse())


def _is_plain(request: WSGIRequest, view: Callable[..., HttpResponseBase]) -> bool:
    """Whether host, scheme, form and CSRF token are right."""
    if settings.SECURE_SSL_REDIRECT and not request.is_secure():
        return False
    try:
        request.get_host()
    except DisallowedHost:
        return False
    if "%00" in request.META["QUERY_STRING"] or (request.method == "POST" and request.content_type != _FORM):
        return False
    _csrf.process_request(request)
    return _csrf.process_view(request, view, (), {}) is None


@lru_cache(maxsize=256)
def _language(cookie: str, accepted: str) -> str:
    """The language of a browser that has this language cookie and asks for these languages."""
    asks = SimpleNamespace(
        COOKIES={settings.LANGUAGE_COOKIE_NAME: cookie} if cookie else {},
        META={"HTTP_ACCEPT_LANGUAGE": accepted},
    )
    return translation.get_language_from_request(cast("HttpRequest", asks))


def _answered(request: WSGIRequest, view: Callable[..., HttpResponseBase]) -> HttpResponse:
    """The view's answer, or the one for what nobody caught; a connection that is broken then is dropped."""
    try:
        return cast("HttpResponse", view(request))
    except Exception as error:  # noqa: BLE001 - Django's own handler of everything
        response = response_for_exception(request, error)
        close_old_connections()
        return response
    finally:
        request.close()


def _as_answer(request: WSGIRequest, response: HttpResponse) -> Answer:
    _csrf.process_response(request, response)
    own = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in response.items()]
    names = {name for name, _value in own}
    headers = [
        *own,
        *[header for header in _headers(request.is_secure()) if header[0] not in names],
        (b"content-language", (translation.get_language() or "").encode()),
        (b"content-length", str(len(response.content)).encode()),
        *[
            (b"set-cookie", cookie.output(header="").strip().encode("latin1"))
            for cookie in response.cookies.values()
        ],
    ]
    return Answer(status=response.status_code, headers=headers, body=response.content)


@cache
def _headers(is_secure: bool) -> Headers:
    """What the middleware gives every answer, asked once."""
    answer: Callable[[HttpRequest], Any] = lambda _request: HttpResponse()  # noqa: E731 - the innermost of them
    for name in reversed(_OF_EVERY_ANSWER):
        answer = import_string(name)(answer)
    scheme = {"scheme": "https" if is_secure else "http", "method": "GET", "path": "/", "query_string": b""}
    response = answer(WSGIRequest(environ_of({**scheme, "http_version": "1.1", "headers": []}, b"")))
    kept = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in response.items()]
    return [(name, value) for name, value in kept if name != b"content-type"] + [
        (b"vary", b"Accept-Language, Cookie")
    ]
