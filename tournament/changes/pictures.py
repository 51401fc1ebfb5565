"""Pictures of the house: added, removed, put back."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.kinds import SETUP


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPicture(Change):
    """picture: its number. name: as the floor calls it."""

    picture: int
    name: str


@logged(SETUP)
class PictureAdded(OfPicture):
    says = gettext_noop("Added the picture “%(name)s”.")


@logged(SETUP)
class PictureRemoved(OfPicture):
    says = gettext_noop("Removed the picture “%(name)s”.")


@logged(SETUP)
class PicturePutBack(OfPicture):
    says = gettext_noop("Put the picture “%(name)s” back.")
