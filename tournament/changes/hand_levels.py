"""Later levels that last hands from now on, by themselves, and their undo."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import UNSET, UnsetType

from tournament.changes.change import logged
from tournament.changes.kinds import CLOCK
from tournament.changes.setup import KeepsStructure
from tournament.words.writer import Writer


@logged(CLOCK)
class LevelsByHands(KeepsStructure):
    """hands: of each level after the period `after_index`. left: players.

    lengths: of these levels before: index, seconds, and hands or 0.
    """

    hands: int
    left: int
    after_index: int
    lengths: tuple[tuple[int, int, int], ...]

    def said(self, writer: Writer) -> str:
        return _("%(left)s players left: each later level lasts %(hands)d hands.") % {
            "left": writer.chips(self.left),
            "hands": self.hands,
        }


@logged(CLOCK)
class LevelsByTime(KeepsStructure):
    """by_itself: more players are in again than it takes; not there where a director overruled it."""

    by_itself: bool | UnsetType = UNSET

    says = gettext_noop("The later levels last as long as before.")
