"""When a message is tried again: at once, then after growing waits, each counted from the try before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

# Standard Webhooks 1.0.0, "Retry schedule": some 76 hours in all.
WAITS: Final = (
    timedelta(),
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
    timedelta(hours=14),
    timedelta(hours=20),
    timedelta(hours=24),
)
TRIES: Final = len(WAITS)
# Each wait is longer by up to so much of it: receivers that came back must not be asked by everybody at once.
JITTER: Final = 0.1
LONGEST_PATIENCE: Final = timedelta(hours=24)


def next_try(
    tries: int, *, now: datetime, chance: float, asked_for: timedelta = timedelta()
) -> datetime | None:
    """When a message that was tried so often is due again; None after the last try.

    `chance` is from 0 up to 1. `asked_for`: so long at least the receiver wants to be left alone.
    """
    if tries >= TRIES:
        return None
    return now + max(WAITS[tries] * (1 + JITTER * chance), asked_for)


def patience_asked(header: str, *, now: datetime) -> timedelta:
    """What a `Retry-After` asks for, in seconds or as a date (RFC 9110); nothing where it cannot be read."""
    wanted = timedelta(seconds=int(header)) if _is_number(header) else _until(header, now)
    return min(max(wanted, timedelta()), LONGEST_PATIENCE)


def _is_number(header: str) -> bool:
    return header.isascii() and header.isdecimal() and len(header) < 10


def _until(header: str, now: datetime) -> timedelta:
    try:
        then = parsedate_to_datetime(header)
        return (then if then.tzinfo else then.replace(tzinfo=UTC)) - now
    except (ValueError, OverflowError):
        return timedelta()
