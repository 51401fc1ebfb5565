"""Prizes: the ladder locked, what is withheld, prizes ready, paid and voided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.changes.change import Change, logged
from tournament.changes.figures import Chips, Money
from tournament.changes.kinds import MONEY
from tournament.changes.payments import Payment
from tournament.changes.people import AmountOfEntry
from tournament.rules.payouts.deductions import Deduction
from tournament.rules.payouts.schemes import percent_text
from tournament.words.writer import Writer


@logged(MONEY)
class PrizePaid(Payment):
    """payout: the key of the prize. withheld: what the player does not get of `amount`; release 0.1.0 had none."""

    payout: int
    withheld: Money = 0

    def said(self, writer: Writer) -> str:
        words = {**self.in_words(writer), "net": writer.money(self.amount - self.withheld)}
        if self.withheld:
            paid = _("Paid %(net)s to %(name)s: %(amount)s less %(withheld)s withheld.") % words
        else:
            paid = _("Paid %(amount)s to %(name)s.") % words
        return self.with_checks(paid)


@logged(MONEY)
class PaymentTakenBack(AmountOfEntry):
    """As `PrizePaid`."""

    payout: int
    withheld: Money = 0

    def said(self, writer: Writer) -> str:
        words = {**self.in_words(writer), "net": writer.money(self.amount - self.withheld)}
        if self.withheld:
            return _("Voided the payment of %(net)s to %(name)s, and %(withheld)s withheld.") % words
        return _("Voided the payment of %(amount)s to %(name)s.") % words


@logged(MONEY)
class PrizeReady(AmountOfEntry):
    """payout: the key of the prize."""

    says = gettext_noop("The prize of %(name)s is ready: %(amount)s.")

    payout: int


@logged(MONEY)
class PrizeNotReady(AmountOfEntry):
    """payout: the key of the prize."""

    says = gettext_noop("The prize of %(name)s, %(amount)s, is not ready after all.")

    payout: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EachLeft(Change):
    """players: so many of those left, who had no prize yet; amount: what each of them has won already."""

    players: Chips
    amount: Money


@logged(MONEY)
class PrizesInAdvance(EachLeft):
    """entries: whose, by their ids."""

    entries: tuple[int, ...]

    def said(self, writer: Writer) -> str:
        return ngettext(
            "%(players)s player left may collect the prize won so far: %(amount)s.",
            "%(players)s players left may collect the prize they have won so far: %(amount)s each.",
            self.players,
        ) % self.in_words(writer)


@logged(MONEY)
class PrizesInAdvanceUndone(EachLeft):
    def said(self, writer: Writer) -> str:
        return ngettext(
            "%(players)s player left has no prize to collect yet: %(amount)s undone.",
            "%(players)s players left have no prize to collect yet: %(amount)s each undone.",
            self.players,
        ) % self.in_words(writer)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfLadder(Change):
    """before: what was locked then, as `LockedLadder.to_dict` has it; None where nothing was."""

    before: dict[str, Any] | None


@logged(MONEY)
class PayoutsLocked(OfLadder):
    """places: so many are paid; total: what they are paid; pool: what the prize pool had for them."""

    total: Money
    pool: Money
    places: Chips

    def said(self, writer: Writer) -> str:
        words = {**self.in_words(writer), "difference": writer.money(abs(self.total - self.pool))}
        if self.total == self.pool:
            return _("Locked the payouts: %(places)s places, %(total)s.") % words
        if self.total > self.pool:
            return (
                _("Locked the payouts: %(places)s places, %(total)s; the house adds %(difference)s.") % words
            )
        return (
            _("Locked the payouts: %(places)s places, %(total)s; the house withholds %(difference)s.") % words
        )


@logged(MONEY)
class PayoutsUnlocked(OfLadder):
    says = gettext_noop("Unlocked the payouts: they follow the prize pool again.")


@logged(MONEY)
class PayoutsLockUndone(OfLadder):
    """was: the verb of what was undone."""

    says = gettext_noop("The payouts are as they were before.")

    was: str


@logged(MONEY)
class DeductionsChanged(Change):
    """What is withheld from prizes, replaced whole."""

    before: tuple[Deduction, ...]
    after: tuple[Deduction, ...]

    def said(self, writer: Writer) -> str:
        if not self.after:
            return _("Nothing is withheld from prizes any more.")
        rules = ", ".join(
            _("%(name)s, %(share)s percent") % {"name": rule.name, "share": percent_text(rule.share)}
            for rule in self.after
        )
        return _("Changed what is withheld from prizes: %(rules)s.") % {"rules": rules}
