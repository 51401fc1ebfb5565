"""The server: uvicorn, which takes a few new connections at a time and once a second cuts those over their deadline."""

import asyncio
import socket
from functools import partial
from ssl import SSLContext
from typing import cast

import uvicorn

from tournament.front.protocol import FrontProtocol
from tournament.front.relay import keep
from tournament.signs import EVERY_SECONDS, give_sign

# uvicorn ticks ten times a second.
TICKS_A_ROUND = 10
# uvloop would take all that wait while a tap waits behind them: two thousand strangers at once are a fifth of
# a second. After so many the loop looks at everybody else.
ACCEPTED_AT_ONCE = 16
HANDSHAKE_SECONDS = 10


class FrontServer(uvicorn.Server):
    """uvicorn with the front's rounds and the front's way of taking connections. It is given its listening sockets."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn itself listens nowhere.
        await super().startup(sockets=[])
        self._listeners: list[socket.socket] = []
        for listener in sockets or []:
            self.take_from(listener, tls=self.config.ssl)

    def take_from(self, listener: socket.socket, *, tls: SSLContext | None = None) -> None:
        """Serve all who connect there from now on, until the server ends."""
        listener.setblocking(False)
        self._listeners.append(listener)
        asyncio.get_running_loop().add_reader(listener, self._accept, listener, tls)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.stop_listening()
        await super().shutdown(sockets)

    def stop_listening(self) -> None:
        """Take no further connection; those that are there go on."""
        for listener in self._listeners:
            asyncio.get_running_loop().remove_reader(listener)
            listener.close()
        self._listeners.clear()

    def _accept(self, listener: socket.socket, tls: SSLContext | None) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                connection, _address = listener.accept()
            except OSError:
                # None is left, or there are no more descriptors: the next round tries again.
                return
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            keep(self._welcome(connection, tls))

    async def _welcome(self, connection: socket.socket, tls: SSLContext | None) -> None:
        protocol = cast("type[FrontProtocol]", self.config.http_protocol_class)
        make = partial(protocol, self.config, self.server_state, self.lifespan.state)
        seconds = HANDSHAKE_SECONDS if tls else None
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                make, connection, ssl=tls, ssl_handshake_timeout=seconds
            )
        except OSError:
            # They went, or do not speak TLS.
            connection.close()

    async def on_tick(self, counter: int) -> bool:
        if counter % int(TICKS_A_ROUND * EVERY_SECONDS) == 0:
            give_sign()
        if counter % TICKS_A_ROUND == 0:
            now = asyncio.get_running_loop().time()
            for connection in tuple(self.server_state.connections):
                if isinstance(connection, FrontProtocol):
                    connection.look_after(now)
        return await super().on_tick(counter)
