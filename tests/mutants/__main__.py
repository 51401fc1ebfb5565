"""The last step of `make mutants`: how many mutants of each file the tests have killed.

    python -m tests.mutants

Reads what mutmut wrote beside its copies of the files. Fails where less than LEAST of all were killed, or where some
were not tried. Why the survivors live is in docs/mutants.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEAST = 0.9

# Exit codes of pytest as mutmut keeps them: the tests passed, or none of them came by the mutant.
SURVIVED = (0, 5, 33)


def survivors(results: Mapping[str, int | None]) -> list[str]:
    """The mutants that no test noticed, by their names."""
    return [name for name, code in results.items() if code in SURVIVED]


def row(name: str, results: Mapping[str, int | None]) -> str:
    """A line of the table in docs/mutants.md."""
    total, survived = len(results), len(survivors(results))
    return f"| {name} | {total} | {total - survived} | {survived} | {share_killed(results):.1%} |"


def share_killed(results: Mapping[str, int | None]) -> float:
    return 1 - len(survivors(results)) / len(results)


def report(by_file: Mapping[str, Mapping[str, int | None]]) -> tuple[Sequence[str], bool]:
    """What is to be said, and whether it is enough."""
    everything = {name: code for results in by_file.values() for name, code in results.items()}
    if not everything:
        return ["No mutants: `make mutants` makes them."], False
    untried = sum(code is None for code in everything.values())
    if untried:
        return [f"{untried} of {len(everything)} mutants were not tried."], False
    lines = ["| File | Mutants | Killed | Survived | Score |", "|---|---|---|---|---|"]
    lines += [row(f"`{name}`", results) for name, results in by_file.items()]
    lines.append(row("all", everything))
    return [*lines, "", *survivors(everything)], share_killed(everything) >= LEAST


def results_of(root: Path) -> dict[str, dict[str, int | None]]:
    """The exit code of the tests for each mutant of each file; None where it was not tried."""
    found = {}
    for path in sorted((root / "mutants").rglob("*.py.meta")):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        if codes:
            found[path.name.removesuffix(".meta")] = codes
    return found


def main() -> int:
    lines, enough = report(results_of(ROOT))
    print("\n".join(lines))
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
