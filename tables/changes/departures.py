"""Players who leave with chips, those who leave when a hand is over, and those who stay after all or come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.changes.at_table import PlayerAtTable
from tables.changes.kinds import DEPARTURES
from tables.words.penalties import offence_words
from tournament.changes.change import logged
from tournament.changes.figures import Chips
from tournament.words.writer import Writer

Why = Literal["walked_out", "surrendered", "forfeited", "disqualified", "won_seat"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfDeparture(PlayerAtTable):
    """offence: of one who is disqualified, otherwise ""."""

    why: Why
    offence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutWithChips(OfDeparture):
    """What the player had: the stack, whether it was known, and whether they were marked absent."""

    chips: Chips
    was_known: bool
    was_absent: bool


@logged(DEPARTURES)
class PlayerLeft(OutWithChips):
    def said(self, writer: Writer) -> str:
        words = {**self.in_words(writer), "offence": offence_words(self.offence)}
        if self.why == "disqualified":
            return _("Disqualified %(name)s: %(chips)s chips are out of play. %(offence)s.") % words
        if self.why == "surrendered":
            return _("%(name)s surrendered: %(chips)s chips are out of play.") % words
        if self.why == "forfeited":
            return _("%(name)s surrendered %(chips)s chips to re-enter: they are out of play.") % words
        if self.why == "won_seat":
            return _("%(name)s has won a seat: %(chips)s chips are out of play.") % words
        return _("%(name)s walked out: %(chips)s chips are out of play.") % words


@logged(DEPARTURES)
class PlayerReturned(OutWithChips):
    says = gettext_noop("%(name)s is back in play with %(chips)s chips.")


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterHand(OfDeparture):
    """hand: the number of the one that is waited for. killed_by: how many operations it has with the ruling that has
    made the player's cards dead, 0 where they live.
    """

    hand: int
    killed_by: int


@logged(DEPARTURES)
class PlayerLeaving(AfterHand):
    def said(self, writer: Writer) -> str:
        words = {**self.in_words(writer), "offence": offence_words(self.offence)}
        if self.why == "disqualified":
            said = _("Disqualified %(name)s: out when hand %(hand)d at table %(table)d is over. %(offence)s.")
        elif self.why == "surrendered":
            said = _("%(name)s surrenders: out when hand %(hand)d at table %(table)d is over.")
        else:
            said = _("%(name)s walks out: out when hand %(hand)d at table %(table)d is over.")
        return _with_hand(said % words, is_dead=bool(self.killed_by))


@logged(DEPARTURES)
class PlayerStays(AfterHand):
    """is_dead: the hand stays dead, because something was recorded since."""

    is_dead: bool

    def said(self, writer: Writer) -> str:
        said = _("%(name)s stays in the tournament.") % {"name": self.name}
        return _with_hand(said, is_dead=self.is_dead)


def _with_hand(said: str, *, is_dead: bool) -> str:
    return " ".join([said, _("The hand is dead.")]) if is_dead else said
