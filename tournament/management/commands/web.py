"""`manage.py web`: one web process, push streams in front and Django behind.

`manage.py run` starts it; in larger rooms run as many as wanted behind a proxy.
"""

import os
import socket
from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournament.config.patience import serve_people
from tournament.front.protocol import FrontProtocol
from tournament.front.server import FrontServer
from tournament.management.prepare import USUAL_PORT

GRACE_SECONDS = 1
KEEP_ALIVE_SECONDS = 75


class Server(FrontServer):
    """The front's server, telling the hub first: a stream never ends by itself, and the server would wait for it."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Not before the server has loaded the application: it opens threads.
        from tournament.config.asgi import hub  # noqa: PLC0415

        hub.close_streams()
        await super().shutdown(sockets)


class Command(BaseCommand):
    help = "Serve Floorman from this process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=USUAL_PORT)
        parser.add_argument("--fd", type=int, help="a listening socket that was opened by the parent process")

    def handle(self, *_args: Any, host: str, port: int, fd: int | None, **_options: Any) -> None:
        listener = socket.socket(fileno=fd) if fd is not None else listen(host, port)
        settings.LISTENS_ON = listener.getsockname()[0]
        serve_people()
        proxy = os.environ.get("FLOORMAN_TRUSTED_PROXY", "")
        config = uvicorn.Config(
            "tournament.config.asgi:application",
            loop="uvloop",
            http=FrontProtocol,
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
        Server(config).run(sockets=[listener])


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket, or say in one line why not."""
    try:
        family, *_rest, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=2_048)
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
