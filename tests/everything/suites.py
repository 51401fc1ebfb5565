"""The tests, in three suites: in a browser, on SQLite, on PostgreSQL."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from tests.everything.checks import ROOT
from tests.everything.outcome import Outcome, announce
from tests.postgres import PostgresMissing, find_binaries

CORES = os.cpu_count() or 2
# What pytest ends with where it came to its end and some tests failed.
SOME_FAILED = 1
# And where nothing was selected: with arguments of one's own that may be so.
NOTHING_SELECTED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Some of the tests on one database. `part` as tests/selection.py has it; `leaves_out` are folders without any."""

    name: str
    database: Literal["sqlite", "postgresql"]
    part: Literal["browser", "rest"]
    workers: int
    distribution: Sequence[str]
    paths: Sequence[str] = ("tests",)
    leaves_out: Sequence[str] = ()
    # Long tests wait for processes and clocks; the soak has three processes of the tests on SQLite for four minutes.
    more_when_long: int = 2
    # Where it differs: a worker that begins with what is slow would have all of it.
    distribution_when_long: Sequence[str] = ()


# Each worker takes the next test, the longest first.
ONE_BY_ONE: Final = ("--dist", "load", "--maxschedchunk", "1")
IN_BROWSER = Suite(
    name="tests in a browser",
    database="sqlite",
    part="browser",
    # A browser waits a third of its time: the others get on then. Each further process imports everything, starts a
    # house and a browser, and would not end the whole earlier.
    workers=max(1, CORES // 2),
    distribution=ONE_BY_ONE,
    paths=("tests/e2e",),
    # Two go first to half of the places, and leave the others theirs.
    more_when_long=1,
)
ON_SQLITE = Suite(
    name="tests on SQLite",
    database="sqlite",
    part="rest",
    # More would not end earlier: each imports everything and starts a house.
    workers=CORES,
    distribution=("--dist", "worksteal"),
    distribution_when_long=ONE_BY_ONE,
    leaves_out=("tests/e2e",),
)
ON_POSTGRESQL = Suite(
    name="tests on PostgreSQL",
    database="postgresql",
    part="rest",
    workers=max(1, CORES // 2),
    distribution=("--dist", "worksteal"),
    # Collected for nothing: none of these has a database.
    leaves_out=("tests/e2e", "tests/tables/engine", "tests/tables/floor", "tests/tournament/rules"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What one run of pytest came to, as its process and its report (tests/conftest.py) tell."""

    status: int
    said: str
    seconds: float
    counts: Mapping[str, int] = field(default_factory=dict)
    left_out: Sequence[str] = ()
    failed: Sequence[str] = ()


def run_suite(suite: Suite, arguments: Sequence[str], *, long: bool) -> Outcome:
    """Run a suite, announce how it went and read back what ran."""
    if missing := postgresql_missing(suite):
        words = f"SKIPPED: every test on PostgreSQL: {missing}"
        return announce(Outcome(name=suite.name, passed=True, seconds=0.0, left_out=[words]))
    ran = run_pytest(suite, pytest_command(suite, arguments, long=long), long=long)
    passed = ran.counts.get("passed", 0)
    allowed = {0, NOTHING_SELECTED} if arguments else {0}
    return announce(
        Outcome(
            name=suite.name,
            passed=ran.status in allowed and (passed > 0 or bool(arguments)),
            seconds=ran.seconds,
            detail=f"{passed} passed",
            left_out=ran.left_out,
            counts=ran.counts,
            # Where it was interrupted nobody knows of the rest; with arguments such as -x neither.
            failed=ran.failed if ran.status == SOME_FAILED and not arguments else (),
            said=ran.said,
        )
    )


def run_pytest(suite: Suite, command: Sequence[str], *, long: bool) -> Ran:
    """Run pytest in the environment of a suite."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="floorman-report-") as directory:
        report = Path(directory) / "report.json"
        environment = {
            "TEST_DB": suite.database,
            "FLOORMAN_TEST_PART": suite.part,
            "FLOORMAN_TESTS": "long" if long else "",
            "FLOORMAN_TEST_REPORT": str(report),
        }
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        told = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    return Ran(status=done.returncode, said=done.stdout, seconds=time.monotonic() - began, **told)


def postgresql_missing(suite: Suite) -> str:
    """Return why there is no PostgreSQL for this suite, or nothing."""
    if suite.database != "postgresql" or os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return ""
    try:
        find_binaries()
    except PostgresMissing as missing:
        return str(missing)
    return ""


def pytest_command(suite: Suite, arguments: Sequence[str], *, long: bool) -> list[str]:
    """Return the command of a suite."""
    ignored = [f"--ignore={folder}" for folder in suite.leaves_out]
    workers = suite.workers + (suite.more_when_long if long else 0)
    # A single process needs nobody to give it its tests.
    distribution = (long and suite.distribution_when_long) or suite.distribution
    parallel = ["-n", str(workers), *distribution] if workers > 1 else []
    named = [] if names_paths(arguments) else suite.paths
    return [sys.executable, "-m", "pytest", "-q", *parallel, *ignored, *named, *arguments]


def names_paths(arguments: Sequence[str]) -> bool:
    """Say whether somebody named files to be tested."""
    return any((ROOT / argument.partition("::")[0]).exists() for argument in arguments)
