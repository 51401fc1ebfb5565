"""What is signed, and how signatures and keys are written: Standard Webhooks 1.0.0.

Its golden vector stands in the test. The signature is over the bytes that are sent, never over a body that was read
and written again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable
from datetime import datetime
from typing import Final

SECRET_PREFIX: Final = "whsec_"  # noqa: S105  # of a secret
PUBLIC_PREFIX: Final = "whpk_"


def signed_text(message: str, *, at: int, body: bytes) -> bytes:
    """What a signature covers: id, seconds since 1970 of this try, and the body, with points between them."""
    return f"{message}.{at}.".encode() + body


def hmac_signature(secret: bytes, text: bytes) -> str:
    """HMAC-SHA256 of the text: `v1,` and base64."""
    return "v1," + _base64(hmac.digest(secret, text, hashlib.sha256))


def ed25519_signature(signature: bytes) -> str:
    """An Ed25519 signature as the header has it: `v1a,` and base64."""
    return "v1a," + _base64(signature)


def headers_of(message: str, *, at: datetime, signatures: Iterable[str]) -> dict[str, str]:
    """The three headers of a try. Several signatures, while a secret is replaced, are separated by blanks."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def secret_as_text(secret: bytes) -> str:
    """A secret as the receiver's library takes it."""
    return SECRET_PREFIX + _base64(secret)


def public_key_as_text(key: bytes) -> str:
    """The public half of an Ed25519 key, 32 bytes, as the receiver's library takes it."""
    return PUBLIC_PREFIX + _base64(key)


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()
