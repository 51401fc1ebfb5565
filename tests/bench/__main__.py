"""`make bench`: every figure of docs/performance.md, in about twenty minutes.

    python -m tests.bench [--write] [--short] [engine] [counts] [beside] [screens] [taps] [readers] [tick] [paints]
                          [pages] [chops] [flights] [formulas] [seasons]

Without the name of a part all of them run. --write puts what was said into docs/performance.md; --short makes the
runs of taps a fifth as long.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.engine import machine
from tests.bench.processes import load_of_machine
from tests.postgres import PostgresMissing, find_binaries

ROOT = Path(__file__).parents[2]
NOTE = ROOT / "docs" / "performance.md"
LAST_RUN = re.compile(r"(?<=## The last run\n\n```text\n).*?(?=```\n)", re.DOTALL)
SYNCS = 200

ON_POSTGRESQL = {"postgresql", "one-host", "two-hosts"}
FLAGS = ("--write", "--short")
PARTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "engine": (("tests.bench.engine",),),
    "counts": (("tests.bench.counts",),),
    "beside": (("tests.bench.beside_pokerkit", "--summary"),),
    "screens": (("tests.bench.screens",),),
    "taps": (
        ("tests.bench.tap_profile", "postgresql"),
        ("tests.bench.tap_profile", "sqlite"),
        ("tests.bench.taps", "postgresql"),
        ("tests.bench.taps", "sqlite"),
        ("tests.bench.taps", "one-host"),
        ("tests.bench.taps", "two-hosts"),
    ),
    "readers": (("tests.bench.readers",),),
    "tick": (("tests.bench.tick",),),
    "paints": (("tests.bench.paints",),),
    "pages": (("tests.bench.pages", "--write"),),
    "chops": (("tests.bench.chops",),),
    "flights": (("tests.bench.flights",),),
    "formulas": (("tests.bench.formulas",),),
    "seasons": (("tests.bench.seasons",),),
}


class Report:
    """Says every line at once and keeps it."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        print(line, flush=True)
        self.lines.append(line)

    def run(self, module: str, *words: str) -> int:
        """Run one part in a process of its own: the settings of one house are not those of the next."""
        process = subprocess.Popen(
            [sys.executable, "-m", module, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout
        for line in process.stdout:
            self.say(line.rstrip())
        return process.wait()


def sync_milliseconds() -> float:
    """How long this disk takes to have a page for sure: every acknowledged tap waits for that once."""
    times = []
    with tempfile.TemporaryFile() as file:
        for _ in range(SYNCS):
            file.write(b"x" * 4096)
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def main(arguments: Sequence[str]) -> int:
    parts = [word for word in arguments if word not in FLAGS]
    unknown = set(parts) - set(PARTS)
    if unknown:
        print(f"{__doc__}\nunknown: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    began, report, worst = time.monotonic(), Report(), 0
    report.say(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {machine()}")
    report.say(
        f"load before: {load_of_machine()}; one fsync: {sync_milliseconds():.1f} ms (median of {SYNCS})"
    )
    for part in parts or PARTS:
        for module, *words in PARTS[part]:
            missing = what_is_missing() if ON_POSTGRESQL & set(words) else ""
            short = ["--short"] if module == "tests.bench.taps" and "--short" in arguments else []
            if missing:
                report.say(f"\nSKIPPED: {module} {' '.join(words)}: {missing}")
            else:
                worst = max(worst, report.run(module, *words, *short))
    report.say(f"\nall of it: {time.monotonic() - began:,.0f} s")
    if "--write" in arguments:
        said = "\n".join(report.lines) + "\n"
        NOTE.write_text(LAST_RUN.sub(lambda _: said, NOTE.read_text(encoding="utf-8")), encoding="utf-8")
    return worst


def what_is_missing() -> str:
    try:
        find_binaries()
    except PostgresMissing as missing:
        return str(missing)
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
