"""What signs for an endpoint: of its 64 secret bytes 32 key HMAC-SHA256, 32 are an Ed25519 key.

Receivers check whichever they like. While a secret is replaced the former one signs as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tournament.models import HookEndpoint
from tournament.models.tokens import new_hook_secret
from tournament.rules.hooks.signing import (
    ed25519_signature,
    headers_of,
    hmac_signature,
    public_key_as_text,
    secret_as_text,
    signed_text,
)
from tournament.services.sealing import open_secret, seal_secret

_PURPOSE: Final = "floorman.web-hooks"
_HALF: Final = 32


def new_sealed_keys() -> str:
    """As a row keeps them."""
    return seal_secret(new_hook_secret(), purpose=_PURPOSE)


def secret_of(endpoint: HookEndpoint) -> str:
    """For the receiver, `whsec_…`. Raises SecretUnreadable."""
    return secret_as_text(_open(endpoint.sealed_secret)[:_HALF])


def public_key_of(endpoint: HookEndpoint) -> str:
    """For a receiver that checks by Ed25519, `whpk_…`. Raises SecretUnreadable."""
    return public_key_as_text(_signer(_open(endpoint.sealed_secret)).public_key().public_bytes_raw())


def signed_headers(endpoint: HookEndpoint, message: str, body: bytes, *, at: datetime) -> dict[str, str]:
    """The three headers of a try at this moment. Raises SecretUnreadable."""
    text = signed_text(message, at=int(at.timestamp()), body=body)
    signatures = [each for sealed in _valid(endpoint, at) for each in _signatures(_open(sealed), text)]
    return headers_of(message, at=at, signatures=signatures)


def _valid(endpoint: HookEndpoint, at: datetime) -> Iterator[str]:
    yield endpoint.sealed_secret
    if endpoint.sealed_former and endpoint.former_until is not None and at < endpoint.former_until:
        yield endpoint.sealed_former


def _signatures(keys: bytes, text: bytes) -> Iterator[str]:
    yield hmac_signature(keys[:_HALF], text)
    yield ed25519_signature(_signer(keys).sign(text))


def _signer(keys: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(keys[_HALF:])


def _open(sealed: str) -> bytes:
    return open_secret(sealed, purpose=_PURPOSE)
