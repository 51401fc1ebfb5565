"""Penalties: given, undone, and served with the last hand that is sat out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext_noop

from tables.changes.at_table import PlayerAtTable
from tables.changes.kinds import PENALTIES
from tables.words.penalties import hands_words, offence_words, penalty_words
from tournament.changes.change import logged
from tournament.changes.people import OfEntry
from tournament.rules.penalties import PenaltyKind
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPenalty(PlayerAtTable):
    """count: as it was said, of hands or rounds. hands: to sit out in all."""

    kept_as: ClassVar[Mapping[str, str]] = {"penalty": "kind"}

    penalty: PenaltyKind
    count: int
    hands: int
    offence: str

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {
            "name": self.name,
            "penalty": penalty_words(self.penalty, self.count, self.hands),
            "offence": offence_words(self.offence),
        }


@logged(PENALTIES)
class PenaltyGiven(OfPenalty):
    says = gettext_noop("Penalty for %(name)s: %(penalty)s. %(offence)s.")


@logged(PENALTIES)
class PenaltyLifted(OfPenalty):
    says = gettext_noop("Undid the penalty of %(name)s: %(penalty)s.")


@logged(PENALTIES)
class PenaltyServed(OfEntry):
    """hands: that the penalty had."""

    says = gettext_noop("%(name)s sits out the last hand of the penalty (%(hands)s).")

    hands: int

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {"name": self.name, "hands": hands_words(self.hands)}
