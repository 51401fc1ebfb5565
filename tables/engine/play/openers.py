"""Openers: the pair that must open a pot, its proof, and the pot carried over to the next hand.

Five-card draw with antes: everybody may pass, and then the pot carries over to the next deal (S-063).
Where openers are required (jacks or better, S-064) the opener must be able to prove them to win; an
opener that was discarded is kept aside (DRW-01). In a progressive game the required pair goes up
after each deal that nobody opened and stays at the last until a pot is won (S-091).

Opening with less is not refused, because it has happened at the table: it is the proof that fails.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from tables.engine.cards.cards import JOKER, UNKNOWN, Card, rank_of
from tables.engine.cards.evaluation import place_of, strength, threshold
from tables.engine.cards.ranks import RANKS
from tables.engine.games.setup import CarriedPot
from tables.engine.play.progress import CardPlay, Progress

HAND: Final = 5


def required(p: Progress) -> str:
    """The rank of the lowest pair that opens this hand, "" where any hand may."""
    return p.setup.carried_pot.openers or p.game.openers[:1]


def could_open(p: Progress, cards: Sequence[Card]) -> bool:
    """Whether these of a hand's cards, all known, are openers: the pair that is required, or better."""
    rank = required(p)
    contest = p.setup.in_play.contests[0]
    if len(cards) == HAND:
        ranking = contest.ranking
        low = [each for each in ranking.ranks if each != rank][:3]
        pair = f"{rank}c{rank}d{low[0]}h{low[1]}s{low[2]}c"
        made = strength(ranking, contest.selection, tuple(cards), ())
        # Suits break ties between hands (S-082); they do not make openers.
        return place_of(ranking, made) >= place_of(ranking, threshold(ranking, pair))
    return _pairs_open(_ranks_with_joker(p, cards), 2 + RANKS.index(rank))


def _pairs_open(ranks: list[int], lowest: int) -> bool:
    """Whether some cards of a hand are openers whatever the others are."""
    pairs = [rank for rank in set(ranks) if ranks.count(rank) > 1]
    return len(pairs) > 1 or any(rank >= lowest or ranks.count(rank) > 2 for rank in pairs)


def _ranks_with_joker(p: Progress, cards: Sequence[Card]) -> list[int]:
    """The joker as the card that makes most of these: a bug is an ace."""
    ranks = [rank_of(card) for card in cards if card != JOKER]
    if JOKER in cards:
        ranks.append(
            14
            if p.game.joker == "bug"
            else max(ranks, key=lambda rank: (ranks.count(rank), rank), default=14)
        )
    return ranks


def original_hand(p: Progress, seat: int) -> list[Card]:
    """The cards a seat was dealt, as far as they are known: those it kept, then those thrown away."""
    cards = _cards(p)
    thrown = sum([drawn.count for drawn in cards.drawn if drawn.seat == seat])
    held = p.hole[seat]
    aside = list(cards.kept_aside.get(seat, ()))
    return [*held[: len(held) - thrown], *aside, *[UNKNOWN] * (thrown - len(aside))]


def proof_due(p: Progress, paid: Collection[int]) -> int | None:
    """The opener, if the openers are still to be proved before that seat takes chips."""
    cards = p.cards
    if cards is None or cards.opener is None or cards.opener not in paid or cards.proven:
        return None
    if not p.setup.rules.prove_openers or not required(p):
        return None
    known = [card for card in original_hand(p, cards.opener) if card]
    return None if could_open(p, known) else cards.opener


def carried_pot(p: Progress) -> CarriedPot:
    """What a complete hand leaves to the next: nothing, unless its pot was not won; a void hand what
    it found.
    """
    if p.outcome == "void":
        return p.setup.carried_pot
    if p.outcome != "carried":
        return CarriedPot()
    letters = p.game.openers
    before = required(p)
    if p.street or not letters:  # opened, then checked by all: the requirement stays (no source)
        return CarriedPot(chips=p.pot, openers=before, parola=p.street > 0)
    following = letters[min(letters.index(before) + 1, len(letters) - 1)]
    return CarriedPot(chips=p.pot, openers=following)


def _cards(p: Progress) -> CardPlay:
    assert p.cards is not None  # noqa: S101  # openers are asked of games with card play only
    return p.cards
