"""Message services: added, switched, given a cap, removed, full for the day. No line has an address or a secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.kinds import SETUP
from tournament.rules.messages import SERVICES
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfMessageService(Change):
    """service: its number. name: as players read it."""

    service: int
    name: str


@logged(SETUP)
class MessageServiceAdded(OfMessageService):
    """scheme: of the address. in_network, for_all: what the director allowed."""

    says = gettext_noop("Added the message service “%(name)s” (%(via)s), at most %(cap)d messages a day.")

    scheme: str
    cap: int
    in_network: bool
    for_all: bool

    def in_words(self, writer: Writer) -> dict[str, Any]:
        known = SERVICES.get(self.scheme)
        return OfMessageService.in_words(self, writer) | {"via": known.name if known else self.scheme}


@logged(SETUP)
class MessageServiceSwitched(OfMessageService):
    is_on: bool

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.is_on:
            return gettext("Switched on the message service “%(name)s”.") % words
        return gettext("Switched off the message service “%(name)s”.") % words


@logged(SETUP)
class MessageCapSet(OfMessageService):
    says = gettext_noop(
        "The message service “%(name)s” sends at most %(cap)d messages a day, before %(before)d."
    )

    cap: int
    before: int


@logged(SETUP)
class MessageCapReached(OfMessageService):
    """By itself, once a day."""

    says = gettext_noop(
        "The message service “%(name)s” has sent its %(cap)d messages of the day: the next one was not sent."
    )

    cap: int


@logged(SETUP)
class MessageServiceRemoved(OfMessageService):
    says = gettext_noop("Removed the message service “%(name)s”.")


@logged(SETUP)
class MessageServicePutBack(OfMessageService):
    says = gettext_noop("Put back the message service “%(name)s”.")
