"""Seasons of leagues: which events count in them, by which rules, and what was said of a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from msgspec import UNSET, UnsetType

from tournament.changes.change import Change, logged
from tournament.changes.figures import Chips, Money, Points
from tournament.changes.kinds import MONEY, SETUP
from tournament.words.papers import papers_seen
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSeason(Change):
    """season: by its id. name: as it was called, with its league."""

    season: int
    name: str


@logged(SETUP)
class SeasonStarted(OfSeason):
    says = gettext_noop("Started the season “%(name)s” with this event.")


@logged(SETUP)
class SeasonDropped(OfSeason):
    says = gettext_noop("Dropped the season “%(name)s”: nothing counts in it.")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOfSeason(OfSeason):
    """weight: in hundredths. finale: it counts beside the best results."""

    weight: int
    finale: bool


@logged(SETUP)
class SeasonJoined(EventOfSeason):
    def said(self, writer: Writer) -> str:
        words = {**self.in_words(writer), "percent": writer.chips(self.weight)}
        if self.finale:
            return (
                _("This event is the finale of the season “%(name)s”, with %(percent)s%% of its points.")
                % words
            )
        return _("This event counts in the season “%(name)s”, with %(percent)s%% of its points.") % words


@logged(SETUP)
class SeasonLeft(EventOfSeason):
    says = gettext_noop("This event does not count in the season “%(name)s”.")


@logged(SETUP)
class SeasonWeightSet(EventOfSeason):
    """weight_before, finale_before: how it counted until then."""

    weight_before: int
    finale_before: bool

    def said(self, writer: Writer) -> str:
        words = {
            "name": self.name,
            "after": _counts_with(writer, self.weight, is_finale=self.finale),
            "before": _counts_with(writer, self.weight_before, is_finale=self.finale_before),
        }
        return _("In the season “%(name)s” this event counts with %(after)s; before: %(before)s.") % words


def _counts_with(writer: Writer, weight: int, *, is_finale: bool) -> str:
    words = _("%(percent)s%% of its points, as the finale") if is_finale else _("%(percent)s%% of its points")
    return words % {"percent": writer.chips(weight)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportsOfSeason(OfSeason):
    """events: imported ones, by their ids. group: the league and season of their files, or the name of a single one."""

    events: tuple[int, ...]
    group: str

    def in_words(self, writer: Writer) -> dict[str, Any]:
        return OfSeason.in_words(self, writer) | {"count": len(self.events)}


@logged(SETUP)
class ImportsJoined(ImportsOfSeason):
    def said(self, writer: Writer) -> str:
        words = ngettext(
            "%(count)d imported event counts in the season “%(name)s”: %(group)s.",
            "%(count)d imported events count in the season “%(name)s”: %(group)s.",
            len(self.events),
        )
        return words % self.in_words(writer)


@logged(SETUP)
class ImportsLeft(ImportsOfSeason):
    def said(self, writer: Writer) -> str:
        words = ngettext(
            "%(count)d imported event does not count in the season “%(name)s”: %(group)s.",
            "%(count)d imported events do not count in the season “%(name)s”: %(group)s.",
            len(self.events),
        )
        return words % self.in_words(writer)


@logged(SETUP)
class SeasonRulesChanged(OfSeason):
    """before, after: as `SeasonRules.to_dict` has them."""

    says = gettext_noop("Changed the rules of the season “%(name)s”.")

    before: Mapping[str, Any]
    after: Mapping[str, Any]


@logged(SETUP)
class SeasonFrozen(OfSeason):
    """digest: of the standings and the money as they were made final."""

    says = gettext_noop("The standings of the season “%(name)s” are final.")

    digest: str | UnsetType = UNSET


@logged(SETUP)
class SeasonGoesOn(OfSeason):
    says = gettext_noop("The season “%(name)s” goes on.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidOfPlayer(OfSeason):
    """player: by the id. who: the player's name, of that time."""

    player: int
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsSaid(SaidOfPlayer):
    """points: below 0 where they are taken off."""

    points: Points


@logged(SETUP)
class PointsGiven(PointsSaid):
    says = gettext_noop("%(points)s points for %(who)s in the season “%(name)s”.")


@logged(SETUP)
class PointsGivenUndone(PointsSaid):
    says = gettext_noop("The %(points)s points for %(who)s in the season “%(name)s” do not count.")


@logged(SETUP)
class GuestNamed(SaidOfPlayer):
    says = gettext_noop("%(who)s is a guest of the season “%(name)s”: no points.")


@logged(SETUP)
class MemberNamed(SaidOfPlayer):
    says = gettext_noop("%(who)s is a member of the season “%(name)s”.")


@logged(SETUP)
class MemberUnnamed(SaidOfPlayer):
    says = gettext_noop("%(who)s is not a member of the season “%(name)s”.")


@logged(SETUP)
class GuestUnnamed(SaidOfPlayer):
    says = gettext_noop("%(who)s is not a guest of the season “%(name)s”.")


@logged(SETUP)
class SeasonShareSet(OfSeason):
    """before, after: of what each entry pays for other deductions."""

    says = gettext_noop("Of each entry %(after)s goes into the season “%(name)s”; it was %(before)s.")

    before: Money
    after: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyOfSeason(SaidOfPlayer):
    amount: Money


@logged(MONEY)
class SeasonPaid(MoneyOfSeason):
    """papers: those that the payer has seen, where papers were due."""

    papers: tuple[str, ...] | UnsetType = UNSET

    def said(self, writer: Writer) -> str:
        paid = _("Paid %(who)s %(amount)s of the money of the season “%(name)s”.") % self.in_words(writer)
        return f"{paid} {papers_seen(self.papers)}" if self.papers else paid


@logged(MONEY)
class SeasonPaymentVoided(MoneyOfSeason):
    says = gettext_noop("Voided the payment of %(amount)s to %(who)s from the season “%(name)s”.")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnStacks(OfSeason):
    """stacks: by player, by the id, the chips of the first entry, in the order of the standings. before: the line that
    had told so until then, 0 for none.
    """

    stacks: tuple[tuple[int, int], ...]
    least: Chips
    most: Chips
    before: int = 0


@logged(SETUP)
class StacksFromPoints(OwnStacks):
    says = gettext_noop(
        "Starting stacks from the points of the season “%(name)s”, from %(least)s to %(most)s chips."
    )


@logged(SETUP)
class StacksFromPointsUndone(OwnStacks):
    says = gettext_noop("The starting stacks from the points of the season “%(name)s” do not hold.")
