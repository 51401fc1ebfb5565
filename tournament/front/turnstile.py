"""A turnstile: of some kind of work only one piece at a time on this machine, whatever the number of processes.

Checking a password takes 100 MB and a tenth of a second of a core, on purpose. As many at once as there are web
processes would take every core from the taps.
"""

import fcntl
from pathlib import Path

from tournament.front.answers import Answer, Scope
from tournament.front.bridge import Respond


def one_at_a_time(respond: Respond, *, lock: Path) -> Respond:
    """Return `respond` so that it waits while another process holds the `lock` file; the kernel frees it on a crash."""

    def respond_alone(scope: Scope, body: bytes) -> Answer:
        with lock.open("a", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            return respond(scope, body)

    return respond_alone
