"""What is sent: one notice, encrypted for one browser (RFC 8291), with what its push service must know.

The push service sees when something comes and how long it is, nothing else.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from tournament.links import trusted_origin
from tournament.models import NoticeKind, PhoneNotice
from tournament.rules.hooks.destinations import Destination
from tournament.services.phones.keys import authorization

# They wake a phone that saves its battery.
_URGENT: Final = frozenset({NoticeKind.WELCOME, NoticeKind.SEAT, NoticeKind.PRIZE})


def body_for_phone(notice: PhoneNotice) -> bytes:
    """The bytes for the browser."""
    # It brings two libraries for requests of its own: 20 MB that only a sender needs.
    from pywebpush import WebPusher

    phone = notice.phone
    keys = {"p256dh": phone.p256dh, "auth": phone.auth}
    told = {
        "id": notice.notice,
        # A notice of the same kind takes its place on the phone.
        "tag": _topic(notice),
        "title": notice.title,
        "text": notice.text,
        "page": notice.page,
    }
    pusher = WebPusher({"endpoint": phone.endpoint, "keys": keys})
    encoded = pusher.encode(json.dumps(told, ensure_ascii=False).encode())
    return bytes(encoded["body"])


def headers_for_service(
    notice: PhoneNotice, to: Destination, *, at: datetime, seconds: int
) -> dict[str, str]:
    """With the seconds that it is still of use. Raises SecretUnreadable."""
    subject = f"https://{urlsplit(trusted_origin()).hostname or 'localhost'}"
    audience = f"{to.scheme}://{to.host_header}"
    return {
        "authorization": authorization(notice.phone.house_key, audience=audience, subject=subject, at=at),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(seconds),
        "urgency": "high" if notice.kind in _URGENT else "normal",
        "topic": _topic(notice),
        "user-agent": "Floorman",
    }


def _topic(notice: PhoneNotice) -> str:
    """At most 32 characters of base64url (RFC 8030, 5.4)."""
    return f"{notice.kind}-{notice.phone_id}"
