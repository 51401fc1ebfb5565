"""What each folder of tests may cost, and which has grown beyond it.

tests/budgets.toml has a table for each suite: seconds of processor in `make test`, as they are where the engine replays
STATED_RATE published hands a second. A run measures that rate beside its tests, so that a slow machine exceeds nothing.
The rate says less of pages and databases than of the engine: what all folders took more alike is the machine's as well.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.times.run import Cost, TimesOfRun
from tests.times.yardstick import STATED_RATE

PAGE = Path(__file__).resolve().parents[1] / "budgets.toml"
# A folder may exceed its budget by a third. The seconds are chance: whichever folder of a process asks first for the
# shared house and its Valkey pays for their start.
EXCESS = 4 / 3
CHANCE_SECONDS = 6.0
# The folders that say how dear a run came as a whole: those below cost what chance lets them.
WEIGHTY_SECONDS = 10.0

HEAD = f"""\
# What each folder of tests may cost in `make test`: seconds of processor where the engine replays {STATED_RATE:,}
# published hands a second. A folder over its budget by a third fails the run. `python -m tests.times --budgets`
# states what the last whole run has cost: a lower figure is for keeping, a higher one is a decision with a reason.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """One folder of tests in one suite: what it cost at the stated rate, and its budget; None where it has none yet."""

    suite: str
    name: str
    seconds: float
    budget: float | None

    def is_over(self, dearness: float = 1.0) -> bool:
        """Say whether it grew beyond its budget in a run that came so many times as dear as all budgets say."""
        return self.seconds > EXCESS * dearness * (self.budget or 0.0) + CHANCE_SECONDS


def read_budgets(page: Path = PAGE) -> Mapping[str, Mapping[str, float]]:
    """Return the budgets by suite and folder."""
    return tomllib.loads(page.read_text(encoding="utf-8")) if page.exists() else {}


def folders_of(run: TimesOfRun, budgets: Mapping[str, Mapping[str, float]]) -> list[Folder]:
    """Return the folders that ran, the dearest first."""
    faster = run.rate / STATED_RATE
    folders = [
        Folder(
            suite=suite,
            name=name,
            seconds=sum((test.whole for test in tests), Cost()).processor * faster,
            budget=budgets.get(suite, {}).get(name),
        )
        for suite in run.suites
        for name, tests in run.by_folder(suite).items()
    ]
    return sorted(folders, key=lambda folder: -folder.seconds)


def dearness_of(folders: Sequence[Folder]) -> float:
    """How many times its budget the folder in the middle took: 1 to EXCESS; more than that is no machine's."""
    stated = ((folder.seconds, folder.budget or 0.0) for folder in folders)
    ratios = [seconds / budget for seconds, budget in stated if budget >= WEIGHTY_SECONDS]
    return min(max(median(ratios or [1.0]), 1.0), EXCESS)


def sentences_of(folders: Sequence[Folder]) -> list[str]:
    """Say of each folder over its budget what to do."""
    dearness = dearness_of(folders)
    return [
        f"{folder.name} on {folder.suite} took {folder.seconds:.1f} s of processor, its budget is"
        f" {folder.budget or 0:.1f} s: make its tests cheaper (docs/tests.md says how), or raise the budget in"
        " tests/budgets.toml and say in the commit what the seconds prove."
        for folder in folders
        if folder.is_over(dearness)
    ]


def page_of(folders: Sequence[Folder]) -> str:
    """Return tests/budgets.toml for what these folders have cost."""
    parts = [HEAD]
    for suite in sorted({folder.suite for folder in folders}):
        of_suite = sorted((folder for folder in folders if folder.suite == suite), key=lambda each: each.name)
        lines = [f'"{folder.name}" = {folder.seconds:.1f}' for folder in of_suite]
        parts.append("\n".join([f"[{suite}]", *lines]) + "\n")
    return "\n".join(parts)
