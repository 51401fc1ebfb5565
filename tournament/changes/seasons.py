"""Seasons of leagues: which events count in them, by which rules, and what was said of a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.changes.change import Change, logged
from tournament.changes.figures import Points
from tournament.changes.kinds import SETUP
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
class SeasonRulesChanged(OfSeason):
    """before, after: as `SeasonRules.to_dict` has them."""

    says = gettext_noop("Changed the rules of the season “%(name)s”.")

    before: Mapping[str, Any]
    after: Mapping[str, Any]


@logged(SETUP)
class SeasonFrozen(OfSeason):
    says = gettext_noop("The standings of the season “%(name)s” are final.")


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
class GuestUnnamed(SaidOfPlayer):
    says = gettext_noop("%(who)s is not a guest of the season “%(name)s”.")
