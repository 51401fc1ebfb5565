"""Tablets tap for so many minutes while everything around them breaks: `python -m tests.soak --seed 1 --minutes 10`.

    --database sqlite|postgresql    each has a database of its own, on a small disk where one may be mounted
    --sabotages                     the promise broken on purpose in twelve ways: each must be found

Ends with 0 if every acknowledged tap stands once and in order and `manage.py verify` finds nothing.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.soak.room import Room, open_room


def say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", default="1")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--sabotages", action="store_true")
    parser.add_argument("--keep", type=Path, help="where the history goes if something does not hold")
    options = parser.parse_args()
    with open_room(options.database, seed=options.seed) as room:
        if options.sabotages:
            return check_sabotages(room, options)
        return run(room, options)


def run(room: Room, options: argparse.Namespace) -> int:
    # What asks the database is loaded once it is there.
    from tests.soak.soak import soak, summary

    result = soak(room, seed=options.seed, minutes=options.minutes, say=say, tables=options.tables)
    say(summary(result))
    if result.violations and options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        for history in room.notes.glob("history-*.jsonl"):
            (options.keep / history.name).write_bytes(history.read_bytes())
        (options.keep / "house.log").write_text(room.house.says())
    return 1 if result.violations else 0


def check_sabotages(room: Room, options: argparse.Namespace) -> int:
    from tests.soak.sabotages import check_all

    caught = check_all(room, seed=options.seed, say=say)
    say(f"{sum(caught.values())} of {len(caught)} sabotages caught")
    return 0 if all(caught.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
