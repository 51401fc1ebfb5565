"""Tills and the safe."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.figures import Money
from tournament.changes.kinds import TILLS
from tournament.words.writer import Writer


@logged(TILLS)
class TillOpened(Change):
    """amount: the float."""

    says = gettext_noop("%(name)s opened a till with a float of %(amount)s.")

    name: str
    amount: Money


@logged(TILLS)
class TillOpeningUndone(Change):
    says = gettext_noop("Undid the opening of the till of %(name)s with a float of %(amount)s.")

    name: str
    amount: Money


@logged(TILLS)
class TillClosed(Change):
    name: str
    counted: Money
    expected: Money

    def said(self, writer: Writer) -> str:
        difference = self.counted - self.expected
        words = {**self.in_words(writer), "difference": writer.money(abs(difference))}
        if difference < 0:
            return _("Closed the till of %(name)s: %(counted)s counted, %(difference)s short.") % words
        if difference > 0:
            return _("Closed the till of %(name)s: %(counted)s counted, %(difference)s over.") % words
        return _("Closed the till of %(name)s: %(counted)s counted, no difference.") % words


@logged(TILLS)
class TillReopened(Change):
    says = gettext_noop("Reopened the till of %(name)s.")

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Transfer(Change):
    """source, target: whose tills; the safe has no name."""

    source: str
    target: str
    amount: Money


@logged(TILLS)
class CashTransferred(_Transfer):
    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if not self.target:
            return _("Dropped %(amount)s from the till of %(source)s into the safe.") % words
        if not self.source:
            return _("Filled the till of %(target)s with %(amount)s from the safe.") % words
        return _("Transferred %(amount)s from the till of %(source)s to the till of %(target)s.") % words


@logged(TILLS)
class TransferUndone(_Transfer):
    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if not self.target:
            return _("Undid the drop of %(amount)s from the till of %(source)s into the safe.") % words
        if not self.source:
            return _("Undid the fill of the till of %(target)s with %(amount)s from the safe.") % words
        return (
            _("Undid the transfer of %(amount)s from the till of %(source)s to the till of %(target)s.")
            % words
        )
