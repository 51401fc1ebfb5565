"""Entries and places, registration, and the end of the tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from msgspec import UNSET, UnsetType

from tournament.changes.change import Change, logged
from tournament.changes.figures import Chips, Money
from tournament.changes.kinds import CLOCK, ENTRIES
from tournament.changes.people import OfEntry
from tournament.words.writer import Writer


@logged(ENTRIES)
class EntryRegistered(OfEntry):
    """paid: the whole buy-in. price: its name, where it has one."""

    paid: Money
    price: str = ""

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.price:
            return _("Registered %(name)s as entry number %(number)s for %(paid)s (%(price)s).") % words
        return _("Registered %(name)s as entry number %(number)s for %(paid)s.") % words


@logged(ENTRIES)
class EntryVoided(OfEntry):
    says = gettext_noop("Voided the entry of %(name)s, number %(number)s.")


@logged(ENTRIES)
class EntryReinstated(Change):
    """name: only older lines have it."""

    entry: int
    number: int
    name: str | UnsetType = UNSET

    def said(self, writer: Writer) -> str:
        if self.name:
            return _("%(name)s is back in play.") % {"name": self.name}
        return _("Entry number %(number)s is back in play.") % {"number": self.number}


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(OfEntry):
    """Tells of a place, which holds no more once others have entered, gone out in the same round, or it was undone."""

    place_first: int
    place_last: int

    @property
    def is_tied(self) -> bool:
        return self.place_first != self.place_last

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return {"name": self.name, "place": writer.places(self.place_first, self.place_last)}

    def said_as_past(self, writer: Writer) -> str:
        """Where the place holds no more."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyGiven:
    """name: who won it. due, on_head: in cents, the second of a progressive bounty."""

    name: str
    due: int
    on_head: int


@logged(ENTRIES)
class EntryEliminated(Placed):
    """is_envelope_closed: the bounties are a part each of an envelope that nobody has opened."""

    bounties: tuple[BountyGiven, ...] = ()
    is_envelope_closed: bool = False

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.is_tied:
            out = _("%(name)s is out and ties for places %(place)s.") % words
        else:
            out = _("%(name)s is out in %(place)s place.") % words
        return " ".join([out, *self.bounties_said(writer)])

    def said_as_past(self, writer: Writer) -> str:
        out = _("%(name)s is out (%(place)s at the time).") % self.in_words(writer)
        return " ".join([out, *self.bounties_said(writer)])

    def bounties_said(self, writer: Writer) -> list[str]:
        """Who has won what of the bounty."""
        if self.is_envelope_closed:
            names = ", ".join(each.name for each in self.bounties)
            return [_("An envelope for %(names)s.") % {"names": names}]
        return [self._bounty(each, writer) for each in self.bounties]

    def _bounty(self, share: BountyGiven, writer: Writer) -> str:
        words = {"winner": share.name, "name": self.name, "amount": writer.money(share.due)}
        if share.on_head:
            words["on_head"] = writer.money(share.on_head)
            return (
                _("%(winner)s wins %(amount)s of the bounty, and %(on_head)s goes on their own head.") % words
            )
        return _("%(winner)s wins the bounty: %(amount)s.") % words


@logged(ENTRIES)
class PlaceChanged(Placed):
    """Others went out in the same round, or one of them did not after all."""

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.is_tied:
            return _("%(name)s now ties for places %(place)s.") % words
        return _("%(name)s is now in %(place)s place.") % words

    def said_as_past(self, writer: Writer) -> str:
        return _("%(name)s: %(place)s at the time.") % self.in_words(writer)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Change):
    """clock_ran: whether it did until then. An older line does not say, and the floor resumes the clock by hand."""

    clock_ran: bool = False


@logged(ENTRIES)
class TournamentWon(Ended):
    says = gettext_noop("%(name)s has won the tournament.")

    entry: int
    number: int
    name: str


@logged(ENTRIES)
class SeatsWon(Ended):
    """A satellite: everybody left has won."""

    names: tuple[str, ...]

    def said(self, writer: Writer) -> str:
        return ngettext(
            "Play stops, %(count)d seat is won: %(names)s.",
            "Play stops, %(count)d seats are won: %(names)s.",
            len(self.names),
        ) % {"count": len(self.names), "names": ", ".join(self.names)}


@logged(ENTRIES)
class IdChecked(Change):
    says = gettext_noop("Checked the ID of %(name)s.")

    player: int
    name: str


@logged(ENTRIES)
class IdCheckUndone(Change):
    says = gettext_noop("Undid the ID check of %(name)s.")

    player: int
    name: str


@logged(ENTRIES)
class NoShowHandedBack(OfEntry):
    says = gettext_noop("Handed the buy-in of %(name)s, a no-show, back: %(amount)s.")

    amount: Money


@logged(ENTRIES)
class NoShowHandBackUndone(OfEntry):
    says = gettext_noop("Undid handing the buy-in of %(name)s back: %(amount)s is at the desk again.")

    amount: Money


@logged(CLOCK)
class MinimumWaived(Change):
    says = gettext_noop("The tournament is played with %(entries)s entries: the minimum was %(minimum)s.")

    entries: Chips
    minimum: Chips


@logged(CLOCK)
class MinimumRestored(Change):
    says = gettext_noop("The minimum of %(minimum)s entries holds again.")

    entries: Chips
    minimum: Chips


@logged(CLOCK)
class RegistrationClosed(Change):
    """By itself, after its last level."""

    says = gettext_noop("Registration is closed.")


@logged(CLOCK)
class RegistrationClosedByHand(Change):
    says = gettext_noop("Closed registration by hand.")


@logged(CLOCK)
class RegistrationReopened(Change):
    says = gettext_noop("Reopened registration.")
