"""Kinds of change, by which the log can be filtered, in the order in which they are offered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_kinds: Final[list[Kind]] = []


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """name: the value of the filter. label: as it is offered. is_last: behind those of the tables."""

    name: str
    label: str | Promise
    is_last: bool = False

    def __post_init__(self) -> None:
        _kinds.append(self)


def all_kinds() -> tuple[Kind, ...]:
    """Those of both apps, in their order."""
    return tuple(sorted(_kinds, key=lambda kind: kind.is_last))


CLOCK: Final = Kind("clock", _("Clock and levels"))
ENTRIES: Final = Kind("entries", _("Entries and places"))
SALES: Final = Kind("sales", _("Rebuys and add-ons"))
MONEY: Final = Kind("money", _("Prizes paid"))
BOUNTIES: Final = Kind("bounties", _("Bounties"))
TILLS: Final = Kind("tills", _("Tills"))
SETUP: Final = Kind("setup", _("Settings and staff"))
ARRIVALS: Final = Kind("arrivals", _("Check-in and no-shows"), is_last=True)
