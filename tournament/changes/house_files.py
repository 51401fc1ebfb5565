"""Pictures and sounds of the house: added, removed, put back."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.kinds import SETUP


@dataclass(frozen=True, slots=True, kw_only=True)
class OfHouseFile(Change):
    """file: its number. name: as the floor calls it."""

    file: int
    name: str


@logged(SETUP)
class HouseFileAdded(OfHouseFile):
    says = gettext_noop("Added the file “%(name)s”.")


@logged(SETUP)
class HouseFileRemoved(OfHouseFile):
    says = gettext_noop("Removed the file “%(name)s”.")


@logged(SETUP)
class HouseFilePutBack(OfHouseFile):
    says = gettext_noop("Put the file “%(name)s” back.")
