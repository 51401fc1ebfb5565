"""Checks of the numbers and texts in a setup, and the one sentence in which they refuse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tables.engine.errors import InvalidNotation

LARGEST: Final = 10**12
"""No number of a hand is larger."""

LAST_SEAT: Final = 99
"""Two digits, in every notation."""

LONGEST_SHOWN: Final = 40
"""Characters of a value that stand in a sentence."""


def shown(value: object) -> str:
    """A value as it may stand in a sentence: cut short, whatever it is."""
    if isinstance(value, int) and abs(value) > 10**LONGEST_SHOWN:
        return "a huge number"  # Python may refuse to print it, or take seconds
    if isinstance(value, str):
        value = value[:LONGEST_SHOWN]
    elif isinstance(value, list | dict) and value:
        return "a list" if isinstance(value, list) else "a table"
    return repr(value)[:LONGEST_SHOWN]


def bad_setup(field: str, value: object, wanted: str) -> InvalidNotation:
    """The error for a field of a setup: its name, what it was, what it should be."""
    field, found = field[:LONGEST_SHOWN], shown(value)
    return InvalidNotation(
        f"{field} cannot be {found}: {wanted}",
        "bad_setup",
        {"field": field, "value": found, "wanted": wanted},
    )


def whole(value: object, field: str, *, at_least: int, at_most: int = LARGEST) -> int:
    if type(value) is not int or not at_least <= value <= at_most:
        wanted = f"a whole number from {at_least}" + (f" to {at_most}" if at_most < LARGEST else "")
        raise bad_setup(field, value, wanted)
    return value


def check_fields(data: Mapping[str, object], known: set[str], *, required: set[str]) -> None:
    for field in sorted(required - data.keys()):
        raise bad_setup(field, None, "it is missing")
    for field in sorted(data.keys() - known):
        raise bad_setup(field, data[field], "unknown field")


def mapping(value: object, field: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise bad_setup(field, value, "an object of names and values")
    return value


def text(value: object, field: str, wanted: str) -> str:
    if not isinstance(value, str):
        raise bad_setup(field, value, wanted)
    return value


def rows(value: object, field: str, *kinds: type) -> list[list[Any]]:
    """Lists with one value per kind; a value that only looks like the kind is refused (True is not a number)."""
    wanted = f"a list of lists of {len(kinds)}"
    if not isinstance(value, list):
        raise bad_setup(field, value, wanted)
    for row in value:
        if not isinstance(row, list) or len(row) != len(kinds):
            raise bad_setup(field, row, wanted)
        for each, kind in zip(row, kinds, strict=True):
            if type(each) is not kind:
                raise bad_setup(field, each, _KIND_WORDS[kind])
    return value


_KIND_WORDS: Final = {int: "a whole number", str: "a text", bool: "true or false"}
