"""The processes under the supervisor: started so that none survives it, started again when they die.

Every child has its own session, so that Ctrl-C in the terminal reaches only the supervisor, which stops them
in order. And every child asks the kernel to be killed when the supervisor dies (Linux), so that even kill -9
of the supervisor leaves nothing behind.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

PR_SET_PDEATHSIG = 1
FIRST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 8.0
# A child that ran this long was healthy: if it dies later, counting starts again.
WELL_AFTER_SECONDS = 20.0

# Loaded here, in the parent: between fork and exec a child must not load anything.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with(parent: int) -> Callable[[], None]:
    """Return what a child does between fork and exec so that it dies with its parent."""

    def ask_the_kernel() -> None:
        if _libc is not None:
            _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            # The parent may have died before the kernel was asked.
            if os.getppid() != parent:
                os.kill(os.getpid(), signal.SIGKILL)

    return ask_the_kernel


@dataclass(slots=True, kw_only=True)
class ManagedProcess:
    """One process and its history. `say` tells the operator what happens, in words."""

    name: str
    command: Sequence[str]
    say: Callable[[str], None]
    environment: Mapping[str, str] = field(default_factory=dict)
    pass_fds: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    _pause: float = FIRST_PAUSE_SECONDS
    _again_at: float = 0.0

    def start(self) -> None:
        """Start the process."""
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **self.environment},
            pass_fds=self.pass_fds,
            start_new_session=True,
            preexec_fn=die_with(os.getpid()),  # noqa: PLW1509  # the supervisor has one thread
        )
        self.started_at = time.monotonic()

    def is_alive(self) -> bool:
        """Say whether the process runs."""
        return self.process is not None and self.process.poll() is None

    def look_after(self) -> None:
        """Start the process again if it died: soon at first, later with longer and longer pauses."""
        now = time.monotonic()
        if self.is_alive():
            return
        if self.process is not None:
            self._bury(self.process.returncode, now)
        elif now >= self._again_at:
            self.start()
            self.say(f"{self.name} runs again.")

    def _bury(self, status: int, now: float) -> None:
        if now - self.started_at > WELL_AFTER_SECONDS:
            self._pause = FIRST_PAUSE_SECONDS
        self.say(f"{self.name} ended ({describe(status)}); starting it again in {self._pause:g} s.")
        self._again_at = now + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE_SECONDS)
        self._signal(signal.SIGKILL)
        self.process = None

    def _signal(self, number: signal.Signals) -> None:
        # The whole session: whatever the process itself has started goes with it.
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def ask_to_stop(self) -> None:
        """Send the signal to end in good order."""
        if self.is_alive():
            self._signal(signal.SIGTERM)

    def see_off(self, patience_seconds: float) -> None:
        """Wait for the end, then enforce it."""
        if self.process is None:
            return
        try:
            self.process.wait(patience_seconds)
        except subprocess.TimeoutExpired:
            self.say(f"{self.name} did not end by itself and was killed.")
        self._signal(signal.SIGKILL)
        self.process.wait()
        self.process = None


def describe(status: int) -> str:
    """Say in words how a process ended."""
    if status < 0:
        with suppress(ValueError):
            return f"killed by {signal.Signals(-status).name}"
    return f"status {status}"
