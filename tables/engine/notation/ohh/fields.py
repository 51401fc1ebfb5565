"""The objects of an Open Hand History text, with limits; the only place that knows JSON.

Whatever the text holds, reading it ends, and ends in an OhhError that names the path of the bad
value: `hand 2: rounds[1].actions[3].amount: …`. Numbers with a point are read as Decimal, never as
float, and written with all their digits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

from tables.engine.cards.cards import Card, parse_cards
from tables.engine.errors import InvalidNotation
from tables.engine.notation.fields import (
    LARGEST_AMOUNT,
    LARGEST_FILE,
    MOST_HANDS,
    MOST_PLACES,
    scale_of,
    show,
)
from tables.engine.notation.toml import LARGEST_TEXT

DEEPEST: Final = 20
"""Nesting of objects and lists; the specification needs seven levels."""

WIDTH: Final = 110


class OhhError(InvalidNotation):
    """A text that is not Open Hand History: the sentence names the path and the reason."""


def ohh_error(path: str, problem: str) -> OhhError:
    sentence = f"{path}: {problem}" if path else problem
    return OhhError(sentence, "bad_ohh", {"field": path, "problem": problem})


@dataclass(frozen=True, slots=True)
class Node:
    """One JSON object and where it stands; each method refuses a value of the wrong kind."""

    path: str
    values: Mapping[str, object]

    def at(self, name: str) -> str:
        """The path of a field."""
        return f"{self.path}.{name}" if self.path else name

    def has(self, name: str) -> bool:
        """Whether the field is there and not null; the specification treats both alike."""
        return self.values.get(name) is not None

    def text(self, name: str) -> str:
        value = self._required(name)
        if not isinstance(value, str):
            raise ohh_error(self.at(name), f"{show(value)} is not a text, write it in quotes")
        return value

    def whole(self, name: str, *, least: int, most: int) -> int:
        value = self._required(name)
        if type(value) is not int or not least <= value <= most:
            raise ohh_error(
                self.at(name), f"{show(value)} is not right, write a whole number from {least} to {most}"
            )
        return value

    def flag(self, name: str) -> bool:
        """A field that is false where it is missing."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, bool):
            raise ohh_error(self.at(name), f"{show(value)} is neither true nor false")
        return value is True

    def amount(self, name: str, *, most: int = LARGEST_AMOUNT) -> Decimal:
        """Chips or money: from 0 to `most`, with at most MOST_PLACES digits after the point."""
        value = self._required(name)
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
            raise ohh_error(self.at(name), f"{show(value)} is not a number")
        if not 0 <= value <= most:
            raise ohh_error(self.at(name), f"{show(value)} is no amount, write a number from 0 to {most}")
        amount = Decimal(value)
        try:
            scale_of([amount])
        except InvalidNotation:
            raise ohh_error(
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
                raise ohh_error(self.at(name), 'no list of cards, write ["Ah", "Td"]')
            pieces.append(piece)
        try:
            cards = parse_cards("".join(pieces))
        except InvalidNotation as error:
            raise ohh_error(self.at(name), str(error)) from None
        if len(cards) > most:
            raise ohh_error(self.at(name), f"more than {most} cards")
        return cards

    def node(self, name: str) -> Node:
        return _node(self.at(name), self._required(name))

    def nodes(self, name: str, *, most: int) -> list[Node]:
        """The objects of a list, each with its number in the path, from 0."""
        value = self._required(name)
        if not isinstance(value, list):
            raise ohh_error(self.at(name), f"{show(value)} is not a list, write it in square brackets")
        if len(value) > most:
            raise ohh_error(self.at(name), f"it has {len(value)} values, {most} are the most")
        return [_node(f"{self.at(name)}[{number}]", each) for number, each in enumerate(value)]

    def _required(self, name: str) -> object:
        if not self.has(name):
            raise ohh_error(self.at(name), "the field is missing, add it")
        return self.values[name]


def _node(path: str, value: object) -> Node:
    if not isinstance(value, dict):
        raise ohh_error(path, f"{show(value)} is not an object, write it in curly brackets")
    return Node(path, value)


# --- The text


_SPACE: Final = re.compile(r"[ \t\r\n]*+")
_BLANK_LINE: Final = re.compile(r"\n[ \t\r]*+\n")
_NEXT_HAND: Final = re.compile(r"\n[ \t\r]*+\n(?=\{)")
MOST_UNREADABLE: Final = 20
"""Pieces of one text that are not JSON; each may require scanning everything after it."""

MOST_OPENED: Final = 200_000
"""Lists and objects of one text; so large a text of hands has a quarter of it."""

Fields = Mapping[str, object]


def read_objects(text: str, *, lines_before: int = 0) -> Iterator[Fields | OhhError]:
    """The object in "ohh" of each hand, in the order of the text, or what is wrong in its place.

    After a piece that is not JSON the reading continues at the next blank line. There is at least one
    answer. lines_before: of the file, in front of this text.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > LARGEST_FILE:
        yield ohh_error("", f"the text has {len(text)} characters, more than {LARGEST_FILE}: split it")
        return
    if text.count("[") + text.count("{") > MOST_OPENED:
        yield ohh_error("", f"the text has more than {MOST_OPENED} lists and objects: split it")
        return
    at = _space(text, 0)
    if at == len(text):
        yield ohh_error("", "there is no hand in the text")
    hands = unreadable = 0
    while at < len(text):
        hands += 1
        if hands > MOST_HANDS:
            yield ohh_error("", f"the text has more than {MOST_HANDS} hands: split it")
            return
        begun = at
        try:
            value, at = _value(text, at, lines_before)
        except OhhError as error:
            yield error
            unreadable += 1
            following = _BLANK_LINE.search(text, at)
            if following is None or unreadable == MOST_UNREADABLE:
                return
            at = following.end()
        else:
            yield _object(value, at - begun)
        at = _space(text, at)


def read_objects_of_blocks(blocks: Iterable[str]) -> Iterator[Fields | OhhError]:
    """The same of a text of any length that comes in blocks of whole lines.

    It is cut where a blank line stands in front of an object, as the specification separates hands.
    """
    lines, empty = 0, True
    for piece in _pieces(blocks):
        if piece.strip("\ufeff \t\r\n"):
            empty = False
            yield from read_objects(piece, lines_before=lines)
        lines += piece.count("\n")
    if empty:
        yield from read_objects("")


def _pieces(blocks: Iterable[str]) -> Iterator[str]:
    """The text cut in front of the last hand that a block begins; where none begins, at what is too long."""
    rest = ""
    for block in blocks:
        rest += block
        cut = max((found.end() for found in _NEXT_HAND.finditer(rest)), default=0)
        if not cut and len(rest) > LARGEST_FILE:
            cut = len(rest)
        if cut:
            yield rest[:cut]
            rest = rest[cut:]
    yield rest


def _object(value: object, length: int) -> Fields | OhhError:
    try:
        if length > LARGEST_TEXT:
            raise ohh_error("", f"the hand has {length} characters, {LARGEST_TEXT} are the most")
        _check(value)
        return _node("", value).node("ohh").values
    except OhhError as error:
        return error


def _value(text: str, at: int, lines_before: int) -> tuple[object, int]:
    """The JSON value that begins there, and where it ends."""
    try:
        return _DECODER.raw_decode(text, at)
    except RecursionError:
        raise ohh_error("", "this is not JSON: nested too deeply") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno + lines_before} column {error.colno}"
        raise ohh_error("", f"this is not JSON: {error.msg}: {place}") from None
    except ValueError as error:  # an integer of thousands of digits
        raise ohh_error("", f"this is not JSON: {str(error)[:200]}") from None


def _space(text: str, at: int) -> int:
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


def _check(value: object, depth: int = 0) -> None:
    """Refuses what is nested too deeply, and lone surrogates: JSON can write them, but they cannot be stored."""
    if depth > DEEPEST:
        raise ohh_error("", f"nested too deeply, {DEEPEST} levels are the most")
    if isinstance(value, str):
        if not value.isascii() and _HALF.search(value):
            raise ohh_error("", f"{show(value)} holds half a character")
    elif isinstance(value, dict):
        for name, each in value.items():
            _check(name, depth + 1)
            _check(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            _check(each, depth + 1)


def format_object(fields: Mapping[str, object]) -> str:
    """The text of one hand: what fits a line stands on one, no line is blank, all is ASCII.

    Values are texts, whole numbers, Decimals, booleans, None, and lists and mappings of them.
    Raises TypeError for anything else.
    """
    return _layout({"ohh": fields}, "") + "\n"


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
