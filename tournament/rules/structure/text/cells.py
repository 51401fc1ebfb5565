"""The cells of a structure's text. Nothing is guessed but what a docstring says; the rest raises TextProblem."""

import re
from collections.abc import Collection, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from tournament.rules.names import fold_name
from tournament.rules.structure.errors import MAX_HANDS_PER_GAME, MAX_LEVEL_HANDS, MAX_ORBIT_FROM
from tournament.rules.structure.level_games import AnteKind
from tournament.rules.structure.levels import Lasts, lasting_hands
from tournament.rules.structure.text.problems import TextProblem, shown

AMOUNT: Final = (
    r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]{0,2}(?:\.[0-9]{3})+|[1-9][0-9]{0,2}(?:'[0-9]{3})+"
    r"|(?:0|[1-9][0-9]{0,14})(?:[.,][0-9]{1,3})?[km]|0|[1-9][0-9]{0,14})(?![0-9]|[.,':][0-9])"
)
"""Chips as people write them. A sign between thousands stands between groups of three, and is never a blank."""

DURATION: Final = (
    r"(?:(?P<hours>[0-9]{1,3})\s*(?:hours|hour|hrs|hr|h|ore|ora)(?![a-z])\.?"
    r"(?:\s*(?P<and>[0-5]?[0-9])(?![0-9/])(?:\s*(?:minutes|minute|mins?|m)\b)?)?"
    r"|(?P<minutes>[0-9]{1,5})(?::(?P<seconds>[0-5][0-9]))?\s*(?:(?:minutes|minute|minuti|minuto|mins?|m)\b\.?|['′]))"
)
"""A duration that says its unit."""

HANDS: Final = r"(?P<hands>[1-9][0-9]{0,2})\s*(?:hands|hand|mani|mano)\b\.?"
"""How long a level by hands lasts."""

_AMOUNT: Final = re.compile(AMOUNT, re.IGNORECASE)
_DURATION: Final = re.compile(DURATION, re.IGNORECASE)
_LEVEL_HANDS: Final = re.compile(HANDS, re.IGNORECASE)
_BARE_MINUTES: Final = re.compile(r"(?P<minutes>[0-9]{1,5})(?::(?P<seconds>[0-5][0-9]))?")
# Between thousands: blanks that do not break a line, and the apostrophe of print.
_NARROW: Final = re.compile(r"(?<=[0-9])[\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))")
_VALUES: Final = re.compile(r"[\s,;/&+]+|\band\b|\be\b")

_PAID_BY: Final[Mapping[str, AnteKind]] = MappingProxyType(
    {
        "none": "none", "nobody": "none", "no ante": "none", "nessuno": "none", "nessuna": "none", "": "none",
        "each": "classic", "classic": "classic", "each player": "classic", "all": "classic",
        "ogni giocatore": "classic", "tutti": "classic", "a testa": "classic",
        "big blind": "big_blind", "bb": "big_blind", "bba": "big_blind",
        "button": "button", "btn": "button", "bottone": "button",
    }
)  # fmt: skip

_GAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "nlh": "NT", "nlhe": "NT", "no limit holdem": "NT", "plh": "PT", "flh": "FT", "lhe": "FT",
        "limit holdem": "FT", "plo": "PO", "plo8": "PO/8", "o8": "FO/8", "lo8": "FO/8", "stud": "F7S",
        "stud8": "F7S/8", "razz": "FR",
    }
)  # fmt: skip


def levelled(text: str) -> str:
    """The text with one kind of dash and apostrophe, single blanks between words and none between thousands."""
    plain = _NARROW.sub("", text.replace("’", "'"))
    # Runs of blanks would be tried in every division by the patterns of lines.
    return " ".join(re.sub(r"[–—−]", "-", plain).split())


def chips_in(cell: str) -> int:
    """1500, 1,500, 1.500, 1'500, 1.5k, 2M; the rest raises."""
    text = levelled(cell).strip()
    if not _AMOUNT.fullmatch(text):
        raise TextProblem("bad_amount", found=shown(cell))
    factor = {"k": 1_000, "m": 1_000_000}.get(text[-1].lower(), 0)
    if not factor:
        return int(re.sub("[,.']", "", text))
    amount = Decimal(text[:-1].replace(",", ".")) * factor
    if amount != int(amount):
        raise TextProblem("bad_amount", found=shown(cell))
    return int(amount)


def seconds_in(cell: str) -> int:
    """20, 7:30, 20 min, 20', 1 h, 1 h 30."""
    text = levelled(cell).strip()
    found = _DURATION.fullmatch(text) or _BARE_MINUTES.fullmatch(text)
    seconds = seconds_of(found) if found else 0
    if not seconds:
        raise TextProblem("bad_minutes", found=shown(cell))
    return seconds


def lasts_in(cell: str) -> Lasts:
    """A duration as `seconds_in` reads it, or 15 hands."""
    found = _LEVEL_HANDS.fullmatch(levelled(cell).strip())
    return Lasts(seconds_in(cell)) if found is None else hands_of(found)


def break_seconds_in(cell: str) -> int:
    if _LEVEL_HANDS.fullmatch(levelled(cell).strip()):
        raise TextProblem("hands_of_break")
    return seconds_in(cell)


def hands_of(found: re.Match[str]) -> Lasts:
    """What a match of HANDS says."""
    hands = int(found["hands"])
    if hands > MAX_LEVEL_HANDS:
        raise TextProblem("too_many_hands", found=shown(found[0]), most=MAX_LEVEL_HANDS)
    return lasting_hands(hands)


def seconds_of(found: re.Match[str]) -> int:
    """The seconds of a match of DURATION."""
    parts = found.groupdict()
    minutes = 60 * int(parts.get("hours") or 0) + int(parts.get("and") or 0) + int(parts["minutes"] or 0)
    return 60 * minutes + int(parts["seconds"] or 0)


def ante_kind_in(cell: str) -> AnteKind:
    kind = _PAID_BY.get(_folded(cell))
    if kind is None:
        raise TextProblem("bad_ante_kind", found=shown(cell))
    return kind


def payer_of(ante: int, big_blind: int) -> AnteKind:
    """Who pays an ante of which only the size is known: one as large as the big blind is the big blind's for the table,
    one of at most a quarter of it each player's; in between it may be either's, and is refused.
    """
    if not ante:
        return "none"
    if ante == big_blind:
        return "big_blind"
    if 4 * ante <= big_blind:
        return "classic"
    raise TextProblem("whose_ante", ante=ante, big_blind=big_blind)


def game_in(cell: str, known: Collection[str] | None) -> str:
    """The code of a game, from the code or one of a few common names. known: the codes there are; None asks nobody."""
    text = cell.strip()
    code = _GAMES.get(_folded(text).replace("'", "").replace("-", " "), text)
    if known is not None and code not in known:
        code = code.upper()
        if code not in known:
            raise TextProblem("unknown_game", found=shown(cell))
    return code


def hands_in(cell: str) -> int:
    text = cell.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= MAX_HANDS_PER_GAME):
        raise TextProblem("bad_hands", found=shown(cell))
    return int(text)


def orbit_in(cell: str) -> int:
    text = cell.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) <= MAX_ORBIT_FROM):
        raise TextProblem("bad_orbit", found=shown(cell), most=MAX_ORBIT_FROM)
    return int(text)


def values_in(cell: str) -> tuple[int, ...]:
    """Chip values in any order: 25 100, 25/100, with or without a T in front."""
    if re.search(r"[0-9],[0-9]{3}(?![0-9])", cell):
        raise TextProblem("one_chip_or_two", found=shown(cell))
    parts = [part for part in _VALUES.split(levelled(cell)) if part]
    return tuple(chips_in(part.removeprefix("T").removeprefix("t")) for part in parts)


def _folded(cell: str) -> str:
    return fold_name(" ".join(cell.split()))
