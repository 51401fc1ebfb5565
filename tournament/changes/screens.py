"""Televisions: taken in, given something to show, removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, gettext_noop, pgettext

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
class ScreenLooks(OfScreen):
    """language: a code, "" for that of the television; theme: a value of ScreenTheme; and both as they were before."""

    says = gettext_noop("The screen “%(name)s”: %(theme)s, %(language)s.")

    language: str
    theme: str
    language_before: str
    theme_before: str

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return OfScreen.in_words(self, writer) | {
            "theme": pgettext("a screen is", "light")
            if self.theme == "light"
            else pgettext("a screen is", "dark"),
            "language": _language_words(self.language),
        }


def _language_words(code: str) -> str:
    return str(dict(settings.LANGUAGES).get(code, code)) if code else gettext("its own language")


@logged(SETUP)
class ScreenRemoved(OfScreen):
    says = gettext_noop("Removed the screen “%(name)s”.")


@logged(SETUP)
class ScreenPutBack(OfScreen):
    says = gettext_noop("Put the screen “%(name)s” back.")
