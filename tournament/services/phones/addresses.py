"""What a browser says of itself when a player switches notices on, checked before a row keeps it.

A stranger with a player's link could name any address; so the house sends to the push services of the browsers' makers
alone, and to those that it names itself.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from binascii import Error as NotBase64
from dataclasses import dataclass
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.utils.translation import gettext as _

from tournament.rules.hooks.destinations import Destination, UrlWrong, read_destination
from tournament.rules.phones import is_push_service
from tournament.services.errors import Refused

LONGEST_ENDPOINT: Final = 600
_AUTH_BYTES: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneAddress:
    """The address of a browser at its push service, its public key and its secret, base64url."""

    endpoint: str
    p256dh: str
    auth: str


def read_address(address: PhoneAddress) -> Destination:
    """Where notices go. Raises Refused where nothing could be sent there, or nobody could read it."""
    try:
        to = read_destination(address.endpoint, longest=LONGEST_ENDPOINT)
    except UrlWrong:
        raise _unreadable() from None
    is_own = is_push_service(to.host, settings.PUSH_SERVICES_OF_HOUSE)
    if not is_own and not (to.scheme == "https" and to.port == 443 and is_push_service(to.host)):
        raise Refused(
            _(
                "Floorman does not know %(host)s, the push service of this browser: use Chrome, Edge, Firefox or "
                "Safari."
            )
            % {"host": to.host},
            code="push_service",
        )
    _check_keys(address)
    return to


def may_be_near(to: Destination) -> bool:
    """Whether it may be in this network: the house names it."""
    return is_push_service(to.host, settings.PUSH_SERVICES_OF_HOUSE)


def _check_keys(address: PhoneAddress) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(address.p256dh))
        is_whole = len(_bytes(address.auth)) == _AUTH_BYTES
    except (ValueError, NotBase64):
        is_whole = False
    if not is_whole:
        raise _unreadable()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _unreadable() -> Refused:
    return Refused(
        _("This browser did not say how to reach it. Open the page again and switch notices on."),
        code="phone_unreadable",
    )
