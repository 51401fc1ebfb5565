"""Side prizes: added, awarded, paid, and every step back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.figures import Money
from tournament.changes.kinds import MONEY
from tournament.changes.payments import Payment
from tournament.changes.people import AmountOfEntry
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSidePrize(Change):
    """prize: its key; prize_name: as the director has named it."""

    prize: int
    prize_name: str
    amount: Money

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {"prize": self.prize_name, "amount": writer.money(self.amount)}


@logged(MONEY)
class SidePrizeAdded(OfSidePrize):
    is_from_pool: bool

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.is_from_pool:
            return _("Added the side prize “%(prize)s”: %(amount)s from the prize pool.") % words
        return _("Added the side prize “%(prize)s”: the house pays %(amount)s.") % words


@logged(MONEY)
class SidePrizeRemoved(OfSidePrize):
    is_from_pool: bool

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.is_from_pool:
            return _("Removed the side prize “%(prize)s”: %(amount)s go back to the prize pool.") % words
        return _("Removed the side prize “%(prize)s”: %(amount)s go back to the house.") % words


@logged(MONEY)
class SidePrizeRestored(OfSidePrize):
    says = gettext_noop("Restored the side prize “%(prize)s”: %(amount)s.")


@dataclass(frozen=True, slots=True, kw_only=True)
class OfWinner(AmountOfEntry):
    """A side prize that somebody has, as `OfSidePrize`."""

    prize: int
    prize_name: str

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {**AmountOfEntry.in_words(self, writer), "prize": f"“{self.prize_name}”"}


@logged(MONEY)
class SidePrizeAwarded(OfWinner):
    says = gettext_noop("Awarded the side prize %(prize)s, %(amount)s, to %(name)s.")


@logged(MONEY)
class SidePrizeTakenBack(OfWinner):
    says = gettext_noop("Took the side prize %(prize)s, %(amount)s, back from %(name)s: it is open.")


@logged(MONEY)
class SidePrizePaid(Payment):
    """As `OfSidePrize`."""

    says = gettext_noop("Paid the side prize %(prize)s, %(amount)s, to %(name)s.")

    prize: int
    prize_name: str

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {**Payment.in_words(self, writer), "prize": f"“{self.prize_name}”"}

    def said(self, writer: Writer) -> str:
        return self.with_checks(Payment.said(self, writer))


@logged(MONEY)
class SidePrizeVoided(OfWinner):
    says = gettext_noop("Voided the payment of the side prize %(prize)s, %(amount)s, to %(name)s.")
