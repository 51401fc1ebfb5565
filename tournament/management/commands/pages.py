"""`manage.py pages`: a process that answers all that is not a tablet's.

`manage.py run` starts it beside the web processes, which read the head of each request and pass its socket on.
"""

import os
import socket
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournament.config.connection import PageConnection
from tournament.front.passing import listen
from tournament.management.prepare import USUAL_PORT
from tournament.management.serving import PagesServer, prepare_to_serve

# Where a core is wanted for a tap, a page waits.
NICENESS = 5
PRIORITY_OF_SESSION = Path("/proc/self/autogroup")


class Command(BaseCommand):
    help = "Answer the requests for pages that this host's web processes pass on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="where the web processes listen, for links")
        parser.add_argument("--port", type=int, default=USUAL_PORT)
        parser.add_argument(
            "--fd", type=int, help="a listening Unix socket that was opened by the parent process"
        )

    def handle(self, *_args: Any, host: str, port: int, fd: int | None, **_options: Any) -> None:
        yield_to_taps()
        settings.LISTENS_ON, settings.PLAIN_PORT = host, port
        listener = socket.socket(fileno=fd) if fd is not None else listen(settings.PAGES_SOCKET)
        PagesServer(prepare_to_serve(PageConnection), listener).run(sockets=[])


def yield_to_taps() -> None:
    """Lower the priority of this process, and that of its session where it has one of its own, as under the supervisor:
    Linux weighs a process within its session only, and sessions against each other (sched(7), autogroups).
    """
    os.nice(NICENESS)
    if os.getsid(0) == os.getpid():
        # Elsewhere, and in a kernel without them, there is no such file.
        with suppress(OSError):
            PRIORITY_OF_SESSION.write_text(str(NICENESS))
