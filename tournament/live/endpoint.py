"""HTTP in front of the hub: `GET /live/<tournament>?...` as a bare ASGI application.

Answers: 200 and the stream; 400 for a foreign host; 403 for a stream that is not open to the client; 404 for a
tournament that is not there; 405; 503 where there is no room or no answer about permission.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl

import structlog
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from tournament.live.addresses import PREFIX, PUBLIC, Stream, StreamRefused, read_stream
from tournament.live.channels import Client, encode_alive
from tournament.live.hub import Hub, HubFull

logger = structlog.get_logger(__name__)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ALIVE_SECONDS = 10.0
# Browsers that lost one server do not come back in one moment; htmx adds no jitter of its own.
RETRY_MILLISECONDS = (1_000, 4_000)


class Refusal(Exception):
    """An answer other than a stream."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


async def serve_stream(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request under /live/: stream until the browser goes, the hub closes, or permission ends."""
    try:
        stream = await _admit(hub, scope)
        with hub.joined(stream) as client:
            await _answer(send, 200, b"text/event-stream")
            await _feed(client, receive, send)
    except HubFull:
        await _refuse(send, Refusal(503, "This server has no room for another stream."))
    except Refusal as refusal:
        await _refuse(send, refusal)


async def _admit(hub: Hub, scope: Scope) -> Stream:
    headers = {name.decode("latin1"): value.decode("latin1") for name, value in scope["headers"]}
    if scope["method"] != "GET":
        raise Refusal(405, "A stream is opened by GET.")
    if not validate_host(split_domain_port(headers.get("host", ""))[0], settings.ALLOWED_HOSTS):
        raise Refusal(400, "This server does not answer to that name.")
    query = dict(parse_qsl(scope["query_string"].decode("latin1")))
    public_id = scope["path"].removeprefix(PREFIX)
    try:
        stream = read_stream(public_id=public_id, query=query, session_key=_session_key(headers))
    except StreamRefused as error:
        logger.info("stream_refused", reason=str(error))
        raise Refusal(403, "This stream is not open to you.") from error
    try:
        allowed = await hub.is_allowed(stream.listener)
    except Exception as error:
        logger.exception("permission_unknown", kind=stream.listener.kind)
        raise Refusal(503, "It cannot be said now whether this stream is open to you.") from error
    if not allowed:
        if stream.listener.kind == PUBLIC:
            raise Refusal(404, "There is no such tournament.")
        raise Refusal(403, "This stream is not open to you.")
    return stream


def _session_key(headers: dict[str, str]) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


async def _feed(client: Client, receive: Receive, send: Send) -> None:
    gone = asyncio.create_task(_close_when_gone(client, receive))
    loop = asyncio.get_running_loop()
    try:
        await _send(send, b"retry: %d\n\n" % random.randint(*RETRY_MILLISECONDS) + encode_alive())
        alive_at = loop.time() + ALIVE_SECONDS
        while not client.closed:
            news = await client.take(max(0.0, alive_at - loop.time()))
            # Also amid steady news: this is how a page knows that it is connected, and sets its clock.
            if not news or loop.time() >= alive_at:
                news += encode_alive()
                alive_at = loop.time() + ALIVE_SECONDS
            await _send(send, news)
        await send({"type": "http.response.body", "body": await client.take(0)})
    except OSError:
        # The browser went while we were writing.
        pass
    finally:
        gone.cancel()


async def _close_when_gone(client: Client, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    client.close()


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _answer(send: Send, status: int, content_type: bytes, *further: tuple[bytes, bytes]) -> None:
    """Start a response with the headers that Django's middleware gives every page."""
    headers = [
        (b"content-type", content_type),
        (b"cache-control", b"no-store"),
        # Proxies such as nginx would otherwise keep the news until their buffer is full.
        (b"x-accel-buffering", b"no"),
        (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", settings.SECURE_REFERRER_POLICY.encode()),
        (b"cross-origin-opener-policy", settings.SECURE_CROSS_ORIGIN_OPENER_POLICY.encode()),
        (b"permissions-policy", settings.PERMISSIONS_POLICY.encode()),
        *further,
    ]
    if settings.SECURE_HSTS_SECONDS:
        headers.append(
            (b"strict-transport-security", b"max-age=%d; includeSubDomains" % settings.SECURE_HSTS_SECONDS)
        )
    await send({"type": "http.response.start", "status": status, "headers": headers})


async def _refuse(send: Send, refusal: Refusal) -> None:
    further = {405: [(b"allow", b"GET")], 503: [(b"retry-after", b"5")]}.get(refusal.status, [])
    await _answer(send, refusal.status, b"text/plain; charset=utf-8", *further)
    await send({"type": "http.response.body", "body": str(refusal).encode()})
