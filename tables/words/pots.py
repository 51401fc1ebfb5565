"""Who gets a pot, in one sentence: the same words in the tablet's feed and in the record of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from django.utils.translation import gettext, ngettext

from tables.engine.games.game import Game
from tables.engine.play.operations import Half

HalfCalled = Literal["", "high", "low", "five", "badugi"]
"""A half as people say it: of badeucey and badacey neither is a high."""


def half_called(half: Half, game: Game) -> HalfCalled:
    if half and game.is_split_low:
        return "badugi" if half == "low" else "five"
    return half


def pot_goes_to(winners: Sequence[str], *, pot: int, pots: int, half: HalfCalled) -> str:
    """ "Anna wins the pot", "S2 and S4 split side pot 1", "S2, S4 and S5 split the low of the main pot".

    pot: the index of the pot, of `pots` in all; winners: one or more, in the order to be said.
    """
    count, figures = len(winners), {"names": listed(winners), "number": pot}
    if half == "high":
        won = ngettext("%(names)s wins the high", "%(names)s split the high", count)
    elif half == "low":
        won = ngettext("%(names)s wins the low", "%(names)s split the low", count)
    elif half == "five":
        won = ngettext("%(names)s wins the five-card low", "%(names)s split the five-card low", count)
    elif half == "badugi":
        won = ngettext("%(names)s wins the badugi", "%(names)s split the badugi", count)
    elif pot:
        won = ngettext("%(names)s wins side pot %(number)s", "%(names)s split side pot %(number)s", count)
    elif pots > 1:
        won = ngettext("%(names)s wins the main pot", "%(names)s split the main pot", count)
    else:
        won = ngettext("%(names)s wins the pot", "%(names)s split the pot", count)
    return f"{won}{_of_pot(pot, pots) if half else ''}" % figures


def _of_pot(pot: int, pots: int) -> str:
    if pots == 1:
        return ""
    return gettext(" of side pot %(number)s") if pot else gettext(" of the main pot")


def listed(names: Sequence[str]) -> str:
    """ "Anna", "Anna and Bruno", "Anna, Bruno and Carla"."""
    if len(names) == 1:
        return names[0]
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
