"""The structure editor's rows: read from a form, changed by its buttons, made into a Structure.

The rows of a form are texts until somebody saves: whatever was typed is kept, right or wrong, and
shown again with what is wrong beside it. Rows are counted from 0 here and from 1 for people.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.choices import ANTE_KINDS, GAMES
from tournament.forms.numbers import duration_text, parse_chips, parse_duration
from tournament.forms.text import LineField
from tournament.rules.structure import Break, Level, Period, Structure
from tournament.rules.structure_errors import (
    MAX_BREAK_SECONDS,
    MAX_CHIP_VALUES,
    MAX_LABEL_LENGTH,
    MAX_LEVEL_SECONDS,
    MAX_PERIODS,
)

LEVEL_FIELDS: Final = (
    "small_blind", "big_blind", "ante", "ante_kind", "minutes", "game", "small_bet", "big_bet",
)  # fmt: skip
BREAK_FIELDS: Final = ("minutes", "chips_removed", "label")

LABELS: Final = {
    "small_blind": gettext_lazy("Small blind"),
    "big_blind": gettext_lazy("Big blind"),
    "ante": gettext_lazy("Ante"),
    "ante_kind": gettext_lazy("Paid by"),
    "minutes": gettext_lazy("Minutes"),
    "game": gettext_lazy("Game"),
    "small_bet": gettext_lazy("Small bet"),
    "big_bet": gettext_lazy("Big bet"),
    "chips_removed": gettext_lazy("Chips removed"),
    "label": gettext_lazy("Label"),
}

_BETWEEN = re.compile(r"[\s,;/]+")
_MAX_SHOWN = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row as typed; `errors` by field."""

    kind: str
    typed: Mapping[str, str]
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[str, ...]:
        return LEVEL_FIELDS if self.kind == "level" else BREAK_FIELDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """Rows after a button, and the row to look at."""

    rows: tuple[Row, ...]
    index: int


def rows_of(structure: Structure) -> tuple[Row, ...]:
    """A structure as the editor shows it."""
    return tuple(_row_of(period) for period in structure.periods)


def read_rows(data: Mapping[str, str]) -> tuple[Row, ...]:
    """The rows of a posted form, in order: `count` of them, fields `row-<n>-<field>`.

    Raises ValidationError when there are more than a structure may have.
    """
    count = parse_chips(data.get("count", "0"), high=10**6)
    if count > MAX_PERIODS:
        raise ValidationError(
            _("There are %(count)d rows: use at most %(max)d levels and breaks."),
            params={"count": count, "max": MAX_PERIODS},
        )
    rows = []
    for number in range(count):
        kind = "break" if data.get(f"row-{number}-kind") == "break" else "level"
        names = LEVEL_FIELDS if kind == "level" else BREAK_FIELDS
        rows.append(Row(kind=kind, typed={name: data.get(f"row-{number}-{name}", "") for name in names}))
    return tuple(rows)


def change_rows(rows: Sequence[Row], command: str, *, frozen: int) -> Changed | None:
    """The rows after a button such as "insert-level:3" (after row 3; -1: in front of all).

    Rows below `frozen` stay where they are; None for a button that does not fit the rows.
    """
    name, _colon, place = command.partition(":")
    index = int(place) if re.fullmatch(r"-?[0-9]{1,3}", place) else None
    change = _BUTTONS.get(name)
    if change is None or index is None or index >= len(rows):
        return None
    return change(list(rows), index, frozen)


def structure_from(rows: Sequence[Row]) -> tuple[Structure | None, tuple[Row, ...]]:
    """The structure the rows describe, or None and the rows with what is wrong in each."""
    read = [_read_row(row) for row in rows]
    marked = tuple(row for _period, row in read)
    periods = [period for period, _row in read if period is not None]
    if len(periods) < len(rows) or not any(isinstance(period, Level) for period in periods):
        return None, marked
    return Structure(periods=tuple(periods)), marked


def _row_of(period: Period) -> Row:
    if isinstance(period, Break):
        typed = {
            "minutes": duration_text(period.duration_seconds),
            "chips_removed": " ".join(str(value) for value in period.chips_removed),
            "label": period.label,
        }
        return Row(kind="break", typed=typed)
    typed = {
        "small_blind": str(period.small_blind),
        "big_blind": str(period.big_blind),
        "ante": str(period.ante),
        "ante_kind": period.ante_kind,
        "minutes": duration_text(period.duration_seconds),
        "game": period.game,
        "small_bet": str(period.small_bet or ""),
        "big_bet": str(period.big_bet or ""),
    }
    return Row(kind="level", typed=typed)


def _read_row(row: Row) -> tuple[Period | None, Row]:
    values: dict[str, object] = {}
    errors: dict[str, str] = {}
    for name in row.fields:
        try:
            values[name] = _READERS[name](row.typed.get(name, "").strip(), row.kind)
        except ValidationError as error:
            errors[name] = " ".join(error.messages)
    shown = {name: text[:_MAX_SHOWN] for name, text in row.typed.items()}
    marked = replace(row, typed=shown, errors=errors)
    if errors:
        return None, marked
    seconds = values.pop("minutes")
    period = Level if row.kind == "level" else Break
    return period(duration_seconds=seconds, **values), marked  # type: ignore[arg-type]  # read field by field above


def _read_chips(text: str, _kind: str) -> int:
    return parse_chips(text) if text else 0


def _read_choice(choices: Sequence[tuple[str, object]]) -> Callable[[str, str], str]:
    def read(text: str, _kind: str) -> str:
        if text not in dict(choices):
            raise ValidationError(_("Choose one of the list."))
        return text

    return read


def _read_minutes(text: str, kind: str) -> int:
    seconds = parse_duration(text)
    longest = MAX_LEVEL_SECONDS if kind == "level" else MAX_BREAK_SECONDS
    if seconds > longest:
        raise ValidationError(_("Enter at most %(max)d minutes."), params={"max": longest // 60})
    return seconds


def _read_removed(text: str, _kind: str) -> tuple[int, ...]:
    parts = [part for part in _BETWEEN.split(text) if part]
    if len(parts) > MAX_CHIP_VALUES:
        raise ValidationError(_("Remove at most %(max)d chip values."), params={"max": MAX_CHIP_VALUES})
    return tuple(sorted({parse_chips(part, low=1) for part in parts}))


def _read_label(text: str, _kind: str) -> str:
    return str(LineField(max_length=MAX_LABEL_LENGTH, required=False).clean(text))


_READERS: Final[Mapping[str, Callable[[str, str], object]]] = {
    **dict.fromkeys(("small_blind", "big_blind", "ante", "small_bet", "big_bet"), _read_chips),
    "ante_kind": _read_choice(ANTE_KINDS),
    "minutes": _read_minutes,
    "game": _read_choice(GAMES),
    "chips_removed": _read_removed,
    "label": _read_label,
}


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


def _next_level(before: Sequence[Row], *, is_last: bool) -> Row:
    """A level like the one before it; at the end of the sheet with everything doubled."""
    levels = [row for row in before if row.kind == "level"]
    if not levels:
        return _row_of(Level(small_blind=25, big_blind=50, duration_seconds=20 * 60))
    last = levels[-1]
    return replace(last, typed={**last.typed, **(_doubled(last) if is_last else {})}, errors={})


def _doubled(row: Row) -> dict[str, str]:
    amounts = ("small_blind", "big_blind", "ante", "small_bet", "big_bet")
    typed = {name: row.typed.get(name, "") for name in amounts}
    return {name: str(2 * int(text)) for name, text in typed.items() if text.isascii() and text.isdigit()}


_BUTTONS: Final[Mapping[str, Callable[[list[Row], int, int], Changed | None]]] = {
    "insert-level": _insert_level,
    "insert-break": _insert_break,
    "delete": _delete,
    "up": _move_up,
    "down": _move_down,
}
