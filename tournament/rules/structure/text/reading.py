"""A text into a structure, or everything that is wrong with it."""

from collections.abc import Collection
from typing import Final

from tournament.rules.structure.periods import Structure
from tournament.rules.structure.text.columns import columns_of
from tournament.rules.structure.text.draft import Draft
from tournament.rules.structure.text.lines import read_lines
from tournament.rules.structure.text.problems import StructureTextError, TextProblem, too_long
from tournament.rules.structure.text.table import TextTable, read_table

MOST_CHARACTERS: Final = 100_000


def read_structure(
    text: str, *, seconds: int | None = None, games: Collection[str] | None = None
) -> Structure:
    """The structure of a text.

    seconds: of levels that do not say how long they are; None refuses them. games: the codes of the games there are;
    None takes any. Raises StructureTextError with every problem, its line and, in a table, its column. Blank lines
    and lines that begin with "# " are left out, and counted.
    """
    if len(text) > MOST_CHARACTERS:
        raise StructureTextError([too_long(MOST_CHARACTERS)])
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = ["" if line.startswith("# ") or line.strip() == "#" else line for line in lines]
    first = next((number for number, line in enumerate(kept) if line.strip()), None)
    if first is None:
        raise StructureTextError([TextProblem("empty")])
    draft = Draft()
    columns, problems = columns_of(kept[first], first + 1)
    if columns is None:
        read_lines("\n".join(kept), seconds=seconds, draft=draft)
    elif problems:
        raise StructureTextError(problems)
    else:
        read_table(
            "\n".join(kept), TextTable(columns=columns, seconds=seconds, games=games, head=first + 1), draft
        )
    return draft.structure()
