"""What a structure is made of: levels and breaks in the order they are played.

A structure is a tuple of periods. A period's *index* counts from 0 and includes breaks;
a *level number* counts from 1 and leaves breaks out; a *row*, in messages to people,
counts from 1 and includes breaks, as the lines of the editor do.

Values check their own shape (types, signs, limits) when they are made, so that a
`Structure` in hand can always be shown, stored and clocked. Whether it makes sense at
the table is asked separately (structure_check.py): a director may save half a structure.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, Self, TypeAlias, get_args

from tournament.rules.structure_errors import (
    MAX_BREAK_SECONDS,
    MAX_CHIP_VALUES,
    MAX_GAME_LENGTH,
    MAX_LABEL_LENGTH,
    MAX_LEVEL_SECONDS,
    require_choice,
    require_int,
    require_row_count,
    require_text,
)
from tournament.rules.structure_errors import MAX_CHIPS as MAX_CHIPS
from tournament.rules.structure_errors import MAX_PERIODS as MAX_PERIODS
from tournament.rules.structure_errors import StructureError as StructureError

AnteKind: TypeAlias = Literal["none", "classic", "big_blind", "button"]
ANTE_KINDS: Final[tuple[AnteKind, ...]] = get_args(AnteKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One level: the stakes in force for `duration_seconds`.

    `ante` is one amount: paid by each player ("classic"), by the big blind or by the
    button for the table. `game` is the code of the game dealt ("NT" no-limit hold'em);
    `small_bet` and `big_bet` are the fixed-limit bets, 0 in other betting structures.
    """

    small_blind: int
    big_blind: int
    ante: int = 0
    ante_kind: AnteKind = "none"
    duration_seconds: int
    game: str = "NT"
    small_bet: int = 0
    big_bet: int = 0

    def __post_init__(self) -> None:
        for field in ("small_blind", "big_blind", "ante", "small_bet", "big_bet"):
            require_int(getattr(self, field), field=field, low=0, high=MAX_CHIPS)
        require_int(self.duration_seconds, field="duration", low=1, high=MAX_LEVEL_SECONDS)
        require_choice(self.ante_kind, field="ante_kind", choices=ANTE_KINDS)
        require_text(self.game, field="game", low=1, high=MAX_GAME_LENGTH)

    def amounts(self) -> tuple[tuple[str, int], ...]:
        """The amounts players must be able to pay, by field name, zeros left out."""
        fields = ("small_blind", "big_blind", "ante", "small_bet", "big_bet")
        return tuple((field, getattr(self, field)) for field in fields if getattr(self, field))

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form, read back by `period_from_dict`."""
        return {
            "kind": "level",
            "small_blind": self.small_blind,
            "big_blind": self.big_blind,
            "ante": self.ante,
            "ante_kind": self.ante_kind,
            "duration_seconds": self.duration_seconds,
            "game": self.game,
            "small_bet": self.small_bet,
            "big_bet": self.big_bet,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """A break; `chips_removed` are the chip values coloured up during it."""

    duration_seconds: int
    chips_removed: tuple[int, ...] = ()
    label: str = ""

    def __post_init__(self) -> None:
        require_int(self.duration_seconds, field="duration", low=1, high=MAX_BREAK_SECONDS)
        if len(self.chips_removed) > MAX_CHIP_VALUES:
            raise StructureError(
                "%(count)s chip values are removed.",
                code="too_many_chip_values",
                field="chips_removed",
                cure="Remove at most %(high)s values in one break.",
                count=len(self.chips_removed),
                high=MAX_CHIP_VALUES,
            )
        for value in self.chips_removed:
            require_int(value, field="chips_removed", low=1, high=MAX_CHIPS)
        if len(set(self.chips_removed)) != len(self.chips_removed):
            raise StructureError(
                "the same chip value is removed twice.",
                code="chip_value_twice",
                field="chips_removed",
                cure="Name each chip value once.",
            )
        require_text(self.label, field="label", low=0, high=MAX_LABEL_LENGTH)

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form, read back by `period_from_dict`."""
        return {
            "kind": "break",
            "duration_seconds": self.duration_seconds,
            "chips_removed": list(self.chips_removed),
            "label": self.label,
        }


Period: TypeAlias = Level | Break


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

    def next_level_index(self, index: int) -> int | None:
        return self._next_index(index, Level)

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

    def seconds_until_break(self, index: int, *, remaining_seconds: int) -> int | None:
        """Seconds to the start of the next break when `remaining_seconds` of `index` are left."""
        following = self.next_break_index(index)
        if following is None:
            return None
        return remaining_seconds + self.seconds_between(index, following)

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
                cure='Give {"periods": [...]} with one entry for each level or break.',
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
            cure="Give a mapping with its fields.",
        )
    kind = data.get("kind", "level")
    require_choice(kind, field="kind", choices=("level", "break"))
    known = _LEVEL_FIELDS if kind == "level" else _BREAK_FIELDS
    required = {"duration_seconds"} | ({"small_blind", "big_blind"} if kind == "level" else set())
    for name in data:
        if name not in known:
            raise StructureError(
                "there is no such field in a %(kind)s.",
                code="unknown_field",
                field=str(name)[:MAX_LABEL_LENGTH],
                cure="Remove it.",
                kind=kind,
            )
    for name in sorted(required - set(data)):
        raise StructureError("this is missing.", code="missing_field", field=name, cure="Fill it in.")
    fields = {name: value for name, value in data.items() if name != "kind"}
    if kind == "level":
        return Level(**fields)
    removed = fields.get("chips_removed", ())
    if not isinstance(removed, list | tuple):
        raise StructureError(
            "this is not a list of chip values.",
            code="not_a_list",
            field="chips_removed",
            cure="Give whole numbers, for example 25 and 100.",
        )
    return Break(**{**fields, "chips_removed": tuple(removed)})
