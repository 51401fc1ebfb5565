"""Whose turn it is to serve: of the web processes that were started for one place, one serves and one stands ready.

To load everything takes seconds, in which no tap would be answered. So the next one has loaded before it is needed,
and waits for a lock that the kernel takes from a process in the moment in which it dies, however that dies.
"""

from __future__ import annotations

import fcntl
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from tournament.signs import EVERY_SECONDS, give_sign

# A tablet notices none of it.
LOOK_SECONDS: Final = 0.05


class FileTurn:
    """The turn of this process at what the file stands for."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab")

    def wait(self) -> None:
        """Return once it is this one's turn; give signs of life meanwhile, so that one that hangs is replaced."""
        sign_due = 0.0
        while True:
            with suppress(BlockingIOError):
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            if time.monotonic() >= sign_due:
                give_sign()
                sign_due = time.monotonic() + EVERY_SECONDS
            time.sleep(LOOK_SECONDS)

    def pass_on(self) -> None:
        """It is the next one's turn; nothing happens if it is already."""
        self._file.close()
