"""Bounties: the winner's at the end, paid, not collected; and the envelopes of mystery bounties."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.changes.change import Change, logged
from tournament.changes.figures import Chips, Money
from tournament.changes.kinds import BOUNTIES
from tournament.changes.payments import Payment
from tournament.changes.people import AmountOfEntry
from tournament.words.writer import Writer


@logged(BOUNTIES)
class BountiesToWinner(AmountOfEntry):
    says = gettext_noop("%(name)s, the winner, has won what is on heads: %(amount)s.")


@logged(BOUNTIES)
class EnvelopesToWinner(AmountOfEntry):
    says = gettext_noop("%(name)s, the winner, has won what is left in envelopes: %(amount)s.")


@logged(BOUNTIES)
class BountyPaid(Payment):
    says = gettext_noop("Paid bounties of %(amount)s to %(name)s.")

    def said(self, writer: Writer) -> str:
        return self.with_checks(Payment.said(self, writer))


@logged(BOUNTIES)
class BountyPaymentVoided(AmountOfEntry):
    says = gettext_noop("Voided the payment of %(amount)s in bounties to %(name)s.")


@logged(BOUNTIES)
class BountiesForfeited(AmountOfEntry):
    says = gettext_noop("Closed bounties of %(name)s, %(amount)s, as not collected: the house keeps them.")


@logged(BOUNTIES)
class BountiesDueAgain(AmountOfEntry):
    says = gettext_noop("Undid the closing of bounties: %(amount)s is due to %(name)s again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopesMadeUp(Change):
    """players: so many are left, each with an envelope; amount: what is in all of them.

    lines: the value of an envelope and how many have it, the most valuable first.
    """

    players: Chips
    amount: Money
    lines: tuple[tuple[int, int], ...]


@logged(BOUNTIES)
class MysteryBegun(EnvelopesMadeUp):
    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        return ngettext(
            "Started the mystery bounties: %(count)s envelope holds %(amount)s.",
            "Started the mystery bounties: %(count)s envelopes hold %(amount)s.",
            self.players,
        ) % {"count": words["players"], "amount": words["amount"]}


@logged(BOUNTIES)
class MysteryUndone(EnvelopesMadeUp):
    says = gettext_noop(
        "Undid the start of the mystery bounties: %(amount)s is to be put into envelopes again."
    )


@logged(BOUNTIES)
class EnvelopesRedrawn(Change):
    """envelopes: so many nobody has won; amount: what they hold."""

    envelopes: Chips
    amount: Money

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        return _(
            "Redrew the order of the %(count)s envelopes nobody has won, %(amount)s in all: it was already known."
        ) % {"count": words["envelopes"], "amount": words["amount"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeWinner:
    name: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfEnvelope(Change):
    """entry, name: who was knocked out for it; winners: those who have it, with what each gets of `amount`."""

    entry: int
    name: str
    amount: Money
    winners: tuple[EnvelopeWinner, ...]


@logged(BOUNTIES)
class EnvelopeOpened(OfEnvelope):
    def said(self, writer: Writer) -> str:
        won = ", ".join(f"{each.name} {writer.money(each.amount)}" for each in self.winners)
        return _("Opened the envelope for knocking out %(name)s: %(won)s.") % {"name": self.name, "won": won}


@logged(BOUNTIES)
class EnvelopeClosed(OfEnvelope):
    says = gettext_noop("Closed the envelope for knocking out %(name)s: it was opened by mistake.")
