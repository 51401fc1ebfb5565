"""A seat that is reserved for a rebuy, and what was sold in one go."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.changes.at_table import PlayerAtTable
from tournament.changes.change import logged
from tournament.changes.figures import Chips, Money
from tournament.changes.kinds import SALES
from tournament.changes.together import Together
from tournament.rules.chip_sales import SaleKind
from tournament.words.writer import Writer


@logged(SALES)
class RebuyDeclined(PlayerAtTable):
    says = gettext_noop("No rebuy for %(name)s: seat %(seat)d at table %(table)d is open.")


@logged(SALES)
class RebuyAskedAgain(PlayerAtTable):
    says = gettext_noop("%(name)s may rebuy after all: seat %(seat)d at table %(table)d is reserved again.")


@logged(SALES)
class SalesTogether(Together):
    """`count` rebuys or add-ons of one player, with the sum of their chips and money.

    entry: by its id. number: as the player has it. name: the player's, of that time. is_owed: the desk takes the money
    later.
    """

    entry: int
    number: int
    name: str
    kind: SaleKind
    count: int
    chips: Chips
    paid: Money
    is_owed: bool

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.kind == "rebuy":
            said = _("%(count)d rebuys of %(name)s: %(chips)s for %(paid)s.") % words
        else:
            said = _("%(count)d add-ons of %(name)s: %(chips)s for %(paid)s.") % words
        return f"{said} {_('Announced at the table; the money is owed.')}" if self.is_owed else said
