"""Which cards a hand is played with, and what they are played for.

In nearly every game both are written in its data. In Italian poker the deck is stripped by the rule
of eleven: the lowest rank is eleven less the number of players (S-080), and the ranking is that of
this deck.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from tables.engine.cards.cards import DECK, JOKER, UNKNOWN, Card, deck_of
from tables.engine.cards.rankings import italian
from tables.engine.cards.ranks import RANKS
from tables.engine.games.game import Contest, Game

LEAST_STUB: Final = 7
"""What nine players leave of 52 cards, the fewest by the rule of eleven."""


class InPlay(NamedTuple):
    """What a hand is played with.

    left_out: the cards there are, a joker among them, that its deck does not have. unknown_hand: a
    player's first cards, none of them known.
    """

    game: Game
    left_out: frozenset[Card]
    contests: tuple[Contest, ...]
    unknown_hand: tuple[Card, ...]


def lowest_rank(players: int) -> str:
    """The lowest card of an Italian deck: "7" for four players. Two to nine can play."""
    return RANKS[9 - players]


def agreed_lowest(game: Game, agreed: str, *, players: int) -> str:
    """The lowest rank of the deck that the house plays Italian poker with; "" by the rule of eleven.

    Also where the agreed deck is too small for the players: fewer cards would be left to draw than the rule of eleven
    ever leaves.
    """
    if agreed == "eleven" or not game.rule_of_eleven:
        return ""
    left = 4 * len(RANKS[RANKS.index(agreed) :]) - game.hole_cards * players
    return agreed if left >= LEAST_STUB else ""


@cache
def in_play(game: Game, *, players: int, deck_lowest: str, flush_over_full: bool) -> InPlay:
    """Game, deck and contests of a hand. deck_lowest: "" for the rule of eleven."""
    first = game.streets[0] if game.streets else None
    unknown_hand = (UNKNOWN,) * (first.down + first.up if first else 0)
    if not game.rule_of_eleven:
        return InPlay(game, _all_but(game.ranks, joker=bool(game.joker)), game.contests, unknown_hand)
    ranking = italian(deck_lowest or lowest_rank(players), flush_over_full=flush_over_full)
    return InPlay(game, _all_but(ranking.ranks, joker=False), (Contest(ranking=ranking),), unknown_hand)


def _all_but(ranks: str, *, joker: bool) -> frozenset[Card]:
    return frozenset((*DECK, JOKER)).difference(deck_of(ranks, joker))
