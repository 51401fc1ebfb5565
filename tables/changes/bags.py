"""Bags of the day's end: counted table by table, the largest a second time, accepted as the stacks of the next day, and
each of it undone."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from msgspec import UNSET, UnsetType

from tables.changes.at_table import AtTable, OfTable
from tables.changes.kinds import STACKS
from tables.changes.voided import page_to_undo
from tournament.changes.change import Change, LinePage, logged
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class BagTag:
    """What is printed on a bag, "" for what the house does not write down."""

    number: str = ""
    seal: str = ""


NO_TAG = BagTag()


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedBag:
    """before: None for a bag that was not counted yet. tag, tag_before: where the house writes down numbers. pieces:
    values with their pieces, where they were counted by the piece.
    """

    entry: int
    name: str
    before: int | None
    after: int
    tag: BagTag | UnsetType = UNSET
    tag_before: BagTag | UnsetType = UNSET
    pieces: tuple[tuple[int, int], ...] | UnsetType = UNSET

    def said(self, writer: Writer) -> str:
        words = {"name": self.name, "chips": writer.chips(self.after)}
        if self.tag and self.tag.seal:
            tag = {"number": self.tag.number, "seal": self.tag.seal}
            return _("%(name)s %(chips)s (bag %(number)s, seal %(seal)s)") % (words | tag)
        if self.tag and self.tag.number:
            return _("%(name)s %(chips)s (bag %(number)s)") % (words | {"number": self.tag.number})
        return f"{self.name} {writer.chips(self.after)}"


@logged(STACKS)
class BagsCounted(AtTable):
    """stop: the id of the last hands of the day."""

    stop: int
    bags: tuple[CountedBag, ...]

    def said(self, writer: Writer) -> str:
        bags = ", ".join(each.said(writer) for each in self.bags)
        return _("Counted the bags of table %(table)d: %(bags)s.") % {"table": self.table, "bags": bags}


@logged(STACKS)
class BagsUncounted(OfTable):
    says = gettext_noop("Undid the count of the bags of table %(table)d.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondCount:
    """first: what was counted before. before, after: the second count, None where there was none yet."""

    entry: int
    name: str
    first: int
    before: int | None
    after: int

    def said(self, writer: Writer) -> str:
        words = {"name": self.name, "second": writer.chips(self.after), "first": writer.chips(self.first)}
        if self.after == self.first:
            return _("%(name)s %(second)s, as before") % words
        return _("%(name)s %(second)s instead of %(first)s") % words


@logged(STACKS)
class BagsCountedAgain(Change):
    """stop: the id of the last hands of the day."""

    stop: int
    bags: tuple[SecondCount, ...]

    def said(self, writer: Writer) -> str:
        bags = ", ".join(each.said(writer) for each in self.bags)
        return _("Counted bags a second time: %(bags)s.") % {"bags": bags}


@logged(STACKS)
class SecondCountUndone(Change):
    says = gettext_noop("Undid a second count of bags.")

    stop: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BaggedStack:
    """A player's stack in the books before, and what the bag holds. table: its number."""

    entry: int
    number: int
    table: int
    before: int
    was_known: bool
    after: int


@logged(STACKS)
class BagsAccepted(Change):
    """stop: the id of the last hands of the day. expected: the chips in play. tables: where the bags differ.

    clock_ran: where it was stopped by this; older lines do not say it.
    """

    stop: int
    counted: int
    expected: int
    tables: tuple[int, ...]
    stacks: tuple[BaggedStack, ...]
    clock_ran: bool | UnsetType = UNSET

    def page(self) -> LinePage:
        return page_to_undo()

    @property
    def missing(self) -> int:
        """Below 0 for chips that are too many."""
        return self.expected - self.counted

    def said(self, writer: Writer) -> str:
        bags = len(self.stacks)
        text = ngettext(
            "Accepted %(count)d bag: %(chips)s chips.", "Accepted %(count)d bags: %(chips)s chips.", bags
        ) % {"count": bags, "chips": writer.chips(self.counted)}
        if not self.missing:
            return text
        words = {"chips": writer.chips(abs(self.missing)), "tables": ", ".join(map(str, self.tables))}
        more = (
            _("%(chips)s missing (table %(tables)s).")
            if self.missing > 0
            else _("%(chips)s too many (table %(tables)s).")
        )
        return f"{text} {more % words}"


@logged(STACKS)
class BagsReopened(Change):
    says = gettext_noop("Undid the acceptance of the bags.")

    stop: int
