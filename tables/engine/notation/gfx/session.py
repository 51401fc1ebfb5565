"""The text of a PokerGFX session: one JSON object with a list of hands.

A table in play writes its file again and again, so one may end in the middle of a hand: what stands before the place
that cannot be read is read all the same, and the place is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tables.engine.errors import InvalidNotation
from tables.engine.notation.fields import LARGEST_FILE, MOST_HANDS
from tables.engine.notation.json_objects import (
    MOST_OPENED,
    Node,
    after_space,
    check_value,
    node_of,
    read_value,
)

HANDS: Final = "Hands"
_FIRST_HAND: Final = re.compile(rf'"{HANDS}"[ \t\r\n]*+:[ \t\r\n]*+\[')


class GfxError(InvalidNotation):
    """A text that is not a PokerGFX session, or a hand in it that cannot be read: the sentence names the path."""


def gfx_error(path: str, problem: str) -> GfxError:
    sentence = f"{path}: {problem}" if path else problem
    return GfxError(sentence, "bad_gfx", {"field": path, "problem": problem})


def read_objects(text: str) -> Iterator[Node | GfxError]:
    """The object of each hand, in the order of the text, or what is wrong in its place.

    Where the text cannot be read on, the last answer says where. There is at least one answer.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > LARGEST_FILE:
        yield gfx_error("", f"the text has {len(text)} characters, {LARGEST_FILE} are the most")
    elif text.count("[") + text.count("{") > MOST_OPENED:
        yield gfx_error("", f"the text has more than {MOST_OPENED} lists and objects")
    else:
        yield from _read_objects(text)


def _read_objects(text: str) -> Iterator[Node | GfxError]:
    try:
        value, end = read_value(text, after_space(text, 0), error=gfx_error)
        if after_space(text, end) != len(text):
            raise gfx_error("", "there is more behind the session")
        hands = _hands(value)
    except GfxError as error:
        yield from _as_far_as_it_goes(text, error)
        return
    if not hands:
        yield gfx_error(HANDS, "there is no hand in the session")
    for number, hand in enumerate(hands[:MOST_HANDS]):
        yield _object(hand, number)
    if len(hands) > MOST_HANDS:
        yield gfx_error(HANDS, f"it has {len(hands)} values, {MOST_HANDS} are the most")


def _hands(value: object) -> list[object]:
    session = node_of("", value, gfx_error)
    if not session.has(HANDS):
        raise gfx_error(HANDS, "the field is missing: this is no PokerGFX session")
    hands = session.values[HANDS]
    if not isinstance(hands, list):
        raise gfx_error(HANDS, "it is not a list, write it in square brackets")
    return hands


def _as_far_as_it_goes(text: str, error: GfxError) -> Iterator[Node | GfxError]:
    """The hands before the place that cannot be read, and that place: it is the error's."""
    begun = _FIRST_HAND.search(text)
    at = after_space(text, begun.end()) if begun else len(text)
    number = 0
    while text.startswith("{", at) and number < MOST_HANDS:
        try:
            hand, at = read_value(text, at, error=gfx_error)
        except GfxError as unreadable:
            error = unreadable
            break
        yield _object(hand, number)
        number += 1
        at = after_space(text, at)
        if not text.startswith(",", at):
            break
        at = after_space(text, at + 1)
    told = f"after the first {number} hands: {error}" if number else str(error)
    yield GfxError(told, error.code, {**error.params, "hands_before": number})


def _object(value: object, number: int) -> Node | GfxError:
    path = f"{HANDS}[{number}]"
    try:
        check_value(value, gfx_error)
        return node_of(path, value, gfx_error)
    except GfxError as error:
        return error if str(error).startswith(path) else gfx_error(path, str(error))
