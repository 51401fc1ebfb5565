"""What stops the whole room: announced, ended, in force again; every table held or released, the room resumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tables.changes.kinds import STOPS
from tournament.changes.change import Change, logged
from tournament.changes.together import Together
from tournament.models import StopKind
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfStop(Change):
    """stop: its id. stop_kind: a `StopKind`."""

    kept_as: ClassVar[Mapping[str, str]] = {"stop_kind": "kind"}

    stop: int
    stop_kind: StopKind

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {"kind": str(self.stop_kind.label)}


@logged(STOPS)
class StopAnnounced(OfStop):
    """hands: for each table in a round, 0 for an orbit. until: how many players are left at its end, None where the
    floor ends it. left: how many there were.
    """

    hands: int
    until: int | None
    left: int

    def said(self, writer: Writer) -> str:
        return " ".join(self._said(writer))

    def _said(self, writer: Writer) -> list[str]:
        said = [_("Announced: %(kind)s.") % self.in_words(writer)]
        if self.stop_kind in (StopKind.AFTER_HANDS, StopKind.LAST_HANDS, StopKind.HANDS_PER_LEVEL):
            each = ngettext("%(count)d hand at each table.", "%(count)d hands at each table.", self.hands)
            said.append(each % {"count": self.hands})
        elif self.stop_kind == StopKind.IN_STEP:
            ahead = ngettext(
                "No table is more than %(count)d hand ahead.",
                "No table is more than %(count)d hands ahead.",
                self.hands,
            )
            said.append(ahead % {"count": self.hands})
        if self.until is not None:
            until = ngettext(
                "Until %(count)s player is left.", "Until %(count)s players are left.", self.until
            )
            said.append(until % {"count": writer.chips(self.until)})
        return said


@logged(STOPS)
class StopEnded(OfStop):
    """by_itself: its place was reached, or the structure counts the hands; otherwise the floor ended it. left: how many
    players there were.
    """

    by_itself: bool
    left: int

    def said(self, writer: Writer) -> str:
        words = {**self.in_words(writer), "left": self.left}
        if self.by_itself:
            return _("%(kind)s is over: %(left)d players left.") % words
        return _("Ended: %(kind)s. %(left)d players left.") % words


@logged(STOPS)
class StopRestored(OfStop):
    says = gettext_noop("On again: %(kind)s.")


@logged(STOPS)
class LastHandsDrawn(Change):
    """card: as it is written, "3c". hands: what it says. seed: "" for a card drawn in the room."""

    card: str
    hands: int
    seed: str

    def said(self, writer: Writer) -> str:
        return ngettext(
            "Drew the %(card)s: %(hands)d more hand at each table.",
            "Drew the %(card)s: %(hands)d more hands at each table.",
            self.hands,
        ) % self.in_words(writer)

    def particulars(self) -> str:
        """The rule, and the seed that the card was drawn from."""
        if self.seed:
            return _("WSOP 125. Drawn from seed %(seed)s.") % {"seed": self.seed}
        return _("WSOP 125. Drawn in the room.")


@logged(STOPS)
class RoomResumed(Together):
    says = gettext_noop("Resumed the room: all tables deal on.")


@logged(STOPS)
class AllTablesHeld(Together):
    """count: of tables."""

    count: int

    def said(self, writer: Writer) -> str:
        text = ngettext("Put %(count)d table on hold.", "Put %(count)d tables on hold.", self.count)
        return text % {"count": self.count}


@logged(STOPS)
class AllTablesReleased(Together):
    """count: of tables."""

    count: int

    def said(self, writer: Writer) -> str:
        text = ngettext("Released %(count)d table.", "Released %(count)d tables.", self.count)
        return text % {"count": self.count}
