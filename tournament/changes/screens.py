"""Televisions: taken in, given something to show, removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.kinds import SETUP
from tournament.models import ScreenContent
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfScreen(Change):
    """screen: its number. name: as the floor calls it."""

    screen: int
    name: str


@logged(SETUP)
class ScreenTaken(OfScreen):
    says = gettext_noop("Added the screen “%(name)s”.")


@logged(SETUP)
class ScreenShows(OfScreen):
    """content, before: values of ScreenContent, or of one that an earlier release had; the one before was of the event
    with the number `event_before`.
    """

    says = gettext_noop("The screen “%(name)s” shows: %(content)s.")

    content: str
    before: str
    event_before: int

    def in_words(self, writer: Writer) -> dict[str, Any]:
        known = self.content in ScreenContent.values
        content = str(ScreenContent(self.content).label) if known else self.content
        return OfScreen.in_words(self, writer) | {"content": content}


@logged(SETUP)
class ScreenRemoved(OfScreen):
    says = gettext_noop("Removed the screen “%(name)s”.")


@logged(SETUP)
class ScreenPutBack(OfScreen):
    says = gettext_noop("Put the screen “%(name)s” back.")
