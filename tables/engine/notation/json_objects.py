"""The JSON of notations, with limits; the only place that knows JSON.

Whatever a text holds, reading it ends, and what is wrong is named with the path of the bad value, as
`rounds[1].actions[3].amount: …`, in the error of the notation that asks. Numbers with a point are read as Decimal,
never as float, and written with all their digits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

from tables.engine.cards.cards import Card, parse_cards
from tables.engine.errors import InvalidNotation
from tables.engine.notation.fields import LARGEST_AMOUNT, MOST_PLACES, scale_of, show

DEEPEST: Final = 20
"""Nesting of objects and lists; the deepest notation needs seven levels."""

MOST_OPENED: Final = 200_000
"""Lists and objects of one text; so large a text of hands has a quarter of it."""

WIDTH: Final = 110

ErrorOf = Callable[[str, str], InvalidNotation]
"""The error of a notation for a path, "" for the text itself, and what is wrong there."""


@dataclass(frozen=True, slots=True)
class Node:
    """One JSON object and where it stands; each method refuses a value of the wrong kind."""

    path: str
    values: Mapping[str, object]
    error: ErrorOf

    def at(self, name: str) -> str:
        """The path of a field."""
        return f"{self.path}.{name}" if self.path else name

    def has(self, name: str) -> bool:
        """Whether the field is there and not null; the specification treats both alike."""
        return self.values.get(name) is not None

    def text(self, name: str) -> str:
        value = self._required(name)
        if not isinstance(value, str):
            raise self.error(self.at(name), f"{show(value)} is not a text, write it in quotes")
        return value

    def whole(self, name: str, *, least: int, most: int) -> int:
        value = self._required(name)
        if type(value) is not int or not least <= value <= most:
            raise self.error(
                self.at(name), f"{show(value)} is not right, write a whole number from {least} to {most}"
            )
        return value

    def flag(self, name: str) -> bool:
        """A field that is false where it is missing."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, bool):
            raise self.error(self.at(name), f"{show(value)} is neither true nor false")
        return value is True

    def amount(self, name: str, *, most: int = LARGEST_AMOUNT) -> Decimal:
        """Chips or money: from 0 to `most`, with at most MOST_PLACES digits after the point."""
        value = self._required(name)
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
            raise self.error(self.at(name), f"{show(value)} is not a number")
        if not 0 <= value <= most:
            raise self.error(self.at(name), f"{show(value)} is no amount, write a number from 0 to {most}")
        amount = Decimal(value)
        try:
            scale_of([amount])
        except InvalidNotation:
            raise self.error(
                self.at(name), f"{show(value)} has more than {MOST_PLACES} digits after the point"
            ) from None
        return amount

    def optional_amount(self, name: str) -> Decimal | None:
        return self.amount(name) if self.has(name) else None

    def cards(self, name: str, *, most: int) -> tuple[Card, ...]:
        """No cards where the field is missing, null or empty; some write one text for a list."""
        value = self.values.get(name)
        if value is None:
            return ()
        pieces: list[str] = []
        for piece in value[: most + 1] if isinstance(value, list) else [value]:
            if not isinstance(piece, str) or len(piece) > 2 * most:
                raise self.error(self.at(name), 'no list of cards, write ["Ah", "Td"]')
            pieces.append(piece)
        try:
            cards = parse_cards("".join(pieces))
        except InvalidNotation as error:
            raise self.error(self.at(name), str(error)) from None
        if len(cards) > most:
            raise self.error(self.at(name), f"more than {most} cards")
        return cards

    def node(self, name: str) -> Node:
        return node_of(self.at(name), self._required(name), self.error)

    def nodes(self, name: str, *, most: int) -> list[Node]:
        """The objects of a list, each with its number in the path, from 0."""
        value = self._required(name)
        if not isinstance(value, list):
            raise self.error(self.at(name), f"{show(value)} is not a list, write it in square brackets")
        if len(value) > most:
            raise self.error(self.at(name), f"it has {len(value)} values, {most} are the most")
        return [node_of(f"{self.at(name)}[{number}]", each, self.error) for number, each in enumerate(value)]

    def _required(self, name: str) -> object:
        if not self.has(name):
            raise self.error(self.at(name), "the field is missing, add it")
        return self.values[name]


def node_of(path: str, value: object, error: ErrorOf) -> Node:
    """The object at a path; anything else is refused."""
    if not isinstance(value, dict):
        raise error(path, f"{show(value)} is not an object, write it in curly brackets")
    return Node(path, value, error)


# --- The text


_SPACE: Final = re.compile(r"[ \t\r\n]*+")


def read_value(text: str, at: int, *, error: ErrorOf, lines_before: int = 0) -> tuple[object, int]:
    """The JSON value that begins there, and where it ends; lines_before: of the file, in front of this text."""
    try:
        return _DECODER.raw_decode(text, at)
    except RecursionError:
        raise error("", "this is not JSON: nested too deeply") from None
    except json.JSONDecodeError as bad:
        place = f"line {bad.lineno + lines_before} column {bad.colno}"
        raise error("", f"this is not JSON: {bad.msg}: {place}") from None
    except ValueError as bad:  # an integer of thousands of digits
        raise error("", f"this is not JSON: {str(bad)[:200]}") from None


def after_space(text: str, at: int) -> int:
    """Where something other than space stands, or the text ends."""
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _fields(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise ValueError(f"the field {show(name)} stands twice in one object")
        fields[name] = value
    return fields


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{show(text)} is not a number that can be read") from None


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is not a number")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_fields, parse_float=_decimal, parse_constant=_no_number, strict=False
)
_HALF: Final = re.compile("[\ud800-\udfff]")


def check_value(value: object, error: ErrorOf, depth: int = 0) -> None:
    """Refuses what is nested too deeply, and lone surrogates: JSON can write them, but they cannot be stored."""
    if depth > DEEPEST:
        raise error("", f"nested too deeply, {DEEPEST} levels are the most")
    if isinstance(value, str):
        if not value.isascii() and _HALF.search(value):
            raise error("", f"{show(value)} holds half a character")
    elif isinstance(value, dict):
        for name, each in value.items():
            check_value(name, error, depth + 1)
            check_value(each, error, depth + 1)
    elif isinstance(value, list):
        for each in value:
            check_value(each, error, depth + 1)


def format_json(value: object) -> str:
    """What fits a line stands on one, no line is blank, all is ASCII.

    Values are texts, whole numbers, Decimals, booleans, None, and lists and mappings of them.
    Raises TypeError for anything else.
    """
    return _layout(value, "") + "\n"


def _layout(value: object, indent: str) -> str:
    line = _line(value)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, (Mapping, list)):
        return line
    inner = indent + "  "
    if isinstance(value, Mapping):
        parts = [f"{inner}{json.dumps(key)}: {_layout(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    return "[\n" + ",\n".join([inner + _layout(item, inner) for item in value]) + f"\n{indent}]"


def _line(value: object) -> str:
    match value:
        case None | bool() | int() | str():
            return json.dumps(value)
        case Decimal() if value.is_finite():
            return str(value)
        case Mapping():
            return "{" + ", ".join([f"{json.dumps(key)}: {_line(item)}" for key, item in value.items()]) + "}"
        case list() | tuple():
            return "[" + ", ".join([_line(item) for item in value]) + "]"
        case _:
            raise TypeError(f"{type(value).__name__} has no place in JSON")
