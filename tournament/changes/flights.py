"""Flights of an event: added, played, and their stacks brought to the day on which they come together."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.changes.change import Change, logged
from tournament.changes.entries import Ended
from tournament.changes.figures import Chips
from tournament.changes.kinds import ENTRIES, SETUP
from tournament.changes.setup import KeepsStructure
from tournament.words.writer import Writer


@logged(SETUP)
class FlightCreated(KeepsStructure):
    """In the flight's own log. event, code: the name and the code of what it leads to."""

    says = gettext_noop("Created “%(name)s”, a flight of “%(event)s”.")

    name: str
    event: str
    code: str


@logged(SETUP)
class FlightAdded(Change):
    """In the log of the event. name, code: of the flight."""

    says = gettext_noop("Added the flight “%(name)s”.")

    name: str
    code: str


@logged(ENTRIES)
class FlightPlayed(Ended):
    """In the flight's own log. players, chips: who are through, and what is in their bags together."""

    players: int
    chips: Chips

    def said(self, writer: Writer) -> str:
        text = ngettext(
            "The flight is over: %(count)d player goes on with %(chips)s chips.",
            "The flight is over: %(count)d players go on with %(chips)s chips.",
            self.players,
        )
        return text % {"count": self.players, "chips": writer.chips(self.chips)}


@logged(ENTRIES)
class FlightPlaysOn(Change):
    says = gettext_noop("The flight is in play again.")


@logged(ENTRIES)
class StacksBrought(Change):
    """In the log of the event. players, chips: who play on, and their chips together. given_up: chips of smaller stacks
    that left play. out: stacks that are out for the smallest prizes. way: of several stacks of one player.
    """

    players: int
    chips: Chips
    given_up: Chips
    out: int
    way: str
    clock_before: dict[str, Any]

    def said(self, writer: Writer) -> str:
        words = {"count": self.players, "chips": writer.chips(self.chips)}
        text = ngettext(
            "Brought the stacks of %(count)d player from the flights: %(chips)s chips.",
            "Brought the stacks of %(count)d players from the flights: %(chips)s chips.",
            self.players,
        )
        text %= words
        if self.given_up:
            smaller = _("%(chips)s chips of smaller stacks left play.")
            text += " " + smaller % {"chips": writer.chips(self.given_up)}
        if self.out:
            few = ngettext(
                "%(count)d smaller stack is out for the smallest prize.",
                "%(count)d smaller stacks are out for the smallest prizes.",
                self.out,
            )
            text += " " + few % {"count": self.out}
        return text


@logged(ENTRIES)
class StacksSentBack(Change):
    says = gettext_noop("The stacks of the flights are in their bags again.")
