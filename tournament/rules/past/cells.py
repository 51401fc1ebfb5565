"""What people and programs write in the cells of a list: places, amounts, days, numbers.

Every function raises PastFileError for what it cannot read; nothing is guessed but what its docstring says.
"""

import re
from collections.abc import Iterable
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from tournament.rules.past.errors import PastFileError
from tournament.rules.payouts.money import MAX_MONEY

LARGEST_COUNT: Final = 100_000
MONTHS: Final = 12
_LONGEST_SHOWN: Final = 40

_PLACE: Final = re.compile(r"([1-9][0-9]{0,5})(?:st|nd|rd|th|°|º|ª|\.)?", re.IGNORECASE)
_COUNT: Final = re.compile(r"[0-9]{1,6}")
_POINTS: Final = re.compile(r"-?[0-9]{1,9}(?:[.,][0-9]{1,6})?")
# A sign between thousands is the same throughout, and another than that before the cents.
_AMOUNT: Final = re.compile(
    r"(?P<whole>[1-9][0-9]{0,2}(?:(?P<sign>[.,' ])[0-9]{3}(?:(?P=sign)[0-9]{3})*+)|[0-9]{1,13})"
    r"(?:(?P<point>[.,])(?P<cents>[0-9]{1,2}))?"
)
_CURRENCY: Final = re.compile(r"[€$£¥]|\b(?:eur|euro|usd|gbp|chf)\b", re.IGNORECASE)
_SPACES: Final = re.compile(r"[\s\u00a0\u202f]+")
_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?", re.ASCII)
_PARTS: Final = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: .*)?", re.ASCII)


def place_in(cell: str) -> int:
    """1, 1st, 1., 1°; a dash is a place that nobody knows: 0."""
    if cell in "-–—":
        return 0
    found = _PLACE.fullmatch(cell)
    if not found:
        raise PastFileError("bad_place", found=_shown(cell))
    return int(found[1])


def count_in(cell: str) -> int:
    if not _COUNT.fullmatch(cell) or int(cell) > LARGEST_COUNT:
        raise PastFileError("bad_count", field="The cell", found=_shown(cell))
    return int(cell)


def points_in(cell: str) -> Decimal:
    """With a point or a comma before the decimals, and no sign between thousands."""
    if not _POINTS.fullmatch(cell):
        raise PastFileError("bad_count", field="The cell", found=_shown(cell))
    return Decimal(cell.replace(",", "."))


def money_in(cell: str) -> int:
    """In minor units: 1.234,50 €, 1,234.50, 1'234, 1 234,5; three digits behind the only sign are thousands."""
    plain = _SPACES.sub(" ", _CURRENCY.sub(" ", cell)).strip().replace("’", "'")
    if plain in "-–—":
        return 0
    found = _AMOUNT.fullmatch(plain)
    if not found or (found["point"] and found["point"] == found["sign"]):
        raise PastFileError("bad_amount", field="The cell", found=_shown(cell))
    whole = "".join(digit for digit in found["whole"] if digit.isdigit())
    amount = Decimal(f"{whole}.{found['cents'] or 0}") * 100
    if amount > MAX_MONEY:
        raise PastFileError("out_of_range", field="The cell", found=_shown(cell))
    return int(amount.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def day_in(cell: str, *, month_first: bool = False) -> date:
    """2026-01-31, or the day first: 31/01/2026, 31.1.2026, 31-01-2026; a time behind it is left out.

    month_first: as in the United States, 01/31/2026.
    """
    try:
        if found := _ISO.fullmatch(cell):
            return date(int(found[1]), int(found[2]), int(found[3]))
        if found := _PARTS.fullmatch(cell):
            day, month = (found[3], found[1]) if month_first else (found[1], found[3])
            return date(int(found[4]), int(month), int(day))
    except ValueError as error:
        raise PastFileError("bad_date", found=_shown(cell)) from error
    raise PastFileError("bad_date", found=_shown(cell))


def is_month_first(cells: Iterable[str]) -> bool | None:
    """Whether these days of one list have the month first: True where a second part can only be a day and no first one
    is, None where every one of them may be read both ways.
    """
    parts = [(int(found[1]), int(found[3])) for cell in cells if (found := _PARTS.fullmatch(cell))]
    if any(first > MONTHS for first, _second in parts):
        return False
    return True if any(second > MONTHS for _first, second in parts) else None


def has_two_readings(cell: str) -> bool:
    """Whether another order of day and month makes another day of it, or none."""
    found = _PARTS.fullmatch(cell)
    return bool(found and int(found[1]) != int(found[3]))


def _shown(cell: str) -> str:
    return cell[:_LONGEST_SHOWN]
