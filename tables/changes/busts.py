"""Players put out by hand, with a counted hand or without one, who is credited with it, and busts undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.changes.at_table import AtTable, OfTable
from tournament.changes.change import Change, LinePage, logged
from tournament.changes.kinds import ENTRIES
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class InHand:
    """A player who was in the hand, by seat and entry, and the chips after it."""

    seat: int
    entry: int
    name: str
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StackInHand(InHand):
    """A player's stack besides, before and after, and whether it was known. number: as the player has it."""

    number: int
    before: int
    was_known: bool
    is_known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand(AtTable):
    """out: who is out, perhaps nobody. by: who knocked them out, where that was said."""

    out: tuple[InHand, ...]
    by: tuple[InHand, ...]

    def page(self) -> LinePage | None:
        """Where the knock-outs are credited."""
        return LinePage(address="tables:knock_outs", label=_("Knocked out by")) if self.out else None

    def who_is_out(self) -> str:
        words = {"names": _names(self.out), "table": self.table, "by": _names(self.by)}
        text = (
            ngettext(
                "%(names)s is out at table %(table)d, knocked out by %(by)s.",
                "%(names)s are out at table %(table)d, knocked out by %(by)s.",
                len(self.out),
            )
            if self.by
            else ngettext(
                "%(names)s is out at table %(table)d.",
                "%(names)s are out at table %(table)d.",
                len(self.out),
            )
        )
        return text % words


@logged(ENTRIES)
class PlayersBusted(ByHand):
    """others: who stayed and is not in `by`."""

    out: tuple[StackInHand, ...]
    by: tuple[StackInHand, ...]
    others: tuple[StackInHand, ...]

    def said(self, writer: Writer) -> str:
        return self.who_is_out()


@logged(ENTRIES)
class HandCounted(ByHand):
    """hand_id: the hand itself, hand: its number. stacks: those that were counted after it."""

    hand_id: int
    hand: int
    stacks: tuple[InHand, ...]

    def said(self, writer: Writer) -> str:
        said = [self.hand_over()]
        if self.out:
            said.append(self.who_is_out())
        return " ".join([*said, *self.stacks_after(writer)])

    def hand_over(self) -> str:
        return _("Counted hand %(hand)d at table %(table)d.") % {"hand": self.hand, "table": self.table}

    def stacks_after(self, writer: Writer) -> list[str]:
        """Nothing where no stack was counted."""
        if not self.stacks:
            return []
        stacks = ", ".join(f"{each.name} {writer.chips(each.after)}" for each in self.stacks)
        return [_("Stacks after it: %(stacks)s.") % {"stacks": stacks}]


@dataclass(frozen=True, slots=True, kw_only=True)
class BackIn:
    name: str


@logged(ENTRIES)
class BustUndone(OfTable):
    """out: who was, and is back."""

    out: tuple[BackIn, ...]

    def said(self, writer: Writer) -> str:
        return ngettext(
            "Undid the bust: %(names)s is back at table %(table)d.",
            "Undid the bust: %(names)s are back at table %(table)d.",
            len(self.out),
        ) % {"names": _names(self.out), "table": self.table}


@dataclass(frozen=True, slots=True, kw_only=True)
class Credited:
    entry: int
    name: str


@logged(ENTRIES)
class KnockOutCredited(AtTable):
    """bust: its id, of the entry that went out by it. before, by: whom it was credited to, and is now."""

    bust: int
    entry: int
    name: str
    before: tuple[Credited, ...]
    by: tuple[Credited, ...]

    def said(self, writer: Writer) -> str:
        return _("%(name)s, out at table %(table)d: knocked out by %(by)s (before: %(before)s).") % {
            "name": self.name,
            "table": self.table,
            "by": _names(self.by) or _("nobody"),
            "before": _names(self.before) or _("nobody"),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Taker:
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TellsOfTakers(Change):
    """As much as all lines have that say who knocked a player out: by whom it was."""

    by: tuple[Taker, ...]

    def entries(self) -> set[int]:
        return {each.entry for each in self.by}


class _Named(Protocol):
    @property
    def name(self) -> str: ...


def _names(players: Sequence[_Named]) -> str:
    return str(get_text_list([each.name for each in players], _("and")))
