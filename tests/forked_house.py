"""`manage.py run` whose Python processes are forked from one that has imported everything (tests/nursery.py).

The supervisor is the real one, and so are its children, their sockets, their signs of life and their deaths: only that
none of them imports anything when it starts. So they know no static file that is collected after that. test_run.py
starts the house as an operator does.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any
from unittest.mock import patch

from tests.nursery import NURSERY, Nursery, be_called, load, serve


def words_of(command: Sequence[str]) -> list[str]:
    """Return what Python is to run, as a nursery takes it: a module and its arguments."""
    words = list(command[1:])
    if words[0] == "-W":
        words = words[2:]
    if words[0] == "-m":
        return [f"{words[1]}.__main__", *words[2:]]
    return ["manage", *words[1:]]


def forking(nursery: Nursery) -> Any:
    """Return what takes the place of Popen: what Python would run is forked."""
    popen = subprocess.Popen

    def start(
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        pass_fds: Sequence[int] = (),
        **how: Any,
    ) -> subprocess.Popen[Any]:
        if command[0] != sys.executable:
            return popen(command, env=env, pass_fds=pass_fds, **how)
        return nursery.fork(words_of(command), pass_fds, environment=env or os.environ)

    return start


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")
    # What the supervisor tells its children, before the settings are read for all of them.
    os.environ["FLOORMAN_STATIC_COLLECTED"] = "1"
    load()
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    supervisor = os.getpid()
    if not os.fork():
        ours.close()
        be_called(NURSERY)
        serve(theirs, supervisor)
    theirs.close()
    be_called("manage.py run")
    from manage import main as manage

    with patch.object(subprocess, "Popen", forking(Nursery(line=ours))):
        manage()


if __name__ == "__main__":
    main()
