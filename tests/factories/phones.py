"""Phones that want notices: browsers with keys of their own, which read what is sent to them."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import override_settings
from django.utils.translation import override

from tests.factories import NOW
from tournament.models import Entry, PlayerPhone
from tournament.services.phones.addresses import PhoneAddress
from tournament.services.phones.switching import switch_on

ORIGIN = "https://floor.example"
# A push service of a browser's maker; nothing is sent there by a test that does not look for it.
SOMEWHERE = "https://updates.push.services.mozilla.com/wpush/v2/gAAAAAB"
AUTH = b"sixteen bytes ok"


def without_padding(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Browser:
    """A browser at an address of a push service."""

    endpoint: str = SOMEWHERE
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def address(self) -> PhoneAddress:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return PhoneAddress(endpoint=self.endpoint, p256dh=without_padding(point), auth=without_padding(AUTH))

    @property
    def posted(self) -> dict[str, str]:
        """The fields of the form."""
        address = self.address
        return {"endpoint": address.endpoint, "p256dh": address.p256dh, "auth": address.auth}

    def read(self, body: bytes) -> Mapping[str, Any]:
        """What was encrypted for it (RFC 8291), and only for it."""
        clear = http_ece.decrypt(body, private_key=self.key, auth_secret=AUTH, version="aes128gcm")
        read: Mapping[str, Any] = json.loads(clear)
        return read


def switch_phone_on(
    entry: Entry, browser: Browser | None = None, *, language: str = "en", now: datetime = NOW
) -> PlayerPhone:
    """Of an event with `phone_notices`; the greeting is gone."""
    with override(language), override_settings(PUBLIC_URL=ORIGIN, PUSH_SERVICES_OF_HOUSE=["127.0.0.1"]):
        phone = switch_on(entry, (browser or Browser()).address, now=now)
    phone.notices.all().delete()
    return phone
