"""What a formula can work out: each function takes numbers, or lists of them, and gives a number or a list.

Numbers are decimal, with 28 digits, up to a thousand million million. `if`, `switch`, `lswitch` and `assign` choose
what is worked out: they stand in `evaluation`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Final, TypeAlias

from tournament.rules.points.errors import FormulaError

Value: TypeAlias = Decimal | tuple[Decimal, ...]

ZERO: Final = Decimal(0)
LARGEST: Final = Decimal(10**15)
# Of a power, beyond which it is too large, or nothing is left of it.
MOST_DIGITS: Final = 28
SMALLEST_EXP: Final = Decimal(64)
LONGEST_LIST: Final = 1_000
MOST_DECIMALS: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaFunction:
    """`work` gets the values and the character where the function stands. `most` None: any number of values."""

    name: str
    fewest: int
    most: int | None
    work: Callable[[Sequence[Value], int], Value]


def number(value: Value, at: int) -> Decimal:
    """Raises FormulaError for a list."""
    if isinstance(value, tuple):
        raise FormulaError(
            "Character %(at)s: a list stands where a number is needed.", code="no_number", at=at
        )
    return value


def numbers(values: Sequence[Value]) -> list[Decimal]:
    """All of them, those of lists too."""
    return [each for value in values for each in (value if isinstance(value, tuple) else (value,))]


def whole(value: Value, at: int) -> int:
    """Raises FormulaError for a number that is not whole."""
    found = number(value, at)
    if found != found.to_integral_value():
        raise FormulaError(
            "Character %(at)s: a whole number is needed here, not %(value)s.",
            code="no_whole_number",
            at=at,
            value=shown(found),
        )
    return int(found)


def shown(value: Decimal) -> str:
    """A number in a message: at most three decimals, and no trailing zeros."""
    return format(value.quantize(Decimal("0.001"), rounding=ROUND_HALF_UP).normalize(), "f")


def in_bounds(value: Decimal, at: int) -> Decimal:
    """Raises FormulaError for a number beyond the largest."""
    if abs(value) > LARGEST:
        raise FormulaError(
            "Character %(at)s: the number is larger than %(most)s.",
            code="too_large",
            at=at,
            most=format(LARGEST, "f"),
        )
    return value


def divided(value: Decimal, by: Decimal, at: int) -> Decimal:
    """Raises FormulaError for a division by 0."""
    if by == 0:
        raise FormulaError("Character %(at)s: a division by 0.", code="division_by_zero", at=at)
    return in_bounds(value / by, at)


def rest(value: Decimal, by: Decimal, at: int) -> Decimal:
    """What is left after dividing by it, with its sign: -1 % 3 is 2."""
    return value - by * divided(value, by, at).to_integral_value(rounding=ROUND_FLOOR)


def item(values: Value, position: int, at: int, *, first: int = 0) -> Decimal:
    """Of a list, counted from `first`. Raises FormulaError beyond its ends."""
    found = values if isinstance(values, tuple) else (values,)
    if not found:
        raise FormulaError("Character %(at)s: the list is empty.", code="empty_list", at=at)
    if not first <= position < len(found) + first:
        raise FormulaError(
            "Character %(at)s: the list has %(count)s values, and none at %(position)s.",
            code="no_item",
            at=at,
            count=len(found),
            position=position,
        )
    return found[position - first]


def power(base: Decimal, exponent: Decimal, at: int) -> Decimal:
    """Raises FormulaError for a power that is too large, and where there is none. What is far below 1 is 0."""
    if base == 0:
        return Decimal(1) if exponent == 0 else divided(ZERO, ZERO if exponent < 0 else Decimal(1), at)
    if base < 0 and exponent != exponent.to_integral_value():
        raise _must_be_above_zero("pow", base, at)
    # How many digits it has, before it is worked out: some would never come to an end.
    digits = exponent * abs(base).log10()
    if digits > MOST_DIGITS:
        return in_bounds(LARGEST * 2, at)
    return ZERO if digits < -MOST_DIGITS else in_bounds(base**exponent, at)


def _must_be_above_zero(name: str, value: Decimal, at: int) -> FormulaError:
    return FormulaError(
        "Character %(at)s: “%(name)s” needs a number above 0, not %(value)s.",
        code="not_above_zero",
        at=at,
        name=name,
        value=shown(value),
    )


def _above_zero(name: str, value: Value, at: int) -> Decimal:
    found = number(value, at)
    if found <= 0:
        raise _must_be_above_zero(name, found, at)
    return found


def _sqrt(values: Sequence[Value], at: int) -> Value:
    found = number(values[0], at)
    return found.sqrt() if found == 0 else _above_zero("sqrt", found, at).sqrt()


def _exp(values: Sequence[Value], at: int) -> Value:
    found = number(values[0], at)
    # The largest number is exp(34.5); far below 0 nothing is left of it.
    return ZERO if found < -SMALLEST_EXP else in_bounds(min(found, SMALLEST_EXP).exp(), at)


def _log(values: Sequence[Value], at: int) -> Value:
    """The natural one, or that of a base."""
    found = _above_zero("log", values[0], at).ln()
    return found if len(values) == 1 else divided(found, _above_zero("log", values[1], at).ln(), at)


def _rounded(rounding: str) -> Callable[[Sequence[Value], int], Value]:
    """To whole numbers or so many decimals; with -2 to whole hundreds."""

    def work(values: Sequence[Value], at: int) -> Value:
        decimals = whole(values[1], at) if len(values) > 1 else 0
        if abs(decimals) > MOST_DECIMALS:
            raise FormulaError(
                "Character %(at)s: %(count)s decimals are too many; there may be %(most)s.",
                code="too_many_decimals",
                at=at,
                count=decimals,
                most=MOST_DECIMALS,
            )
        unit = Decimal(1).scaleb(-decimals)
        return (number(values[0], at) / unit).to_integral_value(rounding=rounding) * unit

    return work


def _to_nearest(name: str, rounding: str) -> Callable[[Sequence[Value], int], Value]:
    def work(values: Sequence[Value], at: int) -> Value:
        unit = _above_zero(name, values[1], at)
        return in_bounds((number(values[0], at) / unit).to_integral_value(rounding=rounding) * unit, at)

    return work


def _to_whole(rounding: str) -> Callable[[Sequence[Value], int], Value]:
    return lambda values, at: number(values[0], at).to_integral_value(rounding=rounding)


def _sum(values: Sequence[Value], at: int) -> Value:
    return in_bounds(sum(numbers(values), ZERO), at)


def _product(values: Sequence[Value], at: int) -> Value:
    found = Decimal(1)
    for each in numbers(values):
        found = in_bounds(found * each, at)
    return found


def _average(values: Sequence[Value], at: int) -> Value:
    return divided(number(_sum(values, at), at), Decimal(len(numbers(values))), at)


def _extreme(choose: Callable[[list[Decimal]], Decimal]) -> Callable[[Sequence[Value], int], Value]:
    def work(values: Sequence[Value], at: int) -> Value:
        found = numbers(values)
        return choose(found) if found else item((), 0, at)

    return work


def _best(*, is_top: bool) -> Callable[[Sequence[Value], int], Value]:
    """So many of the largest or smallest, in ascending order."""

    def work(values: Sequence[Value], at: int) -> Value:
        count, found = max(0, whole(values[0], at)), sorted(numbers(values[1:]))
        return tuple(found[max(0, len(found) - count) :] if is_top else found[:count])

    return work


def _one_of(values: Sequence[Value], at: int) -> Value:
    return Decimal(number(values[0], at) in numbers(values[1:]))


def _set_length(values: Sequence[Value], at: int) -> Value:
    """Cut off, or filled up with zeros."""
    length, found = whole(values[1], at), numbers(values[:1])
    if not 0 <= length <= LONGEST_LIST:
        raise FormulaError(
            "Character %(at)s: a list may have %(most)s values, not %(count)s.",
            code="list_too_long",
            at=at,
            most=LONGEST_LIST,
            count=length,
        )
    return tuple([*found, *[ZERO] * length][:length])


def _triangle(values: Sequence[Value], at: int) -> Value:
    found = number(values[0], at)
    return in_bounds(found * (found + 1) / 2, at)


_ANY: Final = None
_ALL: Final = (
    FormulaFunction(name="abs", fewest=1, most=1, work=lambda values, at: abs(number(values[0], at))),
    FormulaFunction(name="ceil", fewest=1, most=1, work=_to_whole(ROUND_CEILING)),
    FormulaFunction(name="floor", fewest=1, most=1, work=_to_whole(ROUND_FLOOR)),
    # Half away from 0.
    FormulaFunction(name="round", fewest=1, most=2, work=_rounded(ROUND_HALF_UP)),
    FormulaFunction(name="roundUp", fewest=1, most=2, work=_rounded(ROUND_CEILING)),
    FormulaFunction(name="roundDown", fewest=1, most=2, work=_rounded(ROUND_FLOOR)),
    FormulaFunction(
        name="roundToNearest", fewest=2, most=2, work=_to_nearest("roundToNearest", ROUND_HALF_UP)
    ),
    FormulaFunction(
        name="roundUpToNearest", fewest=2, most=2, work=_to_nearest("roundUpToNearest", ROUND_CEILING)
    ),
    FormulaFunction(
        name="roundDownToNearest", fewest=2, most=2, work=_to_nearest("roundDownToNearest", ROUND_FLOOR)
    ),
    FormulaFunction(name="exp", fewest=1, most=1, work=_exp),
    FormulaFunction(name="log", fewest=1, most=2, work=_log),
    FormulaFunction(name="ln", fewest=1, most=1, work=_log),
    FormulaFunction(
        name="log10", fewest=1, most=1, work=lambda values, at: _above_zero("log10", values[0], at).log10()
    ),
    FormulaFunction(
        name="pow",
        fewest=2,
        most=2,
        work=lambda values, at: power(number(values[0], at), number(values[1], at), at),
    ),
    FormulaFunction(name="sqrt", fewest=1, most=1, work=_sqrt),
    FormulaFunction(name="triangle", fewest=1, most=1, work=_triangle),
    FormulaFunction(name="min", fewest=1, most=_ANY, work=_extreme(min)),
    FormulaFunction(name="max", fewest=1, most=_ANY, work=_extreme(max)),
    FormulaFunction(name="sum", fewest=1, most=_ANY, work=_sum),
    FormulaFunction(name="product", fewest=1, most=_ANY, work=_product),
    FormulaFunction(name="average", fewest=1, most=_ANY, work=_average),
    FormulaFunction(
        name="count", fewest=1, most=_ANY, work=lambda values, _at: Decimal(len(numbers(values)))
    ),
    FormulaFunction(name="top", fewest=2, most=_ANY, work=_best(is_top=True)),
    FormulaFunction(name="bottom", fewest=2, most=_ANY, work=_best(is_top=False)),
    FormulaFunction(name="oneOf", fewest=2, most=_ANY, work=_one_of),
    FormulaFunction(
        name="index", fewest=2, most=2, work=lambda values, at: item(values[0], whole(values[1], at), at)
    ),
    FormulaFunction(name="setListLength", fewest=2, most=2, work=_set_length),
)
FUNCTIONS: Final[Mapping[str, FormulaFunction]] = {each.name.casefold(): each for each in _ALL} | {
    "power": next(each for each in _ALL if each.name == "pow"),
}
"""By their names without capitals."""
