"""How a structure is refused: limits, the error, and the checks of single values."""

from typing import Final

from tournament.rules.errors import RulesError

MAX_PERIODS: Final = 200
MAX_CHIPS: Final = 10**12
MAX_LEVEL_SECONDS: Final = 24 * 3600
MAX_BREAK_SECONDS: Final = 7 * 24 * 3600  # the night, or the days, between two days of play
MAX_CHIP_VALUES: Final = 20
MAX_LABEL_LENGTH: Final = 100
MAX_GAME_LENGTH: Final = 20
MAX_GAMES: Final = 24  # of one level
MAX_HANDS_PER_GAME: Final = 100
MAX_LEVEL_HANDS: Final = 200
MAX_ORBIT_FROM: Final = 10  # as many as sit at a table


class StructureError(RulesError):
    """An invalid structure: names the field, the row (or None) and how to fix it.

    `template` says where, what and the cure in one; all of it is filled in by `params`.
    """

    def __init__(
        self,
        template: str,
        *,
        code: str,
        field: str,
        cure: str,
        row: int | None = None,
        **params: object,
    ) -> None:
        self.field = field
        self.row = row
        self.cure = cure % params if params else cure
        self._parts = (template, cure, params)
        where = "Row %(row)s, %(field)s:" if row is not None else "%(field)s:"
        self._sentences = (where, template, cure)
        super().__init__(" ".join(self._sentences), code=code, field=field, row=row, **params)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Where, what is wrong, and the cure."""
        return self._sentences

    def at_row(self, row: int) -> "StructureError":
        """The same error, said of row `row` (from 1)."""
        template, cure, params = self._parts
        return StructureError(template, code=self.code, field=self.field, cure=cure, row=row, **params)


def require_int(value: object, *, field: str, low: int, high: int) -> None:
    """Raise StructureError unless `value` is a whole number from `low` to `high`."""
    cure = "Enter a whole number from %(low)s to %(high)s."
    # bool is an int in Python, but True is not an amount of chips.
    if not isinstance(value, int) or isinstance(value, bool):
        raise StructureError(
            "this is not a whole number.",
            code="not_a_whole_number",
            field=field,
            cure=cure,
            low=low,
            high=high,
        )
    if not low <= value <= high:
        raise StructureError(
            "this is out of range.", code="out_of_range", field=field, cure=cure, low=low, high=high
        )


def require_choice(value: object, *, field: str, choices: tuple[str, ...]) -> None:
    """Raise StructureError unless `value` is one of `choices`."""
    if value not in choices:
        raise StructureError(
            "this is not one of the choices.",
            code="unknown_choice",
            field=field,
            cure="Choose one of %(choices)s.",
            choices=", ".join(choices),
        )


def require_text(value: object, *, field: str, low: int, high: int) -> None:
    """Raise StructureError unless `value` is a text of `low` to `high` characters."""
    if not isinstance(value, str) or not low <= len(value) <= high:
        raise StructureError(
            "this is not a text of the right length.",
            code="bad_text",
            field=field,
            cure="Enter %(low)s to %(high)s characters.",
            low=low,
            high=high,
        )


def require_row_count(count: int) -> None:
    """Raise StructureError if a structure has more rows than it may."""
    if count > MAX_PERIODS:
        raise StructureError(
            "there are %(count)s rows.",
            code="too_many_periods",
            field="periods",
            cure="Use at most %(high)s levels and breaks.",
            count=count,
            high=MAX_PERIODS,
        )
