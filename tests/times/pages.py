"""The tables of docs/tests.md: where the time of a run went."""

from collections.abc import Iterable, Sequence

from tests.times.run import PHASES, Cost, TestCost, TimesOfRun

HOW_MANY = 100
# Session-wide fixtures by what they are made for.
STARTED = {
    "databases made and migrated": ("django_db_setup",),
    "Valkeys, web processes and workers started": ("_valkey_server", "_application"),
    "browsers started": ("browser", "playwright"),
}


def tables(run: TimesOfRun) -> str:
    """Return all tables as Markdown."""
    return "\n\n".join(
        [
            "## By suite",
            _table(("Suite", "Tests", *_HEADS, "Slept, s", "Imports, s"), _suites(run)),
            "## By folder",
            _table(("Folder", "Suite", "Tests", *_HEADS, "Slept, s"), _folders(run)),
            "## Fixtures",
            _table(("Fixture", "Times", "Processor, s", "Waited, s"), _named(run.fixtures, most=40)),
            "## Builders",
            _table(("Builder", "Times", "Processor, s", "Waited, s"), _named(run.builders, most=40)),
            f"## The {HOW_MANY} dearest tests",
            _table(("Test", "Suite", "Processor, s", "Waited, s"), _dearest(run.tests)),
        ]
    )


_HEADS = ("Set-up, s", "Call, s", "Tear-down, s", "Processor, s", "Waited, s")


def phases_of(tests: Iterable[TestCost]) -> dict[str, Cost]:
    """Return what these tests cost, by phase."""
    return {
        phase: sum((test.phases[phase] for test in tests if phase in test.phases), Cost()) for phase in PHASES
    }


def _figures(tests: Sequence[TestCost]) -> list[str]:
    whole = sum((test.whole for test in tests), Cost())
    seconds = [cost.processor for cost in phases_of(tests).values()]
    return [
        str(len(tests)),
        *map(_seconds, [*seconds, whole.processor, sum(test.whole.waited for test in tests)]),
    ]


def _suites(run: TimesOfRun) -> list[list[str]]:
    rows = []
    for suite in run.suites:
        tests = [test for test in run.tests if test.suite == suite]
        slept = _seconds(sum(test.slept for test in tests))
        rows.append([suite, *_figures(tests), slept, _seconds(run.collecting[suite].processor)])
    started = [
        [
            what,
            *[""] * 4,
            "",
            _seconds(sum(cost.processor for cost in costs)),
            _seconds(sum(cost.waited for cost in costs)),
        ]
        for what, names in STARTED.items()
        if (costs := [cost for name, cost in run.fixtures.items() if name.rpartition("::")[2] in names])
    ]
    return rows + [[*row, "", ""] for row in started]


def _folders(run: TimesOfRun) -> list[list[str]]:
    folders = [
        (suite, folder, tests) for suite in run.suites for folder, tests in run.by_folder(suite).items()
    ]
    folders.sort(key=lambda each: -sum(test.whole.processor for test in each[2]))
    return [
        [f"`{folder}`", suite, *_figures(tests), _seconds(sum(test.slept for test in tests))]
        for suite, folder, tests in folders
    ]


def _named(costs: dict[str, Cost] | object, *, most: int) -> list[list[str]]:
    assert isinstance(costs, dict)
    dearest = sorted(costs.items(), key=lambda each: -each[1].processor)[:most]
    return [
        [f"`{name}`", str(cost.times), _seconds(cost.processor), _seconds(cost.waited)]
        for name, cost in dearest
    ]


def _dearest(tests: Sequence[TestCost]) -> list[list[str]]:
    dearest = sorted(tests, key=lambda test: -test.whole.processor)[:HOW_MANY]
    return [
        [f"`{test.name}`", test.suite, _seconds(test.whole.processor), _seconds(test.whole.waited)]
        for test in dearest
    ]


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])
