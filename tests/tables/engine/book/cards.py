"""What cards are worth: every five of them looked at, larger tuples win. Cards are texts ("Ah")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

Value = tuple[int, ...]

ACE_HIGH: Final = "23456789TJQKA"
ACE_LOW: Final = "A23456789TJQK"
SHORT: Final = "6789TJQKA"
SUITS: Final = "cdhs"

_SHAPES: Final = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}
STRAIGHT, FLUSH, FULL, STRAIGHT_FLUSH = 4, 5, 6, 8


@lru_cache(maxsize=100_000)
def five(cards: tuple[str, ...], ranks: str, *, straights: bool = True, wheel: bool = True) -> Value:
    """Five cards as category and ranks, the greatest group first."""
    counts = Counter([ranks.index(card[0]) for card in cards])
    groups = sorted([(count, rank) for rank, count in counts.items()], reverse=True)
    heights = tuple(rank for _, rank in groups)
    category = _SHAPES[tuple(count for count, _ in groups)]
    if not straights:
        return (category, *heights)
    flush = len({card[1] for card in cards}) == 1
    straight = len(heights) == 5 and heights[0] - heights[4] == 4
    if wheel and heights == (len(ranks) - 1, 3, 2, 1, 0):
        straight, heights = True, (3, 2, 1, 0, -1)
    if flush and straight:
        return (STRAIGHT_FLUSH, *heights)
    if flush or straight:
        category = FLUSH if flush else STRAIGHT
    if ranks == SHORT and category in (FLUSH, FULL):  # with 36 cards a flush is rarer
        category = FULL + FLUSH - category
    return (category, *heights)


def value(contest: str, cards: Sequence[str]) -> Value:
    """Five cards (badugi: up to four) in one contest; a low is worth the more the lower it is."""
    hand = tuple(sorted(cards))
    if contest == "high":
        return five(hand, ACE_HIGH)
    if contest == "short":
        return five(hand, SHORT)
    if contest in ("a5", "eight"):
        low = five(hand, ACE_LOW, straights=False)
    elif contest == "27":
        low = five(hand, ACE_HIGH, wheel=False)
    elif contest == "a6":
        low = five(hand, ACE_LOW, wheel=False)
    else:
        order = ACE_HIGH if contest == "badugi high" else ACE_LOW
        ranks = sorted([order.index(card[0]) for card in hand], reverse=True)
        return (len(ranks), *[-rank for rank in ranks])
    return tuple(-each for each in low)


def contests(form: str) -> tuple[str, ...]:
    """The contests of a game, the high one first."""
    if form == "S":
        return ("short",)
    if form in ("R", "5L1D", "5L3D"):
        return ("a5",)
    if form[:2] in ("2L", "6L"):
        return ("27" if form[0] == "2" else "a6",)
    if form == "B":
        return ("badugi",)
    if form in ("B2", "B5"):  # the ace is high in both halves of badeucey
        return ("27", "badugi high") if form == "B2" else ("a5", "badugi")
    return ("high", "eight" if form.endswith("/8") else "a5") if "/" in form else ("high",)


def choices(form: str, contest: str, hole: Sequence[str], board: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The cards that may be played together."""
    if contest.startswith("badugi"):
        for size in (4, 3, 2, 1):
            for some in combinations(hole, size):
                if len({card[0] for card in some}) == len({card[1] for card in some}) == size:
                    yield some
    elif form[0] in "OC":
        for two in combinations(hole, 2):
            for three in combinations(board, 3):
                yield two + three
    else:
        yield from combinations((*hole, *board), 5)


def best(form: str, contest: str, hole: Sequence[str], board: Sequence[str]) -> Value | None:
    """The best hand, None for a low that does not qualify: five different ranks of eight or lower."""
    found = max(value(contest, each) for each in choices(form, contest, hole, board))
    if contest == "eight" and (found[0] or -found[1] > ACE_LOW.index("8")):
        return None
    return found


def by_suit(form: str, contest: str, hole: Sequence[str], board: Sequence[str]) -> list[tuple[int, int]]:
    """TDA 20-B: the highest card of the five that win, by rank, then by suit; of equal fives the higher."""
    ranks = ACE_HIGH if contest == "high" else ACE_LOW
    made = best(form, contest, hole, board)
    return max(
        sorted([(ranks.index(card[0]), SUITS.index(card[1])) for card in some], reverse=True)
        for some in choices(form, contest, hole, board)
        if value(contest, some) == made
    )
