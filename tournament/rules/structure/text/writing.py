"""A structure as a table: semicolons between the cells, one line for each level, each further game and each break.

TextColumns that nothing stands in are left out. What is written here is read back equal, as long as labels and codes of
games can be printed and have no blanks around them, as everything typed in Floorman is.
"""

import csv
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from tournament.rules.spreadsheets import harmless
from tournament.rules.structure.level_games import AMOUNTS, AnteKind, LevelGame, stakes_fields
from tournament.rules.structure.levels import Break, Level, Period
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.text.columns import COLUMNS

_PAID_BY: Final[Mapping[AnteKind, str]] = MappingProxyType(
    {"none": "none", "classic": "each", "big_blind": "big blind", "button": "button"}
)
_ORDER: Final = (
    "type", "minutes", "game", "small_blind", "big_blind", "ante", "ante_kind", "small_bet", "big_bet", "bring_in",
    "min_bet", "hands_per_game", "orbit_from", "chips_removed", "label",
)  # fmt: skip
_ALWAYS: Final = frozenset({"type", "minutes", "small_blind", "big_blind"})
_PLAIN: Final = "NT"

Cells = dict[str, str]


class _CsvText:
    """What csv writes, in parts."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def write(self, part: str) -> None:
        self.parts.append(part)


def structure_text(structure: Structure) -> str:
    """The text, its lines ending in a line feed."""
    rows = [cells for period in structure.periods for cells in _rows(period)]
    if all(cells.get("game") in (None, _PLAIN) for cells in rows):
        rows = [{name: cell for name, cell in cells.items() if name != "game"} for cells in rows]
    shown = [name for name in _ORDER if name in _ALWAYS or any(cells.get(name) for cells in rows)]
    text = _CsvText()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerow([COLUMNS[name][0] for name in shown])
    writer.writerows([cells.get(name, "") for name in shown] for cells in rows)
    return "".join(text.parts)


def _rows(period: Period) -> Iterator[Cells]:
    if isinstance(period, Break):
        yield {
            "type": "break",
            "minutes": _minutes(period),
            "chips_removed": " ".join(str(value) for value in period.chips_removed),
            "label": harmless(period.label),
        }
        return
    first, *others = period.all_games
    hands = {"hands_per_game": str(period.hands_per_game)} if period.is_mixed else {}
    if period.orbit_from:
        hands["orbit_from"] = str(period.orbit_from)
    yield {"type": "level", "minutes": _minutes(period), **_stakes(first), **hands}
    for game in others:
        yield {"type": "game", **_stakes(game)}


def _stakes(game: LevelGame) -> Cells:
    """What the game is asked for, with its zeros, and what it has besides."""
    asked = {name for name in stakes_fields(game.game) if name in AMOUNTS and name != "ante"}
    amounts = {name: getattr(game, name) for name in AMOUNTS}
    cells = {name: str(amount) for name, amount in amounts.items() if amount or name in asked}
    if game.ante or game.ante_kind != "none":
        cells["ante_kind"] = _PAID_BY[game.ante_kind]
    return {"game": game.game, **cells}


def _minutes(period: Level | Break) -> str:
    if isinstance(period, Level) and period.hands:
        return f"{period.hands} hands"
    minutes, seconds = divmod(period.duration_seconds, 60)
    return f"{minutes}:{seconds:02d}" if seconds else str(minutes)
