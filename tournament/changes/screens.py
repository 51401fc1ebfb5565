"""Televisions: taken in, given something to show, removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, gettext_noop, pgettext

from tournament.changes.change import Change, logged
from tournament.changes.kinds import SETUP
from tournament.models import ScreenContent, ScreenVolume
from tournament.rules.screens.playlists import read_playlist
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
    """content, before: playlists (tournament.rules.screens.playlists) of values of ScreenContent, or of ones that an
    earlier release had; the one before was of the event with the number `event_before`.
    """

    says = gettext_noop("The screen “%(name)s” shows: %(content)s.")

    content: str
    before: str
    event_before: int

    def in_words(self, writer: Writer) -> dict[str, Any]:
        contents = [_content_words(turn.content) for turn in read_playlist(self.content)]
        return OfScreen.in_words(self, writer) | {"content": ", ".join(contents)}


def _content_words(content: str) -> str:
    return str(ScreenContent(content).label) if content in ScreenContent.values else content


def _theme_words(theme: str) -> str:
    words = {
        "light": pgettext("a screen is", "light"),
        "contrast": pgettext("a screen is", "with high contrast"),
        "club": pgettext("a screen is", "in the club’s colours"),
    }
    return words.get(theme, pgettext("a screen is", "dark"))


@logged(SETUP)
class ScreenLooks(OfScreen):
    """language: a code, "" for that of the television; theme: a value of ScreenTheme; gives_way: whether a call takes
    it; and all three as they were before.
    """

    says = gettext_noop("The screen “%(name)s”: %(theme)s, %(language)s, %(ways)s.")

    language: str
    theme: str
    gives_way: bool
    language_before: str
    theme_before: str
    gave_way: bool

    def in_words(self, writer: Writer) -> dict[str, Any]:
        languages = dict(settings.LANGUAGES)
        return OfScreen.in_words(self, writer) | {
            "theme": _theme_words(self.theme),
            "language": str(languages.get(self.language, self.language))
            if self.language
            else gettext("its own language"),
            "ways": gettext("gives way to announcements")
            if self.gives_way
            else gettext("keeps what it shows"),
        }


@logged(SETUP)
class ScreenSpeaks(OfScreen):
    """volume, before: values of ScreenVolume."""

    says = gettext_noop("The screen “%(name)s”, sound: %(volume)s.")

    volume: int
    before: int

    def in_words(self, writer: Writer) -> dict[str, Any]:
        known = self.volume in ScreenVolume.values
        volume = str(ScreenVolume(self.volume).label) if known else f"{self.volume}%"
        return OfScreen.in_words(self, writer) | {"volume": volume.lower()}


@logged(SETUP)
class ScreenRemoved(OfScreen):
    says = gettext_noop("Removed the screen “%(name)s”.")


@logged(SETUP)
class ScreenPutBack(OfScreen):
    says = gettext_noop("Put the screen “%(name)s” back.")


@dataclass(frozen=True, slots=True, kw_only=True)
class OfMessage(Change):
    """message: its number. text: what it says."""

    message: int
    text: str


@logged(SETUP)
class ScreensTold(OfMessage):
    says = gettext_noop("On every screen for %(minutes)d minutes: “%(text)s”")

    minutes: int


@logged(SETUP)
class MessageEnded(OfMessage):
    says = gettext_noop("Took the message off the screens: “%(text)s”")


@logged(SETUP)
class MessagePutBack(OfMessage):
    says = gettext_noop("Put the message on the screens again: “%(text)s”")
