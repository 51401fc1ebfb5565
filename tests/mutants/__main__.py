"""Which mutants `make mutants` tries, and at its end how many of each group the tests have killed.

    python -m tests.mutants choose    leaves out what is more than the budget of a group (tests/breadth.py)
    python -m tests.mutants           reports

Reads what mutmut wrote beside its copies of the files. Fails where less than LEAST of a group were killed, or where
some of those to try were not tried. Why the survivors live is in docs/mutants.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from tests.breadth import MUTANTS, MUTANTS_DRAWN_BY

ROOT = Path(__file__).parents[2]
LEAST = 0.9

# Exit codes of pytest as mutmut keeps them: the tests passed, or none of them came by the mutant.
SURVIVED = (0, 5, 33)
# And its own for a mutant that is not to be tried.
SKIPPED = 34

Results = Mapping[str, int | None]
"""The exit code of the tests for each mutant by its name; None where it was not tried."""


def chosen(names: Iterable[str], *, most: int | None) -> frozenset[str]:
    """The mutants of a group that are tried: all, or so many of them, drawn the same way every time."""
    return frozenset(sorted(names, key=_lot)[:most])


def survivors(results: Results) -> list[str]:
    """The mutants that no test noticed, by their names."""
    return [name for name, code in results.items() if code in SURVIVED]


def row(name: str, results: Results) -> str:
    """A line of the table in docs/mutants.md."""
    total, survived = len(results), len(survivors(results))
    return f"| {name} | {total} | {total - survived} | {survived} | {share_killed(results):.1%} |"


def share_killed(results: Results) -> float:
    return 1 - len(survivors(results)) / len(results)


def report(
    by_group: Mapping[str, Mapping[str, Results]], budget: Mapping[str, int | None] = MUTANTS
) -> tuple[Sequence[str], bool]:
    """What is to be said of each group, and whether it is enough in all of them."""
    said: list[str] = []
    enough = True
    for group, by_file in by_group.items():
        lines, is_enough = report_group(group, by_file, most=budget[group])
        said += [*lines, ""]
        enough = enough and is_enough
    return said, enough


def report_group(group: str, by_file: Mapping[str, Results], *, most: int | None) -> tuple[list[str], bool]:
    """The table of one group and its survivors, and whether it is enough."""
    everything = {name: code for results in by_file.values() for name, code in results.items()}
    if not everything:
        return [f"No mutants of {group}: `make mutants` makes them."], False
    names = chosen(everything, most=most)
    tried = {name: code for name, code in everything.items() if name in names}
    untried = sum(code in (None, SKIPPED) for code in tried.values())
    if untried:
        return [f"{untried} of {len(tried)} mutants of {group} were not tried."], False
    lines = [f"| `{group}` | Mutants | Killed | Survived | Score |", "|---|---|---|---|---|"]
    for name, results in by_file.items():
        if of_file := {name: code for name, code in results.items() if name in names}:
            lines.append(row(f"`{name}`", of_file))
    lines.append(row(f"{len(tried)} of {len(everything)}", tried))
    is_enough = share_killed(tried) >= LEAST
    if not is_enough:
        lines += ["", f"Less than {LEAST:.0%} of {group}."]
    return [*lines, "", *survivors(tried)], is_enough


def results_of(root: Path) -> dict[str, dict[str, dict[str, int | None]]]:
    """The results by group and file."""
    found: dict[str, dict[str, dict[str, int | None]]] = {}
    for group in MUTANTS:
        folder = root / "mutants" / group
        by_file = {
            path.relative_to(folder).as_posix().removesuffix(".meta"): _codes(path)
            for path in sorted(folder.rglob("*.py.meta"))
        }
        found[group] = {name: codes for name, codes in by_file.items() if codes}
    return found


def leave_out(root: Path, budget: Mapping[str, int | None] = MUTANTS) -> None:
    """Mark as skipped whatever is more than the budget of its group: mutmut lets stand what has a result."""
    for group, by_file in results_of(root).items():
        names = chosen((name for results in by_file.values() for name in results), most=budget[group])
        for file in by_file:
            path = root / "mutants" / group / f"{file}.meta"
            data = json.loads(path.read_text(encoding="utf-8"))
            for name in data["exit_code_by_key"].keys() - names:
                data["exit_code_by_key"][name] = SKIPPED
            path.write_text(json.dumps(data, indent=4), encoding="utf-8")


def _codes(path: Path) -> dict[str, int | None]:
    codes: dict[str, int | None] = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return codes


def _lot(name: str) -> bytes:
    return sha256(f"{MUTANTS_DRAWN_BY}/{name}".encode()).digest()


def main(arguments: Sequence[str]) -> int:
    if arguments == ["choose"]:
        leave_out(ROOT)
        return 0
    lines, enough = report(results_of(ROOT))
    print("\n".join(lines))
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
