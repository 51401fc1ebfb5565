"""A service's address: judged before it is kept, sealed while it is."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Final

from django.conf import settings

from tournament.models import MessageService
from tournament.rules.messages import (
    MAIL,
    SAMPLES,
    SERVICES,
    AddressFault,
    AddressWrong,
    filled,
    is_literal_elsewhere,
    is_mail_port,
    read_service,
)
from tournament.services.messages.library import Understood
from tournament.services.sealing import open_secret, seal_secret

_PURPOSE: Final = "floorman.message-services"
_LIBRARY: Final = "tournament.services.messages.library"
# On a machine that has a lot to do; it takes about one.
_JUDGED_IN: Final = 20.0


def judge_address(typed: str, *, in_network: bool) -> str:
    """Its scheme, where the library reads it and would write to one recipient alone: asked with two of them. Raises
    AddressWrong. Takes about a second.
    """
    scheme = read_service(typed)
    found = _ask_library(typed, SAMPLES[SERVICES[scheme].asks])
    if found is None:
        raise AddressWrong(AddressFault.FORM, what=SERVICES[scheme].example)
    if scheme in MAIL:
        _check_host(found, in_network)
    return scheme


def _check_host(found: Understood, in_network: bool) -> None:
    if not is_mail_port(found.port, in_network=in_network):
        raise AddressWrong(AddressFault.PORT, what=str(found.port))
    if is_literal_elsewhere(found.host, in_network=in_network):
        raise AddressWrong(AddressFault.NETWORK, what=found.host)


def _ask_library(typed: str, samples: tuple[str, str]) -> Understood | None:
    """In a process of its own, so that this one stays small. The address goes by its input: arguments of a process can
    be read by everybody on the machine.
    """
    asked = json.dumps({"pairs": [[filled(typed, to), to] for to in samples]})
    try:
        answered = subprocess.run(
            [sys.executable, "-m", _LIBRARY],
            input=asked,
            capture_output=True,
            text=True,
            timeout=_JUDGED_IN,
            cwd=settings.BASE_DIR,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise AddressWrong(AddressFault.UNJUDGED) from None
    found = json.loads(answered.stdout)
    return None if found is None else Understood(**found)


def seal_address(address: str) -> str:
    """As a row keeps it."""
    return seal_secret(address.encode(), purpose=_PURPOSE)


def address_of(service: MessageService) -> str:
    """With its secrets, for the sender alone. Raises SecretUnreadable."""
    return open_secret(service.sealed_address, purpose=_PURPOSE).decode()
