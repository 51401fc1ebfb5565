"""Fields of what a file of The Tournament Director holds, by their kind; what is missing is empty.

Whether something is `new Name({…})` or a plain object does not matter here: older files have the one where newer ones
have the other. Every function raises PastFileError, naming the field, for what is there and is something else.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, TypeAlias

from tournament.rules.past.errors import PastFileError
from tournament.rules.past.literal import Made, Value
from tournament.rules.payouts.money import MAX_MONEY

Fields: TypeAlias = Mapping[str, Value]

LONGEST_TEXT: Final = 200
# Levels, prizes, chips.
MOST_PARTS: Final = 5_000
LARGEST: Final = 10**13
_LONGEST_SHOWN: Final = 40
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST: Final = datetime(1990, 1, 1, tzinfo=UTC)
_LAST: Final = datetime(2100, 1, 1, tzinfo=UTC)


def fields_of(value: Value) -> Fields:
    """Of an object, made or plain; of everything else none."""
    inside = value.value if isinstance(value, Made) else value
    return inside if isinstance(inside, dict) else {}


def listed(value: Value) -> list[Value]:
    """Of a list, or of a map without its keys; of everything else nothing."""
    inside = value.value if isinstance(value, Made) else value
    if isinstance(inside, dict):
        return list(inside.values())
    return inside if isinstance(inside, list) else []


def parts_of(fields: Fields, name: str) -> list[Value]:
    """Of `Name: new GameName({Name: […]})`, or of the list itself."""
    value = fields.get(name)
    inside = fields_of(value)
    parts = listed(inside.get(name) if inside else value)
    if len(parts) > MOST_PARTS:
        raise PastFileError("too_many_parts", most=MOST_PARTS)
    return parts


def type_of(value: Value) -> str:
    """Of a plain value there is none."""
    return value.type_name if isinstance(value, Made) else ""


def text(fields: Fields, name: str, *, most: int = LONGEST_TEXT) -> str:
    """In one line; numbers are taken as they are."""
    value = fields.get(name)
    is_text = isinstance(value, str | int) and not isinstance(value, bool)
    found = " ".join(str(value).split()) if is_text else ""
    if len(found) > most:
        raise PastFileError("text_too_long", field=name, most=most)
    return found


def money(fields: Fields, name: str) -> int:
    """An amount in minor units, half a cent rounded up."""
    return minor_units_of(fields.get(name), name)


def minor_units_of(value: Value, name: str) -> int:
    """The same of a value; nothing is 0."""
    if value is None:
        return 0
    number = _number(value)
    if number is None:
        raise PastFileError("bad_amount", field=name, found=_shown(value))
    # Before it is rounded: a number of 300 digits has no cents.
    if not -1 < number <= MAX_MONEY // 100:
        raise PastFileError("out_of_range", field=name, found=_shown(value))
    amount = int((number * 100).quantize(Decimal(1), rounding=ROUND_HALF_UP))
    if amount < 0:
        raise PastFileError("out_of_range", field=name, found=_shown(value))
    return amount


def decimal(fields: Fields, name: str, *, least: int = 0, most: int = LARGEST) -> Decimal:
    value = fields.get(name)
    number = Decimal(0) if value is None else _number(value)
    if number is None:
        raise PastFileError("bad_count", field=name, found=_shown(value))
    if not least <= number <= most:
        raise PastFileError("out_of_range", field=name, found=_shown(value))
    return number


def whole(fields: Fields, name: str, *, least: int = 0) -> int:
    number = decimal(fields, name, least=least)
    if number != int(number):
        raise PastFileError("bad_count", field=name, found=_shown(fields.get(name)))
    return int(number)


def moment(fields: Fields, name: str, zone: tzinfo) -> datetime | None:
    """Milliseconds since 1970, in that zone; None where there is nothing or 0."""
    value = fields.get(name)
    if not value:
        return None
    number = _number(value)
    if number is None or not 0 <= number <= LARGEST:
        raise PastFileError("bad_time", field=name, found=_shown(value))
    found = _EPOCH + timedelta(milliseconds=int(number))
    if not _FIRST <= found < _LAST:
        raise PastFileError("bad_time", field=name, found=_shown(value))
    return found.astimezone(zone)


def _number(value: Value) -> Decimal | None:
    is_number = isinstance(value, int | Decimal) and not isinstance(value, bool)
    return Decimal(value) if is_number and isinstance(value, int | Decimal) else None


def _shown(value: Value) -> str:
    return (
        str(value)[:_LONGEST_SHOWN] if isinstance(value, str | int | Decimal | bool) else type(value).__name__
    )
