"""Chops of the prizes left: proposed, agreed on by each player, undone, and put on the wall."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.changes.change import Change, logged
from tournament.changes.figures import Money
from tournament.changes.kinds import MONEY
from tournament.changes.people import AmountOfEntry
from tournament.words.chops import method_label
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal(Change):
    """method: the code of a `ChopMethod`; players: so many divide it.

    amount: the prizes left, of which `played_for` is left to the winner and `second_for` to second place.
    """

    method: str
    players: int
    amount: Money
    played_for: Money
    second_for: Money = 0


@logged(MONEY)
class ChopProposed(Proposal):
    def said(self, writer: Writer) -> str:
        words = {
            **self.in_words(writer),
            "method": method_label(self.method, players=self.players),
            "count": self.players,
            "shared": writer.money(self.amount - self.played_for - self.second_for),
        }
        said = ngettext(
            "Proposed a chop: %(method)s. %(count)d player divides %(shared)s.",
            "Proposed a chop: %(method)s. %(count)d players divide %(shared)s.",
            self.players,
        )
        if not self.played_for:
            return said % words
        left = {"amount": words["played_for"], "second": words["second_for"]}
        if self.second_for:
            rest = _("%(amount)s is left for first place, %(second)s for second.") % left
        else:
            rest = _("%(amount)s is left to play for.") % left
        return f"{said % words} {rest}"


@logged(MONEY)
class ChopDropped(Proposal):
    says = gettext_noop("Dropped the proposal of a chop.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent(AmountOfEntry):
    """amount: the share that the player agrees to; players: so many divide the prizes."""

    players: int

    def agrees(self, writer: Writer) -> str:
        return _("%(name)s agrees to %(amount)s.") % self.in_words(writer)


@logged(MONEY)
class ChopConsented(Consent):
    def said(self, writer: Writer) -> str:
        return self.agrees(writer)


@logged(MONEY)
class ChopAgreed(Consent):
    """The last consent: the chop is in force."""

    def said(self, writer: Writer) -> str:
        rest = ngettext(
            "All %(count)d player has agreed: prizes follow the chop.",
            "All %(count)d players have agreed: prizes follow the chop.",
            self.players,
        ) % {"count": self.players}
        return f"{self.agrees(writer)} {rest}"


@logged(MONEY)
class ChopConsentWithdrawn(Consent):
    says = gettext_noop("%(name)s no longer agrees to the chop.")


@logged(MONEY)
class ChopUndone(Consent):
    """The last consent is withdrawn: the chop is no longer in force."""

    says = gettext_noop("Undid the chop: prizes go by place again. %(name)s no longer agrees.")


@dataclass(frozen=True, slots=True, kw_only=True)
class OnWall(Change):
    """What the board showed and shows: what is left to the winner and to second place; None for nothing."""

    before: tuple[int, int] | None
    after: tuple[int, int] | None


@logged(MONEY)
class ChopShown(OnWall):
    says = gettext_noop("Put the chop on the wall.")


@logged(MONEY)
class ChopHidden(OnWall):
    says = gettext_noop("Took the chop off the wall.")
