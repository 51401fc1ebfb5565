"""The hands of a PHH text, one by one: a .phh text is one hand, a .phhs text one table for each.

    [1]                     a .phhs text begins with such a line; one more begins the next hand
    variant = 'NT'
    …

Each hand is parsed on its own. So a hand with an error in it leaves the others readable, and how
long a hand keeps the reader busy does not depend on what else is in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
    text = text.removeprefix("\ufeff")
    if len(text) > LARGEST_FILE:
        problem = f"the text has {len(text)} characters, more than {LARGEST_FILE}: split it"
        yield "", PhhError(problem, "text_too_long", {"length": len(text), "limit": LARGEST_FILE})
        return
    blank = _BLANK.match(text)
    if blank is None or not _HEAD.match(text, blank.end()):
        yield from _one_text(text)
        return
    for number, part in enumerate(_parts(text), start=1):
        if number > MOST_HANDS:
            yield (
                part.name,
                PhhError(
                    f"the text has more than {MOST_HANDS} hands: split it",
                    "too_many_hands",
                    {"limit": MOST_HANDS},
                ),
            )
            return
        yield from _one_part(part)


def _parts(text: str) -> Iterator[_Part]:
    line, counted = 1, 0
    head = _HEAD.search(text)
    while head is not None:
        following = _HEAD.search(text, head.end())
        start, end = head.start(), following.start() if following else len(text)
        line += text.count("\n", counted, start)
        yield _Part(head["bare"] or head["double"] or head["single"] or "", text[start:end], line)
        counted, head = start, following


def _one_text(text: str) -> Iterator[Named]:
    """A whole text that is no .phhs; some write several hands into one all the same."""
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
