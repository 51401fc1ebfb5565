"""The countries by their two letters: ISO 3166-1 alpha-2, as of 2025."""

from __future__ import annotations

from functools import cache
from typing import Final

from tournament.options.country_names import COUNTRY_NAMES
from tournament.rules.names import fold_name

_ROWS: Final = [line.split(" ", 2) for line in COUNTRY_NAMES.strip().splitlines()]
COUNTRIES: Final = frozenset(code for code, _letters, _names in _ROWS)


def read_country(text: str) -> str | None:
    """The code in capital letters, "" for a blank; None where no country has it."""
    code = text.strip().upper()
    return code if not code or code in COUNTRIES else None


def country_meant(text: str) -> str | None:
    """The same for a list that others have made: two letters, three, or a name in English or Italian."""
    code = read_country(text)
    return _by_name().get(_folded(text)) if code is None else code


@cache
def _by_name() -> dict[str, str]:
    found = {}
    for code, letters, names in _ROWS:
        for name in (letters, *names.split("|")):
            found[_folded(name)] = code
    return found


def _folded(name: str) -> str:
    return fold_name(name.replace("&", " and "))
