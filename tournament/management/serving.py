"""How the processes that answer requests serve: uvicorn with the front, at a port or at the pages' Unix socket."""

import asyncio
import gc
import os
import socket
import sys
from functools import partial

import uvicorn

from tournament.config.connection import Connection, PageConnection, Passed
from tournament.config.patience import serve_people
from tournament.front.passing import ConnectionReceiver
from tournament.front.server import FrontServer
from tournament.management.tls import server_context
from tournament.management.turns import FileTurn
from tournament.realtime import flush_hints

GRACE_SECONDS = 1
KEEP_ALIVE_SECONDS = 75
QUEUE = 2_048
# A thread that waits for the interpreter gets it after so long. Beside a thread that renders pages, work with eight
# round trips took 28 to 79 ms at worst (p99) at Python's 5 ms, and 18 to 22 ms at this; no page came later for it.
SWITCH_SECONDS = 0.001


def prepare_to_serve(connection: type[Connection]) -> uvicorn.Config:
    """Load the application, before anybody waits for it, and return how it is served."""
    serve_people()
    sys.setswitchinterval(SWITCH_SECONDS)
    proxy = os.environ.get("FLOORMAN_TRUSTED_PROXY", "")
    config = uvicorn.Config(
        "tournament.config.asgi:application",
        loop="uvloop",
        http=connection,
        ws="none",
        lifespan="on",
        # Django's logs stay as they are, and an access log would list the addresses of private links.
        log_config=None,
        access_log=False,
        server_header=False,
        # Without a proxy nobody may say for whom they ask.
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        # A tablet between two taps keeps its connection; a new one for each tap costs it a round trip.
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    config.load()
    # What is loaded stays. With its 150,000 objects a full collection takes 0.1 s, in which every tap waits.
    gc.freeze()
    return config


class Server(FrontServer):
    """The front's server, which leaves no hint behind: uvicorn ends its process by the signal that it got."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        flush_hints()


class WebServer(Server):
    """The server of a web process. `secure` is a second listening socket, for https on site; `turn` is passed on when
    this one takes no further connection, while it still answers what it has.
    """

    secure: socket.socket | None = None
    turn: FileTurn | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.secure is not None:
            self.take_from(self.secure, tls=server_context())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.stop_listening()
        if self.turn is not None:
            self.turn.pass_on()
        await super().shutdown(sockets)


class PagesServer(Server):
    """The server of a process of pages, which takes connections from web processes at a listening Unix socket."""

    def __init__(self, config: uvicorn.Config, listener: socket.socket) -> None:
        super().__init__(config)
        self._receiver = ConnectionReceiver(listener, self._take)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._receiver.open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._receiver.close()
        await super().shutdown(sockets)

    async def _take(self, message: bytes, connection: socket.socket) -> None:
        passed = Passed.decode(message)
        make = partial(PageConnection, self.config, self.server_state, self.lifespan.state, passed=passed)
        await asyncio.get_running_loop().connect_accepted_socket(make, connection)
