"""A structure read from a text, printed: python -m tournament.rules.structure.text FILE [MINUTES]

FILE may be -, the standard input. MINUTES: of levels that do not say how long they are. What is printed is the text
that Floorman itself would write; what is wrong is said line by line.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from tournament.rules.structure.text.cells import seconds_in
from tournament.rules.structure.text.problems import StructureTextError, TextProblem
from tournament.rules.structure.text.reading import read_structure
from tournament.rules.structure.text.writing import structure_text


def main(arguments: Sequence[str]) -> int:
    """0 with the structure on the standard output, otherwise 2 with what is wrong on the other one."""
    if not 1 <= len(arguments) <= 2:
        return _wrong("Say a file: python -m tournament.rules.structure.text structure.csv 20")
    name, *minutes = arguments
    try:
        seconds = seconds_in(minutes[0]) if minutes else None
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
        print(structure_text(read_structure(text, seconds=seconds)), end="")
    except (StructureTextError, TextProblem, OSError, UnicodeDecodeError) as error:
        return _wrong(str(error))
    return 0


def _wrong(says: str) -> int:
    print(says, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
