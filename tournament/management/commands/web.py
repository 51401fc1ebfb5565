"""`manage.py web`: one web process. It hands push streams over to `manage.py streams` of the same host.

`manage.py run` starts as many as are wanted; each of several has a listening socket of its own at the same port, and
the kernel divides connections evenly between them.
"""

import asyncio
import os
import socket
import sys
from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournament.config.connection import Connection
from tournament.config.patience import serve_people
from tournament.front.server import FrontServer
from tournament.management.prepare import USUAL_PORT
from tournament.management.tls import server_context
from tournament.realtime import flush_hints

GRACE_SECONDS = 1
KEEP_ALIVE_SECONDS = 75
QUEUE = 2_048
HANDSHAKE_SECONDS = 10
# A thread that waits for the interpreter gets it after so long. Beside a thread that renders pages, work with eight
# round trips took 28 to 79 ms at worst (p99) at Python's 5 ms, and 18 to 22 ms at this; no page came later for it.
SWITCH_SECONDS = 0.001


class Server(FrontServer):
    """The front's server, which leaves no hint behind: uvicorn ends its process by the signal that it got.

    `secure` is a second listening socket, for https on site.
    """

    secure: socket.socket | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.secure is not None:
            server = await asyncio.get_running_loop().create_server(
                self._connect,
                sock=self.secure,
                backlog=QUEUE,
                ssl=server_context(),
                ssl_handshake_timeout=HANDSHAKE_SECONDS,
            )
            self.servers.append(server)

    def _connect(self) -> Connection:
        return Connection(self.config, self.server_state, self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        flush_hints()


class Command(BaseCommand):
    help = "Serve Floorman from this process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=USUAL_PORT)
        parser.add_argument("--fd", type=int, help="a listening socket that was opened by the parent process")
        parser.add_argument("--shared", action="store_true", help="listen beside other web processes")

    def handle(
        self, *_args: Any, host: str, port: int, fd: int | None, shared: bool, **_options: Any
    ) -> None:
        serve_people()
        sys.setswitchinterval(SWITCH_SECONDS)
        proxy = os.environ.get("FLOORMAN_TRUSTED_PROXY", "")
        config = uvicorn.Config(
            "tournament.config.asgi:application",
            loop="uvloop",
            http=Connection,
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
        # Before it listens: beside others this process gets no connection that it would let wait.
        config.load()
        listener = socket.socket(fileno=fd) if fd is not None else listen(host, port, shared=shared)
        settings.LISTENS_ON, settings.PLAIN_PORT = listener.getsockname()[:2]
        server = Server(config)
        if settings.HTTPS_PORT:
            server.secure = listen(settings.LISTENS_ON, settings.HTTPS_PORT, shared=shared)
        server.run(sockets=[listener])


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Open a listening socket, `shared` beside others at the same port; or say in one line why not."""
    try:
        family, address = _resolve(host, port)
        return socket.create_server(address, family=family, backlog=QUEUE, reuse_port=shared)
    except PermissionError as error:
        raise CommandError(
            f"Port {port} is reserved for the system; choose one above 1023: --port 8000"
        ) from error
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise CommandError(
            f"Port {port} cannot be used on {host}: {reason}. Stop the program listening there, "
            f"or choose another port: make run ARGS='--port {port + 1}'"
        ) from error


def keep_port(host: str, port: int) -> socket.socket:
    """Keep the port for sockets that share it: bound, but not listening, so that no connection comes to it."""
    family, address = _resolve(host, port)
    kept = socket.socket(family, socket.SOCK_STREAM)
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    kept.bind(address)
    return kept


def _resolve(host: str, port: int) -> tuple[socket.AddressFamily, tuple[str, int]]:
    family, *_rest, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return family, (str(address[0]), int(address[1]))
