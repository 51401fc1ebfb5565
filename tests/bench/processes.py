"""Processor time and memory of processes, and which process is what (Linux)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def thread_seconds(pid: int) -> float:
    """Processor time of the threads that a process has now, to the nanosecond."""
    seconds = 0.0
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            seconds += int((task / "schedstat").read_text().split()[0]) / 1e9
    return seconds


def cpu_seconds(pid: int, *, with_ended: bool = False) -> float:
    """Processor time of a process and its threads, to ten milliseconds; 0 once it is gone.

    with_ended: that of its children which have ended, too.
    """
    with suppress(FileNotFoundError, ProcessLookupError):
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, words[11 : 15 if with_ended else 13])) / TICKS_PER_SECOND
    return 0.0


def resident_mb(pid: int) -> float:
    """Memory of a process; what it shares with others counts in each."""
    with suppress(FileNotFoundError, ProcessLookupError):
        words = Path(f"/proc/{pid}/statm").read_text().split()
        return int(words[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0


def family(pid: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield pid
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from family(int(child))


def command_line(pid: int) -> str:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    return ""


def load_of_machine() -> str:
    """What else the machine has to do: a measurement begins at nearly nothing."""
    load = Path("/proc/loadavg")
    return load.read_text().split()[0] if load.exists() else "unknown"
