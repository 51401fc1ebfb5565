"""What a structure is made of: levels and breaks in the order they are played.

A structure is a tuple of periods. A period's *index* counts from 0 and includes breaks;
a *level number* counts from 1 and leaves breaks out; a *row*, in messages to people,
counts from 1 and includes breaks, as the lines of the editor do.

Values check their own shape (types, signs, limits) when they are made, so that a
`Structure` in hand can always be shown, stored and clocked. Whether it makes sense at
the table is asked separately (check.py): a director may save half a structure.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from tournament.rules.structure.errors import (
    MAX_GAMES,
    MAX_LABEL_LENGTH,
    StructureError,
    require_choice,
    require_row_count,
)
from tournament.rules.structure.level_games import level_game_from_dict
from tournament.rules.structure.levels import Break, Level, Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """The periods of a tournament in order: 1 to 200, with at least one level."""

    periods: tuple[Period, ...]

    def __post_init__(self) -> None:
        if not any(isinstance(period, Level) for period in self.periods):
            raise StructureError("there is no level.", code="no_level", field="periods", cure="Add a level.")
        require_row_count(len(self.periods))

    @property
    def last_index(self) -> int:
        return len(self.periods) - 1

    @property
    def level_count(self) -> int:
        return self.level_number(self.last_index)

    def is_break(self, index: int) -> bool:
        return isinstance(self.periods[index], Break)

    def hands_of(self, index: int) -> int:
        """How many hands the period lasts; 0 for one that lasts its time."""
        period = self.periods[index]
        return 0 if isinstance(period, Break) else period.hands

    def has_hands_between(self, index: int, other: int) -> bool:
        """Whether a level by hands is played after period `index` and before the later period `other`."""
        return any(self.hands_of(between) for between in range(index + 1, other))

    def level_number(self, index: int) -> int:
        """Number of the level at `index`, from 1; in a break that of the level before it.

        0 in a break that comes before every level.
        """
        self._require_index(index)
        return sum(isinstance(period, Level) for period in self.periods[: index + 1])

    def index_of_level(self, number: int) -> int:
        """Index of level `number` (from 1). Raises StructureError if there is none."""
        levels = [i for i, period in enumerate(self.periods) if isinstance(period, Level)]
        if not 1 <= number <= len(levels):
            raise StructureError(
                "there is no level %(number)s.",
                code="unknown_level",
                field="level",
                cure="Choose a level from 1 to %(high)s.",
                number=number,
                high=len(levels),
            )
        return levels[number - 1]

    def level_in_force(self, index: int) -> Level:
        """The level that hands are dealt at; in a break the one before it, or else the next."""
        self._require_index(index)
        before = [p for p in self.periods[: index + 1] if isinstance(p, Level)]
        after = [p for p in self.periods[index + 1 :] if isinstance(p, Level)]
        return before[-1] if before else after[0]

    def next_break_index(self, index: int) -> int | None:
        return self._next_index(index, Break)

    def next_level(self, index: int) -> Level | None:
        """The first level after `index`, or None on the last."""
        following = self._next_index(index, Level)
        period = None if following is None else self.periods[following]
        return period if isinstance(period, Level) else None

    def next_break(self, index: int) -> Break | None:
        """The first break after `index`, or None."""
        following = self._next_index(index, Break)
        period = None if following is None else self.periods[following]
        return period if isinstance(period, Break) else None

    def seconds_between(self, index: int, other: int) -> int:
        """Seconds from the end of period `index` to the start of the later period `other`."""
        self._require_index(index)
        self._require_index(other)
        return sum(period.duration_seconds for period in self.periods[index + 1 : other])

    def mixed_since(self, index: int) -> int:
        """Index of the first of the mixed levels that have followed each other up to `index`.

        Breaks do not count; after a level of a single game the rotation begins again. `index` itself
        where no mixed level is in force.
        """
        self._require_index(index)
        since = index
        for earlier in range(index, -1, -1):
            period = self.periods[earlier]
            if isinstance(period, Level):
                if not period.is_mixed:
                    break
                since = earlier
        return since

    def chips_removed_before(self, index: int) -> frozenset[int]:
        """Chip values out of play at period `index`: those of all breaks before it."""
        return frozenset(
            value
            for period in self.periods[:index]
            if isinstance(period, Break)
            for value in period.chips_removed
        )

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form; `Structure.from_dict` gives an equal structure back."""
        return {"periods": [period.to_dict() for period in self.periods]}

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read a structure; raises StructureError that names field, row and cure."""
        if not isinstance(data, Mapping) or not isinstance(data.get("periods"), list | tuple):
            raise StructureError(
                "this is not a list of levels and breaks.",
                code="not_a_structure",
                field="periods",
                cure="Enter one row for each level or break.",
            )
        rows = data["periods"]
        require_row_count(len(rows))  # before reading them: the input may be huge
        return cls(periods=tuple(period_from_dict(row, row=i) for i, row in enumerate(rows, start=1)))

    def _next_index(self, index: int, kind: type[Period]) -> int | None:
        self._require_index(index)
        for following in range(index + 1, len(self.periods)):
            if isinstance(self.periods[following], kind):
                return following
        return None

    def _require_index(self, index: int) -> None:
        if not 0 <= index < len(self.periods):
            raise IndexError(f"period {index} of {len(self.periods)}")


_LEVEL_FIELDS: Final = frozenset(Level.__slots__) | {"kind"}
_BREAK_FIELDS: Final = frozenset(Break.__slots__) | {"kind"}


def period_from_dict(data: object, *, row: int) -> Period:
    """One level or break from its JSON form; `row` is for the message."""
    try:
        return _read_period(data)
    except StructureError as error:
        raise error.at_row(row) from None


def _read_period(data: object) -> Period:
    if not isinstance(data, Mapping):
        raise StructureError(
            "this row is not a level or a break.",
            code="not_a_period",
            field="row",
            cure="Enter a level or a break.",
        )
    kind = data.get("kind", "level")
    require_choice(kind, field="kind", choices=("level", "break"))
    known = _LEVEL_FIELDS if kind == "level" else _BREAK_FIELDS
    required = {"duration_seconds"} | ({"small_blind", "big_blind"} if kind == "level" else set())
    for name in data:
        if name not in known:
            raise StructureError(
                "a %(kind)s does not have this field.",
                code="unknown_field",
                field=str(name)[:MAX_LABEL_LENGTH],
                cure="Remove it.",
                kind=kind,
            )
    for name in sorted(required - set(data)):
        raise StructureError("this is missing.", code="missing_field", field=name, cure="Fill it in.")
    fields = {name: value for name, value in data.items() if name != "kind"}
    if kind == "level":
        return _read_level(fields)
    removed = fields.get("chips_removed", ())
    if not isinstance(removed, list | tuple):
        raise StructureError(
            "this is not a list of chip values.",
            code="not_a_list",
            field="chips_removed",
            cure="Enter whole numbers, for example 25 and 100.",
        )
    return Break(**{**fields, "chips_removed": tuple(removed)})


def _read_level(fields: dict[str, object]) -> Level:
    games = fields.pop("games", ())
    if not isinstance(games, list | tuple) or len(games) > MAX_GAMES:
        raise StructureError(
            "this is not a list of games.",
            code="not_a_list",
            field="games",
            cure="List at most %(high)s games with their stakes.",
            high=MAX_GAMES,
        )
    return Level(games=tuple(level_game_from_dict(game) for game in games), **fields)  # type: ignore[arg-type]  # it checks its fields
