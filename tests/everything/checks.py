"""The checks that read the code: types, layers, templates, migrations, style."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.everything.outcome import Outcome, announce
from tests.machine import everything_is_required
from tests.turns import turn_of_run

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
TEMPLATE_PLACES = ("templates", "tournament/templates", "tables/templates")


def lint_commands() -> dict[str, list[str]]:
    """Return the checks by name, the slowest first."""
    templates, of_jinja = _templates("*.html"), _templates("*.jinja")
    # What nobody reads again need not be written: an eighth of the time.
    types = ["mypy", "--cache-dir", os.devnull] if everything_is_required() else ["mypy"]
    return {
        "types (mypy)": types,
        "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
        "django check": ["python", "manage.py", "check", "--fail-level", "WARNING"],
        "templates (djlint)": ["djlint", "--lint", "--quiet", *templates],
        "templates of Jinja (djlint)": ["djlint", "--profile", "jinja", "--lint", "--quiet", *of_jinja],
        # djade knows Django's templates only.
        "templates (djade)": ["djade", "--target-version", "5.2", "--check", *templates],
        "contracts (import-linter)": ["lint-imports", "--no-logo"],
        "rules page (docs/rules.md)": ["python", "-m", "tests.rules_proved"],
        "lint (ruff)": ["ruff", "check", "--output-format", "concise", "."],
        "format (ruff)": ["ruff", "format", "--check", "."],
    }


def _templates(pattern: str) -> list[str]:
    return sorted(str(path) for place in TEMPLATE_PLACES for path in (ROOT / place).rglob(pattern))


def run_check(name: str, command: Sequence[str], environment: Mapping[str, str]) -> Outcome:
    """Run one check and keep what it says for the case that it fails."""
    with turn_of_run():
        began = time.monotonic()
        done = subprocess.run(
            [str(BIN / command[0]), *command[1:]],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    seconds = time.monotonic() - began
    return announce(Outcome(name=name, passed=done.returncode == 0, seconds=seconds, said=done.stdout))


def lint(*, at_once: int) -> list[Outcome]:
    """Run all checks, so many at once, and announce how each went."""
    with (
        tempfile.TemporaryDirectory(prefix="floorman-lint-") as directory,
        ThreadPoolExecutor(at_once) as pool,
    ):
        environment = {"FLOORMAN_DATA_DIR": directory}
        running = [
            pool.submit(run_check, name, command, environment) for name, command in lint_commands().items()
        ]
        return [check.result() for check in running]
