"""The structure editor's rows as the page shows them: cells, games and remarks with their ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.forms.fields.choices import ANTE_KINDS
from tournament.forms.structure.rows import LABELS, Group, Row
from tournament.rules.structure.level_games import stakes_fields, stakes_kind
from tournament.rules.structure.levels import Period
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.stakes_check import StructureRemark
from tournament.templatetags.games import say_remark
from tournament.words.games import GAME_GROUPS


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionShown:
    """One option; `stakes` is what a game is played for, so that its row shows the right fields.

    Options one after the other with the same `group` stand together under that name.
    """

    code: str
    label: str
    stakes: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One input of a row; `field` is its name in the form, behind that of the row.

    `options`: those to choose from, as HTML; empty for a value to type. `is_first`: the one that is looked at first
    when the row is new.
    """

    name: str
    field: str
    label: str
    value: str
    error: str
    options: str
    is_first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupLine:
    """Games of a mixed level that are played for the same, with the inputs for it."""

    number: int
    games: tuple[str, ...]
    cells: Sequence[Cell]

    @property
    def codes(self) -> str:
        return " ".join(self.games)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """One game of a mixed level, in its place in the rotation; `is_shared` if others have its stakes."""

    number: int
    code: str
    is_shared: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EditorRow:
    """One row of the page: `number` from 1 as people count, `level_number` without breaks (0: a break).

    `games` and `groups` are empty but in a mixed level. `is_open`: its games can be changed. `gives_length`: the next
    level lasts otherwise, so that the length of this one can be given to all later ones.
    """

    index: int
    number: int
    level_number: int
    kind: str
    state: str  # past, current, or "" for what is still to come
    period: Period | None
    cells: Sequence[Cell]
    remarks: Sequence[tuple[str, str]]
    games: Sequence[GameLine] = ()
    groups: Sequence[GroupLine] = ()
    games_error: str = ""
    is_open: bool = False
    gives_length: bool = False

    @property
    def place(self) -> int:
        """Index in the structure; `index` counts from the first row that is posted."""
        return self.number - 1

    @property
    def codes(self) -> str:
        return " ".join(game.code for game in self.games)

    @property
    def all_cells(self) -> Sequence[Cell]:
        return [*self.cells, *(cell for group in self.groups for cell in group.cells)]

    @property
    def first_id(self) -> str:
        return f"row-{self.index}-first"

    @property
    def minutes_id(self) -> str:
        return f"row-{self.index}-minutes"

    @property
    def add_id(self) -> str:
        return f"row-{self.index}-add"

    @property
    def up_id(self) -> str:
        return f"row-{self.index}-up"

    @property
    def down_id(self) -> str:
        return f"row-{self.index}-down"

    @property
    def rest_id(self) -> str:
        return f"row-{self.index}-rest"

    @property
    def has_errors(self) -> bool:
        return bool(self.games_error) or any(cell.error for cell in self.all_cells)


def editor_rows(
    rows: Sequence[Row],
    structure: Structure | None,
    stored: Structure,
    remarks: Sequence[StructureRemark],
    *,
    current: int,
    open_row: int | None,
) -> list[EditorRow]:
    """The rows of the page. What is frozen can be read although what was typed cannot: it is `stored`."""
    lines: list[EditorRow] = []
    level_number = 0
    first = max(current, 0)
    for index, row in enumerate(rows):
        level_number += row.kind == "level"
        is_played = index <= current
        lines.append(
            EditorRow(
                index=index - first,
                number=index + 1,
                level_number=level_number if row.kind == "level" else 0,
                kind=row.kind,
                state="past" if index < current else "current" if index == current else "",
                period=_period(index, structure, stored, current),
                cells=_cells(row, is_current=index == current),
                remarks=[
                    (remark.severity, say_remark(remark)) for remark in remarks if remark.row == index + 1
                ],
                games=() if is_played else _games(row),
                groups=() if is_played else [_group(group, n) for n, group in enumerate(row.groups)],
                games_error=row.errors.get("games", ""),
                is_open=index == open_row,
                gives_length=_gives_length(rows, index),
            )
        )
    return lines


def _gives_length(rows: Sequence[Row], index: int) -> bool:
    """Whether it is a level, and the next one lasts otherwise, as typed."""
    following = next((row for row in rows[index + 1 :] if row.kind == "level"), None)
    if rows[index].kind != "level" or following is None:
        return False
    return rows[index].typed.get("minutes") != following.typed.get("minutes")


def _period(index: int, structure: Structure | None, stored: Structure, current: int) -> Period | None:
    if structure is not None:
        return structure.periods[index]
    return stored.periods[index] if index <= current else None


def _cells(row: Row, *, is_current: bool) -> list[Cell]:
    """Of a row in play only the minutes may change."""
    first = stakes_fields(row.typed.get("game", ""))[0] if "game" in row.fields else row.fields[0]
    return [
        _cell(row, name, is_first=name == first) for name in row.fields if not is_current or name == "minutes"
    ]


def _games(row: Row) -> list[GameLine]:
    shared = {code for group in row.groups if len(group.games) > 1 for code in group.games}
    return [GameLine(number=n, code=code, is_shared=code in shared) for n, code in enumerate(row.games)]


def _group(group: Group, number: int) -> GroupLine:
    cells = [_cell(group, name, prefix=f"g{number}-") for name in group.fields]
    return GroupLine(number=number, games=group.games, cells=cells)


def _cell(row: Row | Group, name: str, *, prefix: str = "", is_first: bool = False) -> Cell:
    return Cell(
        name=name,
        field=prefix + name,
        label=_label(row, name),
        value=row.typed.get(name, ""),
        error=row.errors.get(name, ""),
        options=_options(name, row.typed.get(name, "")),
        is_first=is_first,
    )


def _label(row: Row | Group, name: str) -> str:
    """Only a level can last hands."""
    if name == "minutes" and isinstance(row, Row) and row.kind == "break":
        return _("Minutes")
    return str(LABELS[name])


def _options(name: str, value: str) -> str:
    codes = _codes(name)
    # Whatever else was typed selects nothing.
    return _options_of(name, value if value in codes else "", get_language()) if codes else ""


@lru_cache
def _codes(name: str) -> frozenset[str]:
    return frozenset(option.code for option in _options_shown(name))


@lru_cache(maxsize=512)
def _options_of(name: str, value: str, _language: str | None) -> SafeString:
    """The options of a field with this one selected: the same eighty games for each of a hundred rows."""
    context = {"choices": _options_shown(name), "value": value}
    return render_to_string("tournament/setup/_structure_options.html", context)


def _options_shown(name: str) -> list[OptionShown]:
    if name == "game":
        return [
            OptionShown(code=code, label=str(label), stakes=stakes_kind(code), group=str(family))
            for family, games in GAME_GROUPS
            for code, label in games
        ]
    if name == "ante_kind":
        return [OptionShown(code=code, label=str(label)) for code, label in ANTE_KINDS]
    return []
