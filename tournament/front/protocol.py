"""One connection: uvicorn's httptools protocol, which cuts what is half, silent or slow.

uvicorn limits how long a connection is idle between two requests, but not how long a head may take, how long a new
connection may be silent, nor how long an answer may lie unread. Here each connection has at most one deadline, and
one round a second cuts all that are over theirs: a timer each would cost every request two calls.

A head that is whole may be for somebody else than this process: `hands_over` is asked first.
"""

import asyncio
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

# From the connection, or the first byte of a further request, to the end of its head.
HEAD_SECONDS = 10.0
# From the end of an answer until its reader has taken the last of it.
TAKEN_SECONDS = 15.0
# The longest honest head is a stream's address with its token and the cookies.
HEAD_BYTES = 32 * 1024


class FrontProtocol(HttpToolsProtocol):
    """A connection in front of Floorman."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        # The chain finds its connection as scope["state"]["connection"].
        super().__init__(config, server_state, {**app_state, "connection": self}, _loop)
        self.deadline: float | None = None
        self.is_handed_over = False
        self._head_bytes = 0
        self._in_head = True

    # --- for others to hook in ------------------------------------------------------------------------------

    def hands_over(self) -> bool:
        """Say whether this connection goes to another process, and send it there. A subclass decides.

        `self.url` and `self.headers` are the request's, `self.parser.get_method()` is its method, `self.transport`
        has the socket, and nothing has been answered yet. After True this class forgets the connection: it reads
        and writes nothing more on it.
        """
        return False

    # --- the deadline ---------------------------------------------------------------------------------------

    def cut(self) -> None:
        """End this connection at once, whatever has not been read or written."""
        if self.transport is not None:
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
        self.deadline = self.loop.time() + HEAD_SECONDS

    def data_received(self, data: bytes) -> None:
        if self.is_handed_over:
            return
        if self._in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > HEAD_BYTES:
            self.cut()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_bytes = True, 0
        self.deadline = self.loop.time() + HEAD_SECONDS

    def on_headers_complete(self) -> None:
        self._in_head, self.deadline = False, None
        if self.hands_over():
            self.is_handed_over = True
            self.connections.discard(self)
            return
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.is_handed_over:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self.is_handed_over:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._in_head and self.transport.get_write_buffer_size():
            self.deadline = self.loop.time() + TAKEN_SECONDS
