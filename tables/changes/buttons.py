"""The button set by hand, corrected, drawn by cards, and put back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.changes.at_table import AtTable
from tables.changes.kinds import BUTTONS
from tables.floor.rules import ButtonDraw
from tournament.changes.change import logged
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptButton:
    """What the next hand follows from: the positions of a hand, as a table keeps them, or a seat for its first one."""

    positions: dict[str, Any] | None
    first_button: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonByHand(AtTable):
    """last_hand: the id of the table's newest hand then, 0 before the first."""

    button: int
    before: KeptButton
    after: KeptButton
    last_hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonOfHand(ButtonByHand):
    """hand: the number of the hand it was set for, with the seats of its blinds."""

    hand: int
    small_blinds: tuple[int, ...]
    big_blinds: tuple[int, ...]

    def in_words(self, writer: Writer) -> dict[str, Any]:
        words = (
            _("button seat %(button)s, small blind seat %(small)s, big blind seat %(big)s")
            if self.small_blinds
            else _("button seat %(button)s, dead small blind, big blind seat %(big)s")
        )
        seats = {
            "button": self.button,
            "small": ", ".join(map(str, self.small_blinds)),
            "big": ", ".join(map(str, self.big_blinds)),
        }
        return {"table": self.table, "hand": self.hand, "seats": words % seats}


@logged(BUTTONS)
class ButtonSet(ButtonOfHand):
    says = gettext_noop("Set the button of the next hand at table %(table)d: %(seats)s.")


@logged(BUTTONS)
class ButtonCorrected(ButtonOfHand):
    says = gettext_noop("Corrected the button of hand %(hand)d at table %(table)d: %(seats)s (TDA 34-A).")


@logged(BUTTONS)
class ButtonDrawn(ButtonByHand):
    """cards: each seat with its card, in the order in which they were dealt. seed: "" for cards dealt at the table."""

    by: ButtonDraw
    cards: tuple[tuple[int, str], ...]
    seed: str

    def said(self, writer: Writer) -> str:
        """Every card in the order in which it was dealt, so that the table can compare."""
        text = (
            _("Dealt cards for the button at table %(table)d: seat %(seat)d has the %(card)s (%(cards)s).")
            if not self.seed
            else _(
                "Drew cards for the button at table %(table)d: seat %(seat)d has the %(card)s (%(cards)s)."
            )
        )
        return text % {
            "table": self.table,
            "seat": self.button,
            "card": writer.card(dict(self.cards)[self.button]),
            "cards": "; ".join(f"{seat}: {writer.card(card)}" for seat, card in self.cards),
        }


@logged(BUTTONS)
class ButtonPutBack(AtTable):
    says = gettext_noop("Undid the button set by hand at table %(table)d.")
