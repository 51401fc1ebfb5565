"""Festivals: events that belong together, and what the seats of their satellites are for."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.kinds import SETUP


@logged(SETUP)
class FestivalStarted(Change):
    """name, code: of the festival. So for the others below."""

    says = gettext_noop("Started the festival “%(name)s” with this event.")

    name: str
    code: str


@logged(SETUP)
class FestivalJoined(Change):
    says = gettext_noop("This event is part of the festival “%(name)s” now.")

    name: str
    code: str


@logged(SETUP)
class FestivalLeft(Change):
    says = gettext_noop("This event is not part of the festival “%(name)s” any more.")

    name: str
    code: str


@logged(SETUP)
class SeatsNamed(Change):
    """event, code: of the event that the seats of this satellite are in."""

    says = gettext_noop("The seats of this satellite are in “%(event)s”.")

    event: str
    code: str


@logged(SETUP)
class SeatsUnnamed(Change):
    says = gettext_noop("The seats of this satellite are in no event of the festival any more.")
