"""Our games in PokerKit 0.7.7: its own class where it has one, else its parts put together.

Left out are what PokerKit has no part for: jokers, openers, spread limit, the A-6 scale, Italian poker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final

import pokerkit

from tables.engine import GAMES, Card, Game, Setup
from tables.engine.cards.cards import rank_of
from tables.engine.cards.rankings import ACE_TO_FIVE, BADUGI, DEUCE_TO_SEVEN, SHORT_DECK, STANDARD_HIGH
from tables.engine.games.game import Contest
from tables.engine.games.game import Street as OurStreet

# Without its fixed-limit Omaha hi-lo, which it plays by the pot. Its cap is a bet and three raises.
OWN: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "FT": pokerkit.FixedLimitTexasHoldem,
        "NT": pokerkit.NoLimitTexasHoldem,
        "NS": pokerkit.NoLimitShortDeckHoldem,
        "PO": pokerkit.PotLimitOmahaHoldem,
        "F7S": pokerkit.FixedLimitSevenCardStud,
        "F7S/8": pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
        "FR": pokerkit.FixedLimitRazz,
        "N2L1D": pokerkit.NoLimitDeuceToSevenLowballSingleDraw,
        "F2L3D": pokerkit.FixedLimitDeuceToSevenLowballTripleDraw,
        "FB": pokerkit.FixedLimitBadugi,
    }
)
OWN_CAP: Final = 3

_BUILT: Final = (
    *("PT", "NO", "FO", "PO/8", "NO/8", "FO/8", "PO5", "PO6", "PO5/8", "FO5/8", "PO6/8"),
    *("P7S", "P7S/8", "F7S/HL", "P7S/HL", "PR", "F5S", "P5S", "N5S"),
    *("F5D", "P5D", "N5D", "F5DA", "P5DA", "N5DA"),
    *("F2L1D", "P2L1D", "P2L3D", "N2L3D", "PB", "NB"),
    *("F5L1D", "P5L1D", "N5L1D", "F5L3D", "P5L3D", "N5L3D"),
)
CODES: Final = (*OWN, *_BUILT)

_BETTING: Final = MappingProxyType(
    {
        "no_limit": pokerkit.BettingStructure.NO_LIMIT,
        "pot_limit": pokerkit.BettingStructure.POT_LIMIT,
        "fixed_limit": pokerkit.BettingStructure.FIXED_LIMIT,
    }
)
_EIGHT_OR_BETTER: Final = "8c7d6h5s4c"
_HANDS: Final[Mapping[Contest, Any]] = MappingProxyType(
    {
        Contest(ranking=STANDARD_HIGH): pokerkit.StandardHighHand,
        Contest(ranking=SHORT_DECK): pokerkit.ShortDeckHoldemHand,
        Contest(ranking=ACE_TO_FIVE): pokerkit.RegularLowHand,
        Contest(ranking=ACE_TO_FIVE, qualifier=_EIGHT_OR_BETTER): pokerkit.EightOrBetterLowHand,
        Contest(ranking=DEUCE_TO_SEVEN): pokerkit.StandardLowHand,
        Contest(ranking=BADUGI, selection="distinct"): pokerkit.BadugiHand,
        Contest(ranking=STANDARD_HIGH, selection="two_from_hole"): pokerkit.OmahaHoldemHand,
        Contest(
            ranking=ACE_TO_FIVE, selection="two_from_hole", qualifier=_EIGHT_OR_BETTER
        ): pokerkit.OmahaEightOrBetterLowHand,
    }
)
# Cards are told one by one; everything else PokerKit does by itself.
_TOLD: Final = (
    pokerkit.Automation.CARD_BURNING,
    pokerkit.Automation.HOLE_DEALING,
    pokerkit.Automation.BOARD_DEALING,
)
_AUTOMATIONS: Final = tuple([each for each in pokerkit.Automation if each not in _TOLD])


def their_state(setup: Setup, hands: Mapping[int, Sequence[Card]]) -> Any:
    """PokerKit's state of a hand before the deal. Seat n of ours is player n of theirs, counted from 0.

    Seats are 1 to n and seat n is the button, as PokerKit would have it; hands: what each is dealt first. It is in
    its mode for cash games, in which one may fold without a bet to fold to.
    """
    game, stakes = GAMES[setup.game], setup.stakes
    stacks = tuple([each.stack for each in setup.seats])
    antes, blinds = _forced_bets(setup)
    bets = (stakes.small_bet, stakes.big_bet) if game.betting == "fixed_limit" else (stakes.least_bet,)
    if setup.game in OWN:
        forced = (antes, stakes.bring_in) if game.is_stud else (antes, blinds)
        streets = OWN[setup.game](_AUTOMATIONS, True, *forced, *bets).streets
    else:
        streets = _streets(game, setup, bets, hands)
    return pokerkit.State(
        _AUTOMATIONS,
        pokerkit.Deck.SHORT_DECK_HOLDEM if game.ranks[0] == "6" else pokerkit.Deck.STANDARD,
        _hand_types(game.contests),
        streets,
        _BETTING[game.betting],
        # Trimmed are antes of different sizes, which are due to everyone; not one ante for the table.
        stakes.ante_kind not in ("big_blind", "button"),
        antes,
        (0,) * len(stacks) if game.is_stud else blinds,
        stakes.bring_in if game.is_stud else 0,
        stacks,
        len(stacks),
        mode=pokerkit.Mode.CASH_GAME,
    )


def _forced_bets(setup: Setup) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Antes and blinds as PokerKit takes them: for two players it turns both round by itself."""
    stakes, n = setup.stakes, len(setup.seats)
    ante = stakes.ante
    antes = (ante,) * n if stakes.ante_kind == "classic" else (0,) * n
    if stakes.ante_kind == "big_blind":
        antes = (0, ante, *antes[2:])
    if stakes.ante_kind == "button":
        antes = (ante, 0) if n == 2 else (*antes[1:], ante)
    if stakes.small_blind:
        return antes, (stakes.small_blind, stakes.big_blind, *[0] * (n - 2))
    blinds = [0] * n
    blinds[0 if n == 2 else -1] = stakes.big_blind  # short deck: the button's alone
    return antes, tuple(blinds)


def _streets(
    game: Game, setup: Setup, bets: Sequence[int], hands: Mapping[int, Sequence[Card]]
) -> tuple[Any, ...]:
    """The streets of a game that PokerKit does not have, the cap counted as ours is."""
    limit = game.betting == "fixed_limit"
    cap = setup.rules.limit_cap
    streets = []
    for number, street in enumerate(game.streets):
        blind_is_bet = number == 0 and setup.stakes.big_blind > 0
        streets.append(
            pokerkit.Street(
                number > 0,
                (False,) * street.down + (True,) * street.up,
                street.board_cards,
                street.draw,
                _opening(game, street, hands),
                bets[-1] if street.bet == "big" else bets[0],
                cap + (not blind_is_bet) if limit and cap else None,
            )
        )
    return tuple(streets)


def _opening(game: Game, street: OurStreet, hands: Mapping[int, Sequence[Card]]) -> Any:
    door = game.door_card_rule
    if door is None:
        return pokerkit.Opening.POSITION
    if street.first_to_act != "door_card":
        return pokerkit.Opening.LOW_HAND if game.low_board else pokerkit.Opening.HIGH_HAND
    if door.low:
        return pokerkit.Opening.LOW_CARD
    at = game.faces.index("u")
    aces = [seat for seat, cards in hands.items() if rank_of(cards[at]) == 14]
    # Its highest card is a king; with an ace out its highest hand is that of one card, without suits.
    return pokerkit.Opening.HIGH_HAND if door.ace_high and aces else pokerkit.Opening.HIGH_CARD


@cache
def _hand_types(contests: tuple[Contest, ...]) -> tuple[Any, ...]:
    return tuple([_Remembering(_HANDS[contest]) for contest in contests])


class _Remembering:
    """One of PokerKit's kinds of hand that evaluates each hand once: PokerKit asks for it again and again."""

    def __init__(self, hand_type: Any) -> None:
        self.hand_type = hand_type
        self.made: dict[object, Any] = {}

    def from_game(self, hole_cards: Any, board_cards: Any = ()) -> Any:
        key = tuple(hole_cards), tuple(board_cards)
        if key not in self.made:
            if len(self.made) > 1000:
                self.made.clear()
            self.made[key] = self.hand_type.from_game_or_none(*key)
        if self.made[key] is None:
            raise ValueError("no such hand")
        return self.made[key]
