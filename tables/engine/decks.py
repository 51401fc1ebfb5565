"""Which cards a hand is played with, and what they are played for.

In nearly every game both are written in its data. In Italian poker the deck is stripped by the rule
of eleven: the lowest rank is eleven less the number of players (S-080), and the ranking is that of
this deck.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tables.engine.cards import DECK, JOKER, RANKS, Card, deck_of
from tables.engine.catalogue import GAMES
from tables.engine.games import Contest
from tables.engine.rankings import italian
from tables.engine.setup import Setup


class Played(NamedTuple):
    """left_out: the cards there are, a joker among them, that this deck does not have."""

    left_out: frozenset[Card]
    contests: tuple[Contest, ...]


def lowest_rank(players: int) -> str:
    """The lowest card of an Italian deck: "7" for four players. Two to nine can play."""
    return RANKS[9 - players]


def played(setup: Setup) -> Played:
    """Deck and contests of a hand."""
    return _played(
        setup.game,
        setup.deck_lowest or lowest_rank(len(setup.seats)) if GAMES[setup.game].rule_of_eleven else "",
        setup.rules.italian_flush_vs_full == "flush",
    )


@cache
def _played(code: str, lowest: str, flush_over_full: bool) -> Played:
    game = GAMES[code]
    if not lowest:
        return Played(_all_but(game.ranks, joker=bool(game.joker)), game.contests)
    ranking = italian(lowest, flush_over_full=flush_over_full)
    return Played(_all_but(ranking.ranks, joker=False), (Contest(ranking=ranking),))


def _all_but(ranks: str, *, joker: bool) -> frozenset[Card]:
    return frozenset((*DECK, JOKER)).difference(deck_of(ranks, joker))
