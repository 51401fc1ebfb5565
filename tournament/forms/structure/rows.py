"""The structure editor's rows: read from a form and made into a Structure.

The rows of a form are texts until somebody saves: whatever was typed is kept, right or wrong, and shown again
with its errors. Rows are counted from 0 here and from 1 for people. A mixed level has its games in order and
its stakes in groups: games that are played for the same are typed once. What the buttons do to rows is in buttons.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.forms.fields.numbers import parse_chips
from tournament.forms.structure.values import READERS, lasts_text, level_game
from tournament.rules.structure.errors import MAX_GAMES, MAX_PERIODS
from tournament.rules.structure.level_games import LevelGame, stakes_fields, stakes_kind
from tournament.rules.structure.levels import Break, Lasts, Level, Period
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.what_if import is_night
from tournament.words.games import GAMES

LEVEL_FIELDS: Final = (
    "small_blind", "big_blind", "ante", "ante_kind", "minutes", "game", "small_bet", "big_bet",
    "bring_in", "min_bet",
)  # fmt: skip
MIXED_FIELDS: Final = ("minutes", "hands_per_game", "orbit_from")
BREAK_FIELDS: Final = ("minutes", "chips_removed", "label")
STAKES_FIELDS: Final = tuple(name for name in LEVEL_FIELDS if name not in ("minutes", "game"))

LABELS: Final = {
    "small_blind": gettext_lazy("Small blind"),
    "big_blind": gettext_lazy("Big blind"),
    "ante": gettext_lazy("Ante"),
    "ante_kind": gettext_lazy("Paid by"),
    "minutes": gettext_lazy("Minutes or hands"),
    "game": gettext_lazy("Game"),
    "small_bet": gettext_lazy("Small bet"),
    "big_bet": gettext_lazy("Big bet"),
    "bring_in": gettext_lazy("Bring-in"),
    "min_bet": gettext_lazy("Minimum bet"),
    "hands_per_game": gettext_lazy("Hands of each game (0: dealer’s choice)"),
    "orbit_from": gettext_lazy("An orbit of each from so many players (blank: never)"),
    "games": gettext_lazy("Games"),
    "chips_removed": gettext_lazy("Chips removed"),
    "label": gettext_lazy("Label"),
}

_MAX_TYPED = 120  # longer than any valid value


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Games of one mixed level that are played for the same, and that as typed."""

    games: tuple[str, ...]
    typed: Mapping[str, str]
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[str, ...]:
        return stakes_fields(self.games[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row as typed; `errors` by field. `games` are the codes of a mixed level in order of play.

    `frozen` is the period of a row that is played: only how long it lasts is read.
    """

    kind: str
    typed: Mapping[str, str]
    errors: Mapping[str, str] = field(default_factory=dict)
    games: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    frozen: Period | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        if self.kind == "break":
            return BREAK_FIELDS
        return MIXED_FIELDS if self.games else LEVEL_FIELDS

    @property
    def has_errors(self) -> bool:
        return bool(self.errors) or any(group.errors for group in self.groups)


def rows_of(structure: Structure, *, frozen: int = 0) -> tuple[Row, ...]:
    """A structure as the editor shows it; the first `frozen` rows are played."""
    rows = [_row_of(period) for period in structure.periods]
    kept = zip(rows[:frozen], structure.periods, strict=False)
    return (*(replace(row, frozen=period) for row, period in kept), *rows[frozen:])


def read_rows(data: Mapping[str, str]) -> tuple[Row, ...]:
    """The rows of a posted form, in order: `count` of them, fields `row-<n>-<field>`.

    A mixed level has its codes in `row-<n>-games` and its groups in `row-<n>-g<m>-<field>`.
    Raises ValidationError when there are more rows than a structure may have.
    """
    count = parse_chips(data.get("count", "0"), high=10**6)
    if count > MAX_PERIODS:
        raise ValidationError(
            _("There are %(count)d rows: use at most %(max)d levels and breaks."),
            params={"count": count, "max": MAX_PERIODS},
        )
    return tuple(_posted_row(data, f"row-{number}-") for number in range(count))


def structure_from(rows: Sequence[Row]) -> tuple[Structure | None, tuple[Row, ...]]:
    """The structure the rows describe, or None and the rows with what is wrong in each."""
    read = [_read_row(row) for row in rows]
    marked = tuple(row for _period, row in read)
    periods = [period for period, _row in read if period is not None]
    if len(periods) < len(rows) or not any(isinstance(period, Level) for period in periods):
        return None, marked
    return Structure(periods=tuple(periods)), marked


def has_night(rows: Sequence[Row]) -> bool:
    """Whether another day of play begins among these rows."""
    breaks = (_read_row(row)[0] for row in rows if row.kind == "break")
    return any(period is not None and is_night(period) for period in breaks)


def stakes_typed(game: LevelGame) -> dict[str, str]:
    """What a game is played for, as it stands in the fields."""
    amounts = {name: str(getattr(game, name)) for name in stakes_fields(game.game) if name != "ante_kind"}
    return {**amounts, "ante_kind": game.ante_kind}


def _row_of(period: Period) -> Row:
    minutes = lasts_text(period)
    if isinstance(period, Break):
        removed = " ".join(str(value) for value in period.chips_removed)
        return Row(kind="break", typed={"minutes": minutes, "chips_removed": removed, "label": period.label})
    if period.is_mixed:
        return Row(
            kind="level",
            typed={
                "minutes": minutes,
                "hands_per_game": str(period.hands_per_game),
                "orbit_from": str(period.orbit_from or ""),
            },
            games=tuple(game.game for game in period.games),
            groups=_groups_of(period.games),
        )
    [game] = period.all_games
    blank = dict.fromkeys(STAKES_FIELDS, "")
    return Row(kind="level", typed={**blank, **stakes_typed(game), "minutes": minutes, "game": game.game})


def _groups_of(games: Sequence[LevelGame]) -> tuple[Group, ...]:
    """The games by what they are played for and asked for."""
    codes: dict[tuple[object, ...], list[LevelGame]] = {}
    for game in games:
        codes.setdefault((stakes_kind(game.game), game.ante_kind, *game.amounts()), []).append(game)
    return tuple(
        Group(games=tuple(game.game for game in alike), typed=stakes_typed(alike[0]))
        for alike in codes.values()
    )


def _posted_row(data: Mapping[str, str], prefix: str) -> Row:
    if data.get(f"{prefix}kind") == "break":
        return Row(kind="break", typed=_posted(data, prefix, BREAK_FIELDS))
    games = _posted_codes(data, prefix)
    if not games:
        return Row(kind="level", typed=_posted(data, prefix, (*LEVEL_FIELDS, "add")))
    groups = []
    for number in range(len(games)):
        codes = _posted_codes(data, f"{prefix}g{number}-")
        if codes:
            typed = _posted(data, f"{prefix}g{number}-", STAKES_FIELDS)
            groups.append(Group(games=codes, typed=typed))
    typed = _posted(data, prefix, (*MIXED_FIELDS, "add"))
    return Row(kind="level", typed=typed, games=games, groups=tuple(groups))


def _posted(data: Mapping[str, str], prefix: str, names: Sequence[str]) -> dict[str, str]:
    return {name: data.get(f"{prefix}{name}", "")[:_MAX_TYPED] for name in names}


def _posted_codes(data: Mapping[str, str], prefix: str) -> tuple[str, ...]:
    """Games that are offered; the form is the page's own, so whatever else is there was not typed."""
    known = dict(GAMES)
    return tuple(code for code in data.get(f"{prefix}games", "").split() if code in known)


def _read_row(row: Row) -> tuple[Period | None, Row]:
    if row.frozen is not None:
        values, errors = _read_fields(row.typed, ("minutes",), row.kind)
        return _lasting(row.frozen, values.get("minutes")), replace(row, errors=errors)
    values, errors = _read_fields(row.typed, row.fields, row.kind)
    lasts = values.pop("minutes", None)
    seconds, hands = (lasts.seconds, lasts.hands) if isinstance(lasts, Lasts) else (0, 0)
    if row.kind == "break":
        marked = replace(row, errors=errors)
        return None if errors else Break(duration_seconds=seconds, **values), marked  # type: ignore[arg-type]  # read field by field
    if not row.games:
        marked = replace(row, errors=errors)
        if errors:
            return None, marked
        game = level_game(str(values.pop("game")), values)
        return Level.mixed(games=(game,), hands_per_game=1, duration_seconds=seconds, hands=hands), marked
    games, groups = _read_groups(row)
    if games is None and not any(group.errors for group in groups):
        errors["games"] = _("Choose two or more games from the list, each only once.")
    marked = replace(row, errors=errors, groups=groups)
    if errors or games is None:
        return None, marked
    each: int = values["hands_per_game"]  # type: ignore[assignment]  # read field by field
    orbit: int = values["orbit_from"]  # type: ignore[assignment]  # read field by field
    if orbit and not each:
        wrong = {"hands_per_game": _("Enter the hands of each game with fewer players.")}
        return None, replace(marked, errors=wrong)
    level = Level.mixed(
        games=games, hands_per_game=each, duration_seconds=seconds, hands=hands, orbit_from=orbit
    )
    return level, marked


def _lasting(period: Period, lasts: object) -> Period | None:
    """A row that is played, with another length; None where that cannot be read."""
    if not isinstance(lasts, Lasts):
        return None
    if isinstance(period, Level):
        return replace(period, duration_seconds=lasts.seconds, hands=lasts.hands)
    return replace(period, duration_seconds=lasts.seconds)


def _read_groups(row: Row) -> tuple[tuple[LevelGame, ...] | None, tuple[Group, ...]]:
    """The games of a mixed level in order, None if they cannot be; and its groups marked."""
    by_code: dict[str, LevelGame] = {}
    marked = []
    for group in row.groups:
        values, errors = _read_fields(group.typed, group.fields, row.kind)
        marked.append(replace(group, errors=errors))
        if not errors:
            by_code.update({code: level_game(code, values) for code in group.games})
    each_once = 2 <= len(row.games) == len(set(row.games)) <= MAX_GAMES
    if not each_once or set(by_code) != set(row.games):
        return None, tuple(marked)
    return tuple(by_code[code] for code in row.games), tuple(marked)


def _read_fields(
    typed: Mapping[str, str], names: Sequence[str], kind: str
) -> tuple[dict[str, object], dict[str, str]]:
    values: dict[str, object] = {}
    errors: dict[str, str] = {}
    for name in names:
        try:
            values[name] = READERS[name](typed.get(name, "").strip(), kind)
        except ValidationError as error:
            errors[name] = " ".join(error.messages)
    return values, errors
