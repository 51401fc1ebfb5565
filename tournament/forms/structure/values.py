"""The single values of the structure editor, from what was typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.forms.fields.choices import ANTE_KINDS
from tournament.forms.fields.numbers import duration_text, parse_chips, parse_duration
from tournament.forms.fields.text import LineField
from tournament.rules.structure.errors import (
    MAX_BREAK_SECONDS,
    MAX_CHIP_VALUES,
    MAX_HANDS_PER_GAME,
    MAX_LABEL_LENGTH,
    MAX_LEVEL_HANDS,
    MAX_LEVEL_SECONDS,
    MAX_ORBIT_FROM,
)
from tournament.rules.structure.level_games import AMOUNTS, LevelGame, stakes_fields
from tournament.rules.structure.levels import Lasts, Level, Period, lasting_hands
from tournament.words.games import GAMES
from tournament.words.spans import hands_text

_BETWEEN = re.compile(r"[\s,;/]+")
# Either language, whichever the page has.
_HANDS = re.compile(r"(?P<hands>[0-9]{1,6})\s*(?:hands?|mani|mano)\.?", re.IGNORECASE)


def level_game(code: str, values: Mapping[str, object]) -> LevelGame:
    """The game of this code with what it is asked for, out of `values`; the rest is not looked at."""
    stakes = {name: values[name] for name in stakes_fields(code) if name in values}
    if "ante_kind" not in stakes:
        stakes["ante_kind"] = "classic" if stakes.get("ante") else "none"
    return LevelGame(game=code, **stakes)  # type: ignore[arg-type]  # read field by field


def loose_game(code: str, typed: Mapping[str, str]) -> LevelGame:
    """The same from texts, of which some may be wrong: those are as good as empty."""
    values: dict[str, object] = {}
    for name in (*AMOUNTS, "ante_kind"):
        try:
            values[name] = READERS[name](typed.get(name, "").strip(), "level")
        except ValidationError:
            continue
    return level_game(code, values)


def _read_chips(text: str, _kind: str) -> int:
    return parse_chips(text) if text else 0


def _read_hands(text: str, _kind: str) -> int:
    return parse_chips(text, low=0, high=MAX_HANDS_PER_GAME)


def _read_orbit(text: str, _kind: str) -> int:
    return parse_chips(text, low=2, high=MAX_ORBIT_FROM) if text else 0


def _read_choice(choices: Sequence[tuple[str, object]]) -> Callable[[str, str], str]:
    def read(text: str, _kind: str) -> str:
        if text not in dict(choices):
            raise ValidationError(_("Choose one from the list."))
        return text

    return read


def lasts_text(period: Period) -> str:
    """As it stands in the editor: "20", "7:30" or, in the language that is active, "15 hands"."""
    if isinstance(period, Level) and period.hands:
        return hands_text(period.hands)
    return duration_text(period.duration_seconds)


def _read_lasts(text: str, kind: str) -> Lasts:
    hands = _HANDS.fullmatch(text)
    if hands is None:
        return Lasts(_read_minutes(text, kind))
    if kind != "level":
        raise ValidationError(_("Only a level can last hands. Enter the minutes of the break."))
    number = parse_chips(hands["hands"], low=1, high=MAX_LEVEL_HANDS)
    return lasting_hands(number)


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


READERS: Final[Mapping[str, Callable[[str, str], object]]] = {
    **dict.fromkeys(AMOUNTS, _read_chips),
    "ante_kind": _read_choice(ANTE_KINDS),
    "minutes": _read_lasts,
    "game": _read_choice(GAMES),
    "hands_per_game": _read_hands,
    "orbit_from": _read_orbit,
    "chips_removed": _read_removed,
    "label": _read_label,
}
"""By field: the value of a text in a row of the kind "level" or "break", or ValidationError."""
