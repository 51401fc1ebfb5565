"""Rulings that a dealer has asked for, and verdicts on what a player said and put in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from tables import engine
from tables.changes.at_table import HandAtTable, HandOfTable
from tables.changes.kinds import RULINGS
from tables.words.rulings import ruling_words
from tournament.changes.change import logged
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfRuling(HandOfTable):
    """ruling: as the engine encodes it."""

    ruling: str

    def in_words(self, writer: Writer) -> dict[str, Any]:
        """Its kind in words, and the seat it concerns."""
        ruling = engine.decode(self.ruling)
        assert isinstance(ruling, engine.Ruling)  # noqa: S101  # so it was written
        name = ruling_words(ruling.kind).name
        if ruling.seat:
            name = _("%(ruling)s, seat %(seat)d") % {"ruling": name, "seat": ruling.seat}
        return {"table": self.table, "hand": self.hand, "ruling": name}


@logged(RULINGS)
class RulingProposed(OfRuling):
    says = gettext_noop("Table %(table)d, hand %(hand)d: asked the floor to confirm a ruling: %(ruling)s.")


@logged(RULINGS)
class RulingConfirmed(OfRuling):
    says = gettext_noop("Confirmed a ruling at table %(table)d, hand %(hand)d: %(ruling)s.")


@logged(RULINGS)
class RulingRefused(OfRuling):
    says = gettext_noop("Overruled a ruling at table %(table)d, hand %(hand)d: %(ruling)s.")


@logged(RULINGS)
class GestureRuled(HandAtTable):
    """hand_id: the hand itself. operation: as the engine encodes it. operations: how many the hand has with it.

    rules: their numbers, "TDA 44, WSOP 97".
    """

    hand_id: int
    operation: str
    operations: int
    rules: str

    def said(self, writer: Writer) -> str:
        """A verdict with the numbers of its rules: "seat 3, call (TDA 44, WSOP 97)"."""
        operation = engine.decode(self.operation)
        text = (
            _("Ruled at table %(table)d, hand %(hand)d, out of turn: seat %(seat)d, %(action)s (%(rules)s).")
            if isinstance(operation, engine.Ruling)
            else _("Ruled at table %(table)d, hand %(hand)d: seat %(seat)d, %(action)s (%(rules)s).")
        )
        seat, action = _action(operation.inner if isinstance(operation, engine.Ruling) else operation, writer)
        return text % {**self.in_words(writer), "seat": seat, "action": action}


def _action(action: engine.Operation | None, writer: Writer) -> tuple[int, str]:
    """Whose it is, and what."""
    match action:
        case engine.RaiseTo(seat, amount):
            return seat, _("bet or raise to %(amount)s") % {"amount": writer.chips(amount)}
        case engine.Call(seat):
            return seat, pgettext("an action", "call")
        case engine.Check(seat):
            return seat, pgettext("an action", "check")
        case engine.Fold(seat):
            return seat, pgettext("an action", "fold")
        case _:
            return 0, ""


@logged(RULINGS)
class GestureUndone(HandOfTable):
    says = gettext_noop("Undid a verdict at table %(table)d, hand %(hand)d.")
