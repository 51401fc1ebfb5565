"""The fields of a PHH hand with their types and limits checked: chips as Decimals, names as texts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final

from tables.engine.errors import InvalidNotation
from tables.engine.play.operations import Operation, Ruling
from tables.engine.rulings.rewinding import REWINDING

LARGEST_AMOUNT: Final = 10**12
LARGEST_SUM: Final = 100 * LARGEST_AMOUNT
"""The most a player can finish with: all the chips."""
MOST_PLACES: Final = 4
"""Digits after the point of an amount that is played with."""

LARGEST_FILE: Final = 4_000_000
"""Characters of a text of many hands."""
MOST_HANDS: Final = 10_000
"""Of one text."""

MOST_OPERATIONS: Final = 1_000
MOST_REWINDS: Final = 12
"""Rulings of one hand that replay it: each may replay all of it, earlier rulings included."""

MARK: Final = "floorman:"
"""The first word of a comment that only Floorman reads."""

UNDO: Final = "a file tells the hand as it was played: leave out the undo, and what it rewound"

_AMOUNT: Final = re.compile(r"[0-9]{1,20}(?:\.[0-9]{1,20})?", re.ASCII)


class PhhError(InvalidNotation):
    """A PHH text that is not a hand: the sentence names the field and how to fix it."""


def phh_error(field: str, problem: str, **params: object) -> PhhError:
    return PhhError(f"{field}: {problem}", "bad_phh", {"field": field, "problem": problem, **params})


def show(value: object) -> str:
    """A value as it may stand in a sentence, cut short."""
    if isinstance(value, int) and abs(value) > LARGEST_AMOUNT:
        return "a huge number"  # Python may refuse to print it, or take seconds
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "a table"
    if isinstance(value, str):
        # A lone surrogate, which JSON can write, could be neither sent nor printed.
        value = f"“{value[:61].encode('utf-8', 'replace').decode()}”"
    text = str(value)
    return text if len(text) <= 60 else text[:60] + "…"


def text_field(fields: Mapping[str, object], name: str) -> str:
    value = _required(fields, name)
    if not isinstance(value, str):
        raise phh_error(name, f"{show(value)} is not a text, write it in quotes")
    return value


def list_field(fields: Mapping[str, object], name: str, *, length: int | None = None) -> Sequence[object]:
    value = _required(fields, name)
    if not isinstance(value, list):
        raise phh_error(name, f"{show(value)} is not a list, write it in square brackets")
    if length is not None and len(value) != length:
        raise phh_error(name, f"it has {len(value)} values for {length} players, write one for each player")
    return value


def amount_field(fields: Mapping[str, object], name: str) -> Decimal:
    return check_amount(_required(fields, name), name)


def amounts_field(
    fields: Mapping[str, object], name: str, *, length: int | None = None, most: int = LARGEST_AMOUNT
) -> tuple[Decimal, ...]:
    return tuple([check_amount(value, name, most=most) for value in list_field(fields, name, length=length)])


def signed_amounts_field(
    fields: Mapping[str, object], name: str, *, length: int | None = None
) -> tuple[Decimal, ...]:
    """As amounts_field; a negative amount is a blind posted to come in (as PokerKit writes it)."""
    amounts = []
    for value in list_field(fields, name, length=length):
        if (isinstance(value, int) or (isinstance(value, Decimal) and value.is_finite())) and value < 0:
            amounts.append(-check_amount(-value, name))
        else:
            amounts.append(check_amount(value, name))
    return tuple(amounts)


def _required(fields: Mapping[str, object], name: str) -> object:
    try:
        return fields[name]
    except KeyError:
        raise phh_error(name, "the field is missing, add it") from None


def check_amount(value: object, field: str, *, most: int = LARGEST_AMOUNT) -> Decimal:
    """Chips or money: from 0 to `most`, finite."""
    if type(value) is int:
        if 0 <= value <= most:
            return Decimal(value)
    elif not isinstance(value, Decimal):
        raise phh_error(field, f"{show(value)} is not a number")
    elif value.is_finite() and 0 <= value <= most:
        return value
    raise phh_error(field, f"{show(value)} is no amount of chips, write a number from 0 to {most}")


def parse_amount(text: str, field: str) -> Decimal:
    """The amount of a bet or raise: digits, perhaps with a point, and not nothing."""
    amount = Decimal(text) if _AMOUNT.fullmatch(text) else None
    if not amount:
        raise phh_error(field, f"{show(text)} is no amount of chips, write digits as in 800 or 12.50")
    return check_amount(amount, field)


def check_length(operations: Collection[Operation]) -> None:
    """Raises InvalidNotation for a record longer than any hand is, which could keep us busy for long."""
    rewinds = sum([isinstance(each, Ruling) and each.kind in REWINDING for each in operations])
    for what, count, most in (
        ("operations", len(operations), MOST_OPERATIONS),
        ("rulings that go back", rewinds, MOST_REWINDS),
    ):
        if count > most:
            raise InvalidNotation(
                f"the hand has {count} {what}, {most} are the most",
                "hand_too_long",
                {"what": what, "count": count, "limit": most},
            )


def scale_of(amounts: Iterable[Decimal]) -> int:
    """The power of ten that makes all of them whole: 100 for 581.70 and 12.05."""
    places = 0
    for amount in amounts:
        if amount != amount.to_integral_value():
            places = max(places, _places(amount))
    if places > MOST_PLACES:
        raise phh_error("amounts", f"one has {places} digits after the point, {MOST_PLACES} are the most")
    return int(10**places)


def _places(amount: Decimal) -> int:
    """Digits after the point that are not trailing zeros."""
    _, digits, exponent = amount.as_tuple()
    assert isinstance(exponent, int)  # noqa: S101  # finite: checked when it was read
    written = "".join(map(str, digits))
    return -exponent - (len(written) - len(written.rstrip("0")))


def descale(amount: int, scale: int) -> int | Decimal:
    """The file's own unit again: 5870 of scale 100 is 58.7."""
    whole, rest = divmod(amount, scale)
    return (Decimal(amount) / scale).normalize() if rest else whole
