"""Lines of text with tokens, such as "Next break at <nextBreak>", under the names that the trade knows.

Upper and lower case are the same. Other text stays as it is typed; a token that nobody knows is refused where the line
is written, so that none is ever seen on a wall.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

NAMES: Final = (
    *(
        "clock",
        "level",
        "round",
        "smallBlind",
        "bigBlind",
        "ante",
        "nextSmallBlind",
        "nextBigBlind",
        "nextAnte",
    ),
    *("gameName", "nextGameName", "nextBreak", "players", "entries", "buyins", "rebuys", "addOns", "tables"),
    *("chipCount", "averageStack", "averageStackBB", "pot", "inTheMoneyRank", "bustsUntilMoney"),
    *("bustsUntilFinalTable", "elapsedTime", "timeOfDay", "eventName"),
)
PRIZE: Final = "prize"
"""With the number of a place behind it: <prize1>."""

_TOKEN: Final = re.compile(r"<([A-Za-z]+)([0-9]{0,3})>")
_KNOWN: Final = {name.lower(): name for name in NAMES}


@dataclass(frozen=True, slots=True)
class Token:
    """A token by its name; `place` is the number behind "prize", 0 for any other."""

    name: str
    place: int = 0


def tokens_and_text(line: str) -> Iterator[Token | str]:
    """The line piece by piece; a token that nobody knows is text."""
    end = 0
    for found in _TOKEN.finditer(line):
        token = _token(found)
        if token is None:
            continue
        if found.start() > end:
            yield line[end : found.start()]
        yield token
        end = found.end()
    if end < len(line):
        yield line[end:]


@dataclass(frozen=True, slots=True)
class UnknownToken:
    """What was `typed`, and the name that was meant, perhaps, or ""."""

    typed: str
    nearest: str


def unknown_token(line: str) -> UnknownToken | None:
    """The first token of a line that nobody knows."""
    found = next((found for found in _TOKEN.finditer(line) if _token(found) is None), None)
    if found is None:
        return None
    close = get_close_matches(found[1].lower(), [*_KNOWN, PRIZE], n=1)
    nearest = "" if not close else f"{PRIZE}1" if close[0] == PRIZE else _KNOWN[close[0]]
    return UnknownToken(typed=found[0], nearest=nearest)


def _token(found: re.Match[str]) -> Token | None:
    name, number = found[1].lower(), found[2]
    if name == PRIZE:
        return Token(PRIZE, int(number)) if number.strip("0") else None
    return Token(_KNOWN[name]) if name in _KNOWN and not number else None
