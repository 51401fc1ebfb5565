"""Notices to phones: how long they are of use, when one is sent again, and whom it may be handed to.

Web Push (RFC 8030): the house hands a notice to the push service of the browser's maker, which keeps it for its time
to live and wakes the phone.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

# What is older tells nobody where to go: a player who was moved has been fetched by then.
NOTICE_LASTS: Final = timedelta(minutes=5)
WAITS: Final = (
    timedelta(seconds=5),
    timedelta(seconds=15),
    timedelta(seconds=40),
    timedelta(seconds=60),
    timedelta(seconds=90),
)
REGISTRATION_BEFORE: Final = timedelta(minutes=10)
BREAK_BEFORE: Final = timedelta(minutes=5)
# A moment that nobody was there to tell of is told for so long.
MOMENT_LASTS: Final = timedelta(minutes=1)
# The push services of Chrome and what is built like it, Firefox, Safari, Edge. A dot in front: and what ends so.
PUSH_SERVICES: Final = (
    "fcm.googleapis.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)


def next_notice_try(
    tries: int, *, now: datetime, expires_at: datetime, asked_for: timedelta = timedelta()
) -> datetime | None:
    """When a notice that was tried so often is due again; None where it would be too late.

    `asked_for`: so long at least the push service wants to be left alone.
    """
    if tries > len(WAITS):
        return None
    due_at = now + max(WAITS[max(0, tries - 1)], asked_for)
    return due_at if due_at < expires_at else None


def is_push_service(host: str, services: Iterable[str] = PUSH_SERVICES) -> bool:
    """Whether a host is one of these; a player's browser names it, so that any other could be anybody's."""
    host = host.lower()
    return any(host.endswith(each) if each.startswith(".") else host == each for each in services)
