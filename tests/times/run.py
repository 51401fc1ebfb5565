"""A run, read back from what its processes have written: what each folder, test, fixture and builder cost."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PHASES = ("setup", "call", "teardown")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Seconds of processor and on the wall, and of how many.

    `made` are the seconds of processor of the dearest time in each process, and `makers` how many processes that were:
    what is kept is made once in a process, and cheap from then on.
    """

    processor: float = 0.0
    wall: float = 0.0
    times: int = 0
    made: float = 0.0
    makers: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            processor=self.processor + other.processor,
            wall=self.wall + other.wall,
            times=self.times + other.times,
            made=self.made + other.made,
            makers=self.makers + other.makers,
        )

    @property
    def again(self) -> float:
        """Seconds of processor of each further time in a process that has made it already."""
        times = self.times - self.makers
        return (self.processor - self.made) / times if times > 0 else 0.0

    @property
    def waited(self) -> float:
        """Seconds in which nothing of it was on a processor, at least."""
        return max(0.0, self.wall - self.processor)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestCost:
    """One test in one suite: its phases by name, how long it slept, where the product asked the database.

    is_always_there: it runs on PostgreSQL whatever the list says (tests/selection.py).
    """

    __test__ = False

    suite: str
    name: str
    phases: Mapping[str, Cost]
    slept: float
    asked: frozenset[str] = frozenset()
    is_always_there: bool = False

    @property
    def folder(self) -> str:
        return self.name.partition("::")[0].rpartition("/")[0]

    @property
    def whole(self) -> Cost:
        total = sum(self.phases.values(), Cost())
        return Cost(processor=total.processor, wall=total.wall, times=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimesOfRun:
    """All that was measured; `collecting` is what the processes spent on imports before their first test."""

    tests: Sequence[TestCost]
    fixtures: Mapping[str, Cost]
    builders: Mapping[str, Cost]
    collecting: Mapping[str, Cost] = field(default_factory=dict)
    rates: Sequence[float] = ()
    processes: int = 0

    @property
    def rate(self) -> float:
        """Published hands that the engine replayed in a second of processor, beside the tests."""
        return sum(self.rates) / len(self.rates) if self.rates else 0.0

    def by_folder(self, suite: str) -> dict[str, list[TestCost]]:
        folders: dict[str, list[TestCost]] = {}
        for test in self.tests:
            if test.suite == suite:
                folders.setdefault(test.folder, []).append(test)
        return folders

    @property
    def suites(self) -> list[str]:
        return sorted({test.suite for test in self.tests})


def read_run(directory: Path) -> TimesOfRun:
    """Read what the processes of a run have left in this directory."""
    told = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(directory.glob("*.json"))]
    return TimesOfRun(
        tests=[test for process in told for test in _tests(process)],
        fixtures=_summed(process["fixtures"] for process in told),
        builders=_summed(process["builders"] for process in told),
        collecting=_summed({suite_of(process): process["collecting"]} for process in told),
        processes=len(told),
        rates=[rate for process in told for rate in process.get("rates", ())],
    )


def suite_of(process: Mapping[str, Any]) -> str:
    return "browser" if process["part"] == "browser" else str(process["database"])


def _tests(process: Mapping[str, Any]) -> list[TestCost]:
    return [
        TestCost(
            suite=suite_of(process),
            name=name,
            phases={phase: _cost(spent) for phase, spent in test["phases"].items()},
            slept=test["slept"],
            asked=frozenset(test.get("asked", ())),
            is_always_there=test.get("is_always_there", False),
        )
        for name, test in process["tests"].items()
    ]


def _cost(spent: Mapping[str, Any]) -> Cost:
    return Cost(
        processor=spent["processor"],
        wall=spent["wall"],
        times=spent["times"],
        made=spent.get("dearest", 0.0),
        makers=1,
    )


def _summed(all_told: Iterable[Mapping[str, Mapping[str, Any]]]) -> dict[str, Cost]:
    summed: dict[str, Cost] = {}
    for told in all_told:
        for name, spent in told.items():
            summed[name] = summed.get(name, Cost()) + _cost(spent)
    return summed
