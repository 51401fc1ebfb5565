"""`python -m tests.published FOLDER` writes every published hand as a PHH file into a folder of that name.

python -m tests.published var/hands
python -m tables.engine var/hands/*/*.phh
manage.py replay var/hands/championship/*.phh
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.published import all_published


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m tests.published FOLDER", file=sys.stderr)
        return 2
    for path in write_files(Path(arguments[0])):
        print(path)
    return 0


def write_files(folder: Path) -> list[Path]:
    """One PHH file a hand, in a folder a source."""
    paths = []
    for hand in all_published():
        path = folder / hand.source / f"{hand.name}.phh"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(hand.phh, encoding="utf-8")
        paths.append(path)
    return paths


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
