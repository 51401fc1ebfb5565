"""Answers: made whole in a thread, written by the event loop, so that a slow reader holds no thread."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from dataclasses import dataclass
from typing import IO, Any

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

CHUNK_BYTES = 64 * 1024
# A phone at the edge of the room's Wi-Fi reads this fast; what reads slower keeps its answer in our memory.
SLOWEST_BYTES_A_SECOND = 16 * 1024
FIRST_SECONDS = 15.0


class ReaderTooSlow(Exception):
    """The answer was not taken in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A whole answer: either `body`, or an open `file` of `file_bytes` that is read while it is sent."""

    status: int
    headers: Headers
    body: bytes = b""
    file: IO[bytes] | None = None
    file_bytes: int = 0

    @property
    def size_bytes(self) -> int:
        """The length of the body or the file."""
        return len(self.body) + self.file_bytes

    def close(self) -> None:
        """Let go of the file, if there is one."""
        if self.file is not None:
            self.file.close()

    def chunks(self) -> Iterator[bytes]:
        """The body in pieces small enough for one write."""
        for start in range(0, len(self.body), CHUNK_BYTES):
            yield self.body[start : start + CHUNK_BYTES]
        while self.file is not None and (chunk := self.file.read(CHUNK_BYTES)):
            yield chunk


class RefusedHere(Exception):
    """A request that the front answers by itself: a status and one sentence."""

    def __init__(self, status: int, words: str | Promise, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(status)
        self.status, self.words, self.headers = status, words, headers

    def answer(self, scope: Scope) -> Answer:
        """The answer in the language of who asks."""
        with translation.override(language_of(scope)):
            return refusal(self.status, str(self.words), *self.headers)


def busy(*headers: tuple[bytes, bytes]) -> RefusedHere:
    """What is said where too many wait already."""
    return RefusedHere(503, _("Floorman is busy. Try again in a moment."), (b"retry-after", b"2"), *headers)


def language_of(scope: Scope) -> str:
    """Return the language that this browser chose or speaks, as Django finds it."""
    request = HttpRequest()
    for name, value in scope["headers"]:
        if name == b"accept-language":
            request.META["HTTP_ACCEPT_LANGUAGE"] = value.decode("latin1")
        elif name == b"cookie":
            request.COOKIES = parse_cookie(value.decode("latin1"))
    return translation.get_language_from_request(request)


def refusal(status: int, words: str, *further: tuple[bytes, bytes]) -> Answer:
    """A refusal in one line, with the headers that Django's middleware gives every page.

    It is marked as Floorman's, so that a tablet tells it from the page of a hotel's network and sends its tap
    again.
    """
    body = words.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"floorman", b"1"),
        (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", settings.SECURE_REFERRER_POLICY.encode()),
        (b"cross-origin-opener-policy", settings.SECURE_CROSS_ORIGIN_OPENER_POLICY.encode()),
        (b"permissions-policy", settings.PERMISSIONS_POLICY.encode()),
        *further,
    ]
    return Answer(status=status, headers=headers, body=body)


async def write_answer(send: Send, answer: Answer) -> None:
    """Send an answer as fast as its reader takes it; ReaderTooSlow if that is too slow."""
    size = answer.size_bytes
    try:
        async with asyncio.timeout(FIRST_SECONDS + size / SLOWEST_BYTES_A_SECOND):
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            if answer.file is None and size <= CHUNK_BYTES:
                await send({"type": "http.response.body", "body": answer.body})
                return
            for chunk in answer.chunks():
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
    except TimeoutError:
        raise ReaderTooSlow from None
    finally:
        answer.close()
