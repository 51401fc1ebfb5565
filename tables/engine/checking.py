"""What the parts of a setup check of what they are given, and the one sentence in which they refuse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tables.engine.errors import InvalidNotation


def bad_setup(field: str, value: object, wanted: str) -> InvalidNotation:
    """The error for a field of a setup: its name, what it was, what it should be."""
    shown = repr(value)[:40]
    return InvalidNotation(
        f"{field} cannot be {shown}: {wanted}",
        "bad_setup",
        {"field": field, "value": shown, "wanted": wanted},
    )


def whole(value: object, field: str, *, at_least: int) -> int:
    if type(value) is not int or value < at_least:
        raise bad_setup(field, value, f"a whole number from {at_least}")
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


def rows(value: object, field: str, length: int) -> list[list[Any]]:
    if not isinstance(value, list) or not all(isinstance(row, list) and len(row) == length for row in value):
        raise bad_setup(field, value, f"a list of lists of {length}")
    return value
