"""House rules of one hand: the questions on which rule books disagree, and each profile's answers.

A profile is one value; a tournament picks one and may override single keys. The whole value is stored with
each hand, so that an old hand replays under the rules it was played under.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final, Literal, cast, get_args, get_type_hints

from tables.engine.errors import InvalidNotation
from tables.engine.validation import LARGEST, LONGEST_SHOWN, shown

ShortOpenRaise = Literal["rrp", "figp"]
LimitHeadsUp = Literal["last_two", "round_begins", "becomes", "never"]
LimitUnderHalf = Literal["complete", "call_only"]
BigBlindAnteOrder = Literal["blind_first", "ante_first"]
OddIdentical = Literal["even", "literal"]
QuarterOdd = Literal["high", "low"]
SidePotOrder = Literal["newest_first", "main_first"]
SeeHands = Literal["tda", "any_dealt_in"]
SubstantialAction = Literal["tda", "any_two"]
OutOfTurn = Literal["unchanged", "always"]
HeadsUpOutOfTurn = Literal["free", "passive"]
RaiseMotions = Literal["two", "one"]
StudTieFirst = Literal["suit", "wsop", "position"]
StudOpening = Literal["low_brings_in", "high_opens"]
StudExposed = Literal["upcard", "misdeal"]
ExposedMisdeal = Literal["by_book", "any"]
WrongCards = Literal["any", "two_extra", "put_right"]
DrawShortHand = Literal["dead", "live"]
DrawReshuffle = Literal["wsop", "others_discards", "under_stub"]
FalseOpening = Literal["carries", "returned"]
FlushOrFull = Literal["flush", "full"]
ItalianOpening = Literal["free", "pot"]
MisdealFine = Literal["none", "pot"]
ItalianDeck = Literal["eleven", "2", "3", "4", "5", "6", "7", "8"]
OddBet = Literal["refused", "made_up"]
HandReading = Literal["cards_speak", "declared"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """What holds at this table where rule books differ (docs/rules.md says where from).

    short_open_raise
        No and pot limit, after an opening all-in below the minimum bet: "rrp" the raise adds at
        least the minimum bet (20 of 100 → 120), "figp" it makes at least twice the minimum (200).
    limit_cap
        Raises allowed after the bet in fixed limit (the big blind is the bet); 0 = no cap.
    limit_heads_up_uncapped
        When the cap falls away: "last_two" only when two players are left in the event (TDA 48),
        "round_begins" for a betting round that begins with two players who can bet (FIGP, WSOP Live 127),
        "becomes" the pot is heads-up before the cap is reached (RRP), "never".
    limit_under_half
        Fixed limit, after an all-in of less than half a bet: a player who has not acted may "complete" the
        bet (RRP, WSOP Live 129), or "call_only" (FIGP).
    bba_order
        A stack too short for big blind and big-blind ante pays the "blind_first" (TDA RP-11 of
        2024) or the "ante_first" (2019).
    pot_limit_counts_bba
        Pot limit before the flop: whether an ante that one player pays for the table (big-blind ante,
        button ante) counts in the pot. No rule book says; classic antes always count (PL-06). From the flop
        on everything counts.
    odd_identical
        Both halves of a split pot won by the same hands: "even" over the whole pot (WSOP 73) or
        "literal" half by half (TDA 20).
    side_pot_order
        Which pot is shown for and paid first: "newest_first" (TDA) or "main_first".
    see_hands
        Which players may ask to see a called hand: a caller of the river bet, the last aggressor's ("tda",
        rule 18), or "any_dealt_in" player any hand (home rules).
    substantial_action
        "tda" rule 36: two actions one of which puts chips in, or any three; "any_two" (home rules).
    run_out_boards
        How many times at most the rest of a board is dealt where a player is all-in, no action is pending and
        all agree, each time for its share of the pots (WSOP Live 204 to 213, for cash games); 1: once.
    all_in_tabled
        Whether TDA 16 holds: with a player all-in and the betting over nobody may muck. Off for
        records of hands that were played otherwise.
    bba_none_at
        With so many players or fewer nobody pays the ante for the table; 0 = it is always paid (TDA RP-11;
        BARGE has 4).
    oot_binding
        An action out of turn binds if the action to the player is "unchanged" (TDA 53, WSOP 90) or
        "always" (home rules).
    oot_heads_up
        A check, call or fold out of turn in a round that began with two players, once the action has changed:
        the player is "free" (TDA 53), or may only check, call or fold ("passive", WSOP glossary; not where the
        dealer prompted it: then nothing is recorded).
    raise_motions
        "Raise", the call, and then the rest in one more motion: a raise in "two" motions (TDA 42, WSOP Live 174),
        or only the first counts ("one", WSOP 94 to the letter).
    odd_bet
        A bet that the chips in play cannot make (430 with 25 the smallest chip) is "refused": the
        player says another, or "made_up" to the next one that they can.
    quarter_odd
        High won alone, low shared: the odd chip between the halves is the "high" side's (TDA 20-C)
        or the "low" side's.
    hand_reading
        "cards_speak" (S-047, TDA 12-13), or what was "declared" counts and nothing better (S-047).
    stud_tie_first
        Boards that tie: the highest "suit" acts first (TDA RP-10D), the first by "position" (WL),
        or as the "wsop" has it: suit in stud, position in stud hi-lo and razz.
    stud_opening
        Stud's first bet: "low_brings_in", or traditionally the "high_opens" (S-069).
    stud_exposed_down
        A down card exposed in the deal becomes the "upcard" (TDA RP-10A) or makes a "misdeal" (WSOP 88).
    exposed_misdeal
        A card exposed in the deal before substantial action: which are a misdeal is said "by_book" for flop games,
        stud and draw (TDA 35, WSOP 88, WSOP IX), or "any" is (S-121).
    wrong_cards_misdeal
        A wrong number of cards before substantial action: a misdeal for "any" (TDA 35, S-121) or from
        "two_extra" cards on (WSOP 88); or it is "put_right": the missing card is dealt, and of too many cards
        another player draws one face down, which is shuffled back (S-121, by agreement).
    draw_short_hand
        Draw and lowball: a hand with too few cards after substantial action, before its draw, is "dead" (TDA 35)
        or "live" (WSOP 108).
    draw_reshuffle
        The stub runs out in a draw: "wsop" the last card only where it completes the round, then
        muck and discards of earlier draws; "others_discards" deal what is left, then all discards
        but one's own (S-126); "under_stub" discards lie under the stub (S-093).
    draw_burn
        Whether a card is burned before a draw (WSOP; the draw room and the Italian rules name none).
    misdeals_in_a_row
        So many times one deal is dealt again; after one misdeal more the deal passes on to the next
        player (S-122; 0 = the dealer is the house's and keeps it).
    misdeal_fine
        What a player who has lost the deal like this pays into the next pot: "none", or as much as lay in the "pot" of
        the last misdeal (S-122: may be asked for).
    prove_openers
        Whether the opener must show the openers to win; off for records.
    false_opening
        Opened without openers, everybody else gone: the pot "carries" to the next deal, or is
        "returned" to the players who put it in.
    italian_flush_vs_full
        Which is the better hand in a stripped deck: S-048.
    italian_deck
        The lowest card of the Italian deck: by the rule of "eleven" (S-080), or one agreed on, "2" for all 52 cards
        (S-080, played like this in America); where that deck is too small for the players, by the rule of eleven.
    italian_opening
        An opening bet of Italian poker is "free" (S-092) or at most the "pot" (168casinos).
    parola_blind
        Whether a carried pot may be opened blind (168casinos: not).
    blind_opening_from
        The least number of players with whom one may open blind (S-089; some rooms: 5).
    """

    short_open_raise: ShortOpenRaise = "rrp"
    limit_cap: int = 4
    limit_heads_up_uncapped: LimitHeadsUp = "last_two"
    limit_under_half: LimitUnderHalf = "complete"
    bba_order: BigBlindAnteOrder = "blind_first"
    odd_identical: OddIdentical = "even"
    side_pot_order: SidePotOrder = "newest_first"
    see_hands: SeeHands = "tda"
    substantial_action: SubstantialAction = "tda"
    all_in_tabled: bool = True
    run_out_boards: int = 1
    bba_none_at: int = 0
    pot_limit_counts_bba: bool = True
    oot_binding: OutOfTurn = "unchanged"
    oot_heads_up: HeadsUpOutOfTurn = "free"
    raise_motions: RaiseMotions = "two"
    quarter_odd: QuarterOdd = "high"
    odd_bet: OddBet = "refused"
    hand_reading: HandReading = "cards_speak"
    stud_tie_first: StudTieFirst = "suit"
    stud_opening: StudOpening = "low_brings_in"
    stud_exposed_down: StudExposed = "upcard"
    exposed_misdeal: ExposedMisdeal = "by_book"
    wrong_cards_misdeal: WrongCards = "any"
    draw_short_hand: DrawShortHand = "dead"
    draw_reshuffle: DrawReshuffle = "wsop"
    draw_burn: bool = True
    misdeals_in_a_row: int = 0
    misdeal_fine: MisdealFine = "none"
    prove_openers: bool = True
    false_opening: FalseOpening = "carries"
    italian_flush_vs_full: FlushOrFull = "flush"
    italian_deck: ItalianDeck = "eleven"
    italian_opening: ItalianOpening = "free"
    parola_blind: bool = False
    blind_opening_from: int = 2

    def to_dict(self) -> dict[str, object]:
        """Every key and its value, ready for JSON."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def to_stored(self) -> dict[str, object]:
        """As a hand is stored: keys that came after the first release only where they are not the default, so that a
        hand from before them is stored as it was.
        """
        return {
            key: value
            for key, value in self.to_dict().items()
            if key not in _LATER or value != getattr(_DEFAULT, key)
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> HouseRules:
        """The inverse of to_dict; a key left out has its default.

        Raises InvalidNotation for an unknown key or value, naming both and what would be right.
        """
        for key, value in data.items():
            _check_key(key, value)
        return cls(**cast("dict[str, Any]", data))


_LATER: Final = frozenset(
    {
        "run_out_boards",
        "oot_heads_up",
        "raise_motions",
        "exposed_misdeal",
        "draw_short_hand",
        "misdeal_fine",
        "italian_deck",
    }
)
_DEFAULT: Final = HouseRules()

_TYPE_OF: Final[Mapping[str, Any]] = MappingProxyType(get_type_hints(HouseRules))

CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {key: words for key, kind in _TYPE_OF.items() if (words := get_args(kind))}
)
"""The allowed values of each key that is a choice of words, the default first."""


def _check_key(key: str, value: object) -> None:
    if key in CHOICES:
        right, wanted = value in CHOICES[key], "one of " + ", ".join(CHOICES[key])
    elif key not in _TYPE_OF:
        key = key[:LONGEST_SHOWN]
        raise InvalidNotation(f"unknown house rule “{key}”", "unknown_house_rule", {"key": key})
    elif _TYPE_OF[key] is bool:
        right, wanted = type(value) is bool, "true or false"
    else:
        right, wanted = type(value) is int and 0 <= value <= LARGEST, "a whole number from 0 (none)"
    if not right:
        raise InvalidNotation(
            f"house rule “{key}” cannot be {shown(value)}: {wanted}",
            "bad_house_rule",
            {"key": key, "value": shown(value), "wanted": wanted},
        )


# Home game, Italian and draw room share these answers for limit, showing and the deal.
_SEED: Final = HouseRules(
    limit_cap=3,
    limit_heads_up_uncapped="becomes",
    see_hands="any_dealt_in",
    substantial_action="any_two",
    oot_binding="always",
)

HOUSE_RULES: Final[Mapping[str, HouseRules]] = MappingProxyType(
    {
        "tda2024": HouseRules(),
        "wsop2024": HouseRules(
            stud_tie_first="wsop",
            stud_exposed_down="misdeal",
            wrong_cards_misdeal="two_extra",
            draw_short_hand="live",
            oot_heads_up="passive",
        ),
        "figp": HouseRules(
            short_open_raise="figp",
            limit_cap=3,
            limit_heads_up_uncapped="round_begins",
            limit_under_half="call_only",
        ),
        "home": replace(
            _SEED,
            stud_opening="high_opens",
            misdeals_in_a_row=2,
            odd_bet="made_up",
            exposed_misdeal="any",
        ),
        "italian": replace(_SEED, draw_reshuffle="under_stub", draw_burn=False),
        "draw_room": HouseRules(
            limit_cap=3,
            limit_heads_up_uncapped="round_begins",
            draw_reshuffle="others_discards",
            draw_burn=False,
        ),
    }
)
"""The profiles a tournament can choose from. Where a profile's own source is silent the TDA's answer holds."""
