"""The points of one player by a formula that was read.

Numbers are decimal: 28 digits are kept on the way, and the result is rounded half away from 0 to three decimals. A
formula has no loops: it is worked out in as many steps as it has parts, and its functions go through so many values.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal, DecimalException, localcontext
from operator import eq, ge, gt, le, lt, ne
from types import MappingProxyType
from typing import Final, TypeAlias

from tournament.rules.points.errors import FormulaError
from tournament.rules.points.formula import (
    RESULT,
    AskedFor,
    Assigned,
    Chained,
    Chosen,
    Expression,
    Given,
    Listed,
    Picked,
    PointsFormula,
    Signed,
    WorkedOut,
)
from tournament.rules.points.functions import (
    FUNCTIONS,
    LONGEST_LIST,
    ZERO,
    Value,
    divided,
    in_bounds,
    item,
    number,
    rest,
    whole,
)
from tournament.rules.points.names import plain

PLACES: Final = Decimal("0.001")
MOST_STEPS: Final = 10_000
_CONTEXT: Final = Context(prec=28, rounding=ROUND_HALF_EVEN)
_COMPARISONS: Final[Mapping[str, Callable[[Decimal, Decimal], bool]]] = MappingProxyType(
    {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
)
_ARITHMETIC: Final[Mapping[str, Callable[[Decimal, Decimal, int], Decimal]]] = MappingProxyType(
    {
        "+": lambda left, right, at: in_bounds(left + right, at),
        "-": lambda left, right, at: in_bounds(left - right, at),
        "*": lambda left, right, at: in_bounds(left * right, at),
        "/": divided,
        "%": rest,
    }
)


Values: TypeAlias = Mapping[str, Decimal | int | tuple[Decimal, ...]]


def points(formula: PointsFormula, values: Values) -> Decimal:
    """What the formula gives for a player with these values, by any of their names; rounded to three decimals.

    Raises FormulaError where it cannot be worked out: by 0, beyond the largest number, without a value.
    """
    with localcontext(_CONTEXT):
        try:
            work = _Work(_asked_for(formula, values))
            last: Value = ZERO
            for line in formula.lines:
                last = work.value(line)
            found = number(work.own.get(RESULT, last), 0)
            # What is rounded to 0 has no sign.
            return in_bounds(found, 0).quantize(PLACES, rounding=ROUND_HALF_UP) + 0
        except DecimalException as error:
            # Of numbers so large or small on the way that nothing is left of their 28 digits.
            raise FormulaError(
                "The numbers of this formula are too large or too small.", code="too_large"
            ) from error


def settled(formula: PointsFormula, values: Values) -> PointsFormula:
    """The same formula with each part worked out that follows from these values alone: what all players of an event
    have in common is worked out once. A part that cannot be worked out stays, since no player may come to it.
    """
    common = {key: value for key, value in _asked_for(formula, values).items() if key not in formula.gives}
    with localcontext(_CONTEXT):
        settling = _Settling(common)
        return replace(formula, lines=tuple(settling.part(line) for line in formula.lines))


def _asked_for(formula: PointsFormula, values: Values) -> Mapping[str, Value]:
    asked = ((plain(name), value) for name, value in values.items())
    return {
        key: value if isinstance(value, tuple | Decimal) else Decimal(value)
        for key, value in asked
        if key in formula.asks
    }


class _Work:
    """`own` are the names that the formula has given."""

    def __init__(self, given: Mapping[str, Value]) -> None:
        self._given = given
        self._steps = MOST_STEPS
        self.own: dict[str, Value] = {}

    def value(self, part: Expression) -> Value:
        match part:
            case Given(value=value):
                return value
            case AskedFor():
                return self._asked(part)
            case Listed(items=items):
                return tuple(number(self.value(each), each.at) for each in items)
            case Signed(sign=sign, of=of, at=at):
                found = number(self.value(of), at)
                return -found if sign == "-" else Decimal(found == 0)
            case Chained():
                return self._chained(part)
            case WorkedOut(name=name, arguments=arguments, at=at):
                return self._called(name, [self.value(each) for each in arguments], at)
            case Chosen():
                return self._chosen(part)
            case Assigned(key=key, value=value):
                self.own[key] = self.value(value)
                return self.own[key]
            case Picked(of=of, place=place, at=at):
                return item(self.value(of), whole(self.value(place), at), at, first=1)

    def _called(self, name: str, values: list[Value], at: int) -> Value:
        count = sum(len(value) if isinstance(value, tuple) else 1 for value in values)
        self._steps -= count
        if self._steps < 0:
            raise FormulaError(
                "Character %(at)s: the formula goes through more than %(most)s values.",
                code="too_many_steps",
                at=at,
                most=MOST_STEPS,
            )
        if count > LONGEST_LIST:
            raise FormulaError(
                "Character %(at)s: a list may have %(most)s values, not %(count)s.",
                code="list_too_long",
                at=at,
                most=LONGEST_LIST,
                count=count,
            )
        return FUNCTIONS[name].work(values, at)

    def _asked(self, asked: AskedFor) -> Value:
        found = self.own.get(asked.key, self._given.get(asked.key))
        if found is None:
            raise FormulaError(
                "Character %(at)s: “%(name)s” has no value here.",
                code="no_value",
                at=asked.at,
                name=asked.name,
            )
        return found

    def _chained(self, chain: Chained) -> Value:
        found = self._number(chain.first)
        for sign, at, part in chain.rest:
            if sign in ("and", "or"):
                # Of what does not matter nothing is worked out.
                is_decided = (found == 0) == (sign == "and")
                found = Decimal(found != 0 if is_decided else self._number(part) != 0)
            elif sign in _COMPARISONS:
                found = Decimal(_COMPARISONS[sign](found, self._number(part)))
            else:
                found = _ARITHMETIC[sign](found, self._number(part), at)
        return found

    def _number(self, part: Expression) -> Decimal:
        return number(self.value(part), part.at)

    def _chosen(self, chosen: Chosen) -> Value:
        """Nothing chosen is 0."""
        first, *others = chosen.arguments
        if chosen.name == "if":
            taken = others[:1] if self._number(first) != 0 else others[1:]
            return self.value(taken[0]) if taken else ZERO
        if chosen.name == "lswitch":
            place = whole(self.value(first), chosen.at)
            return self.value(others[place - 1]) if 1 <= place <= len(others) else ZERO
        wanted = self._number(first)
        for case, result in zip(others[::2], others[1::2], strict=False):
            if self._number(case) == wanted:
                return self.value(result)
        return self.value(others[-1]) if len(others) % 2 else ZERO


class _Settling:
    """Puts numbers in the place of what follows from the values that are given, from the inside out."""

    def __init__(self, given: Mapping[str, Value]) -> None:
        self._given = given
        self._work = _Work(given)

    def part(self, part: Expression) -> Expression:
        match part:
            case AskedFor(key=key):
                return self._worked_out(part) if key in self._given else part
            case Listed(items=items):
                return replace(part, items=self._all(items))
            case Signed(of=of):
                (of,) = inside = self._all([of])
                return self._worked_out_of(replace(part, of=of), inside)
            case Chained():
                return self._chained(part)
            case WorkedOut(arguments=arguments) | Chosen(arguments=arguments):
                inside = self._all(arguments)
                return self._worked_out_of(replace(part, arguments=inside), inside)
            case Assigned(value=value):
                return replace(part, value=self.part(value))
            case Picked(of=of, place=place):
                of, place = inside = self._all([of, place])
                return self._worked_out_of(replace(part, of=of, place=place), inside)
        return part

    def _all(self, parts: Iterable[Expression]) -> tuple[Expression, ...]:
        return tuple(map(self.part, parts))

    def _chained(self, chain: Chained) -> Expression:
        """Its beginning, as far as it is settled."""
        first = self.part(chain.first)
        rest = tuple((sign, at, self.part(each)) for sign, at, each in chain.rest)
        while rest and _is_settled(first) and _is_settled(rest[0][2]):
            begun = self._worked_out(Chained(first, rest[:1], chain.at))
            if not isinstance(begun, Given):
                break
            first, rest = begun, rest[1:]
        return Chained(first, rest, chain.at) if rest else first

    def _worked_out_of(self, part: Expression, inside: Iterable[Expression]) -> Expression:
        return self._worked_out(part) if all(map(_is_settled, inside)) else part

    def _worked_out(self, part: Expression) -> Expression:
        try:
            found = self._work.value(part)
        except (FormulaError, DecimalException):
            return part
        return part if isinstance(found, tuple) else Given(found, part.at)


def _is_settled(part: Expression) -> bool:
    return isinstance(part, Given) or (isinstance(part, Listed) and all(map(_is_settled, part.items)))
