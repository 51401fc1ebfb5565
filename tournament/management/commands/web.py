"""`manage.py web`: one web process. It answers tablets, and passes on to `manage.py streams` and `manage.py pages` of
the same host what is for them.

`manage.py run` starts as many as are wanted; each of several has a listening socket of its own at the same port, and
the kernel divides connections evenly between them.
"""

import os
import socket
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from tournament.config.connection import WebConnection
from tournament.management.opening import NotFit, check_to_serve
from tournament.management.prepare import USUAL_PORT
from tournament.management.serving import QUEUE, WebServer, prepare_to_serve
from tournament.management.turns import LOOK_SECONDS, FileTurn

# The sockets of a process that was killed go with it.
FREE_SECONDS: Final = 5.0


class Command(BaseCommand):
    help = "Serve Floorman from this process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=USUAL_PORT)
        parser.add_argument("--fd", type=int, help="a listening socket that was opened by the parent process")
        parser.add_argument("--shared", action="store_true", help="listen beside other web processes")
        parser.add_argument(
            "--in-turn", action="store_true", help="load, and serve once no other one with this option does"
        )

    def handle(
        self,
        *_args: Any,
        host: str,
        port: int,
        fd: int | None,
        shared: bool,
        in_turn: bool,
        **_options: Any,
    ) -> None:
        try:
            check_to_serve()
        except NotFit as error:
            raise CommandError(str(error)) from error
        # Loaded before it listens: beside others this process gets no connection that it would let wait.
        server = WebServer(prepare_to_serve(WebConnection))
        if in_turn:
            server.turn = FileTurn(Path(settings.DATA_DIR) / "web.turn")
            # Those who wait hold no connection to a database that others want.
            connections.close_all()
            server.turn.wait()
        listener = socket.socket(fileno=fd) if fd is not None else listen(host, port, shared=shared)
        settings.LISTENS_ON, settings.PLAIN_PORT = listener.getsockname()[:2]
        if settings.HTTPS_PORT:
            server.secure = (listen_soon if in_turn else listen)(
                settings.LISTENS_ON, settings.HTTPS_PORT, shared=shared
            )
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


def listen_soon(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """The same where the port becomes free within a moment: the process that had it is just ending."""
    deadline = time.monotonic() + FREE_SECONDS
    while True:
        try:
            return listen(host, port, shared=shared)
        except CommandError:
            if time.monotonic() > deadline:
                raise
            time.sleep(LOOK_SECONDS)


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
