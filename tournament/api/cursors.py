"""Cursors: where a list goes on, as letters that mean nothing to those who send them back."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from typing import Final

from ninja.errors import HttpError

# What a column of the database holds.
LARGEST: Final = 2**63 - 1


def write_cursor(*numbers: int) -> str:
    """A cursor of some numbers, none below 0."""
    return urlsafe_b64encode(".".join(map(str, numbers)).encode()).decode().rstrip("=")


def read_cursor(cursor: str, count: int) -> tuple[int, ...]:
    """The numbers of a cursor, so many. Raises HttpError 422 where it was not made here."""
    try:
        text = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except (Error, ValueError):
        text = ""
    numbers = tuple(int(part) for part in text.split(".") if part.isdigit() and len(part) < 20)
    if len(numbers) != count or any(number > LARGEST for number in numbers):
        raise HttpError(
            422, "This cursor was not made here. Send what `next` said, or leave it out for the first page."
        )
    return numbers
