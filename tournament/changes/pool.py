"""The prize pool: what others than the players add to it, and the part of the house."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.figures import Money
from tournament.changes.kinds import MONEY
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition(Change):
    """giver: the code of a `Giver`. is_cash: it was handed over here, into the till of the person who booked it."""

    amount: Money
    giver: str
    is_cash: bool


@logged(MONEY)
class MoneyAdded(Addition):
    def said(self, writer: Writer) -> str:
        return {
            "house": _("The house added %(amount)s to the prize pool."),
            "sponsor": _("A sponsor added %(amount)s to the prize pool."),
            "jackpot": _("A jackpot added %(amount)s to the prize pool."),
        }.get(self.giver, _("%(amount)s was added to the prize pool.")) % self.in_words(writer)


@logged(MONEY)
class MoneyTakenBack(Addition):
    says = gettext_noop("Took %(amount)s of added money out of the prize pool again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PartOfHouse(Change):
    """What the house adds to the prize pool or withholds, never below 0."""

    amount: Money


@logged(MONEY)
class OverlayAdded(PartOfHouse):
    says = gettext_noop("The house adds %(amount)s to reach the guarantee.")


@logged(MONEY)
class OverlayTakenBack(PartOfHouse):
    says = gettext_noop("Voided the overlay of %(amount)s: no prizes are awarded.")


@logged(MONEY)
class HouseAdds(PartOfHouse):
    says = gettext_noop("The house adds %(amount)s to the prize pool.")


@logged(MONEY)
class HouseWithholds(PartOfHouse):
    says = gettext_noop("The house withholds %(amount)s of the prize pool.")


@logged(MONEY)
class HousePartChanged(PartOfHouse):
    says = gettext_noop("Voided the part of the house, %(amount)s: the prizes have changed.")
