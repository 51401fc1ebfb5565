"""How many players can be dealt into a game: the one rule that all who seat players or deal to them ask.

A game ends where its cards do: those of the players, the board and a burn before each of its deals come out of one
deck. For draw the cards set no limit, since discards come back; there the books name a number, and they differ
(`EventRules`). No table has more than ten seats (WSOP IX, hold'em: 2 to 10 players).

A game is read from its code: the letter of the betting, then what is dealt. `tables.engine` deals all of them, and a
test deals every game, full, to its last card.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tournament.rules.profiles import EventRules
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure

MOST_AT_A_TABLE: Final = 10

# Behind the letter of the betting. Where the cards decide, the arithmetic stands beside it: a hand each, then the
# board, then the burns, out of 52.
_BY_CARDS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "S": 9,  # short deck: WSOP IX 2 (14 would have cards)
        "O5": 8,  # 40 + 5 + 3 = 48; nine would need 53. WSOP IX, Big O: eight
        "O5/8": 8,
        "C": 8,  # Courchevel: the flop's first card lies there from the start, and is one of the five
        "C/8": 8,
        "O6": 7,  # 42 + 5 + 3 = 50
        "O6/8": 7,
        "7S": 8,  # six each and three burns, 51: the last card may be one for all (TDA RP-10H). WSOP IX: eight
        "7S/8": 8,
        "7S/HL": 8,
        "R": 8,
        "5S": 9,  # 45 and three burns, 48
        "B": 8,  # WSOP IX, Live 302
    }
)
_HYBRIDS: Final = frozenset({"B2", "B5"})  # badeucey and badacey: three draws to five cards
_WHOLE: Final[Mapping[str, int]] = MappingProxyType(
    {
        "IT": 9,  # eleven less nine makes the two the lowest card (S-080)
        "XR": MOST_AT_A_TABLE,  # of a game that is recorded by its result nobody knows the cards
    }
)


def most_players(game: str, rules: EventRules) -> int:
    """How many can be dealt in at most; as many as a table has seats where neither cards nor a book say fewer."""
    if game in _WHOLE:
        return _WHOLE[game]
    dealt = game[1:].rstrip("bw")  # a joker changes nothing
    if dealt in _BY_CARDS:
        return _BY_CARDS[dealt]
    if dealt.endswith("L3D") or dealt in _HYBRIDS:
        return rules.triple_draw_players
    if dealt.endswith("L1D") or dealt.startswith("5D"):
        return rules.single_draw_players
    return MOST_AT_A_TABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class TightestGame:
    """Of several games the one that takes the fewest players, `most`; `level` is the first level that plays it."""

    game: str
    level: int
    most: int


def tightest_game(structure: Structure, rules: EventRules, *, since: int = 0) -> TightestGame:
    """The game with the fewest players of those that are still to come, from the period of this index on; once no level
    follows, of the last one.
    """
    levels = [(index, period) for index, period in enumerate(structure.periods) if isinstance(period, Level)]
    numbered = [(number, level) for number, (index, level) in enumerate(levels, start=1) if index >= since]
    sizes = [
        TightestGame(game=each.game, level=number, most=most_players(each.game, rules))
        for number, level in numbered or [(len(levels), levels[-1][1])]
        for each in level.all_games
    ]
    return min(sizes, key=lambda size: size.most)
