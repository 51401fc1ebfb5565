"""The hands of a PHH text, one by one: a .phh text is one hand, a .phhs text one table for each.

    [1]                     a .phhs text begins with such a line; one more begins the next hand
    variant = 'NT'
    …

Each hand is parsed on its own. So a hand with an error leaves the others readable, the time a hand takes does
not depend on the rest of the file, and a file of any length is read with only one hand in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from tables.engine.errors import InvalidNotation
from tables.engine.notation.fields import LARGEST_FILE, MOST_HANDS, PhhError
from tables.engine.notation.toml import read_toml

_HEAD: Final = re.compile(
    r"""^[ \t]*+\[[ \t]*+(?:(?P<bare>[\w-]++)|"(?P<double>[^"\\\n]*+)"|'(?P<single>[^'\n]*+)')[ \t]*+\]"""
    r"[ \t]*+(?:\#[^\n]*+)?\r?$",
    re.ASCII | re.MULTILINE,
)
_BLANK: Final = re.compile(r"(?:[ \t\r]*+(?:#[^\n]*+)?\n)*+")

Named = tuple[str, Mapping[str, object] | PhhError]
"""A hand's name ("" where the text is one hand) and its fields, or why there are none."""


class _Part(NamedTuple):
    name: str
    text: str
    line: int


def split_phh(text: str) -> Iterator[Named]:
    """The fields of each hand, in the order of the text. What cannot be read is one of the answers."""
    if len(text) > LARGEST_FILE:
        yield "", _too_long(len(text))
        return
    for number, (name, fields) in enumerate(split_phh_blocks([text]), start=1):
        if number > MOST_HANDS:
            problem = f"the text has more than {MOST_HANDS} hands: split it"
            yield name, PhhError(problem, "too_many_hands", {"limit": MOST_HANDS})
            return
        yield name, fields


def split_phh_blocks(blocks: Iterable[str]) -> Iterator[Named]:
    """The same of a text that comes in blocks of whole lines: of any length, and of as many hands.

    Only the current hand is kept in memory. A hand longer than the limit ends the reading.
    """
    more = iter(blocks)
    text = next(more, "").removeprefix("\ufeff")
    blank = _BLANK.match(text)
    while blank is not None and blank.end() == len(text) <= LARGEST_FILE and (block := next(more, "")):
        text += block
        blank = _BLANK.match(text, blank.end())
    if blank is None or not _HEAD.match(text, blank.end()):
        yield from _one_text(text, more)
        return
    for part in _parts(text, more):
        if len(part.text) > LARGEST_FILE:
            yield part.name, _too_long(len(part.text))
            return
        yield from _one_part(part)


def _too_long(length: int) -> PhhError:
    problem = f"the text has {length} characters, more than {LARGEST_FILE}: split it"
    return PhhError(problem, "text_too_long", {"length": length, "limit": LARGEST_FILE})


def _parts(text: str, more: Iterator[str]) -> Iterator[_Part]:
    """What stands under each head; a part longer than any hand is the last, and may be cut off."""
    line, counted = 1, 0
    head = _HEAD.search(text)
    while head is not None:
        start, following = head.start(), _HEAD.search(text, head.end())
        line += text.count("\n", counted, start)
        counted = start
        while following is None and len(text) - start <= LARGEST_FILE and (block := next(more, "")):
            searched = len(text) - start
            text, start, counted = text[start:] + block, 0, 0
            following = _HEAD.search(text, searched)
        end = following.start() if following else len(text)
        yield _Part(head["bare"] or head["double"] or head["single"] or "", text[start:end], line)
        head = following


def _one_text(text: str, more: Iterator[str]) -> Iterator[Named]:
    """A whole text that is not .phhs; some programs still write several hands into one."""
    while len(text) <= LARGEST_FILE and (block := next(more, "")):
        text += block
    if len(text) > LARGEST_FILE:
        yield "", _too_long(len(text))
        return
    try:
        fields = read_toml(text)
    except InvalidNotation as error:
        yield "", PhhError(str(error), error.code, error.params)
        return
    if fields and all(isinstance(value, dict) for value in fields.values()):
        yield from [(name, value) for name, value in fields.items() if isinstance(value, dict)]
    else:
        yield "", fields


def _one_part(part: _Part) -> Iterator[Named]:
    """The hand under one head. Its tables may have heads of their own, as [1.players]."""
    try:
        tables = read_toml(part.text)
    except InvalidNotation as error:
        sentence = f"from line {part.line}: {error}"
        yield part.name, PhhError(sentence, error.code, {**error.params, "from_line": part.line})
        return
    yield from [(name, fields) for name, fields in tables.items() if isinstance(fields, dict)]
