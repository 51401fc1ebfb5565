"""Web hooks: added, given a new secret, switched, removed, stopped by itself. No line has a secret or an address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.kinds import SETUP
from tournament.models import HookOff
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfHook(Change):
    """hook: its number. host: of its address, of which the rest may be a secret."""

    hook: int
    host: str


@logged(SETUP)
class HookAdded(OfHook):
    """types: values of HookType. names, in_network, for_all: what the director allowed."""

    says = gettext_noop("Added a web hook to %(host)s.")

    types: tuple[str, ...]
    names: bool
    in_network: bool
    for_all: bool

    def said(self, writer: Writer) -> str:
        added = gettext(self.says) % self.in_words(writer)
        return " ".join([added, gettext("It is sent players’ names.")]) if self.names else added


@logged(SETUP)
class HookRotated(OfHook):
    says = gettext_noop("Made a new secret for the web hook to %(host)s. The old one works for 24 hours.")


@logged(SETUP)
class HookRotationUndone(OfHook):
    says = gettext_noop("Undid the new secret for the web hook to %(host)s: the former one is used again.")


@logged(SETUP)
class HookSwitched(OfHook):
    """before: why it was off, a value of HookOff; "" where it was on."""

    is_on: bool
    before: str

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.is_on:
            return gettext("Switched on the web hook to %(host)s.") % words
        return gettext("Switched off the web hook to %(host)s.") % words


@logged(SETUP)
class HookStopped(OfHook):
    """By itself. why: a value of HookOff."""

    says = gettext_noop("The web hook to %(host)s is off. %(why)s")

    why: str

    def in_words(self, writer: Writer) -> dict[str, Any]:
        why = str(HookOff(self.why).label) if self.why in HookOff.values else self.why
        return OfHook.in_words(self, writer) | {"why": why}


@logged(SETUP)
class HookRemoved(OfHook):
    says = gettext_noop("Removed the web hook to %(host)s.")


@logged(SETUP)
class HookPutBack(OfHook):
    says = gettext_noop("Put back the web hook to %(host)s.")
