"""Rules of the house: a key on which rule books disagree is set, or put back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop

from tables.changes.kinds import RULES
from tables.words.rules.keys import QUESTIONS, answer_words
from tournament.changes.change import Change, logged
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfRule(Change):
    """part: "engine", "floor" or "event". before, after: the answer, as the tournament keeps it."""

    part: str
    key: str
    before: Any
    after: Any

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {
            "rule": f"{QUESTIONS.get(self.key, self.key)}:",
            "before": answer_words(self.key, self.before),
            "after": answer_words(self.key, self.after),
        }


@logged(RULES)
class HouseRuleSet(OfRule):
    says = gettext_noop("House rule: %(rule)s %(after)s (before: %(before)s).")


@logged(RULES)
class HouseRulePutBack(OfRule):
    says = gettext_noop("Undid a house rule: %(rule)s %(after)s again.")
