"""`manage.py streams`: the process that serves the push streams of one host.

`manage.py run` starts it beside the web processes, which read the head of each request and hand its socket over.
"""

import asyncio
import gc
import socket
import sys
from argparse import ArgumentParser
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournament.config.patience import serve_people
from tournament.front.passing import listen
from tournament.live.serving import serve
from tournament.management.prepare import raise_file_limit

# A thread that waits for the interpreter gets it after so long: what is written to viewers comes between two lines
# of a fragment that is being rendered.
SWITCH_SECONDS = 0.001


class Command(BaseCommand):
    help = "Serve the push streams that this host's web processes hand over."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--fd", type=int, help="a listening Unix socket that was opened by the parent process"
        )

    def handle(self, *_args: Any, fd: int | None, **_options: Any) -> None:
        listener = socket.socket(fileno=fd) if fd is not None else listen(settings.STREAMS_SOCKET)
        raise_file_limit()
        serve_people()
        sys.setswitchinterval(SWITCH_SECONDS)
        # Views register their fragments and listeners where they are defined: load them all before the first stream.
        import_module(settings.ROOT_URLCONF)
        # What is loaded stays: the collector need not look through it beside ten thousand viewers.
        gc.freeze()
        asyncio.run(serve(listener))
