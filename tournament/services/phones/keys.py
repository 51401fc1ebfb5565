"""What the house signs with for push services (VAPID, RFC 8292): a key of the curve secp256r1, made of SECRET_KEY.

It is nowhere stored: every machine of the house makes the same one, and what is restored elsewhere with its SECRET_KEY
goes on. A browser is bound to the key it was told, so that SECRET_KEY_FALLBACKS still speak to their phones.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tournament.services.sealing import SecretUnreadable, house_keys

# Push services refuse more than a day.
SIGNED_FOR: Final = timedelta(hours=12)
_PURPOSE: Final = b"floorman.web-push"
# The order of secp256r1 (SEC 2, 2.4.2).
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def house_key() -> str:
    """The public key of today, as a browser is told it."""
    return _public(_key_of(house_keys()[0]))


def authorization(key: str, *, audience: str, subject: str, at: datetime) -> str:
    """The header for a push service, by the key that the browser was told. `audience`: the origin of the push service.
    `subject`: an address by which its operator finds the house. Raises SecretUnreadable where SECRET_KEY was changed.
    """
    for secret in house_keys():
        private = _key_of(secret)
        if _public(private) == key:
            claims = {"aud": audience, "sub": subject, "exp": int((at + SIGNED_FOR).timestamp())}
            return str(Vapid02(private).sign(claims)["Authorization"])
    raise SecretUnreadable


@lru_cache(maxsize=8)
def _key_of(secret: str) -> ec.EllipticCurvePrivateKey:
    """128 bits more than the order has: none of its keys is likelier than another (FIPS 186-5, A.2.1)."""
    drawn = HKDF(algorithm=hashes.SHA256(), length=48, salt=None, info=_PURPOSE).derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(drawn) % (_ORDER - 1) + 1, ec.SECP256R1())


def _public(key: ec.EllipticCurvePrivateKey) -> str:
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()
