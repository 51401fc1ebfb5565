"""A turnstile: of some kind of work only one piece at a time on this machine, whatever the number of processes.

Checking a password takes 100 MB and a tenth of a second of a core, on purpose. As many at once as there are web
processes would take every core from the taps.
"""

import fcntl
import time
from collections.abc import Callable
from pathlib import Path
from threading import Timer

from tournament.front.answers import Answer, Scope
from tournament.front.bridge import Respond

# What comes in masses stands still behind the turnstile for no longer than this.
LONGEST_PAUSE_SECONDS = 3.0


def one_at_a_time(
    respond: Respond, *, lock: Path, pauses: Callable[[Scope], float] = lambda _scope: 0.0
) -> Respond:
    """Return `respond` so that it waits while another process holds the `lock` file.

    `pauses` says for how many times the length of its work a request then stands still in its own lane, while those of
    other lanes go through: that is how large a share each lane has.

    After each piece of work the lock rests as long as the work took: a flood has half a core of the machine, never
    more. The kernel frees it when a process dies.
    """

    def respond_alone(scope: Scope, body: bytes) -> Answer:
        # Asked for the lane by which it came: a wrong password may send the next one by another.
        times = pauses(scope)
        file = lock.open("a", encoding="ascii")
        fcntl.flock(file, fcntl.LOCK_EX)
        began = time.monotonic()
        try:
            return respond(scope, body)
        finally:
            took = time.monotonic() - began
            resting = Timer(took, file.close)
            resting.daemon = True
            resting.start()
            time.sleep(min(took * times, LONGEST_PAUSE_SECONDS))

    return respond_alone
