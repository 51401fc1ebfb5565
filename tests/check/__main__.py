"""Check what a change touches: see the package."""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grimp

from tests.check.changed import ROOT, changed_files
from tests.check.nearest import PACKAGES, by_distance
from tests.everything.checks import BIN
from tests.everything.spent import PLACE

# What a file of tests takes that nobody has measured.
USUAL_SECONDS = 2.0
WORKERS = 2


def checks_of(files: Sequence[str]) -> list[list[str]]:
    """Return the commands that read these files."""
    python = [path for path in files if path.endswith(".py")]
    pages = [path for path in files if path.endswith(".html")]
    commands: list[list[str]] = []
    if python:
        commands += [
            ["ruff", "check", "--output-format", "concise", *python],
            ["ruff", "format", "--check", *python],
            ["mypy", *[path for path in python if "/migrations/" not in path]],
            ["lint-imports", "--no-logo"],
        ]
    if pages:
        commands += [
            ["djlint", "--lint", "--quiet", *pages],
            ["djade", "--target-version", "5.2", "--check", *pages],
        ]
    return commands


def run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> tuple[bool, str]:
    """Run a command of the virtual environment; return whether it passed, and what it said."""
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.returncode == 0, done.stdout


def seconds_by_file(place: Path = PLACE) -> dict[str, float]:
    """Return what each file of tests cost in the last whole run on SQLite, in seconds on the wall."""
    seconds: dict[str, float] = {}
    for path in place.glob("sqlite-rest-*.json"):
        for name, test in json.loads(path.read_text(encoding="utf-8"))["tests"].items():
            file = name.partition("::")[0]
            spent = sum(phase["wall"] for phase in test["phases"].values())
            seconds[file] = seconds.get(file, 0.0) + spent
    return seconds


def what_fits(places: Iterable[str], seconds: Mapping[str, float], *, room: float) -> tuple[list[str], int]:
    """Return the test files for which there is time, the nearest first, and how many are left out."""
    fitting: list[str] = []
    left_out = 0
    for file in (file for place in places for file in _files_in(place)):
        cost = seconds.get(file, USUAL_SECONDS)
        if file in fitting or "/e2e/" in file:
            continue
        if cost <= room:
            fitting.append(file)
            room -= cost
        else:
            left_out += 1
    return fitting, left_out


def _files_in(place: str) -> list[str]:
    path = ROOT / place
    found = sorted(path.glob("test_*.py")) if path.is_dir() else [path]
    return [str(file.relative_to(ROOT)) for file in found]


def main(given: Sequence[str]) -> int:
    """Check the change; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.check", description="What a change touches.")
    parser.add_argument("--since", default="HEAD", help="the commit to compare with")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long the tests may take, about")
    asked = parser.parse_args(given)
    began = time.monotonic()
    files = changed_files(asked.since)
    graph = grimp.build_graph(*PACKAGES, cache_dir=".import_linter_cache")
    importers = {module: graph.find_modules_that_directly_import(module) for module in graph.modules}
    near = by_distance(files, lambda module: importers.get(module, ()))
    tests, left_out = what_fits(near, seconds_by_file(), room=asked.seconds * WORKERS)
    commands = checks_of(files)
    if tests:
        commands.insert(
            0, ["python", "-m", "pytest", "-q", "-n", str(WORKERS), "--dist", "worksteal", *tests]
        )
    with ThreadPoolExecutor(WORKERS) as lanes:
        outcomes = list(lanes.map(lambda command: run(command, {"TEST_DB": "sqlite"}), commands))
    failed = [said for passed, said in outcomes if not passed]
    print("\n".join(failed), end="")
    verdict = "FAILED" if failed else "passed"
    beyond = f"; {left_out} files of tests farther away were left out" if left_out else ""
    took = time.monotonic() - began
    print(
        f"{verdict}: {len(files)} files changed, {len(tests)} files of tests near them{beyond}; {took:.0f} s"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
