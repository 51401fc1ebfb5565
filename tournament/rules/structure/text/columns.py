"""What the columns of a structure's text are called, and where one ends.

The first line names them, in English or Italian, in any order. It also says what stands between cells: tabs,
semicolons, commas, or blanks as they come from a page or a PDF.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tournament.rules.names import fold_name
from tournament.rules.structure.text.problems import MOST_PROBLEMS, Problem, TextProblem, shown

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "type": ("type", "level", "levels", "lvl", "lv", "round", "no", "nr", "n", "tipo", "livello", "liv"),
        "minutes": ("minutes", "minute", "min", "mins", "duration", "length", "minuti", "durata"),
        "game": ("game", "variant", "gioco"),
        "blinds": ("blinds", "blind", "sb bb", "small blind big blind", "bui"),
        "small_blind": ("small blind", "sb", "small", "piccolo buio"),
        "big_blind": ("big blind", "bb", "big", "grande buio"),
        "ante": ("ante", "antes"),
        "bb_ante": ("bb ante", "bba", "big blind ante", "ante bb"),
        "ante_kind": ("ante paid by", "paid by", "pagato da", "ante pagata da", "ante pagato da"),
        "small_bet": ("small bet", "puntata piccola"),
        "big_bet": ("big bet", "puntata grande"),
        "bring_in": ("bring-in",),
        "min_bet": ("minimum bet", "min bet", "puntata minima"),
        "hands_per_game": ("hands of each game", "hands", "mani per gioco"),
        "orbit_from": ("orbit from players", "orbit from", "giro da giocatori"),
        "chips_removed": ("chips removed", "color up", "colour up", "chip tolte", "chip race"),
        "label": ("label", "name", "note", "notes", "comment", "etichetta", "nota"),
    }
)
"""By field: what its column may be called; the first is what `writing` calls it."""

# When levels begin and end follows from their minutes.
_LEFT_OUT: Final = frozenset({"start", "starts", "start time", "end", "ends", "end time", "inizio", "fine"})
_BY_NAME: Final = {fold_name(name): field for field, names in COLUMNS.items() for name in names}
_BLINDS: Final = frozenset({"blinds", "small_blind", "big_blind", "small_bet", "ante"})
_SIGNS: Final = ("\t", ";", ",")
_BLANKS: Final = (re.compile(r"\s{2,}"), re.compile(r"\s+"))

Between = str | re.Pattern[str]


@dataclass(frozen=True, slots=True)
class TextColumns:
    """The fields of the columns from left to right, "" for one that is left out, and what they are called there."""

    fields: tuple[str, ...]
    names: Mapping[str, str]
    between: Between


def columns_of(line: str, number: int) -> tuple[TextColumns | None, tuple[Problem, ...]]:
    """The columns that a line names, None where it names none; and what is wrong with them.

    number: of the line, from 1.
    """
    for between in (*_SIGNS, *_BLANKS):
        cells = split(line, between)
        known = [cell for cell in cells if _field(cell)]
        if len(known) >= 2 and (isinstance(between, str) or len(known) == len(cells)):
            return _read(cells, between, number)
    return None, ()


def split(line: str, between: Between) -> list[str]:
    """The cells of a line without quotation marks."""
    cells = line.split(between) if isinstance(between, str) else between.split(line.strip())
    return [cell.strip().strip('"').strip() for cell in cells]


def _field(cell: str) -> str | None:
    """The field of a column's name; "" for one that is left out, None for one that is not known."""
    if cell == "#":
        return "type"
    folded = fold_name(cell.replace("_", " "))
    return "" if folded in _LEFT_OUT else _BY_NAME.get(folded)


def _read(cells: Sequence[str], between: Between, line: int) -> tuple[TextColumns, tuple[Problem, ...]]:
    problems: list[Problem] = []
    names: dict[str, str] = {}
    fields = []
    for cell in cells:
        if len(problems) >= MOST_PROBLEMS:
            break
        field = _field(cell) if cell else ""
        if field is None:
            known = ", ".join(names[0] for names in COLUMNS.values())
            problems.append(TextProblem("unknown_column", line=line, found=shown(cell), known=known))
        elif field in names:
            problems.append(TextProblem("column_twice", line=line, found=shown(cell)))
        elif field:
            names[field] = cell
        fields.append(field or "")
    if not problems and not _BLINDS & set(names):
        problems.append(TextProblem("no_blinds_column", line=line))
    return TextColumns(tuple(fields), names, between), tuple(problems)
