"""A formula read: what is worked out from what. Nothing is run, and nothing of Python is in it.

    line        expressions, each on a line of its own, behind a ";", or one that begins with assign, if or switch
    expression  a ? b : c  |  or  |  and  |  not  |  = == is != <> < <= > >=  |  + -  |  * / %  |  - + !  |  list[place]

The result is what was given the name `points` by assign("points", …), otherwise the value of the last expression.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final, TypeAlias

from tournament.rules.points.errors import FormulaError
from tournament.rules.points.functions import FUNCTIONS, MOST_DIGITS, in_bounds
from tournament.rules.points.names import WORDS, is_known, plain
from tournament.rules.points.words import FormulaWord, words_of

MOST_PARTS: Final = 500
LONGEST_EXPONENT: Final = 3
DEEPEST: Final = 40
RESULT: Final = "points"

# Functions that choose what is worked out, with the fewest and the most values they take.
CHOICES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"if": (2, 3), "switch": (3, 64), "lswitch": (2, 64), "assign": (2, 2)}
)
# Refused with a reason, in the words of a whole sentence.
_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "chance": "Character %(at)s: “%(name)s” is not allowed, since points do not depend on chance.",
        "time": "Character %(at)s: “%(name)s” is not allowed, since points do not depend on the time of day.",
        "trigonometry": "Character %(at)s: “%(name)s” is not allowed: formulas of points have no trigonometry.",
        "profile": "Character %(at)s: “%(name)s” is not known here: what a player has paid is buyinCost, rebuyCost "
        "and addOnCost.",
        "elsewhere": "Character %(at)s: “%(name)s” is a name of another program and has no value here.",
    }
)
_REFUSED: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("random", "rand"), "chance"),
        **dict.fromkeys(("timeofday", "now", "playingtime"), "time"),
        **dict.fromkeys(("sin", "cos", "tan", "asin", "acos", "atan", "atan2"), "trigonometry"),
        **{
            f"{kind}profile{what}": "profile"
            for kind in ("buyin", "rebuy", "addon")
            for what in ("fee", "rake", "chips", "points")
        },
        "totalforrake": "profile",
        **dict.fromkeys(("nm", "ro", "inleague", "leaguerank"), "elsewhere"),
    }
)


@dataclass(frozen=True, slots=True)
class Given:
    """A number as it stands in the formula."""

    value: Decimal
    at: int


@dataclass(frozen=True, slots=True)
class AskedFor:
    """The value of a name: `key` is that under which it is kept."""

    key: str
    name: str
    at: int


@dataclass(frozen=True, slots=True)
class Listed:
    items: "tuple[Expression, ...]"
    at: int


@dataclass(frozen=True, slots=True)
class Signed:
    """`sign` is "-" or "not"."""

    sign: str
    of: "Expression"
    at: int


@dataclass(frozen=True, slots=True)
class Chained:
    """Values joined by signs that bind alike, from left to right; `rest` has each sign, its character, and a value."""

    first: "Expression"
    rest: "tuple[tuple[str, int, Expression], ...]"
    at: int


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """A function of values, by its name without capitals."""

    name: str
    arguments: "tuple[Expression, ...]"
    at: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """`if`, `switch` or `lswitch`: only what is chosen is worked out."""

    name: str
    arguments: "tuple[Expression, ...]"
    at: int


@dataclass(frozen=True, slots=True)
class Assigned:
    key: str
    value: "Expression"
    at: int


@dataclass(frozen=True, slots=True)
class Picked:
    """A value of a list by its place, counted from 1."""

    of: "Expression"
    place: "Expression"
    at: int


Expression: TypeAlias = Given | AskedFor | Listed | Signed | Chained | WorkedOut | Chosen | Assigned | Picked


@dataclass(frozen=True, slots=True)
class PointsFormula:
    """`lines` in their order, the names that it `asks` for, and those that it `gives` itself, each by its key."""

    lines: tuple[Expression, ...]
    asks: frozenset[str]
    gives: frozenset[str]


def read_formula(formula: str, *, known: Collection[str] = ()) -> PointsFormula:
    """Read it whole. `known` are names besides those of `names`. Raises FormulaError with the place of the mistake."""
    reader = _Reader(words_of(formula), known)
    lines = reader.lines()
    return PointsFormula(lines, frozenset(reader.asks), frozenset(reader.gives))


# What binds how strongly, the weakest first: each sign with what it does.
_LEVELS: Final[tuple[Mapping[str, str], ...]] = (
    {"or": "or", "||": "or"},
    {"and": "and", "&&": "and"},
    {
        "=": "=",
        "==": "=",
        "is": "=",
        "!=": "!=",
        "<>": "!=",
        "<": "<",
        "<=": "<=",
        ">": ">",
        ">=": ">=",
    },
    {"+": "+", "-": "-"},
    {"*": "*", "/": "/", "%": "%"},
)
_COMPARES: Final = 2
_OF_SIGNS: Final = frozenset({"or", "and", "is", "not"})
_BEGIN_LINES: Final = frozenset({"assign", "if", "switch", "lswitch"})


class _Reader:
    """Goes through the words once, by recursive descent."""

    def __init__(self, words: Sequence[FormulaWord], known: Collection[str]) -> None:
        self._words = words
        self._next = 0
        self._parts = 0
        self._depth = 0
        self._known = {*map(plain, known)}
        self.asks: set[str] = set()
        self.gives = _assigned(words)

    def lines(self) -> tuple[Expression, ...]:
        found: list[Expression] = []
        while self._word.kind != "end":
            if self._take(";"):
                continue
            if found and not self._begins_a_line():
                raise self._unexpected()
            found.append(self._expression())
        if not found:
            raise FormulaError("The formula is empty.", code="empty")
        return tuple(found)

    def _begins_a_line(self) -> bool:
        """Whether the next word may begin another expression: one beside the first is a sign that was forgotten."""
        before = self._words[self._next - 1]
        return self._word.is_first or before.text == ";" or self._word.folded in _BEGIN_LINES

    # --- Words ------------------------------------------------------------------------------------------------------

    @property
    def _word(self) -> FormulaWord:
        return self._words[self._next]

    def _take(self, *signs: str) -> FormulaWord | None:
        """The next word, if it is one of these signs."""
        word = self._word
        if word.kind in ("sign", "name") and word.folded in signs:
            self._next += 1
            return word
        return None

    def _need(self, sign: str, opened: FormulaWord) -> None:
        if self._take(sign) is None:
            raise FormulaError(
                "Character %(at)s: “%(sign)s” is missing; “%(opened)s” was opened at character %(opened_at)s.",
                code="not_closed",
                at=self._word.at,
                sign=sign,
                opened=opened.text,
                opened_at=opened.at,
            )

    def _unexpected(self) -> FormulaError:
        word = self._word
        if word.kind == "end":
            return FormulaError(
                "The formula ends too early: something is missing at character %(at)s.",
                code="ends_early",
                at=word.at,
            )
        return FormulaError(
            "Character %(at)s: “%(found)s” cannot stand here.", code="unexpected", at=word.at, found=word.text
        )

    def _part(self, part: Expression) -> Expression:
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise FormulaError(
                "The formula has more than %(most)s parts.",
                code="too_many_parts",
                at=part.at,
                most=MOST_PARTS,
            )
        return part

    # --- Expressions --------------------------------------------------------------------------------------------------

    def _expression(self) -> Expression:
        self._depth += 1
        if self._depth > DEEPEST:
            raise FormulaError(
                "Character %(at)s: the formula is nested more than %(most)s deep.",
                code="too_deep",
                at=self._word.at,
                most=DEEPEST,
            )
        found = self._chain(0)
        if (sign := self._take("?")) is not None:
            then = self._expression()
            self._need(":", sign)
            found = self._part(Chosen("if", (found, then, self._expression()), sign.at))
        self._depth -= 1
        return found

    def _chain(self, level: int) -> Expression:
        if level == len(_LEVELS):
            return self._signed()
        if level == _COMPARES and (sign := self._take("not")) is not None:
            return self._negated(sign)
        signs = _LEVELS[level]
        first, rest = self._chain(level + 1), list[tuple[str, int, Expression]]()
        while (word := self._take(*signs)) is not None:
            rest.append((signs[word.folded], word.at, self._part(self._chain(level + 1))))
        return self._part(Chained(first, tuple(rest), first.at)) if rest else first

    def _negated(self, sign: FormulaWord) -> Expression:
        """`not` binds less than a comparison; two in a row cancel each other."""
        count = 1
        while self._take("not") is not None:
            count += 1
        found = self._chain(_COMPARES)
        return self._part(Signed("not", found, sign.at)) if count % 2 else self._twice(found, sign)

    def _twice(self, found: Expression, sign: FormulaWord) -> Expression:
        """0 or 1, whatever the value was."""
        return self._part(Signed("not", self._part(Signed("not", found, sign.at)), sign.at))

    def _signed(self) -> Expression:
        signs: list[FormulaWord] = []
        while (sign := self._take("-", "+", "!")) is not None:
            signs.append(sign)
        found = self._picked()
        for sign in reversed(signs):
            if sign.text != "+":
                found = self._part(Signed("-" if sign.text == "-" else "not", found, sign.at))
        return found

    def _picked(self) -> Expression:
        found = self._single()
        while not self._word.is_first and (sign := self._take("[")) is not None:
            place = self._expression()
            self._need("]", sign)
            found = self._part(Picked(found, place, sign.at))
        return found

    def _single(self) -> Expression:
        word = self._word
        if word.kind == "number":
            self._next += 1
            return self._part(Given(_number(word), word.at))
        if word.kind == "name" and word.folded not in _OF_SIGNS:
            self._next += 1
            opened = self._take("(")
            return self._name(word) if opened is None else self._call(word, opened)
        if (opened := self._take("(")) is not None:
            found = self._expression()
            self._need(")", opened)
            return found
        if (opened := self._take("[")) is not None:
            return self._part(Listed(self._values("]", opened), opened.at))
        raise self._unexpected()

    def _values(self, end: str, opened: FormulaWord) -> tuple[Expression, ...]:
        if self._take(end) is not None:
            return ()
        found = [self._expression()]
        while self._take(",") is not None:
            found.append(self._expression())
        self._need(end, opened)
        return tuple(found)

    def _name(self, word: FormulaWord) -> Expression:
        key = plain(word.text)
        own = self._known | self.gives
        if word.folded in _REFUSED and key not in own:
            raise _refused(word)
        if not is_known(word.text) and key not in own:
            raise _unknown(word, [*WORDS, *sorted(own)])
        self.asks.add(key)
        return self._part(AskedFor(key, word.text, word.at))

    def _call(self, word: FormulaWord, opened: FormulaWord) -> Expression:
        name = word.folded
        if name == "assign":
            return self._assign(word, opened)
        if name in _REFUSED:
            raise _refused(word)
        if name not in FUNCTIONS and name not in CHOICES:
            raise _unknown(word, [*(each.name for each in FUNCTIONS.values()), *CHOICES])
        arguments = self._values(")", opened)
        fewest, most = CHOICES[name] if name in CHOICES else (FUNCTIONS[name].fewest, FUNCTIONS[name].most)
        _check_count(word, len(arguments), fewest, most)
        made = Chosen(name, arguments, word.at) if name in CHOICES else WorkedOut(name, arguments, word.at)
        return self._part(made)

    def _assign(self, word: FormulaWord, opened: FormulaWord) -> Expression:
        name = self._word
        if name.kind != "text" or not name.text.isidentifier():
            raise FormulaError(
                'Character %(at)s: the name to assign stands in quotation marks, as in assign("bonus", 5).',
                code="no_name_to_assign",
                at=name.at,
            )
        self._next += 1
        if self._take(",") is None:
            _check_count(word, 1, 2, 2)
        value = self._expression()
        self._need(")", opened)
        return self._part(Assigned(plain(name.text), value, word.at))


def _assigned(words: Sequence[FormulaWord]) -> set[str]:
    """The names that the formula gives itself, each by its key."""
    return {
        plain(third.text)
        for first, second, third in zip(words, words[1:], words[2:], strict=False)
        if first.folded == "assign" and second.text == "(" and third.kind == "text"
    }


def _number(word: FormulaWord) -> Decimal:
    digits, _sign, exponent = word.folded.partition("e")
    if len(digits) > MOST_DIGITS or len(exponent.lstrip("+-")) > LONGEST_EXPONENT:
        raise FormulaError(
            "Character %(at)s: a number may have %(most)s digits at most.",
            code="too_many_digits",
            at=word.at,
            most=MOST_DIGITS,
        )
    return in_bounds(Decimal(word.text), word.at)


def _check_count(word: FormulaWord, given: int, fewest: int, most: int | None) -> None:
    if given >= fewest and (most is None or given <= most):
        return
    if most is None:
        template = (
            "Character %(at)s: “%(name)s” needs at least this many values: %(fewest)s. It has %(given)s."
        )
    elif most == fewest:
        template = "Character %(at)s: “%(name)s” needs this many values: %(fewest)s. It has %(given)s."
    else:
        template = "Character %(at)s: “%(name)s” needs %(fewest)s to %(most)s values. It has %(given)s."
    raise FormulaError(
        template, code="count_of_values", at=word.at, name=word.text, fewest=fewest, most=most, given=given
    )


def _refused(word: FormulaWord) -> FormulaError:
    reason = _REFUSED[word.folded]
    return FormulaError(_TEMPLATES[reason], code=f"refused_{reason}", at=word.at, name=word.text)


def _unknown(word: FormulaWord, names: Sequence[str]) -> FormulaError:
    by_key = {name.casefold(): name for name in names}
    nearest = get_close_matches(word.folded, by_key, n=1)
    if not nearest:
        return FormulaError(
            "Character %(at)s: “%(name)s” is not known.", code="unknown_name", at=word.at, name=word.text
        )
    return FormulaError(
        "Character %(at)s: “%(name)s” is not known; perhaps “%(nearest)s” is meant.",
        code="unknown_name",
        at=word.at,
        name=word.text,
        nearest=by_key[nearest[0]],
    )
