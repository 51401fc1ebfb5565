"""Every game played here, by code: hold'em, Omaha, stud, draw, lowball, badugi, Italian poker.

NT, PT, FT, NS, PO, FO/8, F7S, F7S/8, FR, N2L1D, F2L3D and FB are the codes of PHH. Ours follow
their pattern: the betting (N no, P pot, F fixed, S spread limit), the game, then

    /8      hi-lo, eight or better        /HL  hi-lo without a qualifier (stud)
    2 5 6   the scale of lowball: 2-7, A-5, A-6; L1D and L3D: one draw, three draws
    C       Courchevel: five-card Omaha whose first board card lies there before anybody acts
    B2 B5   badeucey and badacey: half for the 2-7 or A-5 low, half for the badugi
    5D      five-card draw: with blinds; A with antes, J jacks or better, P progressive openers
    b w     with a joker, as a bug or wild
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from tables.engine.cards.rankings import (
    ACE_TO_FIVE,
    ACE_TO_FIVE_BUG,
    ACE_TO_SIX,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    SHORT_DECK,
    STANDARD_BUG,
    STANDARD_HIGH,
    STANDARD_WILD,
    Ranking,
    italian,
)
from tables.engine.games.game import (
    BetSize,
    Betting,
    Contest,
    DoorCardRule,
    Family,
    FirstToAct,
    Game,
    Joker,
    Street,
)

_BETTING: Final[Mapping[str, tuple[Betting, str]]] = MappingProxyType(
    {
        "N": ("no_limit", "No-limit"),
        "P": ("pot_limit", "Pot-limit"),
        "F": ("fixed_limit", "Fixed-limit"),
        "S": ("spread_limit", "Spread-limit"),
    }
)
_EIGHT_OR_BETTER: Final = "8c7d6h5s4c"


def _named(letter: str, name: str) -> tuple[Betting, str]:
    """The betting structure of a letter, and the game's name with it in front."""
    betting, word = _BETTING[letter]
    return betting, f"{word} {name}"


# --- Games with a board


def _board_streets(hole_cards: int, *, first_board: int = 0) -> tuple[Street, ...]:
    return (
        Street(name="preflop", down=hole_cards, board_cards=first_board, first_to_act="after_blinds"),
        Street(name="flop", board_cards=3 - first_board),
        Street(name="turn", board_cards=1, bet="big"),
        Street(name="river", board_cards=1, bet="big"),
    )


def _board_games() -> Iterator[Game]:
    """S-060 to S-062; the low of Omaha hi-lo is of two hole cards and three of the board as well. Courchevel."""
    high = Contest(ranking=STANDARD_HIGH, selection="two_from_hole")
    low = Contest(ranking=ACE_TO_FIVE, selection="two_from_hole", qualifier=_EIGHT_OR_BETTER)
    kinds: tuple[tuple[str, str, str, Family, int, tuple[Contest, ...]], ...] = (
        ("NPF", "{}T", "hold'em", "holdem", 2, (Contest(ranking=STANDARD_HIGH),)),
        ("NPF", "{}O", "Omaha", "omaha", 4, (high,)),
        ("NPF", "{}O/8", "Omaha hi-lo (8 or better)", "omaha", 4, (high, low)),
        ("P", "{}O5", "five-card Omaha", "omaha", 5, (high,)),
        ("P", "{}O6", "six-card Omaha", "omaha", 6, (high,)),
        ("PF", "{}O5/8", "five-card Omaha hi-lo (8 or better)", "omaha", 5, (high, low)),
        ("P", "{}O6/8", "six-card Omaha hi-lo (8 or better)", "omaha", 6, (high, low)),
        ("P", "{}C", "Courchevel", "omaha", 5, (high,)),
        ("P", "{}C/8", "Courchevel hi-lo (8 or better)", "omaha", 5, (high, low)),
    )
    for letters, code, name, family, hole_cards, contests in kinds:
        for letter in letters:
            betting, full_name = _named(letter, name)
            yield Game(
                code=code.format(letter),
                name=full_name,
                family=family,
                streets=_board_streets(hole_cards, first_board=int("C" in code)),
                betting=betting,
                contests=contests,
            )
    yield Game(
        code="NS",
        name="No-limit short-deck hold'em",
        family="holdem",
        streets=_board_streets(2),
        betting="no_limit",
        contests=(Contest(ranking=SHORT_DECK),),
        ranks=SHORT_DECK.ranks,
    )


# --- Stud


def _stud_streets(*names: str, down: int, last_down: bool) -> tuple[Street, ...]:
    """Two bets: the small one on the first two streets, the big one afterwards."""
    streets = [Street(name=names[0], down=down, up=1, first_to_act="door_card")]
    for at, name in enumerate(names[1:], start=1):
        bet: BetSize = "big" if at > 1 else "small"
        is_last = last_down and name == names[-1]
        streets.append(Street(name=name, down=is_last, up=not is_last, first_to_act="best_board", bet=bet))
    return tuple(streets)


def _stud_games() -> Iterator[Game]:
    """S-068 to S-071; the bring-in by the WSOP rules of stud."""
    high, low = Contest(ranking=STANDARD_HIGH), Contest(ranking=ACE_TO_FIVE)
    eight = Contest(ranking=ACE_TO_FIVE, qualifier=_EIGHT_OR_BETTER)
    lowest, highest = DoorCardRule(low=True, ace_high=True), DoorCardRule(low=False, ace_high=False)
    seven = _stud_streets(
        "third street",
        "fourth street",
        "fifth street",
        "sixth street",
        "seventh street",
        down=2,
        last_down=True,
    )
    five = _stud_streets(
        "second street", "third street", "fourth street", "fifth street", down=1, last_down=False
    )
    kinds: tuple[tuple[str, str, str, tuple[Street, ...], tuple[Contest, ...], DoorCardRule, bool], ...] = (
        ("FPS", "{}7S", "seven-card stud", seven, (high,), lowest, False),
        ("FP", "{}7S/8", "seven-card stud hi-lo (8 or better)", seven, (high, eight), lowest, False),
        ("FP", "{}7S/HL", "seven-card stud hi-lo", seven, (high, low), highest, True),
        ("FP", "{}R", "razz", seven, (low,), highest, True),
        ("FPNS", "{}5S", "five-card stud", five, (high,), DoorCardRule(low=False, ace_high=True), False),
    )
    for letters, code, name, streets, contests, door_card_rule, low_board in kinds:
        for letter in letters:
            betting, full_name = _named(letter, name)
            yield Game(
                code=code.format(letter),
                name=full_name,
                family="stud",
                streets=streets,
                betting=betting,
                contests=contests,
                door_card_rule=door_card_rule,
                low_board=low_board,
                odd_chip="suit",
            )


# --- Draw and lowball


def _draw_streets(cards: int, draws: int, *, first: FirstToAct = "after_blinds") -> tuple[Street, ...]:
    """The deal and so many draws. With antes nobody need open, and then the pot carries over (S-063)."""
    antes = first == "after_button"
    after_draw: FirstToAct = "opener" if antes else "after_button"
    streets = [Street(name="deal", down=cards, first_to_act=first, unbet="carries" if antes else "goes_on")]
    for number in range(1, draws + 1):
        name = "draw" if draws == 1 else ("first draw", "second draw", "third draw")[number - 1]
        # One draw: small bet, big bet. Three: two small, two big.
        bet: BetSize = "big" if 2 * number > draws else "small"
        streets.append(Street(name=name, draw=True, first_to_act=after_draw, bet=bet))
    return tuple(streets)


_JOKERS: Final[tuple[tuple[Joker, Ranking, str], ...]] = (
    ("", STANDARD_HIGH, ""),
    ("bug", STANDARD_BUG, " with a bug"),
    ("wild", STANDARD_WILD, " with a wild joker"),
)


def _draw_games() -> Iterator[Game]:
    """Five-card draw (S-063 to S-066): with blinds, with antes, with openers, each with any joker."""
    kinds: tuple[tuple[str, str, FirstToAct, str], ...] = (
        ("{}5D", "five-card draw", "after_blinds", ""),
        ("{}5DA", "five-card draw with antes", "after_button", ""),
        ("{}5DJ", "five-card draw, jacks or better", "after_button", "J"),
        ("{}5DP", "five-card draw, progressive openers", "after_button", "JQK"),
    )
    for letter in "FPN":
        for code, name, first, openers in kinds:
            for joker, ranking, words in _JOKERS if first == "after_button" else _JOKERS[:1]:
                betting, full_name = _named(letter, name + words)
                yield Game(
                    code=code.format(letter) + joker[:1],
                    name=full_name,
                    family="draw",
                    streets=_draw_streets(5, 1, first=first),
                    betting=betting,
                    contests=(Contest(ranking=ranking),),
                    joker=joker,
                    openers=openers,
                )


def _lowball_games() -> Iterator[Game]:
    """S-067: three scales of lowball with one draw or three, A-5 also with a bug; badugi; badeucey and badacey."""
    scales: tuple[tuple[str, Ranking, str], ...] = (
        ("2", DEUCE_TO_SEVEN, "deuce-to-seven"),
        ("5", ACE_TO_FIVE, "ace-to-five"),
        ("6", ACE_TO_SIX, "ace-to-six"),
    )
    kinds: list[tuple[str, Ranking, str, int, int, Joker]] = [
        (f"{digit}L{draws}D", ranking, f"{scale} {times} draw", 5, draws, "")
        for digit, ranking, scale in scales
        for draws, times in ((1, "single"), (3, "triple"))
    ]
    kinds.append(("5L1Db", ACE_TO_FIVE_BUG, "ace-to-five single draw with a bug", 5, 1, "bug"))
    kinds.append(("B", BADUGI, "badugi", 4, 3, ""))
    for letter in "FPN":
        for code, ranking, name, cards, draws, joker in kinds:
            betting, full_name = _named(letter, name)
            yield Game(
                code=letter + code,
                name=full_name,
                family="draw",
                streets=_draw_streets(cards, draws),
                betting=betting,
                contests=(Contest(ranking=ranking, selection="distinct" if ranking is BADUGI else "any"),),
                joker=joker,
            )
        yield from _split_badugi(letter)


def _split_badugi(letter: str) -> Iterator[Game]:
    """WSOP IX 3. The five-card low stands where a high would: an odd chip between the halves is its (BARGE)."""
    for code, five, four in (("B2", DEUCE_TO_SEVEN, BADUGI_ACE_HIGH), ("B5", ACE_TO_FIVE, BADUGI)):
        betting, full_name = _named(letter, "badeucey" if code == "B2" else "badacey")
        yield Game(
            code=letter + code,
            name=full_name,
            family="draw",
            streets=_draw_streets(5, 3),
            betting=betting,
            contests=(Contest(ranking=five), Contest(ranking=four, selection="distinct")),
        )


def _by_code(*families: Iterable[Game]) -> Mapping[str, Game]:
    return MappingProxyType({game.code: game for family in families for game in family})


def _other_games() -> Iterator[Game]:
    """Italian poker (S-080 to S-096); a game that is recorded by its result (S-014)."""
    yield Game(
        code="IT",
        name="Italian poker",
        family="italian",
        streets=(
            Street(name="deal", down=5, unbet="carries"),
            Street(name="draw", draw=True, first_to_act="opener", bet="big", unbet="carries_equalised"),
        ),
        betting="cip",
        contests=(Contest(ranking=italian("2", flush_over_full=True)),),
        rule_of_eleven=True,
        openers="JQK",
    )
    yield Game(code="XR", name="Recorded by result", family="result", streets=(), betting="none", contests=())


GAMES: Final = _by_code(_board_games(), _stud_games(), _draw_games(), _lowball_games(), _other_games())
