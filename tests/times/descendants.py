"""The processor time of processes that still run: servers, workers and browsers that tests share."""

import os
from pathlib import Path

PROC = Path("/proc")


def processor_of_descendants() -> float:
    """Return the seconds that all descendants of this process have used, with their ended children.

    Zero where there is no /proc.
    """
    stats = dict(_read_stats())
    mine, found = {os.getpid()}, True
    while found:
        more = {process for process, (parent, _) in stats.items() if parent in mine} - mine
        mine |= more
        found = bool(more)
    ticks = sum(stats[process][1] for process in mine - {os.getpid()} if process in stats)
    return ticks / os.sysconf("SC_CLK_TCK")


def _read_stats() -> list[tuple[int, tuple[int, int]]]:
    """Return of each process its number, that of its parent, and its ticks."""
    if not PROC.exists():
        return []
    stats = []
    for place in PROC.iterdir():
        if place.name.isdigit():
            try:
                fields = (place / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:
                continue  # ended in between
            stats.append((int(place.name), (int(fields[1]), sum(int(ticks) for ticks in fields[11:15]))))
    return stats
