"""What files from elsewhere leave out, add or shorten: both formats end alike."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest

from tables.engine import Card, Muck, Setup, Show, State, encode, format_cards, replay
from tables.engine.cards.cards import UNKNOWN
from tables.engine.notation import RecordedHand, format_phh, read_phh
from tables.engine.notation.fields import MARK
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS
from tables.engine.notation.toml import format_toml, read_toml
from tests.breadth import sample
from tests.published import published
from tests.tables.engine.hands import table
from tests.tables.engine.notation.ohh_cases import told, write
from tests.tables.engine.notation.told_alike import end_of, ohh, phh, read_object
from tests.tables.engine.random_hands import walk

BLINDS = ((1, "Post SB", 5), (2, "Post BB", 10))
HEADS_UP = ((2, "Post SB", 5), (1, "Post BB", 10))
LIMPED = [(3, "Fold"), (1, "Call", 5), (2, "Check")]
CHECKED = ((1, "Check"), (2, "Check"))
BOARD = (("Flop", ["9s", "9h", "Ts"], CHECKED), ("Turn", ["6c"], CHECKED), ("River", ["2d"], CHECKED))
RUN_OUT = (("Flop", ["2c", "7d", "9s"], ()), ("Turn", ["3h"], ()), ("River", ["4c"], ()))
DEALT_OUT = ["d db 2c7d9s", "d db 3h", "d db 4c"]
TO_THE_RIVER = [
    *["p3 f", "p1 cc", "p2 cc", "d db 9s9hTs", "p1 cc", "p2 cc", "d db 6c", "p1 cc", "p2 cc"],
    *["d db 2d", "p1 cc", "p2 cc"],
]
ACES_AND_KINGS = ((1, "Shows Cards", ["Ah", "Ad"]), (2, "Shows Cards", ["Kh", "Kd"]))
THREE = (1000, 1000, 1000)


@dataclass(frozen=True)
class Case:
    phh: RecordedHand
    ohh: RecordedHand
    stacks: tuple[float, ...]


def case(what: str, phh: RecordedHand, ohh: RecordedHand, *stacks: float) -> Any:
    return pytest.param(Case(phh, ohh, stacks), id=what)


CASES = [
    case(
        "a winner shows after all have folded",
        phh(THREE, ["p3 cbr 30", "p1 f", "p2 f", "p3 sm 5d4d"]),
        ohh(
            THREE,
            ("Preflop", "", (*BLINDS, (3, "Raise", 30), (1, "Fold"), (2, "Fold"))),
            ("Showdown", "", [(3, "Shows Cards", ["5d", "4d"])]),
            won={3: 25},
        ),
        *(995, 990, 1015),
    ),
    case(
        "a player who has folded shows",
        phh(THREE, ["p3 f", "p1 f", "p3 sm AhAd", "p2 sm"]),
        ohh(
            THREE,
            ("Preflop", "", (*BLINDS, (3, "Fold"), (1, "Fold"))),
            ("Showdown", "", [(3, "Shows Cards", ["Ah", "Ad"]), (2, "Mucks Cards")]),
            won={2: 10},
        ),
        *(995, 1005, 1000),
    ),
    case(
        "a loser whose cards are known says nothing",
        phh(
            THREE,
            ["d dh p1 Jc8h", *TO_THE_RIVER, "p2 sm 4hQh"],
            finishing=(990, 1010, 1000),
        ),
        ohh(
            THREE,
            ("Preflop", "", ((1, "Dealt Cards", ["Jc", "8h"]), *BLINDS, *LIMPED)),
            *BOARD,
            ("Showdown", "", [(2, "Shows Cards", ["4h", "Qh"])]),
            won={2: 20},
        ),
        *(990, 1010, 1000),
    ),
    case(
        "nobody says anything, and the file names the winner",
        phh(
            THREE,
            ["d dh p1 Jc8h", "d dh p2 4hQh", *TO_THE_RIVER],
            finishing=(990, 1010, 1000),
        ),
        ohh(
            THREE,
            (
                "Preflop",
                "",
                ((1, "Dealt Cards", ["Jc", "8h"]), (2, "Dealt Cards", ["4h", "Qh"]), *BLINDS, *LIMPED),
            ),
            *BOARD,
            won={2: 20},
        ),
        *(990, 1010, 1000),
    ),
    case(
        "the winner of unknown cards is named",
        phh(THREE, TO_THE_RIVER, finishing=(1010, 990, 1000)),
        ohh(THREE, ("Preflop", "", (*BLINDS, *LIMPED)), *BOARD, won={1: 20}),
        *(1010, 990, 1000),
    ),
    case(
        "who mucks stands before the winner who shows",
        phh(THREE, [*TO_THE_RIVER, "p1 sm", "p2 sm 4hQh"]),
        ohh(
            THREE,
            ("Preflop", "", (*BLINDS, *LIMPED)),
            *BOARD,
            ("Showdown", "", [(1, "Mucks Cards"), (2, "Shows Cards", ["4h", "Qh"])]),
            won={2: 20},
        ),
        *(990, 1010, 1000),
    ),
    case(
        "a winner is said to muck, and has only not shown",
        phh(THREE, [*TO_THE_RIVER, "p2 sm", "p1 sm"], finishing=(990, 1010, 1000)),
        ohh(
            THREE,
            ("Preflop", "", (*BLINDS, *LIMPED)),
            *BOARD,
            ("Showdown", "", [(2, "Mucks Cards"), (1, "Mucks Cards")]),
            won={2: 20},
        ),
        *(990, 1010, 1000),
    ),
    case(
        "a raise is written as what the last opponent has",
        phh(
            (200, 1000, 1000),
            [
                *["p3 f", "p1 cbr 30", "p2 cc", "d db 2c7d9s", "p1 cbr 90", "p2 cbr 170", "p1 cc"],
                *["p1 sm AhAd", "p2 sm KhKd", "d db 3h", "d db 4c"],
            ],
        ),
        ohh(
            (200, 1000, 1000),
            ("Preflop", "", (*BLINDS, (3, "Fold"), (1, "Raise", 25), (2, "Call", 20))),
            ("Flop", ["2c", "7d", "9s"], ((1, "Bet", 90), (2, "Raise", 170), (1, "Call", 80))),
            ("Showdown", "", ACES_AND_KINGS),
            *RUN_OUT[1:],
            won={1: 400},
        ),
        *(400, 800, 1000),
    ),
    case(
        "a bet is written as what the last opponent has",
        phh(
            (35, 1000, 1000),
            [
                *["p3 f", "p1 cbr 30", "p2 cc", "d db 2c7d9s", "p1 cc", "p2 cbr 5", "p1 cc"],
                *["p1 sm AhAd", "p2 sm KhKd", "d db 3h", "d db 4c"],
            ],
        ),
        ohh(
            (35, 1000, 1000),
            ("Preflop", "", (*BLINDS, (3, "Fold"), (1, "Raise", 25), (2, "Call", 20))),
            ("Flop", ["2c", "7d", "9s"], ((1, "Check"), (2, "Bet", 5), (1, "Call", 5))),
            ("Showdown", "", ACES_AND_KINGS),
            *RUN_OUT[1:],
            won={1: 70},
        ),
        *(70, 965, 1000),
    ),
    case(
        "a raise of an all-in that nobody else can call",
        phh(
            (200, 1000, 1000),
            ["p3 f", "p1 cbr 200", "p2 cbr 400", "p1 sm AhAd", "p2 sm KhKd", *DEALT_OUT],
        ),
        ohh(
            (200, 1000, 1000),
            ("Preflop", "", (*BLINDS, (3, "Fold"), (1, "Raise", 195), (2, "Raise", 390))),
            ("Showdown", "", ACES_AND_KINGS),
            *RUN_OUT,
            won={1: 400},
        ),
        *(400, 800, 1000),
    ),
    case(
        "the whole blind is called over a short all-in one",
        phh((6, 1000), ["p2 cc", "p1 sm AhAd", "p2 sm KhKd", *DEALT_OUT]),
        ohh(
            (6, 1000),
            ("Preflop", "", ((2, "Post SB", 5), (1, "Post BB", 6), (2, "Call", 5))),
            ("Showdown", "", ACES_AND_KINGS),
            *RUN_OUT,
            won={1: 12},
        ),
        *(12, 994),
    ),
    case(
        "a call where the small blind covers the short big one already",
        phh((3, 1000), ["p2 cc", "p1 sm AhAd", "p2 sm KhKd", *DEALT_OUT]),
        ohh(
            (3, 1000),
            ("Preflop", "", ((2, "Post SB", 5), (1, "Post BB", 3), (2, "Call", 5))),
            ("Showdown", "", ACES_AND_KINGS),
            *RUN_OUT,
            won={1: 6},
        ),
        *(6, 997),
    ),
    case(
        "a check where nobody is left to bet against",
        phh((3, 1000), ["p2 cc", "d db 2c7d9s", "p2 cc", *DEALT_OUT[1:], "p1 sm AhAd", "p2 sm KhKd"]),
        ohh(
            (3, 1000),
            ("Preflop", "", ((2, "Post SB", 5), (1, "Post BB", 3))),
            ("Flop", ["2c", "7d", "9s"], ((2, "Check"),)),
            *RUN_OUT[1:],
            ("Showdown", "", ACES_AND_KINGS),
            won={1: 6},
        ),
        *(6, 997),
    ),
    case(
        "three-handed the whole blind makes a side pot",
        phh(
            (1000, 6, 1000),
            [
                *["p3 cc", "p1 cc", "d db 2c7d9s", "p1 cc", "p3 cc", "d db 3h", "p1 cc", "p3 cc", "d db 4c"],
                *["p1 cc", "p3 cc", "p1 sm AhAd", "p3 sm QhQd", "p2 sm KhKd"],
            ],
        ),
        ohh(
            (1000, 6, 1000),
            ("Preflop", "", ((1, "Post SB", 5), (2, "Post BB", 6), (3, "Call", 10), (1, "Call", 5))),
            *[(street, cards, ((1, "Check"), (3, "Check"))) for street, cards, _ in RUN_OUT],
            ("Showdown", "", (*ACES_AND_KINGS, (3, "Shows Cards", ["Qh", "Qd"]))),
            won={1: 26},
        ),
        *(1016, 0, 990),
    ),
    case(
        "a small blind straddles heads-up",
        phh(
            (1000, 1000),
            [
                *["p1 cc", "p2 cc", "d db 2c7d9s", "p1 cc", "p2 cc", "d db 3h", "p1 cc", "p2 cc", "d db 4c"],
                *["p1 cc", "p2 cc", "p1 sm AhAd", "p2 sm KhKd"],
            ],
            blinds=(20, 10),
        ),
        ohh(
            (1000, 1000),
            ("Preflop", "", (*HEADS_UP, (2, "Straddle", 15), (1, "Call", 10), (2, "Check"))),
            *[(street, cards, CHECKED) for street, cards, _ in RUN_OUT],
            ("Showdown", "", ACES_AND_KINGS),
            won={1: 40},
        ),
        *(1020, 980),
    ),
    case(
        "a straddle is written with the blind in it",
        phh((1000, 1000), ["p1 cc", "p2 cbr 40", "p1 f"], blinds=(20, 10)),
        ohh(
            (1000, 1000),
            (
                "Preflop",
                "",
                (*HEADS_UP, (2, "Straddle", 20), (1, "Call", 10), (2, "Raise", 20), (1, "Fold")),
            ),
            won={2: 40},
        ),
        *(980, 1020),
    ),
    case(
        "a board comes for nobody",
        phh(THREE, ["p3 f", "p1 f", *DEALT_OUT]),
        ohh(THREE, ("Preflop", "", (*BLINDS, (3, "Fold"), (1, "Fold"))), *RUN_OUT, won={2: 10}),
        *(995, 1005, 1000),
    ),
]


@pytest.mark.parametrize("hand", CASES)
def test_a_hand_ends_alike_in_both_formats(hand: Case) -> None:
    assert (end_of(hand.phh), end_of(hand.ohh)) == (list(hand.stacks), list(hand.stacks))


@pytest.mark.parametrize("hand", CASES)
def test_the_same_cards_are_known_in_both_formats(hand: Case) -> None:
    known = [
        {seat: format_cards(cards) for seat, cards in replay(each.setup, each.operations).hole.items()}
        for each in (hand.phh, hand.ohh)
    ]
    assert known[0] == known[1]


def test_where_no_winner_is_named_a_hand_that_nobody_showed_stays_open() -> None:
    both_known = ["d dh p1 Jc8h", "d dh p2 4hQh"]
    assert end_of(phh(THREE, TO_THE_RIVER)) == "showdown"
    assert end_of(phh(THREE, [*both_known, *TO_THE_RIVER])) == "showdown"
    assert end_of(ohh(THREE, ("Preflop", "", (*BLINDS, *LIMPED)), *BOARD)) == "showdown"


STUD_ON_THE_ANTE = """
variant = 'F7S'
antes = [40, 40, 40]
bring_in = 60
small_bet = 200
big_bet = 400
starting_stacks = [1000, 40, 1000]
actions = ["d dh p1 ????6c", "d dh p2 3hAh2s", "d dh p3 ????Td", %s]
"""


def test_a_bring_in_left_of_a_low_card_that_is_all_in_on_the_ante_is_what_it_costs_to_enter() -> None:
    ends = []
    for word in ("p3 pb", "p3 cc"):
        [hand] = read_phh(STUD_ON_THE_ANTE % f"'{word}', 'p1 cc'")
        state = replay(hand.setup, hand.operations)
        ends.append((dict(state.stacks), state.phase, encode(hand.operations[-2])))
    assert ends == [({1: 900, 2: 0, 3: 900}, "deal_up", "c3")] * 2


@pytest.mark.parametrize(
    ("shown", "known"), [("2c3c6c", "2c3c6c"), ("2c3c6c7d8d9dTd", "????6c"), ("????6c", "????6c")]
)
def test_stud_cards_shown_after_the_end_are_known_where_the_hand_was_dealt_so_many(
    shown: str, known: str
) -> None:
    third = f'["d dh p1 ????6c", "d dh p2 ????7c", "p1 pb", "p2 f", "p1 sm {shown}"]'
    [hand] = read_phh(
        "variant = 'F7S'\nantes = [4, 4]\nbring_in = 6\nsmall_bet = 20\nbig_bet = 40\n"
        f"starting_stacks = [100, 100]\nactions = {third}"
    )
    state = replay(hand.setup, hand.operations)
    assert (state.is_complete, format_cards(state.hole[1])) == (True, known)


# --- Random hands in both formats


GAMES_TOLD = ("NT", "PO", "PT", "NO", "FT", "FO/8", "PO/8")


@pytest.mark.sampled
def test_hands_of_one_set_end_alike_in_both_formats() -> None:
    """Written as they were; with the losers left out at the end, with all players, and with losers of whom nobody saw
    a card.
    """
    rng = random.Random("one set, two formats")
    for _ in range(sample("hands told in both formats")):
        state = a_hand(rng)
        quiet = rng.choice(["", "losers", "all", "unseen"])
        texts = plain_phh(state, quiet), plain_ohh(state, quiet)
        [from_phh] = read_phh(texts[0])
        from_ohh = read_object(texts[1])
        stacks = [state.stacks[each.seat] for each in state.setup.seats]
        for hand in (from_phh, from_ohh):
            ended = replay(hand.setup, hand.operations)
            assert ended.is_complete, texts
            by_seat = dict(zip(hand.seats, hand.in_file_order(ended.stacks), strict=True))
            assert [by_seat[each.seat] for each in state.setup.seats] == stacks, texts


def a_hand(rng: random.Random) -> State:
    """A random hand of which all cards are known, under the rules of records."""
    count = rng.choice([2, 2, 3, 4, 6])
    setup: Setup = table(
        *[rng.choice([30, 120, 400, 900, 2000]) for _ in range(count)],
        game=rng.choice(GAMES_TOLD),
        rules=RULES_OF_RECORDS,
        last_two=count == 2,
    )
    *_, state = walk(setup, rng, plain=True)
    return state


def losers(state: State) -> set[int]:
    won = {award.seat for award in state.awards}
    return {seat for seat in state.order if seat not in won}


def plain_phh(state: State, quiet: str) -> str:
    """The text without fields and comments of ours; quiet: what is not said of the showdown."""
    fields: dict[str, Any] = dict(read_toml(format_phh(state.setup, state.history)))
    seats = list(fields.get("seats") or range(1, len(state.order) + 1))
    silent = {f"p{seats.index(seat) + 1}" for seat in silent_seats(state, quiet)}
    kept = []
    for word in list(fields["actions"]):
        name = word.split()[0]
        if " sm" in word and name in silent:
            kept += [f"{name} sm ????"] if quiet == "unseen" else []
        elif not word.startswith("#"):
            kept.append(word.partition(f"# {MARK}")[0].strip())
    if quiet:
        told_cards = known_cards(state, quiet)
        deals = [f"d dh p{seats.index(seat) + 1} {format_cards(told_cards[seat])}" for seat in told_cards]
        kept = deals + [word for word in kept if not word.startswith("d dh")]
    plain = {key: value for key, value in fields.items() if not key.startswith("_")}
    return format_toml(plain | {"actions": kept, "seats": seats})


def plain_ohh(state: State, quiet: str) -> dict[str, Any]:
    hand = told(write(state.setup, state.history))
    hand.pop("_floorman", None)
    silent = silent_seats(state, quiet)
    for each in hand["rounds"]:
        if each["street"] == "Showdown":
            muck = {"action": "Mucks Cards", "cards": []} if quiet == "unseen" else None
            each["actions"] = [
                action | (muck or {}) if action["player_id"] in silent else action
                for action in each["actions"]
                if muck or action["player_id"] not in silent
            ]
    if quiet:
        hand["rounds"][0]["actions"] += [
            {"player_id": seat, "action": "Dealt Cards", "cards": [format_cards([card]) for card in cards]}
            for seat, cards in known_cards(state, quiet).items()
        ]
    return hand


def silent_seats(state: State, quiet: str) -> set[int]:
    """Of whom nothing is said at the end, or only that they gave up: where their cards are known."""
    if not quiet:
        return set()
    said = {each.seat for each in state.history if isinstance(each, Show | Muck)}
    known = {seat for seat in said if UNKNOWN not in state.hole[seat]}
    return known if quiet == "all" else known & losers(state)


def known_cards(state: State, quiet: str) -> dict[int, tuple[Card, ...]]:
    """The hands that the file knows, whoever shows them."""
    unseen = silent_seats(state, quiet) if quiet == "unseen" else set()
    return {seat: cards for seat, cards in state.hole.items() if any(cards) and seat not in unseen}


def test_published_hands_end_alike_in_both_formats() -> None:
    for hand in published("pluribus")[::12]:
        state = replay(hand.setup, hand.operations)
        [from_phh] = read_phh(plain_phh(state, ""))
        from_ohh = read_object(plain_ohh(state, ""))
        ends = [
            sorted(map(float, each.in_file_order(replay(each.setup, each.operations).stacks)))
            for each in (from_phh, from_ohh)
        ]
        assert ends[0] == ends[1] == sorted(map(float, state.stacks.values())), hand.name
