"""Stud by the book: whose up-cards open, whose act first later (STD-01 to 03, TDA RP-10D)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tests.tables.engine.book.cards import ACE_HIGH, ACE_LOW, SUITS
from tests.tables.engine.book.games import BookGame

if TYPE_CHECKING:
    from tests.tables.engine.book.hand import BookHand


def door_seat(doors: Mapping[int, str], *, low: bool, ace_high: bool) -> int:
    """The lowest or the highest up-card; equal ranks by suit, clubs the lowest."""
    ranks = ACE_HIGH if ace_high else ACE_LOW
    in_order = sorted(doors, key=lambda seat: (ranks.index(doors[seat][0]), SUITS.index(doors[seat][1])))
    return in_order[0] if low else in_order[-1]


def best_board(game: BookGame, ties: object, ups: Mapping[int, Sequence[str]], order: Sequence[int]) -> int:
    """The best up-cards by pairs and ranks (the lowest in razz); ties by suit or by position."""
    ranks = ACE_LOW if game.low_board else ACE_HIGH

    def worth(seat: int) -> list[tuple[int, int]]:
        heights = sorted(ranks.index(card[0]) for card in ups[seat])
        groups = sorted([(len(list(same)), height) for height, same in groupby(heights)], reverse=True)
        # Two pair lie above one pair, three of a kind above both: first how many of each, then which.
        return [(count, -1) for count, _ in groups] + groups

    worths = {seat: worth(seat) for seat in ups}
    wanted = min(worths.values()) if game.low_board else max(worths.values())
    tied = [seat for seat in order if worths.get(seat) == wanted]
    split_or_low = game.low_board or game.halves == 2
    if ties == "position" or (ties == "wsop" and split_or_low):
        return tied[0]
    top = {seat: max((ranks.index(card[0]), SUITS.index(card[1])) for card in ups[seat]) for seat in tied}
    return max(tied, key=lambda seat: top[seat])


def shares_last_card(hand: BookHand) -> bool:
    """TDA RP-10H: a card each, the burn, and the last of the deck, which is never dealt; the earlier burns, one
    a street, are shuffled in if that is enough.
    """
    dealt = sum(len(cards) for cards in hand.hole.values())
    return 52 - dealt < len(hand.live) + 2
