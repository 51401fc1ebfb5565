"""Stacks that were counted: one corrected, those of a table counted, and the count undone."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.changes.at_table import AtTable, OfTable
from tables.changes.kinds import STACKS
from tables.words.chips import signed
from tournament.changes.change import logged
from tournament.words.writer import Writer


@logged(STACKS)
class StackCorrected(OfTable):
    """before, after: the player's chips. in_play_before, in_play, issued: those of the whole field; a line of an older
    release does not know them.
    """

    entry: int
    number: int
    name: str
    seat: int
    before: int
    after: int
    in_play_before: int = 0
    in_play: int = 0
    issued: int | None = None

    def said(self, writer: Writer) -> str:
        corrected = _("Corrected the stack of %(name)s from %(before)s to %(after)s.") % {
            "name": self.name,
            "before": writer.chips(self.before),
            "after": writer.chips(self.after),
        }
        return corrected if self.issued is None else f"{corrected} {self._chips_made(self.issued, writer)}"

    def _chips_made(self, issued: int, writer: Writer) -> str:
        """What it did to the chips in play: only a correction creates or removes chips."""
        made = self.after - self.before
        words = (
            _("This adds %(chips)s chips to play: %(now)s now, %(before)s before, %(issued)s issued.")
            if made > 0
            else _(
                "This removes %(chips)s chips from play: %(now)s now, %(before)s before, %(issued)s issued."
            )
        )
        return words % {
            "chips": writer.chips(abs(made)),
            "now": writer.chips(self.in_play),
            "before": writer.chips(self.in_play_before),
            "issued": writer.chips(issued),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedStack:
    """A player's stack before and after; of earlier releases only stacks that were known, without the seat's player
    number.
    """

    seat: int
    entry: int
    number: int
    name: str
    before: int
    was_known: bool = True
    after: int
    is_known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What the books give an unknown stack of another table, before and after."""

    entry: int
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedStacks(AtTable):
    """difference: what came into play by it. was_total_known: whether the table knew its chips before."""

    difference: int
    stacks: tuple[BookedStack, ...]
    elsewhere: tuple[Share, ...] = ()
    was_total_known: bool = True


@logged(STACKS)
class StacksCounted(BookedStacks):
    def said(self, writer: Writer) -> str:
        stacks = ", ".join(f"{each.name} {writer.chips(each.after)}" for each in self.stacks if each.is_known)
        text = _("Counted at table %(table)d: %(stacks)s.") % {"table": self.table, "stacks": stacks}
        if not self.difference:
            return text
        more = _("Chips in play: %(difference)s.") % {"difference": signed(self.difference, writer)}
        return f"{text} {more}"


@logged(STACKS)
class CountUndone(BookedStacks):
    says = gettext_noop("Undid the count at table %(table)d.")
