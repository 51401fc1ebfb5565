"""`make test`: lint and types, then every test on SQLite with the browser tests, then on PostgreSQL what touches it.

One call, one closing summary, and no silence about what this machine cannot run. Where `CI` or `REQUIRE_ALL` is set
a part that did not run is a failure: a green result without browsers or PostgreSQL would say too much.

    python -m tests.everything [--lint-only] [arguments for pytest]
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from tests.machine import everything_is_required
from tests.postgres import PostgresMissing, find_binaries

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
# Browsers wait a good deal, databases hardly ever.
WORKERS = {"sqlite": "4", "postgresql": "3"}
TEMPLATE_PLACES = ("templates", "tournament/templates", "tables/templates")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one step went. `left_out` says in words what it could not run."""

    name: str
    passed: bool
    seconds: float
    detail: str = ""
    left_out: Sequence[str] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


def lint_commands() -> dict[str, list[str]]:
    """Return the checks that read the code, by name, the slowest first."""
    templates = sorted(str(path) for place in TEMPLATE_PLACES for path in (ROOT / place).rglob("*.html"))
    return {
        "types (mypy)": ["mypy"],
        "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
        "django check": ["python", "manage.py", "check", "--fail-level", "WARNING"],
        "templates (djlint)": ["djlint", "--lint", "--quiet", *templates],
        "templates (djade)": ["djade", "--target-version", "5.2", "--check", *templates],
        "contracts (import-linter)": ["lint-imports", "--no-logo"],
        "rules page (docs/rules.md)": ["python", "-m", "tests.rules_proved"],
        "lint (ruff)": ["ruff", "check", "--output-format", "concise", "."],
        "format (ruff)": ["ruff", "format", "--check", "."],
    }


def run_quietly(name: str, command: Sequence[str], environment: Mapping[str, str]) -> Outcome:
    """Run a check and keep what it says for the case that it fails."""
    began = time.monotonic()
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    passed = done.returncode == 0
    if not passed:
        print(f"\n--- {name} ---\n{done.stdout}", flush=True)
    return Outcome(name=name, passed=passed, seconds=time.monotonic() - began)


def lint() -> list[Outcome]:
    """Run all checks, two at a time."""
    with tempfile.TemporaryDirectory(prefix="floorman-lint-") as directory, ThreadPoolExecutor(2) as pool:
        environment = {"FLOORMAN_DATA_DIR": directory}
        running = [
            pool.submit(run_quietly, name, command, environment) for name, command in lint_commands().items()
        ]
        return [check.result() for check in running]


def run_pytest(name: str, database: str, arguments: Sequence[str]) -> Outcome:
    """Run the tests on one database and read back what ran."""
    print(f"\n=== {name} ===", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="floorman-report-") as directory:
        report = Path(directory) / "report.json"
        parallel = ["-n", WORKERS[database], "--dist", "worksteal", "-q"]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *parallel, *arguments],
            cwd=ROOT,
            env={**os.environ, "TEST_DB": database, "FLOORMAN_TEST_REPORT": str(report)},
        )
        counts = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    left_out = counts.pop("left_out", [])
    passed = done.returncode == 0 and counts.get("passed", 0) > 0
    detail = f"{counts.get('passed', 0)} passed, {counts.get('in_browser', 0)} of them in a browser"
    return Outcome(
        name=name,
        passed=passed,
        seconds=time.monotonic() - began,
        detail=detail,
        left_out=left_out,
        counts=counts,
    )


def test_on_postgresql(arguments: Sequence[str]) -> Outcome:
    """Run the tests on PostgreSQL, or say why not."""
    try:
        find_binaries()
    except PostgresMissing as missing:
        if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
            words = [f"SKIPPED: every test on PostgreSQL: {missing}"]
            return Outcome(name="tests on PostgreSQL", passed=True, seconds=0.0, left_out=words)
    return run_pytest("tests on PostgreSQL", "postgresql", arguments)


def what_is_missing(on_sqlite: Outcome, on_postgresql: Outcome) -> list[str]:
    """Return what must have run where everything is required, and did not."""
    needed: dict[str, Callable[[], int]] = {
        "no browser test ran": lambda: on_sqlite.counts.get("in_browser", 0),
        "no test ran on PostgreSQL": lambda: on_postgresql.counts.get("passed", 0),
    }
    missing = [words for words, count in needed.items() if count() == 0]
    return missing + [words for outcome in (on_sqlite, on_postgresql) for words in outcome.left_out]


def sum_up(outcomes: Sequence[Outcome], missing: Sequence[str], *, seconds: float) -> int:
    """Print the closing summary and return the exit status."""
    print("\n=== summary ===")
    for outcome in outcomes:
        verdict = "ok    " if outcome.passed else "FAILED"
        print(f"{verdict} {outcome.seconds:6.1f} s  {outcome.name}  {outcome.detail}".rstrip())
    left_out = [words for outcome in outcomes for words in outcome.left_out]
    if left_out:
        print("\nSkipped on this machine:")
        print("\n".join(f"  {words}" for words in left_out))
    if missing:
        print("\nEverything is required here (CI or REQUIRE_ALL is set), but this was not run:")
        print("\n".join(f"  {words}" for words in missing))
    print(f"\n{seconds:.0f} s in total", flush=True)
    return 0 if all(outcome.passed for outcome in outcomes) and not missing else 1


def main(arguments: Sequence[str]) -> int:
    """Run everything and return the exit status."""
    began = time.monotonic()
    print("=== lint and types ===", flush=True)
    missing: list[str] = []
    # Beside the tests: the type checker keeps one core busy, and the tests wait for browsers now and then.
    with ThreadPoolExecutor(1) as pool:
        checks = pool.submit(lint)
        tests: list[Outcome] = []
        if "--lint-only" not in arguments:
            on_sqlite = run_pytest("tests on SQLite, browser included", "sqlite", arguments)
            on_postgresql = test_on_postgresql(arguments)
            tests = [on_sqlite, on_postgresql]
            if everything_is_required():
                missing = what_is_missing(on_sqlite, on_postgresql)
        outcomes = [*checks.result(), *tests]
    return sum_up(outcomes, missing, seconds=time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
