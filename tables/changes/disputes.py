"""Hands that are disputed, what the floor has decided, and both undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.changes.at_table import HandAtTable
from tables.changes.kinds import RULINGS
from tables.models import DisputeAbout
from tournament.changes.change import logged
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfDispute(HandAtTable):
    """dispute: its id. claim: what the player says."""

    kept_as: ClassVar[Mapping[str, str]] = {"claim": "said"}

    dispute: int
    about: DisputeAbout
    claim: str

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {"table": self.table, "hand": self.hand, "about": self.about.label, "said": self.claim}


@logged(RULINGS)
class DisputeOpened(OfDispute):
    """rule: the numbers by which it comes in time, "" for one that comes too late and is heard."""

    rule: str

    def said(self, writer: Writer) -> str:
        text = (
            _("Hand %(hand)d at table %(table)d is disputed (%(rule)s). %(about)s: “%(said)s”.")
            if self.rule
            else _(
                "Hand %(hand)d at table %(table)d is disputed, too late, and heard (TDA 1). %(about)s: “%(said)s”."
            )
        )
        return text % {**self.in_words(writer), "rule": self.rule}


@logged(RULINGS)
class DisputeAnswered(OfDispute):
    answer: str

    def said(self, writer: Writer) -> str:
        text = _("Decided the dispute of hand %(hand)d at table %(table)d: “%(answer)s”.")
        return text % {**self.in_words(writer), "answer": self.answer}


@logged(RULINGS)
class DisputeWithdrawn(OfDispute):
    says = gettext_noop("Undid the dispute of hand %(hand)d at table %(table)d: “%(said)s”.")


@logged(RULINGS)
class DisputeReopened(OfDispute):
    says = gettext_noop("Undid the decision on the dispute of hand %(hand)d at table %(table)d: “%(said)s”.")
