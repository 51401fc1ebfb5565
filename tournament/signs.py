"""Signs of life of a process that the supervisor started: one byte after another through a pipe.

Whatever drives a process gives them, its event loop or its rounds, so that one that hangs falls silent. Nothing here
asks a database, a network or a disk: those may hang without the process hanging.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

# The writing end of the pipe. Taken out of the environment: what the process starts itself has no such descriptor.
VARIABLE: Final = "FLOORMAN_SIGNS"
# What the supervisor calls the log file of a process (tournament.config.logs).
LOG_VARIABLE: Final = "FLOORMAN_LOG"
EVERY_SECONDS: Final = 2.0

_pipe: int | None = int(given) if (given := os.environ.pop(VARIABLE, "")).isdecimal() else None


def give_sign() -> None:
    """Say that this process is alive; nobody hears it where no supervisor has started it."""
    if _pipe is not None:
        # Full while the supervisor is held up, which hears enough then; broken when it is gone.
        with suppress(OSError):
            os.write(_pipe, b".")
