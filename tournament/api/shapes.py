"""How the interface writes what many of its answers have: moments, money, names of things, pages of a list."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Final, TypeVar

from ninja import Path, Query, Schema
from pydantic import AfterValidator, AwareDatetime, Field

from tournament.api.cursors import read_cursor, write_cursor
from tournament.rules.payouts.money import minor_units

MOST_OF_A_PAGE: Final = 200
# A clock of any zone can show them.
EARLIEST_YEAR, LATEST_YEAR = 2000, 2100
Row = TypeVar("Row")


def _in_utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


def _on_one_line(text: str) -> str:
    """As a box of a page keeps it."""
    line = " ".join(text.split())
    if not line or not line.isprintable():
        raise ValueError("write one line of letters, digits and signs")
    return line


def _of_our_time(moment: datetime) -> datetime:
    if not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise ValueError(f"the year is to be from {EARLIEST_YEAR} to {LATEST_YEAR}")
    return moment.replace(second=0, microsecond=0)


Line = Annotated[str, AfterValidator(_on_one_line)]
MomentSent = Annotated[
    AwareDatetime, AfterValidator(_of_our_time), Field(description="ISO 8601 with its offset; to the minute")
]
Moment = Annotated[datetime, AfterValidator(_in_utc), Field(description="ISO 8601 in UTC, with a Z")]
Chips = Annotated[int, Field(description="Chips, a whole number")]
EventCode = Annotated[str, Path(..., description="The letters in the address of the event", max_length=16)]
Limit = Annotated[int, Query(100, ge=1, le=MOST_OF_A_PAGE, description="How many at most")]
Cursor = Annotated[
    str, Query("", max_length=80, description="What `next` said of the page before; without it the first")
]
Next = Annotated[str | None, Field(description="The cursor of the next page, null on the last")]


class AmountOfMoney(Schema):
    """Money as text, so that no program rounds it: "472.50" and the ISO 4217 code of its currency."""

    amount: str = Field(pattern=r"^-?[0-9]+(\.[0-9]{2})?$")
    currency: str


def money_of(amount: int, currency: str) -> AmountOfMoney:
    """From minor units."""
    units = minor_units(currency)
    whole, rest = divmod(abs(amount), units)
    text = f"{whole}.{rest:02d}" if units > 1 else str(whole)
    return AmountOfMoney(amount=f"-{text}" if amount < 0 else text, currency=currency)


def money_or_none(amount: int | None, currency: str) -> AmountOfMoney | None:
    return None if amount is None else money_of(amount, currency)


def page_of(rows: Sequence[Row], *, cursor: str, limit: int) -> tuple[Sequence[Row], str | None]:
    """A page of a list that is at hand whole, and the cursor of the next one."""
    (start,) = read_cursor(cursor, 1) if cursor else (0,)
    end = start + limit
    return rows[start:end], write_cursor(end) if end < len(rows) else None
