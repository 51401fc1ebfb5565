"""Money handed to a player: asked for, confirmed by a second person, paid in one payment for all that waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import UNSET, UnsetType

from tournament.changes.change import logged
from tournament.changes.figures import Money
from tournament.changes.kinds import MONEY
from tournament.changes.people import AmountOfEntry
from tournament.words.papers import papers_seen
from tournament.words.writer import Writer


class Checks(TypedDict, total=False):
    """What was looked at before much money was paid: the fields that `Payment` has besides, where there are any."""

    papers: tuple[str, ...]
    confirmed_by: str
    asked: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment(AmountOfEntry):
    """papers: those that the payer has seen, where papers were due or a second person was asked.

    confirmed_by: the second person, where one was asked; asked: the line that asked.
    """

    papers: tuple[str, ...] | UnsetType = UNSET
    confirmed_by: str | UnsetType = UNSET
    asked: int | UnsetType = UNSET

    def with_checks(self, paid: str) -> str:
        """What was paid, by whom it was confirmed, and which papers the payer has seen."""
        parts = [paid]
        if self.confirmed_by:
            parts.append(_("Confirmed by %(name)s.") % {"name": self.confirmed_by})
        if self.papers:
            parts.append(papers_seen(self.papers))
        return " ".join(parts)


@logged(MONEY)
class PaymentAsked(AmountOfEntry):
    says = gettext_noop("A payment of %(amount)s to %(name)s is waiting for a second person.")


@logged(MONEY)
class PaymentWithdrawn(AmountOfEntry):
    says = gettext_noop("Withdrew the payment of %(amount)s to %(name)s: nothing was paid.")


@logged(MONEY)
class PaymentConfirmed(AmountOfEntry):
    says = gettext_noop("Confirmed the payment of %(amount)s to %(name)s.")


@logged(MONEY)
class WholePaymentConfirmed(AmountOfEntry):
    """What one tap had asked for: `prize`, `bounties` and `side_prizes` are `amount`; parts: the lines that paid."""

    prize: Money
    bounties: Money
    side_prizes: Money
    parts: tuple[int, ...]

    def said(self, writer: Writer) -> str:
        kinds = _said_of(
            writer,
            (_("prize %(amount)s"), self.prize),
            (_("bounties %(amount)s"), self.bounties),
            (_("side prizes %(amount)s"), self.side_prizes),
        )
        words = {**self.in_words(writer), "parts": ", ".join(kinds)}
        return _("Confirmed the payment of %(amount)s to %(name)s: %(parts)s.") % words


@logged(MONEY)
class PlayerPaid(AmountOfEntry):
    """All that waited for a player, in one payment: `amount` is the cash, and what it was made up of follows.

    seat: what is given as seats. owed: what the player owed and has paid by it.
    What remains: `asked` waits for a second person, `still_owed` is owed by the player, `later` are bounties that are
    paid once rebuys are over. parts: the lines of what was paid and asked for.
    """

    seat: Money = 0
    prize: Money
    bounties: Money
    side_prizes: Money
    owed: Money
    asked: Money = 0
    still_owed: Money = 0
    later: Money = 0
    papers: tuple[str, ...] = ()
    parts: tuple[int, ...]

    def said(self, writer: Writer) -> str:
        kinds = _said_of(
            writer,
            (_("seat %(amount)s"), self.seat),
            (_("prize %(amount)s"), self.prize),
            (_("bounties %(amount)s"), self.bounties),
            (_("side prizes %(amount)s"), self.side_prizes),
            (_("less %(amount)s owed"), self.owed),
        )
        words = {**self.in_words(writer), "parts": ", ".join(kinds)}
        if not kinds:
            sentences = [_("%(asked)s for %(name)s is waiting for a second person.") % words]
        elif self.amount:
            sentences = [_("Paid %(amount)s to %(name)s in one payment: %(parts)s.") % words]
        else:
            sentences = [_("Handed over to %(name)s in one payment: %(parts)s.") % words]
        if kinds and self.asked:
            sentences.append(_("%(asked)s is waiting for a second person.") % words)
        if self.later:
            sentences.append(_("Bounties of %(later)s are paid once rebuys are over.") % words)
        if self.still_owed:
            sentences.append(_("%(still_owed)s is still owed.") % words)
        if self.papers:
            sentences.append(papers_seen(self.papers))
        return " ".join(sentences)


def _said_of(writer: Writer, *kinds: tuple[str, int]) -> list[str]:
    """Those of which there is an amount."""
    return [words % {"amount": writer.money(amount)} for words, amount in kinds if amount]
