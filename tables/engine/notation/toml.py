"""TOML in and out, with limits: whatever the text holds, reading it ends, and ends in InvalidNotation.

Numbers with a point are read as Decimal, never as float.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date, time
from decimal import Decimal, InvalidOperation
from typing import Final

from tables.engine.errors import InvalidNotation

LARGEST_TEXT: Final = 400_000
"""Characters; a hand has a thousand or two."""

LONGEST_EXPONENT: Final = 50
"""A number with more zeros than that is written with its exponent."""

# A key of n dotted parts costs the parser the square of n and more: nobody needs eleven of them.
_LONG_KEY: Final = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*"|'[^'\n]*')[ \t]*+\.[ \t]*+){10}""", re.ASCII
)


def read_toml(text: str) -> dict[str, object]:
    """The table that the text describes; raises InvalidNotation with line and column."""
    if len(text) > LARGEST_TEXT:
        raise InvalidNotation(
            f"the text has {len(text)} characters, more than {LARGEST_TEXT}: split it",
            "text_too_long",
            {"length": len(text), "limit": LARGEST_TEXT},
        )
    if (key := _LONG_KEY.search(text)) is not None:
        line = text.count("\n", 0, key.start()) + 1
        raise InvalidNotation(
            f"line {line}: a key or number of more than ten dotted parts", "key_too_long", {"line": line}
        )
    try:
        return tomllib.loads(text, parse_float=_decimal)
    except RecursionError:
        problem = "nested too deeply"
    except ValueError as error:  # a TOMLDecodeError, or an integer of thousands of digits
        problem = str(error)[:200]
    raise InvalidNotation(f"this is not TOML: {problem}", "bad_toml", {"problem": problem})


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(f"“{text[:40]}” is not a number that can be read") from None


def format_toml(fields: Mapping[str, object]) -> str:
    """One `key = value` a line; the inverse of read_toml for what it can hold.

    Values are texts, whole numbers, Decimals, booleans, dates, times, and lists and mappings of
    them. Raises TypeError for anything else.
    """
    return "".join([f"{_key(key)} = {_value(value)}\n" for key, value in fields.items()])


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case int():
            return str(value)
        case Decimal():
            return _decimal_text(value)
        case date() | time():
            return value.isoformat()
        case Mapping():
            return "{" + ", ".join([f"{_key(key)} = {_value(item)}" for key, item in value.items()]) + "}"
        case Sequence():
            return "[" + ", ".join([_value(item) for item in value]) + "]"
        case _:
            raise TypeError(f"{type(value).__name__} has no place in TOML")


def _decimal_text(value: Decimal) -> str:
    if not value.is_finite():
        return ("-" if value.is_signed() else "") + ("nan" if value.is_nan() else "inf")
    return str(value) if abs(value.adjusted()) > LONGEST_EXPONENT else f"{value:f}"


_ESCAPED: Final = re.compile(r'["\\\x00-\x1f\x7f\ud800-\udfff]')


def _text(text: str) -> str:
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if character in '"\\':
        return "\\" + character
    # A lone surrogate is not a character: TOML cannot hold it.
    return "\\uFFFD" if character >= "\ud800" else f"\\u{ord(character):04X}"
