"""What is said aloud on the screens of an event, as its pages know it.

Each app says what it has to announce::

    @announces
    def tables_broken(tournament: Tournament, now: datetime, language: str) -> Iterable[Announcement]: ...

A screen that speaks has all of it in its page, is pushed it again when something has changed, and says each thing at
its moment (sound.js).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.template.loader import render_to_string

from tournament.live.fragments import public_fragment
from tournament.models import Tournament
from tournament.queries.announcements import Announcement, announcements, heard_now

Announces = Callable[[Tournament, datetime, str], Iterable[Announcement]]

AIR_TOPIC: Final = "on-air"

_announcers: Final[list[Announces]] = []


@dataclass(frozen=True, slots=True, kw_only=True)
class OnAir:
    """One thing that a screen is to say, with the clips in which it is heard."""

    said: Announcement
    clips: tuple[str, ...]


def announces(function: Announces) -> Announces:
    """Register something that gives announcements."""
    _announcers.append(function)
    return function


def on_air(tournament: Tournament, *, now: datetime, language: str) -> list[OnAir]:
    """Everything that the screens of an event say from now on, until something changes."""
    told = (each for announcer in _announcers for each in announcer(tournament, now, language))
    heard = (OnAir(said=each, clips=heard_now(tournament, each, now=now)) for each in told)
    return sorted((each for each in heard if each.clips), key=lambda each: each.said.at)


@announces
def _of_the_event(tournament: Tournament, now: datetime, language: str) -> Iterable[Announcement]:
    return announcements(tournament, now=now, language=language)


@public_fragment(AIR_TOPIC, also=["clock", "moves", "field", "log"])
def air_fragment(*, public_id: str, language: str, now: datetime) -> str:
    air = on_air(Tournament.objects.get(code=public_id), now=now, language=language)
    return render_to_string("tournament/screens/_air.html", {"air": air})
