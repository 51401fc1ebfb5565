"""A structure from a table whose first line names its columns."""

import csv
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from tournament.rules.names import fold_name
from tournament.rules.spreadsheets import as_it_was
from tournament.rules.structure.level_games import AMOUNTS, AnteKind, LevelGame, posts_blinds, stakes_fields
from tournament.rules.structure.levels import Lasts
from tournament.rules.structure.text.cells import (
    ante_kind_in,
    break_seconds_in,
    chips_in,
    game_in,
    hands_in,
    lasts_in,
    orbit_in,
    payer_of,
    values_in,
)
from tournament.rules.structure.text.columns import TextColumns, split
from tournament.rules.structure.text.draft import BreakRow, Draft, LevelRow
from tournament.rules.structure.text.lines import BREAK_WORDS, blinds_in, read_break
from tournament.rules.structure.text.problems import TextProblem, shown

_T = TypeVar("_T")
_LEVEL: Final = re.compile(
    r"(?:(?:level|levels|lvl|lv|l|livello|liv)?\.?\s*(?P<number>[0-9]{1,3})?\.?)", re.IGNORECASE
)
_BREAKS: Final = frozenset({"break", "pause", "pausa", "intervallo"})
_GAME: Final = frozenset({"game", "gioco"})
_OF_LEVELS: Final = (*AMOUNTS, "blinds", "bb_ante", "ante_kind", "game", "hands_per_game", "orbit_from")
_OF_BREAKS: Final = ("chips_removed",)


@dataclass(frozen=True, slots=True)
class TextTable:
    """What a table is read with. head: the line that names the columns; seconds: of levels that do not say theirs;
    games: the codes there are.
    """

    columns: TextColumns
    head: int
    seconds: int | None
    games: Collection[str] | None


@dataclass(frozen=True, slots=True)
class _Cells:
    """One row: its line, and its cells by field. What is wrong in one is kept in the draft."""

    line: int
    by_field: Mapping[str, str]
    sheet: TextTable
    draft: Draft

    def text(self, field: str) -> str:
        return self.by_field.get(field, "")

    def name(self, field: str) -> str:
        return self.sheet.columns.names.get(field, field.replace("_", " "))

    def read(self, field: str, reader: Callable[[str], _T]) -> _T | None:
        """The cell; None where it is blank or cannot be read."""
        text = self.text(field)
        return self.draft.tried(self.line, self.name(field), lambda: reader(text)) if text else None

    def refuse(self, code: str, field: str, **data: object) -> None:
        problem = TextProblem(code, line=self.line, column=self.name(field), **data)
        self.draft.problems.append(problem)


def read_table(text: str, sheet: TextTable, draft: Draft) -> None:
    """Every row behind the first into the draft."""
    for line, cells in _rows(text, sheet, draft):
        if draft.is_full:
            return
        fields = sheet.columns.fields
        if len(cells) > len(fields) and any(cells[len(fields) :]):
            draft.problems.append(TextProblem("surplus", line=line))
            continue
        named = {field: cell for field, cell in zip(fields, cells, strict=False) if field and cell}
        if named:
            _read_row(_Cells(line, named, sheet, draft), [cell for cell in cells if cell])


def _rows(text: str, sheet: TextTable, draft: Draft) -> Iterator[tuple[int, list[str]]]:
    """The line and the cells of each row; a row begins on the line behind the last one's end."""
    between = sheet.columns.between
    if isinstance(between, re.Pattern):
        for number, typed in enumerate(text.split("\n"), start=1):
            if number > sheet.head and typed.strip():
                yield number, split(typed, between)
        return
    reader = csv.reader((f"{row}\n" for row in text.split("\n")), delimiter=between, strict=True)
    line = 1
    try:
        for cells in reader:
            if line > sheet.head:
                yield line, [cell.strip() for cell in cells]
            line = reader.line_num + 1
    except csv.Error:
        draft.problems.append(TextProblem("quotation_mark", line=line))


def _read_row(cells: _Cells, written: list[str]) -> None:
    kind = fold_name(cells.text("type"))
    loose = any(BREAK_WORDS.search(cell) for field, cell in cells.by_field.items() if field != "label")
    if kind in _BREAKS and isinstance(cells.sheet.columns.between, str):
        _read_break(cells)
    elif loose:
        row = cells.draft.tried(cells.line, "", lambda: read_break(" ".join(written)))
        if row:
            cells.draft.add(BreakRow(cells.line, *row))
    elif kind in _GAME:
        _read_game(cells)
    else:
        _read_level(cells)


def _read_break(cells: _Cells) -> None:
    for field in _OF_LEVELS:
        if cells.text(field).strip("-–— 0"):
            cells.refuse("of_levels", field)
    seconds = cells.read("minutes", break_seconds_in)
    if not cells.text("minutes"):
        cells.refuse("no_break_minutes", "minutes")
    removed = cells.read("chips_removed", values_in)
    label = as_it_was(cells.text("label"))
    if not label.isprintable():
        cells.refuse("bad_label", "label", found=shown(label))
    cells.draft.add(BreakRow(cells.line, seconds or 1, removed or (), label if label.isprintable() else ""))


def _read_level(cells: _Cells) -> None:
    match = _LEVEL.fullmatch(cells.text("type"))
    if match is None:
        cells.refuse("unknown_type", "type", found=shown(cells.text("type")))
        return
    cells.draft.begin_level(cells.line, int(match["number"]) if match["number"] else None)
    _refuse_of_breaks(cells)
    lasts = cells.read("minutes", lasts_in)
    if not cells.text("minutes"):
        if cells.sheet.seconds is None:
            cells.refuse("no_minutes", "minutes")
        else:
            lasts = Lasts(cells.sheet.seconds)
    hands = cells.read("hands_per_game", hands_in)
    game = _stakes(cells)
    wrong = game is None or lasts is None
    lasts = lasts or Lasts(1)
    games = [game] if game else []
    orbit = cells.read("orbit_from", orbit_in) or 0
    row = LevelRow(cells.line, lasts.seconds, games, hands, lasts.hands, orbit, is_wrong=wrong)
    cells.draft.add(row)


def _read_game(cells: _Cells) -> None:
    """A further game of the level above."""
    level = cells.draft.rows[-1] if cells.draft.rows else None
    if not isinstance(level, LevelRow):
        cells.refuse("lost_game", "type")
        return
    _refuse_of_breaks(cells)
    for field in ("minutes", "hands_per_game", "orbit_from"):
        if cells.text(field):
            cells.refuse("own_minutes", field)
    game = _stakes(cells)
    if game is not None:
        level.games.append(game)


def _refuse_of_breaks(cells: _Cells) -> None:
    for field in _OF_BREAKS:
        if cells.text(field):
            cells.refuse("of_breaks", field)


def _stakes(cells: _Cells) -> LevelGame | None:
    """The game of a row with what it is played for; None where something is wrong, which the draft then knows."""
    before = len(cells.draft.problems)
    game = "NT"
    if cells.text("game"):
        game = cells.read("game", lambda text: game_in(text, cells.sheet.games)) or game
    amounts = {name: cells.read(name, chips_in) or 0 for name in AMOUNTS}
    if pair := cells.read("blinds", blinds_in):
        amounts["small_blind"], amounts["big_blind"], *ante = pair
        amounts["ante"] = ante[0] if ante else amounts["ante"]
    _ask_for(cells, game)
    kind = _ante_kind(cells, game, amounts)
    if len(cells.draft.problems) > before:
        return None
    return cells.draft.tried(
        cells.line,
        "",
        lambda: LevelGame(game=game, ante_kind=kind or "none", **amounts),
    )


def _ask_for(cells: _Cells, game: str) -> None:
    """What the game cannot be played without stands on the line, with 0 where it is nothing."""
    blinds = {"small_blind", "big_blind"} if cells.text("blinds") else set()
    for name in stakes_fields(game):
        if name not in blinds | {"ante", "ante_kind"} and not cells.text(name):
            cells.refuse("missing", name)


def _ante_kind(cells: _Cells, game: str, amounts: dict[str, int]) -> AnteKind | None:
    """Who pays the ante: as the line says, else as its size or its game does."""
    if cells.text("bb_ante"):
        if amounts["ante"]:
            cells.refuse("said_twice", "bb_ante", found=shown(cells.text("bb_ante")))
        amounts["ante"] = cells.read("bb_ante", chips_in) or 0
        return "big_blind" if amounts["ante"] else "none"
    if cells.text("ante_kind"):
        return cells.read("ante_kind", ante_kind_in)
    if not posts_blinds(game):
        return "classic" if amounts["ante"] else "none"
    return cells.draft.tried(
        cells.line, cells.name("ante"), lambda: payer_of(amounts["ante"], amounts["big_blind"])
    )
