"""One connection: uvicorn's httptools protocol, which cuts what is half, silent or slow.

uvicorn limits how long a connection is idle between two requests, but not how long a head may take, how long a new
connection may be silent, nor how long an answer may lie unread. Here each connection has at most one deadline, and
one round a second cuts all that are over theirs: a timer each would cost every request two calls.

A connection begins as a stranger's, one of a crowd. Once a head shows a badge, or if it is the trusted proxy's, it
is known: it no longer counts, gives way to nobody, and may stay idle as long as a tablet between two taps.

A head that is whole may be for somebody else than this process: `hands_over` is asked first.
"""

import asyncio
from typing import Any, ClassVar

from django.conf import settings
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from tournament.front.badges import badge_of
from tournament.front.crowd import Crowd, Crowded, network_of

# From the connection, or the first byte of a further request, to the end of its head.
HEAD_SECONDS = 10.0
# From the end of an answer until its reader has taken the last of it.
TAKEN_SECONDS = 15.0
# The longest honest head is a stream's address with its token and the cookies.
HEAD_BYTES = 32 * 1024
# Between two requests of a page and its files; a tablet's connection is kept longer (`manage.py web`).
STRANGER_IDLE_SECONDS = 15


class FrontProtocol(HttpToolsProtocol):
    """A connection in front of Floorman."""

    strangers: ClassVar[Crowd["FrontProtocol"]] = Crowd(
        in_all=settings.MAX_CONNECTIONS, gives_way=lambda connection: connection.is_idle
    )

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        # The chain finds its connection as scope["state"]["connection"].
        super().__init__(config, server_state, {**app_state, "connection": self}, _loop)
        self.address = ""
        self.deadline: float | None = None
        self.is_known = False
        self.is_handed_over = False
        # What has been read up to the end of a head; None where that began behind an earlier request.
        self.begun: bytes | None = b""
        self._is_answering = False
        self._in_head = True
        self._head_bytes = 0

    # --- for others to hook in ------------------------------------------------------------------------------

    def hands_over(self) -> bool:
        """Say whether this connection goes to another process, and send it there. A subclass decides.

        `self.url` and `self.headers` are the request's, `self.parser.get_method()` is its method, `self.asker()`
        is for whom it comes, `self.begun` is all that has been read of it, `self.transport` has the socket, and
        nothing has been answered yet. After True this class forgets the connection: it reads and writes nothing more
        on it.
        """
        return False

    @property
    def is_alone(self) -> bool:
        """Say whether the request at hand came after the answer to the one before, as browsers send them."""
        return self.begun is not None and getattr(self.cycle, "response_complete", True)

    def asker(self) -> str:
        """Return the address for which the request at hand is made, as the trusted proxy says it if there is one."""
        proxy = self._trusted_proxy()
        if proxy is not None:
            forwarded = b", ".join(value for name, value in self.headers if name == b"x-forwarded-for")
            host, _port = proxy.trusted_hosts.get_trusted_client_address(forwarded.decode("latin1"))
            return host or self.address
        return self.address

    def _trusted_proxy(self) -> ProxyHeadersMiddleware | None:
        app = self.app
        if isinstance(app, ProxyHeadersMiddleware) and self.address in app.trusted_hosts:
            return app
        return None

    # --- the deadline ---------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """Say whether nothing is being answered on this connection."""
        return not self._is_answering

    @property
    def is_gone(self) -> bool:
        """Say whether nobody is there any more to be answered."""
        return self.transport.is_closing()

    def cut(self) -> None:
        """End this connection at once, whatever has not been read or written."""
        self.transport.abort()

    def look_after(self, now: float) -> None:
        """Cut this connection if it is over its deadline; `now` is the loop's time."""
        if self.deadline is not None and now > self.deadline:
            if self._in_head or self.transport.get_write_buffer_size():
                self.cut()
            self.deadline = None

    # --- what happens on the connection ---------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        self.meet()
        self.deadline = self.loop.time() + HEAD_SECONDS
        if self._trusted_proxy() is not None:
            self.is_known = True
            return
        self.timeout_keep_alive = STRANGER_IDLE_SECONDS
        try:
            leaving = self.strangers.add(network_of(self.address), self)
        except Crowded:
            self.cut()
        else:
            if leaving is not None:
                leaving.cut()

    def meet(self) -> None:
        """Learn who is at the other end."""
        self.address = self.client[0] if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave_the_crowd()
        super().connection_lost(exc)

    def _leave_the_crowd(self) -> None:
        if not self.is_known:
            self.strangers.remove(network_of(self.address), self)

    def _get_known(self) -> None:
        self._leave_the_crowd()
        self.is_known = True
        self.timeout_keep_alive = self.config.timeout_keep_alive

    def data_received(self, data: bytes) -> None:
        if self.is_handed_over:
            return
        if not self._in_head and not self._is_answering:
            # Also for empty lines, which are no beginning of a request to the parser.
            self._begin_head()
        if self._in_head:
            self._head_bytes += len(data)
            if self.begun is not None:
                self.begun += data
        super().data_received(data)
        if self._in_head and self._head_bytes > HEAD_BYTES:
            self.cut()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if not self._in_head:
            self._begin_head()
            self.begun = None

    def _begin_head(self) -> None:
        self._in_head, self._head_bytes, self.begun = True, 0, b""
        self.deadline = self.loop.time() + HEAD_SECONDS

    def on_headers_complete(self) -> None:
        if self.is_handed_over:
            return
        self._in_head, self._is_answering, self.deadline = False, True, None
        if self._head_bytes > HEAD_BYTES and self._size_of_head() > HEAD_BYTES:
            # It came whole, in one piece. Nothing more is read of this connection.
            self.is_handed_over = True
            self.cut()
            return
        # For each request: a proxy brings those of many on one connection.
        badge = self.scope["state"]["badge"] = badge_of(self.headers)
        self.scope["state"]["is_known"] = bool(badge)
        if badge and not self.is_known:
            self._get_known()
        if self.hands_over():
            self.is_handed_over = True
            self._leave_the_crowd()
            self.connections.discard(self)
            return
        self.begun = None
        super().on_headers_complete()

    def _size_of_head(self) -> int:
        """What was read may have a body behind the head."""
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)

    def on_body(self, body: bytes) -> None:
        if not self.is_handed_over:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self.is_handed_over:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        # Another request may have come meanwhile; uvicorn begins it now.
        self._is_answering = bool(self.pipeline)
        super().on_response_complete()
        if not self._in_head and self.transport.get_write_buffer_size():
            self.deadline = self.loop.time() + TAKEN_SECONDS
