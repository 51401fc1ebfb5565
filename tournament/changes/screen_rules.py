"""Rules of the screens: made, switched on and off, tried, removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.kinds import SETUP
from tournament.models import RuleWhen
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfScreenRule(Change):
    """rule: its number. when: a value of RuleWhen, with its `figure` where it has one, 0 where not."""

    rule: int
    when: str
    figure: int

    def in_words(self, writer: Writer) -> dict[str, Any]:
        known = self.when in RuleWhen.values
        when = str(RuleWhen(self.when).label) if known else self.when
        figure = f" ({self.figure})" if self.figure else ""
        return Change.in_words(self, writer) | {"when": f"{when}{figure}"}


@logged(SETUP)
class ScreenRuleAdded(OfScreenRule):
    says = gettext_noop("Added a rule of the screens: %(when)s.")


@logged(SETUP)
class ScreenRuleSwitched(OfScreenRule):
    is_on: bool

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.is_on:
            return gettext("Switched on the rule of the screens: %(when)s.") % words
        return gettext("Switched off the rule of the screens: %(when)s.") % words


@logged(SETUP)
class ScreenRuleTried(OfScreenRule):
    says = gettext_noop("Tried the rule of the screens: %(when)s.")


@logged(SETUP)
class ScreenRuleRemoved(OfScreenRule):
    says = gettext_noop("Removed the rule of the screens: %(when)s.")


@logged(SETUP)
class ScreenRulePutBack(OfScreenRule):
    says = gettext_noop("Put back the rule of the screens: %(when)s.")
