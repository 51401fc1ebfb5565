"""What the buttons of the structure editor do to its rows.

A command is a button's name and its place: "insert-level:3" (after row 3; -1: in front of all), or
a game within a row: "earlier:3.1". Rows below `frozen` stay where they are and as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournament.forms.structure.rows import STAKES_FIELDS, Group, Row, rows_of, stakes_typed
from tournament.forms.structure.values import loose_game
from tournament.rules.structure.errors import MAX_GAMES, MAX_PERIODS
from tournament.rules.structure.level_games import AMOUNTS, LevelGame, stakes_kind, stakes_like
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.rules.templates.mixed import ROTATIONS
from tournament.words.games import GAMES

GAME_BUTTONS: Final = frozenset({"games", "add-game", "drop-game", "earlier", "apart", "onwards"})
"""The buttons after which the row's games stay open for more changes."""

_PLACE = re.compile(r"(-?[0-9]{1,3})(?:\.([0-9]{1,2}))?")
_HANDS = "8"  # of each game, until the director says otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """Rows after a button, and the row to look at."""

    rows: tuple[Row, ...]
    index: int


def change_rows(rows: Sequence[Row], command: str, *, frozen: int) -> Changed | None:
    """The rows after a button; None for one that does not fit the rows."""
    name, _colon, place = command.partition(":")
    match = _PLACE.fullmatch(place)
    if match is None or int(match[1]) >= len(rows):
        return None
    index = int(match[1])
    if name in _ROW_BUTTONS:
        return _ROW_BUTTONS[name](list(rows), index, frozen)
    if index < max(frozen, 0) or rows[index].kind != "level":
        return None
    if name == "onwards":
        return _onwards(rows, index)
    change = _LEVEL_BUTTONS.get(name)
    changed = None if change is None else change(rows[index], int(match[2] or 0))
    if changed is None:
        return None
    return Changed(rows=(*rows[:index], changed, *rows[index + 1 :]), index=index)


def with_games(row: Row, games: Sequence[str], *, hands: str = "") -> Row:
    """The level with these games in this order, `hands` of each if given.

    A game that is there keeps its stakes; a new one joins games of its kind, or gets stakes in
    proportion to the others.
    """
    groups = row.groups or (Group(games=_games(row), typed=row.typed),)
    known = [loose_game(code, group.typed) for group in groups for code in group.games]
    kept = [replace(g, games=tuple(code for code in games if code in g.games), errors={}) for g in groups]
    kept = [group for group in kept if group.games]
    here = {code for group in kept for code in group.games}
    for code in games:
        if code not in here:
            kept = _joined(kept, code, known)
    if len(games) == 1:
        typed = {**dict.fromkeys(STAKES_FIELDS, ""), **kept[0].typed, "minutes": row.typed.get("minutes", "")}
        return Row(kind="level", typed={**typed, "game": games[0]})
    typed = {
        "minutes": row.typed.get("minutes", ""),
        "hands_per_game": hands or row.typed.get("hands_per_game", "") or _HANDS,
        "orbit_from": row.typed.get("orbit_from", ""),
    }
    return Row(kind="level", typed=typed, games=tuple(games), groups=tuple(kept))


def _games(row: Row) -> tuple[str, ...]:
    """What the level plays, as far as it is on offer."""
    return tuple(code for code in row.games or (row.typed.get("game", ""),) if code in dict(GAMES))


def _joined(groups: Sequence[Group], code: str, known: Sequence[LevelGame]) -> list[Group]:
    for place, group in enumerate(groups):
        if stakes_kind(group.games[0]) == stakes_kind(code):
            joined = replace(group, games=(*group.games, code))
            return [*groups[:place], joined, *groups[place + 1 :]]
    return [*groups, Group(games=(code,), typed=stakes_typed(stakes_like(code, known)))]


# --- The games of one level ---------------------------------------------------------------------------------


def _open(row: Row, _number: int) -> Row:
    return row


def _add_game(row: Row, _number: int) -> Row | None:
    """The game chosen in the row, or all games of a rotation instead of those that are there."""
    chosen = row.typed.get("add", "")
    if chosen in ROTATIONS:
        games, hands = ROTATIONS[chosen]
        return with_games(row, games, hands=str(hands))
    games = _games(row)
    if chosen not in dict(GAMES) or chosen in games or len(games) >= MAX_GAMES:
        return None
    return with_games(row, (*games, chosen))


def _drop_game(row: Row, number: int) -> Row | None:
    if number >= len(row.games):
        return None
    return with_games(row, (*row.games[:number], *row.games[number + 1 :]))


def _earlier(row: Row, number: int) -> Row | None:
    if not 0 < number < len(row.games):
        return None
    games = list(row.games)
    games[number - 1], games[number] = games[number], games[number - 1]
    return replace(row, games=tuple(games))


def _apart(row: Row, number: int) -> Row | None:
    """The game gets separate stakes, the same as before for now."""
    if number >= len(row.games):
        return None
    code = row.games[number]
    shared = next((group for group in row.groups if code in group.games and len(group.games) > 1), None)
    if shared is None:
        return None
    groups = []
    for group in row.groups:
        if group is not shared:
            groups.append(group)
            continue
        groups.append(replace(group, games=tuple(each for each in group.games if each != code)))
        groups.append(replace(group, games=(code,)))
    return replace(row, groups=tuple(groups))


def _onwards(rows: Sequence[Row], index: int) -> Changed:
    """The levels after this one get its games with their hands or orbits; stakes follow from what they have."""
    games, hands = _games(rows[index]), rows[index].typed.get("hands_per_game", "")
    orbit = {"orbit_from": rows[index].typed.get("orbit_from", "")} if len(games) > 1 else {}
    following = [
        with_games(replace(row, typed={**row.typed, **orbit}), games, hands=hands)
        if row.kind == "level"
        else row
        for row in rows[index + 1 :]
    ]
    return Changed(rows=(*rows[: index + 1], *following), index=index)


# --- Rows ---------------------------------------------------------------------------------------------------


def _insert_level(rows: list[Row], index: int, frozen: int) -> Changed | None:
    if index < frozen - 1 or len(rows) >= MAX_PERIODS:
        return None
    rows.insert(index + 1, _next_level(rows[: index + 1], is_last=index + 1 == len(rows)))
    return Changed(rows=tuple(rows), index=index + 1)


def _insert_break(rows: list[Row], index: int, frozen: int) -> Changed | None:
    if index < frozen - 1 or len(rows) >= MAX_PERIODS:
        return None
    typed = {"minutes": "10", "chips_removed": "", "label": ""}
    rows.insert(index + 1, Row(kind="break", typed=typed))
    return Changed(rows=tuple(rows), index=index + 1)


def _delete(rows: list[Row], index: int, frozen: int) -> Changed | None:
    if index < max(frozen, 0) or len(rows) == 1:
        return None
    del rows[index]
    return Changed(rows=tuple(rows), index=min(index, len(rows) - 1))


def _move_up(rows: list[Row], index: int, frozen: int) -> Changed | None:
    if index <= max(frozen, 0):
        return None
    rows[index - 1], rows[index] = rows[index], rows[index - 1]
    return Changed(rows=tuple(rows), index=index - 1)


def _move_down(rows: list[Row], index: int, frozen: int) -> Changed | None:
    if index < max(frozen, 0) or index + 1 >= len(rows):
        return None
    rows[index + 1], rows[index] = rows[index], rows[index + 1]
    return Changed(rows=tuple(rows), index=index + 1)


def _length_onwards(rows: list[Row], index: int, frozen: int) -> Changed | None:
    """The levels after this one last as long: its minutes or, as from the final table on, its hands."""
    if index < frozen - 1 or rows[index].kind != "level":
        return None
    length = rows[index].typed.get("minutes", "")
    following = [
        replace(row, typed={**row.typed, "minutes": length}) if row.kind == "level" else row
        for row in rows[index + 1 :]
    ]
    return Changed(rows=(*rows[: index + 1], *following), index=index)


def _next_level(before: Sequence[Row], *, is_last: bool) -> Row:
    """A level like the one before it; at the end of the sheet with everything doubled."""
    levels = [row for row in before if row.kind == "level"]
    if not levels:
        first = Level(small_blind=25, big_blind=50, duration_seconds=20 * 60)
        return rows_of(Structure(periods=(first,)))[0]
    last = replace(levels[-1], errors={}, frozen=None)
    return _doubled(last) if is_last else last


def _doubled(row: Row) -> Row:
    groups = tuple(replace(group, typed=_twice(group.typed), errors={}) for group in row.groups)
    return replace(row, typed=_twice(row.typed), groups=groups)


def _twice(typed: Mapping[str, str]) -> dict[str, str]:
    doubled = {
        name: str(2 * int(typed[name]))
        for name in AMOUNTS
        if typed.get(name, "").isascii() and typed.get(name, "").isdigit()
    }
    return {**typed, **doubled}


_LEVEL_BUTTONS: Final[Mapping[str, Callable[[Row, int], Row | None]]] = {
    "games": _open,
    "add-game": _add_game,
    "drop-game": _drop_game,
    "earlier": _earlier,
    "apart": _apart,
}
_ROW_BUTTONS: Final[Mapping[str, Callable[[list[Row], int, int], Changed | None]]] = {
    "insert-level": _insert_level,
    "insert-break": _insert_break,
    "delete": _delete,
    "up": _move_up,
    "down": _move_down,
    "length": _length_onwards,
}
