"""What a whole run leaves behind: where its time went, the dearest folders, and what is over its budget."""

import os
import resource
import shutil
from collections.abc import Sequence
from pathlib import Path

from tests.everything.checks import ROOT
from tests.everything.outcome import Outcome, announce
from tests.times.budgets import Folder, folders_of, read_budgets, sentences_of
from tests.times.made_again import made_again
from tests.times.pages import tables
from tests.times.postgresql import BY_CHANCE, not_asked
from tests.times.recording import DIRECTORY
from tests.times.run import read_run

PLACE, PLACE_OF_LONG = ROOT / ".test-times", ROOT / ".test-times-long"
DEAREST = 10
NOT_ASKED = (
    "{} was asked of SQLite alone: `python -m tests.times --statements` chooses a test that asks PostgreSQL."
)


def times_of_run(*, long: bool) -> Path:
    """Have the processes of this run write down what their tests cost; return where."""
    place = PLACE_OF_LONG if long else PLACE
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    os.environ[DIRECTORY] = str(place)
    return place


def end_times() -> None:
    """What is run from here on, such as a second look, is not a part of the figures."""
    os.environ.pop(DIRECTORY, None)


def say_where_time_went(place: Path, *, long: bool) -> list[Outcome]:
    """Write the tables beside the figures, print the dearest folders, and hold `make test` against what it may cost.

    Also said of it: what the product asked of SQLite in some test and of PostgreSQL in none.
    """
    run = read_run(place)
    (place / "tables.txt").write_text(tables(run) + "\n", encoding="utf-8")
    folders = folders_of(run, {} if long else read_budgets())
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    minutes = (used.ru_utime + used.ru_stime) / 60
    print(
        f"\nProcessor: {minutes:.1f} minutes, at {run.rate:,.0f} published hands a second. The dearest folders:"
    )
    print("\n".join(_line(folder) for folder in folders[:DEAREST]))
    if long:
        return []
    return [
        _verdict("budgets of the folders", sentences_of(folders)),
        _verdict("what is made again and again", made_again(run)),
        _asked_of_postgresql(not_asked(run)),
    ]


def _asked_of_postgresql(missing: Sequence[str]) -> Outcome:
    """Say which places asked SQLite alone; a few are told and no failure."""
    sentences = [NOT_ASKED.format(place) for place in missing]
    if len(missing) <= BY_CHANCE:
        print("\n".join(sentences), end="\n" if sentences else "")
        sentences = []
    return _verdict("statements asked of PostgreSQL", sentences)


def _verdict(name: str, sentences: Sequence[str]) -> Outcome:
    return announce(Outcome(name=name, passed=not sentences, seconds=0.0, said="\n".join(sentences)))


def _line(folder: Folder) -> str:
    budget = "" if folder.budget is None else f"  (budget {folder.budget:.1f} s)"
    return f"  {folder.seconds:6.1f} s  {folder.name} on {folder.suite}{budget}"
