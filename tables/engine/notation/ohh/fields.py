"""The objects of an Open Hand History text, one after the other, with limits.

Whatever the text holds, reading it ends, and ends in an OhhError that names the path of the bad
value: `hand 2: rounds[1].actions[3].amount: …`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tables.engine.errors import InvalidNotation
from tables.engine.notation.fields import LARGEST_FILE, MOST_HANDS
from tables.engine.notation.json_objects import (
    MOST_OPENED,
    after_space,
    check_value,
    format_json,
    node_of,
    read_value,
)
from tables.engine.notation.toml import LARGEST_TEXT


class OhhError(InvalidNotation):
    """A text that is not Open Hand History: the sentence names the path and the reason."""


def ohh_error(path: str, problem: str) -> OhhError:
    sentence = f"{path}: {problem}" if path else problem
    return OhhError(sentence, "bad_ohh", {"field": path, "problem": problem})


# --- The text


_BLANK_LINE: Final = re.compile(r"\n[ \t\r]*+\n")
_NEXT_HAND: Final = re.compile(r"\n[ \t\r]*+\n(?=\{)")
MOST_UNREADABLE: Final = 20
"""Pieces of one text that are not JSON; each may require scanning everything after it."""

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
    at = after_space(text, 0)
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
            value, at = read_value(text, at, error=ohh_error, lines_before=lines_before)
        except OhhError as error:
            yield error
            unreadable += 1
            following = _BLANK_LINE.search(text, at)
            if following is None or unreadable == MOST_UNREADABLE:
                return
            at = following.end()
        else:
            yield _object(value, at - begun)
        at = after_space(text, at)


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
        check_value(value, ohh_error)
        return node_of("", value, ohh_error).node("ohh").values
    except OhhError as error:
        return error


def format_object(fields: Mapping[str, object]) -> str:
    """The text of one hand, without a blank line (`format_json`)."""
    return format_json({"ohh": fields})
