"""Badges: a signed cookie by which the front tells staff and tablets from strangers without asking the database.

A badge opens nothing. It says as whom this browser once logged in or was paired, and decides in which lane a request
waits, how long a body may be, and whose connection is kept when there are too many. A copied one gives no more
than a place among the staff of a busy room, and that only while its account or tablet is there (`living`).
"""

import hashlib
from datetime import timedelta
from functools import lru_cache

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournament.front.answers import Headers
from tournament.front.living import LIVING

SALT = "floorman.front.badge"
# Longer than any log-in or pairing lasts.
BADGE_AGE = timedelta(days=30)
# The prefix makes browsers refuse a cookie that another host or a plain connection planted.
COOKIE = "__Host-badge" if settings.HTTPS else "badge"
LONGEST = 150


def of_account(pk: int, password: str) -> str:
    """Whose badge it is: an account's, by its number and a digest of what its password is kept as.

    With another password, and with an account that is closed, the badges of before do not count.
    """
    return f"a{pk}-{hashlib.sha256(password.encode()).hexdigest()[:16]}"


def of_tablet(secret_sha256: str) -> str:
    """Whose badge it is: a tablet's, by the hash that the database keeps of its pairing's secret."""
    return f"t{secret_sha256[:16]}"


def make_badge(subject: str) -> str:
    """Return a new badge of an account or a tablet."""
    return signing.TimestampSigner(salt=SALT).sign(subject)


def give_badge(response: HttpResponse, subject: str) -> None:
    """Put a badge into the browser of somebody who has just logged in or been paired."""
    response.set_cookie(
        COOKIE,
        make_badge(subject),
        max_age=BADGE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def keep_badge(request: HttpRequest, response: HttpResponse, subject: str) -> None:
    """Give one to a browser that is logged in or paired and has none of its own: an earlier version's, or none."""
    if _read(request.COOKIES.get(COOKIE, ""))[0] != subject:
        give_badge(response, subject)


def badge_of(headers: Headers) -> str:
    """Whose badge a request comes with; "" for a stranger."""
    wanted = f"{COOKIE}=".encode()
    for name, value in headers:
        if name == b"cookie" and wanted in value:
            for cookie in value.split(b";"):
                if cookie.lstrip().startswith(wanted):
                    badge = cookie.lstrip()[len(wanted) :].rstrip().strip(b'"')
                    return subject_of(badge.decode("latin1"))
    return ""


def subject_of(value: str) -> str:
    """Whose badge this is; "" for what is none of this Floorman, and where its account or tablet is gone."""
    subject, since = _read(value)
    return subject if subject and LIVING.has(subject, since=since) else ""


def _read(value: str) -> tuple[str, float]:
    return _signed(value) if value and len(value) <= LONGEST else ("", 0.0)


# A busy room has some thousand browsers; a stranger who makes badges up only pushes out answers that are made again.
@lru_cache(maxsize=4_096)
def _signed(badge: str) -> tuple[str, float]:
    """Whose it is, and since when; "" for what was not signed here, is too old, or names nobody."""
    try:
        subject = signing.TimestampSigner(salt=SALT).unsign(badge, max_age=BADGE_AGE)
    except signing.BadSignature:
        return "", 0.0
    if not subject.startswith(("a", "t")):
        return "", 0.0
    return subject, float(signing.b62_decode(badge.split(":")[1]))
