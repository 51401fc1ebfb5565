"""Badges: a signed cookie by which the front tells staff and tablets from strangers without asking the database.

A badge opens nothing. It says that this browser once logged in or was paired, and decides in which lane a request
waits, how long a body may be, and whose connection is kept when there are too many. A copied one gives no more
than a place among the staff of a busy room.
"""

from datetime import timedelta
from functools import lru_cache

from django.conf import settings
from django.core import signing
from django.http import HttpResponse

from tournament.front.answers import Headers

SALT = "floorman.front.badge"
# Longer than any log-in or pairing lasts.
BADGE_AGE = timedelta(days=30)
# The prefix makes browsers refuse a cookie that another host or a plain connection planted.
COOKIE = "__Host-badge" if settings.HTTPS else "badge"
LONGEST = 100


def make_badge() -> str:
    """Return a new badge."""
    return signing.TimestampSigner(salt=SALT).sign("known")


def give_badge(response: HttpResponse) -> None:
    """Put a badge into the browser of somebody who has just logged in or been paired."""
    response.set_cookie(
        COOKIE,
        make_badge(),
        max_age=BADGE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def has_badge(headers: Headers) -> bool:
    """Say whether a request comes with a badge of this Floorman."""
    wanted = f"{COOKIE}=".encode()
    for name, value in headers:
        if name == b"cookie" and wanted in value:
            for cookie in value.split(b";"):
                if cookie.lstrip().startswith(wanted):
                    badge = cookie.lstrip()[len(wanted) :].rstrip().strip(b'"')
                    return is_badge(badge.decode("latin1"))
    return False


def is_badge(value: str) -> bool:
    """Say whether this is a badge of this Floorman."""
    return bool(value) and len(value) <= LONGEST and _is_ours(value)


# A busy room has some thousand browsers; a stranger who makes badges up only pushes out answers that are made again.
@lru_cache(maxsize=4_096)
def _is_ours(badge: str) -> bool:
    try:
        signing.TimestampSigner(salt=SALT).unsign(badge, max_age=BADGE_AGE)
    except signing.BadSignature:
        return False
    return True
