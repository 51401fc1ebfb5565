"""Secrets that Floorman itself must read again: sealed with a key made of SECRET_KEY, for one purpose each.

While SECRET_KEY is being changed, SECRET_KEY_FALLBACKS still open what they have sealed. A copy of the database alone
opens nothing.
"""

from __future__ import annotations

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


class SecretUnreadable(ValueError):
    """SECRET_KEY was changed without a fallback: what it sealed is lost."""


def seal_secret(secret: bytes, *, purpose: str) -> str:
    """The secret as a row keeps it."""
    return _box(purpose).encrypt(secret).decode()


def open_secret(sealed: str, *, purpose: str) -> bytes:
    """Raises SecretUnreadable where no key opens it."""
    try:
        return _box(purpose).decrypt(sealed.encode())
    except InvalidToken:
        raise SecretUnreadable from None


def house_keys() -> tuple[str, ...]:
    """The key of today, then the former ones."""
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


def _box(purpose: str) -> MultiFernet:
    digests = (hashlib.sha256(f"{purpose}:{key}".encode()).digest() for key in house_keys())
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
