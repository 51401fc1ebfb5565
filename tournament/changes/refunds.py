"""Entries that are taken out with what they have paid, and put back: refunds, no-shows, a cancelled event."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.changes.change import logged
from tournament.changes.figures import Chips, Money
from tournament.changes.kinds import ARRIVALS, ENTRIES
from tournament.changes.people import OfEntry
from tournament.changes.together import Together
from tournament.models import EntryStatus
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryTakenOut(OfEntry):
    """The entry as it was: its stack, whether that was known (older lines do not say), its status."""

    chips: Chips
    is_known: bool = True
    status: EntryStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Refund(EntryTakenOut):
    """paid: with rebuys and add-ons. is_absent: whether the player was. table: its number then."""

    paid: Money
    is_absent: bool
    table: int
    table_id: int
    seat: int


@logged(ENTRIES)
class EntryRefunded(Refund):
    says = gettext_noop("Refunded the entry of %(name)s, number %(number)s: %(paid)s; %(chips)s left play.")


@logged(ENTRIES)
class RefundUndone(Refund):
    says = gettext_noop("Undid the refund of %(name)s: %(paid)s and %(chips)s are back.")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandBack(EntryTakenOut):
    """amount: all that the entry had paid. table_id, seat_id: None where the player had no seat."""

    amount: Money
    table_id: int | None
    seat_id: int | None


@logged(ENTRIES)
class BuyInHandedBack(HandBack):
    says = gettext_noop("Handed %(amount)s back to %(name)s: the event is cancelled.")


@logged(ENTRIES)
class BuyInHandBackUndone(HandBack):
    says = gettext_noop("Undid handing %(amount)s back to %(name)s: the money is at the desk again.")


# --- No-shows -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NoShow(EntryTakenOut):
    """paid: the buy-in. sales, bought: rebuys and add-ons, how many and what was paid for them.

    table, table_id, seat: None where the player had none. level: of the house's rule, 0 for one who was removed by the
    floor. was_waiting: on the waiting list.
    """

    paid: Money
    sales: int = 0
    bought: Money = 0
    table: int | None
    table_id: int | None
    seat: int | None
    level: int
    was_waiting: bool = False


@logged(ARRIVALS)
class NoShowRemoved(NoShow):
    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if not self.level:
            words["paid"] = writer.money(self.paid + self.bought)
            return (
                _(
                    "Removed %(name)s as a no-show: %(chips)s chips are out of play, and the buy-in of %(paid)s is "
                    "at the desk until it is handed back (WSOP 16)."
                )
                % words
            )
        if self.sales:
            return (
                _(
                    "Removed %(name)s as a no-show at level %(level)s: %(chips)s chips, the buy-in and all rebuys "
                    "and add-ons are out (WSOP 16)."
                )
                % words
            )
        return (
            _(
                "Removed %(name)s as a no-show at level %(level)s: %(chips)s chips and the buy-in are out (WSOP 16)."
            )
            % words
        )


@logged(ARRIVALS)
class NoShowsRemoved(Together):
    """count: of players."""

    count: int

    def said(self, writer: Writer) -> str:
        text = ngettext("Removed %(count)d no-show.", "Removed %(count)d no-shows.", self.count)
        return text % self.in_words(writer)


@logged(ARRIVALS)
class NoShowUndone(NoShow):
    says = gettext_noop("Undid the removal of %(name)s: chips and buy-in are in play again.")
