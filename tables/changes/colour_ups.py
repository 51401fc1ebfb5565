"""Tables that were coloured up, in one of three ways, and the colour-up undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext
from msgspec import UNSET, UnsetType

from tables.changes.kinds import COLOUR_UPS
from tables.changes.stacks import BookedStack, BookedStacks
from tables.words.chips import signed
from tournament.changes.change import logged
from tournament.words.writer import Writer


@logged(COLOUR_UPS)
class TableColouredUp(BookedStacks):
    """old, new: the chips that left and those they were changed for, unless the stacks were counted.

    Of a race besides: each seat with its cards, the seats that won and those protected from being raced out, and the
    seed, "" for cards dealt at the table.
    """

    way: Literal["counted", "race", "late"]
    old: int | UnsetType = UNSET
    new: int | UnsetType = UNSET
    cards: tuple[tuple[int | str, ...], ...] | UnsetType = UNSET
    winners: tuple[int, ...] | UnsetType = UNSET
    rescued: tuple[int, ...] | UnsetType = UNSET
    seed: str | UnsetType = UNSET

    def said(self, writer: Writer) -> str:
        words = {"table": self.table, "difference": signed(self.difference, writer)}
        if self.way == "counted":
            return (
                _("Coloured up table %(table)d with counted stacks. Chips in play: %(difference)s.") % words
            )
        words |= {"old": writer.chips(self.old or 0), "new": writer.chips(self.new or 0)}
        if self.way == "race":
            return (
                _("Chip race at table %(table)d, %(old)s to %(new)s. Chips in play: %(difference)s.") % words
            )
        return _("Exchanged late chips of %(old)s at table %(table)d. Chips in play: %(difference)s.") % words

    def particulars(self, writer: Writer) -> str:
        """The rule, the cards of a race, who won and who was protected, and the stacks before and after."""
        return " ".join(self._particulars(writer))

    def _particulars(self, writer: Writer) -> Iterator[str]:
        if self.way == "race":
            yield _("One card per odd chip, starting at seat 1; the highest cards win (TDA 24).")
            if self.cards:
                yield _list(_hand(hand, writer) for hand in self.cards)
            if self.winners:
                yield _("Won by: %(seats)s.") % {"seats": _seats(self.winners)}
            if self.rescued:
                yield _("Protected from being raced out: %(seats)s.") % {"seats": _seats(self.rescued)}
            if self.seed:
                yield _("The cards were drawn from seed %(seed)s.") % {"seed": self.seed}
        elif self.way == "late":
            yield _(
                "After the chip race, chips are exchanged at equal value only; the remainder is removed "
                "from play."
            )
        yield _list(_stack(each, writer) for each in self.stacks)


@logged(COLOUR_UPS)
class ColourUpUndone(BookedStacks):
    says = gettext_noop("Undid the colour-up of table %(table)d. Chips in play: %(difference)s.")

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {"table": self.table, "difference": signed(self.difference, writer)}


def _hand(hand: Sequence[int | str], writer: Writer) -> str:
    seat, *cards = hand
    return f"{_seat(seat)} {', '.join(writer.card(str(card)) for card in cards)}"


def _stack(each: BookedStack, writer: Writer) -> str:
    return f"{_seat(each.seat)} {each.name} {writer.chips(each.before)} → {writer.chips(each.after)}"


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(_seat(seat) for seat in seats)


def _seat(seat: int | str) -> str:
    return pgettext("short for seat 4", "S%(seat)s") % {"seat": seat}


def _list(parts: Iterable[str]) -> str:
    return "; ".join(parts) + "."
