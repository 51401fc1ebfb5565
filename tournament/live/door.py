"""The door of the process of streams: takes what web processes hand over, and lets in whom it may.

`GET /live/<tournament>?...` is answered with 200 and the stream; 400 for a foreign host; 403 for a stream that is
not open to the client; 404 for a tournament that is not there; 405; 503 where there is no place or no answer about
permission. An answer lasts until the connection ends: nothing else follows on it.
"""

import asyncio
import socket
from collections.abc import Mapping
from email.utils import formatdate
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, unquote

import structlog
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from tournament.front.passing import ConnectionReceiver
from tournament.live.addresses import PREFIX, PUBLIC, Stream, StreamRefused, read_stream
from tournament.live.handover import Head
from tournament.live.hub import Hub
from tournament.live.places import NoPlace

logger = structlog.get_logger(__name__)

# Until it is known who may listen.
LET_IN_SECONDS = 5.0
# The kernel gives up a phone that has left the room, and does not keep its news for a quarter of an hour.
GONE_MILLISECONDS = 30_000


class Refusal(Exception):
    """An answer other than a stream."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


def open_door(hub: Hub, listener: socket.socket) -> ConnectionReceiver:
    """Take what is handed over at this Unix socket from now on, in the running loop."""

    async def let_in(message: bytes, connection: socket.socket) -> None:
        async with asyncio.timeout(LET_IN_SECONDS):
            await serve_stream(hub, Head.decode(message), connection)

    door = ConnectionReceiver(listener, let_in)
    door.open()
    return door


async def serve_stream(hub: Hub, head: Head, connection: socket.socket) -> None:
    """Answer one request: its connection becomes the hub's, or gets an answer and is closed."""
    try:
        stream = await _admit(hub, head)
        # Names of topics are too short to be worth it.
        is_packed = bool(stream.shows) and accepts_gzip(head.headers.get("accept-encoding", ""))
        _give_up_early(connection)
        hub.open_stream(
            connection, stream, head=_stream_head(is_packed), address=head.address, is_packed=is_packed
        )
    except NoPlace:
        _refuse(connection, Refusal(503, "This server has no room for another stream."))
    except Refusal as refusal:
        _refuse(connection, refusal)


def accepts_gzip(header: str) -> bool:
    """Read an Accept-Encoding header."""
    for part in header.split(","):
        coding, _, weight = part.partition(";")
        if coding.strip().lower() == "gzip":
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


async def _admit(hub: Hub, head: Head) -> Stream:
    if head.method != "GET":
        raise Refusal(405, "A stream is opened by GET.")
    if not validate_host(split_domain_port(head.headers.get("host", ""))[0], settings.ALLOWED_HOSTS):
        raise Refusal(400, "This server does not answer to that name.")
    path, _, query = head.target.partition("?")
    try:
        stream = read_stream(
            public_id=unquote(path).removeprefix(PREFIX),
            query=dict(parse_qsl(query)),
            session_key=_session_key(head.headers),
            after=head.headers.get("last-event-id", ""),
        )
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


def _session_key(headers: Mapping[str, str]) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


def _give_up_early(connection: socket.socket) -> None:
    if hasattr(socket, "TCP_USER_TIMEOUT") and connection.family != socket.AF_UNIX:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MILLISECONDS)


def _stream_head(is_packed: bool) -> bytes:
    # What anybody may hear another site's script may hear; a token in the address is nobody else's, cookie or not.
    shared = {"access-control-allow-origin": "*"}
    packed = {"content-encoding": "gzip"} if is_packed else {}
    return _head(200, "text/event-stream", shared | packed)


def _refuse(connection: socket.socket, refusal: Refusal) -> None:
    further = {405: {"allow": "GET"}, 503: {"retry-after": "5"}}.get(refusal.status, {})
    answer = _head(refusal.status, "text/plain; charset=utf-8", further) + str(refusal).encode()
    try:
        connection.send(answer)
    except OSError:
        # The browser went.
        pass
    finally:
        connection.close()


def _head(status: int, content_type: str, further: Mapping[str, str]) -> bytes:
    """The head of an answer, with the headers that Django's middleware gives every page."""
    headers = {
        "date": formatdate(usegmt=True),
        "content-type": content_type,
        "cache-control": "no-store",
        "connection": "close",
        # Proxies such as nginx would otherwise keep the news until their buffer is full.
        "x-accel-buffering": "no",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": settings.SECURE_REFERRER_POLICY,
        "cross-origin-opener-policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "permissions-policy": settings.PERMISSIONS_POLICY,
        **further,
    }
    if settings.SECURE_HSTS_SECONDS:
        headers["strict-transport-security"] = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains"
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{lines}\r\n".encode("latin1")
