"""What was to be played in an event of The Tournament Director: levels, chips, prices.

A part that cannot be read is left out with a note: the results are worth having without it.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from tournament.rules.past.errors import PastFileError
from tournament.rules.past.events import EarlierLevel, EarlierNote, EarlierPrice, PriceKind
from tournament.rules.past.literal import Value
from tournament.rules.past.ttd_values import (
    Fields,
    decimal,
    fields_of,
    listed,
    minor_units_of,
    money,
    parts_of,
    text,
    type_of,
    whole,
)

LONGEST_LEVEL_MINUTES: Final = 10_000
_LIMITS: Final = ("Limit1", "Limit2", "Limit3", "Limit4")
_KINDS: Final[Mapping[str, PriceKind]] = MappingProxyType(
    {"Buyins": "buy_in", "Rebuys": "rebuy", "AddOns": "add_on"}
)


def levels_of(tournament: Fields, notes: list[EarlierNote]) -> tuple[EarlierLevel, ...]:
    """In their order; adds to `notes`."""
    levels: list[EarlierLevel] = []
    for number, level in enumerate(parts_of(tournament, "Levels"), start=1):
        try:
            levels.append(_level(level))
        except PastFileError:
            notes.append(EarlierNote(code="level_left_out", data={"number": number}))
    return tuple(levels)


def _level(value: Value) -> EarlierLevel:
    fields = fields_of(value)
    minutes = decimal(fields, "Minutes")
    if minutes > LONGEST_LEVEL_MINUTES:
        raise PastFileError("out_of_range", field="Minutes", found=str(minutes))
    seconds = int(minutes * 60)
    if type_of(value) == "GameBreak" or "ChipUp" in fields:
        return EarlierLevel(duration_seconds=seconds, is_break=True)
    limits = [whole(fields, name) for name in _LIMITS]
    return EarlierLevel(
        duration_seconds=seconds,
        small_blind=whole(fields, "SmallBlind"),
        big_blind=whole(fields, "BigBlind"),
        ante=whole(fields, "Ante"),
        limits=tuple(limit for limit in limits if limit),
        game=text(fields, "GameName"),
    )


def chips_of(tournament: Fields, notes: list[EarlierNote]) -> tuple[int, ...]:
    """Denominations in the order of the file; adds to `notes`."""
    chips: list[int] = []
    for number, chip in enumerate(parts_of(tournament, "Chips"), start=1):
        try:
            chips.append(whole(fields_of(chip), "Denomination", least=1))
        except PastFileError:
            notes.append(EarlierNote(code="chip_left_out", data={"number": number}))
    return tuple(chips)


def prices_of(tournament: Fields, notes: list[EarlierNote]) -> tuple[EarlierPrice, ...]:
    """Buy-ins first, then rebuys and add-ons; adds to `notes`."""
    prices: list[EarlierPrice] = []
    for kind, profile in _profiles(tournament):
        try:
            prices.append(_price(kind, fields_of(profile)))
        except PastFileError:
            notes.append(EarlierNote(code="price_left_out"))
    return tuple(prices)


def _profiles(tournament: Fields) -> Iterator[tuple[PriceKind, Value]]:
    financials = fields_of(tournament.get("Financials"))
    for name, kind in _KINDS.items():
        config = fields_of(financials.get(name))
        for profile in listed(config.get("Profiles")):
            yield kind, profile


def _price(kind: PriceKind, fields: Fields) -> EarlierPrice:
    return EarlierPrice(
        kind=kind,
        name=text(fields, "Name"),
        amount=money(fields, "Fee"),
        fee=rake_of(fields.get("Rake")),
        chips=whole(fields, "Chips"),
    )


def rake_of(value: Value) -> int:
    """In minor units: of a number, or the sum of what `new PerPlayerRake([…])` lists. Raises PastFileError."""
    parts = listed(value)
    if parts:
        return sum(minor_units_of(part, "Rake") for part in parts)
    return 0 if type_of(value) or isinstance(value, list | dict) else minor_units_of(value, "Rake")


def has_fixed_rake(tournament: Fields) -> bool:
    """Whether an amount is taken off the whole pool: its form differs from file to file, so that it is only said."""
    financials = fields_of(tournament.get("Financials"))
    return any(_is_above_zero(part) for part in financials.values() if type_of(part) == "FixedRakeConfig")


def _is_above_zero(config: Value) -> bool:
    fields = fields_of(config)
    parts = [fields.get(name) for name in ("Amount", "Fee", "Rake")] if fields else listed(config)
    return any(isinstance(part, int | Decimal) and part > 0 for part in parts)
