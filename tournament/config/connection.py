"""The connections of the processes that answer requests. What is for another process leaves with its socket::

    browser ──> web process ──┬── /live/ ─────────────────> process of streams
                              ├── all that is not a tablet's ─> process of pages
                              └── /tablet/, /health           answered here

A tap is answered in milliseconds, a page may take hundreds, and in one process they would share one interpreter. So a
tap waits behind no page. Where no process takes pages, the web process answers them as well.
"""

import asyncio
import json
from dataclasses import dataclass
from typing import Any, Literal, Self

from django.conf import settings

from tournament.front.passing import pass_on
from tournament.front.protocol import FrontProtocol
from tournament.live.addresses import PREFIX
from tournament.live.handover import Head, hand_over

STREAMS = PREFIX.encode()
TABLETS = b"/tablet/"
# What answers quickly: the sign of life, and for tablets what their pages are made of.
STAYS = (TABLETS, b"/health")
STAYS_FOR_KNOWN = (settings.STATIC_URL.encode(), b"/now/")


class Connection(FrontProtocol):
    """A connection from which streams leave."""

    def hands_over(self) -> bool:
        # A browser asks for a stream first of all or after an answer: never while another is being made.
        if not (self.url.startswith(STREAMS) and self.is_alone):
            return False
        head = Head.of(
            method=self.parser.get_method(), target=self.url, headers=self.headers, address=self.asker()
        )
        hand_over(head, self.transport, to=settings.STREAMS_SOCKET)
        return True


class WebConnection(Connection):
    """A connection of a web process: it keeps what is a tablet's."""

    def hands_over(self) -> bool:
        return super().hands_over() or (self._is_for_pages() and self._is_passed_on())

    def _is_for_pages(self) -> bool:
        stays = STAYS + STAYS_FOR_KNOWN if self.scope["state"]["is_known"] else STAYS
        return not self.url.startswith(stays)

    def _is_passed_on(self) -> bool:
        if self.begun is None or not self.is_alone:
            return False
        try:
            passed = Passed(client=self.client, scheme=self.scheme or "http", begun=self.begun)
            pass_on(self.transport, passed.encode(), to=settings.PAGES_SOCKET)
        except OSError:
            return False
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A connection on its way to pages: who is there, how they speak, and what has been read so far.

    Where the web process relays, the connection itself does not say the first two.
    """

    client: tuple[str, int] | None
    scheme: Literal["http", "https"]
    begun: bytes

    def encode(self) -> bytes:
        """The message that `decode` reads: a line of JSON, and what was read."""
        return json.dumps([self.client, self.scheme]).encode() + b"\n" + self.begun

    @classmethod
    def decode(cls, message: bytes) -> Self:
        """Read a message; ValueError for what is not one."""
        line, _, begun = message.partition(b"\n")
        client, scheme = json.loads(line)
        return cls(client=client and tuple(client), scheme=scheme, begun=begun)


class PageConnection(Connection):
    """A connection of the process of pages, which begins with what a web process had read of it."""

    def __init__(self, *given: Any, passed: Passed, **named: Any) -> None:
        super().__init__(*given, **named)
        self._passed = passed

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        if not self.is_gone:
            self.data_received(self._passed.begun)

    def meet(self) -> None:
        self.client, self.scheme = self._passed.client, self._passed.scheme
        super().meet()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        if self.url.startswith(TABLETS) and not self.is_handed_over:
            # The next tap comes on a connection of its own, which stays with a web process.
            self.cycle.keep_alive = False
