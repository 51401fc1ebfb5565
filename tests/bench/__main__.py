"""`make bench`: every figure of docs/performance.md, in under five minutes.

python -m tests.bench [engine] [taps] [tick]       one part or several; without a word all of them
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.engine import machine
from tests.bench.figures import say
from tests.postgres import PostgresMissing, find_binaries

ROOT = Path(__file__).parents[2]

PARTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "engine": (("tests.bench.engine",),),
    "taps": (("tests.bench.taps", "sqlite"), ("tests.bench.taps", "postgresql")),
    "tick": (("tests.bench.tick",),),
}


def load_of_machine() -> str:
    """The load of the last minute: what else the machine had to do when the measurement began."""
    load = Path("/proc/loadavg")
    return load.read_text().split()[0] if load.exists() else "unknown"


def main(arguments: Sequence[str]) -> int:
    unknown = set(arguments) - set(PARTS)
    if unknown:
        print(f"{__doc__}\nunknown: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    began = time.monotonic()
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {machine()}, load before {load_of_machine()}", flush=True)
    worst = 0
    for part in arguments or PARTS:
        for module, *words in PARTS[part]:
            if "postgresql" in words and not has_postgresql():
                continue
            # A process for each: the settings of one house are not those of the next.
            worst = max(worst, subprocess.run([sys.executable, "-m", module, *words], cwd=ROOT).returncode)
    say("\nall of it", f"{time.monotonic() - began:>10,.0f} s")
    return worst


def has_postgresql() -> bool:
    """Say loudly what cannot be measured here."""
    try:
        find_binaries()
    except PostgresMissing as missing:
        print(f"\nLEFT OUT: every figure on PostgreSQL: {missing}", flush=True)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
