"""A turnstile: of some kind of work only one piece at a time on this machine, whatever the number of processes.

Checking a password takes 100 MB and a tenth of a second of a core, on purpose. As many at once as there are web
processes would take every core from the taps.
"""

import fcntl
import time
from pathlib import Path
from threading import Timer

from tournament.front.answers import Answer, Scope
from tournament.front.bridge import Respond


def one_at_a_time(respond: Respond, *, lock: Path) -> Respond:
    """Return `respond` so that it waits while another process holds the `lock` file.

    After each piece of work the lock rests as long as the work took: a flood has half a core of the machine, never
    more. The kernel frees it when a process dies.
    """

    def respond_alone(scope: Scope, body: bytes) -> Answer:
        file = lock.open("a", encoding="ascii")
        fcntl.flock(file, fcntl.LOCK_EX)
        began = time.monotonic()
        try:
            return respond(scope, body)
        finally:
            resting = Timer(time.monotonic() - began, file.close)
            resting.daemon = True
            resting.start()

    return respond_alone
