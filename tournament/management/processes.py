"""The processes under the supervisor: started so that none survives it, started again when they die or hang.

Every child has its own session, so that Ctrl-C in the terminal reaches only the supervisor, which stops them
in order. And every child asks the kernel to be killed when the supervisor dies (Linux), so that even kill -9
of the supervisor leaves nothing behind.

A process that hangs is one that has given signs of life and no longer does: it is killed, not asked, and then
started like one that died. Nobody is judged before the first sign, for a start may take long; and when the supervisor
itself was held up, as in a laptop that slept, the silence of that time is nobody's fault.
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

from tournament.signs import VARIABLE

PR_SET_PDEATHSIG = 1
FIRST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 8.0
# A child that ran this long was healthy: if it dies later, counting starts again.
WELL_AFTER_SECONDS = 20.0

# A process that was alive and has given no sign for so long hangs. Locked databases and full disks do not silence it.
HUNG_AFTER_SECONDS = 25.0
# What cannot give signs is asked this often.
ASKED_EVERY_SECONDS = 5.0
# Who looks after the processes ten times a second and comes back only after this has been held up itself.
HELD_UP_SECONDS = 3.0

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
    """One process and its history. `say` tells the operator what happens, in words.

    `gives_signs` for a process that does (tournament.signs), `answers` to ask one that cannot. `note_hung` is called
    with the name of one that hung.
    """

    name: str
    command: Sequence[str]
    say: Callable[[str], None]
    environment: Mapping[str, str] = field(default_factory=dict)
    pass_fds: tuple[int, ...] = ()
    gives_signs: bool = False
    answers: Callable[[], bool] | None = None
    note_hung: Callable[[str], None] = lambda _name: None
    hung_after_seconds: float = HUNG_AFTER_SECONDS
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    _signs: int | None = None
    _sign_at: float | None = None
    _asked_at: float = 0.0
    _looked_at: float = 0.0
    _pause: float = FIRST_PAUSE_SECONDS
    _again_at: float = 0.0

    def start(self) -> None:
        """Start the process."""
        environment, descriptors = {**os.environ, **self.environment}, self.pass_fds
        writing_end = self._open_signs() if self.gives_signs else None
        if writing_end is not None:
            environment[VARIABLE] = str(writing_end)
            descriptors += (writing_end,)
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                env=environment,
                pass_fds=descriptors,
                start_new_session=True,
                preexec_fn=die_with(os.getpid()),  # noqa: PLW1509  # the supervisor has one thread
            )
        finally:
            if writing_end is not None:
                os.close(writing_end)
        self.started_at = self._looked_at = time.monotonic()
        self._sign_at = None

    def _open_signs(self) -> int:
        """Open the pipe for the signs of the next process; return its writing end."""
        self._close_signs()
        self._signs, writing_end = os.pipe()
        for end in (self._signs, writing_end):
            os.set_blocking(end, False)
        return writing_end

    def _close_signs(self) -> None:
        if self._signs is not None:
            os.close(self._signs)
            self._signs = None

    def is_alive(self) -> bool:
        """Say whether the process runs."""
        return self.process is not None and self.process.poll() is None

    def look_after(self) -> None:
        """Kill the process if it hangs. Start it again if it died: soon at first, later with longer pauses."""
        now = time.monotonic()
        if self.is_alive():
            if self._hangs(now):
                self._kill_hung(now)
            return
        if self.process is not None:
            self._bury(self.process.returncode, now)
        elif now >= self._again_at:
            self._start_again(now)

    def _start_again(self, now: float) -> None:
        """A machine that has no memory or no descriptor left at this moment may have some in the next."""
        try:
            self.start()
        except OSError as error:
            self.say(
                f"{self.name} could not be started ({error.strerror}); trying again in {self._pause:g} s. "
                "Look at the memory and the load of the computer."
            )
            self._put_off(now)
        else:
            self.say(f"{self.name} runs again.")

    def _put_off(self, now: float) -> None:
        """Each attempt waits longer than the one before."""
        self._again_at = now + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE_SECONDS)

    def _hangs(self, now: float) -> bool:
        held_up, self._looked_at = now - self._looked_at, now
        if self._sign_at is not None and held_up > HELD_UP_SECONDS:
            self._sign_at += held_up
        if self._has_signed(now):
            self._sign_at = now
        return self._sign_at is not None and now - self._sign_at > self.hung_after_seconds

    def _has_signed(self, now: float) -> bool:
        if self._signs is not None:
            with suppress(BlockingIOError):
                return bool(os.read(self._signs, 4096))
        if self.answers is not None and now - self._asked_at > min(
            ASKED_EVERY_SECONDS, self.hung_after_seconds / 3
        ):
            self._asked_at = now
            return self.answers()
        return False

    def _kill_hung(self, now: float) -> None:
        silent = now - (self._sign_at or now)
        self.say(f"{self.name} has given no sign of life for {silent:.0f} s and is killed.")
        self._signal(signal.SIGKILL)
        self._sign_at = None
        self.note_hung(self.name)

    def _bury(self, status: int, now: float) -> None:
        if now - self.started_at > WELL_AFTER_SECONDS:
            self._pause = FIRST_PAUSE_SECONDS
        self.say(f"{self.name} ended ({describe(status)}); starting it again in {self._pause:g} s.")
        self._put_off(now)
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
        self._close_signs()


def describe(status: int) -> str:
    """Say in words how a process ended."""
    if status < 0:
        with suppress(ValueError):
            return f"killed by {signal.Signals(-status).name}"
    return f"status {status}"
