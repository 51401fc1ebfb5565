"""Stacks and decks with which rules decide: short all-ins, half bets, odd chips, hands that tie."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tables.engine import GAMES, UNKNOWN, Card, Setup, Stakes
from tables.engine.cards.cards import deck_of, rank_of, suit_of
from tests.tables.engine.book.games import described

WHEEL = (14, 2, 3, 4, 5, 6)
BROADWAY = (10, 11, 12, 13, 14)


def random_stack(stakes: Stakes, rng: random.Random, *, deep: bool = False) -> int:
    """Less than two bets; whole and half bets, an ante or a chip beside them; or deep."""
    bet = stakes.least_bet
    if deep:
        return rng.choice([40 * bet, 100 * bet + 7])
    by_halves = stakes.ante * rng.randint(0, 1) + bet * rng.randint(1, 20) // 2 + rng.choice([-1, 0, 0, 1])
    return max(1, rng.choice([rng.randint(1, 2 * bet), by_halves, by_halves, 40 * bet, 100 * bet + 7]))


def random_deck(cards: Sequence[Card], rng: random.Random, *, players: int, first_cards: int) -> list[Card]:
    """The deck, shuffled. In two hands of three the cards on top are of a few ranks, of the wheel, of a
    suit or two, or everybody's of the same ranks: so hands tie, and lows and flushes are made.
    """
    deck = rng.sample(cards, len(cards))
    kind = rng.random()
    if kind < 0.2:
        first = rng.randint(2, 10)
        on_top = range(first, first + rng.randint(3, 6))
        deck.sort(key=lambda card: rank_of(card) not in on_top)
    elif kind < 0.35:
        deck.sort(key=lambda card: rank_of(card) not in WHEEL)
    elif kind < 0.5:
        suits = rng.sample(range(4), rng.choice([1, 2]))
        deck.sort(key=lambda card: suit_of(card) not in suits)
    elif kind < 0.7 and players < 5:
        deck = _mirrored(deck, players, first_cards)
    return deck


def _mirrored(deck: Sequence[Card], players: int, first_cards: int) -> list[Card]:
    """Everybody's first cards of the same ranks, and then one rank after the other."""
    ranks = list(dict.fromkeys([rank_of(card) for card in deck]))
    of_rank = {rank: [card for card in deck if rank_of(card) == rank] for rank in ranks}
    hands = [of_rank[rank].pop() for _ in range(players) for rank in ranks[:first_cards]]
    rest = [card for rank in ranks[first_cards:] for card in of_rank[rank]]
    return hands + rest + [card for rank in ranks[:first_cards] for card in of_rank[rank]]


def board_that_plays(deck: list[Card], rng: random.Random) -> list[Card]:
    """Takes a straight to the ace out of the deck: on the board it is what most hands play."""
    board = [next(card for card in deck if rank_of(card) == rank) for rank in BROADWAY]
    deck[:] = [card for card in deck if card not in board]
    return rng.sample(board, len(board))


class RoomDeck:
    """A random deck; in one hand of four with a board the board will play."""

    def __init__(self, setup: Setup, rng: random.Random) -> None:
        book = described(setup.game)
        whole = deck_of(GAMES[setup.game].ranks, joker=False)
        self.cards = random_deck(whole, rng, players=len(setup.seats), first_cards=book.first_cards)
        plays = bool(book.boards) and rng.random() < 0.25
        self.for_board = board_that_plays(self.cards, rng) if plays else []

    def take(self, count: int) -> tuple[Card, ...]:
        """The next cards; unknown ones where the deck has no more."""
        cards, self.cards = self.cards[:count], self.cards[count:]
        return (*cards, *[UNKNOWN] * (count - len(cards)))

    def board(self, count: int) -> tuple[Card, ...]:
        if len(self.for_board) < count:
            return self.take(count)
        cards, self.for_board = tuple(self.for_board[:count]), self.for_board[count:]
        return cards
