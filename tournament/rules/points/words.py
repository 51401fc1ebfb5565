"""A formula cut into words: numbers, names, texts in quotation marks, signs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from tournament.rules.points.errors import FormulaError

LONGEST: Final = 2_000
Kind = Literal["number", "name", "text", "sign", "end"]

# Of two signs that begin alike the longer one first.
SIGNS: Final = (
    *("&&", "||", "==", "!=", "<>", "<=", ">="),
    *("+", "-", "*", "/", "%", "=", "<", ">", "!", "(", ")", "[", "]", ",", ";", "?", ":"),
)
_WORD: Final = re.compile(
    r"""
    (?P<space>\s+)
    | (?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<name>[A-Za-z_][A-Za-z_0-9]*)
    | (?P<text>"[^"]*"|'[^']*'|“[^”]*”)
    | (?P<sign>"""
    + "|".join(map(re.escape, SIGNS))
    + ")",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class FormulaWord:
    """`text` as it is written, without quotation marks; `at` counts its first character from 1. `is_first` on its
    line.
    """

    kind: Kind
    text: str
    at: int
    is_first: bool

    @property
    def folded(self) -> str:
        """Capitals do not matter."""
        return self.text.casefold()


def words_of(formula: str) -> list[FormulaWord]:
    """The words of a formula, and one of the kind "end" behind them. Raises FormulaError."""
    if len(formula) > LONGEST:
        raise FormulaError(
            "The formula has %(length)s characters; it may have %(most)s.",
            code="too_long",
            length=len(formula),
            most=LONGEST,
        )
    return [*_cut(formula), FormulaWord("end", "", len(formula) + 1, is_first=True)]


def _cut(formula: str) -> Iterator[FormulaWord]:
    at, is_first = 0, True
    while at < len(formula):
        found = _WORD.match(formula, at)
        if found is None:
            raise _unreadable(formula, at)
        text, kind = found.group(), found.lastgroup
        if kind == "space":
            is_first = is_first or "\n" in text
        else:
            yield _word(kind or "", text, at + 1, is_first=is_first)
            is_first = False
        at = found.end()


def _word(kind: str, text: str, at: int, *, is_first: bool) -> FormulaWord:
    if kind == "text":
        return FormulaWord("text", text[1:-1], at, is_first)
    kinds: dict[str, Kind] = {"number": "number", "name": "name"}
    return FormulaWord(kinds.get(kind, "sign"), text, at, is_first)


def _unreadable(formula: str, at: int) -> FormulaError:
    found = formula[at]
    if found in "\"'“":
        return FormulaError(
            "The quotation mark at character %(at)s is not closed.", code="text_not_closed", at=at + 1
        )
    if found == "^":
        return FormulaError(
            "Character %(at)s: for a power write pow(2, 3) and not 2 ^ 3.", code="power_sign", at=at + 1
        )
    return FormulaError(
        "Character %(at)s: “%(found)s” cannot stand in a formula.",
        code="bad_character",
        at=at + 1,
        found=found,
    )
