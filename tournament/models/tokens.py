"""Codes and secrets of rows. The only place where models draw from the system's randomness."""

from __future__ import annotations

import hashlib
import secrets

# No vowels and no look-alikes: nothing to misread aloud and no accidental words.
CODE_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"


def new_code(length: int = 8) -> str:
    """A code to read aloud or type: 20 letters, 4.3 bits each (8 letters: 34.6 bits)."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def new_tournament_code() -> str:
    return new_code(8)


def new_voucher_code() -> str:
    return new_code(6)


def new_secret() -> str:
    """256 bits, safe in a URL. Shown once or printed; devices store only its hash."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """SHA-256 in hex: enough for a secret of 256 bits, and it can be looked up by an index."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_app_secret() -> bytes:
    """160 bits for an authenticator app, as RFC 4226 asks."""
    return secrets.token_bytes(20)


def new_hook_secret() -> bytes:
    """512 bits: of each web hook 32 bytes for HMAC-SHA256 and 32 for an Ed25519 key."""
    return secrets.token_bytes(64)


def new_message_id() -> str:
    """The id of a message of a web hook: 144 bits, no point in it."""
    return f"msg_{secrets.token_urlsafe(18)}"
