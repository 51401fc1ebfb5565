"""Say where the time of the last run went, or keep it: see the package.

python -m tests.times [DIRECTORY]             the tables of that run (without one: of the last `make test`;
                                              the last `make test-long` leaves .test-times-long)
python -m tests.times --budgets [DIRECTORY]   state its costs as the budgets of tests/budgets.toml
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.selection import CHOSEN
from tests.times.budgets import PAGE, folders_of, page_of, read_budgets
from tests.times.pages import tables
from tests.times.postgresql import choose
from tests.times.run import read_run

LAST = Path(__file__).resolve().parents[2] / ".test-times"


def main(arguments: Sequence[str]) -> int:
    """Print the tables or write the budgets; return the exit status."""
    places = [Path(argument) for argument in arguments if not argument.startswith("--")]
    run = read_run(places[0] if places else LAST)
    if not run.tests:
        print(f"No run has left its times in {places[0] if places else LAST}: `make test` does.")
        return 1
    if "--budgets" in arguments:
        PAGE.write_text(page_of(folders_of(run, read_budgets())), encoding="utf-8")
    elif "--statements" in arguments:
        CHOSEN.write_text("".join(f"{test}\n" for test in choose(run)), encoding="utf-8")
    else:
        print(tables(run))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
