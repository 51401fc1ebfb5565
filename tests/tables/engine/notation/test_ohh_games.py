"""Open Hand History for high-low, five and six cards, new players, rake and rulings; others are refused."""

from __future__ import annotations

import random
from decimal import Decimal
from itertools import product
from typing import Any

import pytest

from tables.engine import GAMES, ButtonAndBlinds, SeatStack, Setup, Stakes, State, parse_cards, replay
from tables.engine.games.setup import Rake
from tables.engine.notation import format_line
from tables.engine.notation.ohh.reading import read_ohh
from tables.engine.notation.ohh.words import BET_TYPE, UnsupportedGame, game_type, is_supported
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS
from tables.engine.notation.winners import divisions
from tests.tables.engine.hands import play, table
from tests.tables.engine.notation.ohh_cases import (
    CASH,
    OMAHA,
    actions,
    changed,
    players,
    read,
    rounds,
    told,
    write,
)
from tests.tables.engine.random_hands import random_hand
from tests.tables.engine.rulings.test_ruling_properties import ruled_hand

SUPPORTED = [code for code in GAMES if is_supported(code)]


def test_holdem_and_omaha_with_the_whole_deck_are_supported_and_nothing_else() -> None:
    words = "NT PT FT NO PO FO NO/8 PO/8 FO/8 PO5 PO6 PO5/8 FO5/8 PO6/8"
    assert words.split() == SUPPORTED


@pytest.mark.parametrize("code", ["NS", "F7S", "F7S/8", "FR", "N2L1D", "F5DJ", "FB", "PC", "IT"])
def test_other_games_are_refused(code: str) -> None:
    setup, operations = random_hand(random.Random(code), [code])
    with pytest.raises(UnsupportedGame, match="Open Hand History has no words for"):
        write(setup, operations)


@pytest.mark.parametrize("code", SUPPORTED)
def test_hands_of_every_supported_game_come_back_equal_with_rulings_rake_and_newcomers(code: str) -> None:
    for number in range(12):
        rng = random.Random(f"{code} {number}")
        state = replay(*random_hand(rng, [code])) if number % 2 else ruled_hand(rng, [code])[-1]
        scale = rng.choice([1, 10])
        [again] = read_ohh(write(state.setup, state.history, scale=scale))
        assert (again.setup, again.operations, again.scale) == (state.setup, state.history, scale)
        if state.is_complete and not state.outcome:
            assert list(again.finishing_stacks or ()) == again.in_file_order(state.stacks)


def test_the_type_of_the_game_tells_the_halves_and_the_cards_how_many_there_are() -> None:
    kinds = {}
    for code in ("PO/8", "FO/8", "PO5/8", "PO6"):
        setup = table(900, 900, game=code, rules=RULES_OF_RECORDS)
        hand = told(write(setup, play(setup, "h1:" + "AhKhQhJhTh9h"[: 2 * GAMES[code].hole_cards]).history))
        kinds[code] = (hand["game_type"], hand["bet_limit"]["bet_type"])
        hand.pop("_floorman", None)
        assert read(hand).setup.game == code
    assert kinds == {
        "PO/8": ("OmahaHiLo", "PL"),
        "FO/8": ("OmahaHiLo", "FL"),
        "PO5/8": ("OmahaHiLo", "PL"),
        "PO6": ("Omaha", "PL"),
    }


def test_each_type_is_played_in_each_limit() -> None:
    games = {(game_type(GAMES[code]), BET_TYPE[GAMES[code].betting]) for code in SUPPORTED}
    assert games == set(product(("Holdem", "Omaha", "OmahaHiLo"), ("NL", "PL", "FL")))
    hi_lo = changed(changed(OMAHA, "game_type", "OmahaHiLo"), "bet_limit.bet_type", "NL")
    assert read(hi_lo).setup.game == "NO/8"


# --- High and low


NO_RAKE = Rake()


def high_low(words: str, *, rake: Rake = NO_RAKE) -> State:
    """Four players, 400 each in the pot."""
    setup = table(400, 400, 400, 400, game="PO/8", rules=RULES_OF_RECORDS)
    setup = Setup.from_dict(setup.to_dict() | {"rake": [rake.hundredths, rake.cap]})
    return play(setup, f"r3:350 c4 c1 c2 b:2c3d8h r1:50 c2 c3 c4 b:Ks b:Qs {words}")


def test_what_a_player_wins_of_both_halves_is_one_amount() -> None:
    state = high_low("s1:AhAd4h5h s2:KhKd9s9h s3:Ac4c7c7d m4")
    assert told(write(state.setup, state.history))["pots"] == [
        {
            "number": 0,
            "amount": 1600,
            "rake": 0,
            "player_wins": [
                {"player_id": 2, "win_amount": 800},
                {"player_id": 1, "win_amount": 400},
                {"player_id": 3, "win_amount": 400},
            ],
        }
    ]


def test_the_rake_of_each_pot_is_what_its_winners_do_not_get() -> None:
    state = high_low("w0h:2 w0l:1,3", rake=Rake(hundredths=500, cap=30))
    [pot] = told(write(state.setup, state.history))["pots"]
    assert (pot["amount"], pot["rake"]) == (1600, 30)
    assert sum(win["win_amount"] for win in pot["player_wins"]) == 1570


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        ({2: 1600}, "w0:2"),
        ({2: 800, 4: 800}, "w0h:2 w0l:4"),
        ({4: 801, 2: 799}, "w0h:4 w0l:2"),
        ({1: 400, 2: 1200}, "w0h:2 w0l:1,2"),
        ({1: 400, 2: 800, 3: 400}, "w0h:2 w0l:1,3"),
        ({1: 267, 2: 267, 3: 266, 4: 800}, "w0h:4 w0l:1,2,3"),
        ({1: 1000, 2: 600}, ""),
        ({}, ""),
    ],
)
def test_the_amounts_tell_who_won_which_half(wins: dict[int, int], words: str) -> None:
    state = high_low("")
    hand = told(write(state.setup, state.history))
    hand.pop("_floorman", None)
    won = [{"player_id": seat, "win_amount": amount} for seat, amount in wins.items()]
    read_hand = read(changed(hand, "pots", [{"number": 0, "player_wins": won}]))
    assert format_line(read_hand.setup, read_hand.operations).partition("b:Ks b:Qs")[2].strip() == words


@pytest.mark.parametrize(
    ("won", "halves"),
    [
        ({7: 33}, [("", (7,))]),
        ({7: 16, 3: 17}, [("high", (3,)), ("low", (7,))]),
        ({1: 300, 2: 100}, [("high", (1,)), ("low", (1, 2))]),
        ({1: 25, 2: 25, 3: 25, 4: 25}, [("high", (1, 2)), ("low", (3, 4))]),
        ({1: 10, 2: 10, 3: 10}, [("", (1, 2, 3))]),
        ({1: 200, 2: 200, 3: 200, 4: 200, 5: 200}, []),
        ({1: 650, 2: 350}, []),
        ({}, []),
    ],
)
def test_a_pot_is_divided_into_halves_by_what_was_paid(
    won: dict[int, int], halves: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert divisions({seat: Decimal(amount) for seat, amount in won.items()}) == halves


# --- Posts of new players, rulings


def test_live_and_dead_posts_of_newcomers_have_their_words() -> None:
    setup = Setup.for_level(
        game="NT",
        rules=RULES_OF_RECORDS,
        stakes=Stakes(50, 100),
        positions=ButtonAndBlinds(button=4, small_blinds=(1,), big_blinds=(2,)),
        seats=[SeatStack(seat, 900) for seat in (1, 2, 3, 4)],
        entering=[(3, "missed_both")],
    )
    hand = told(write(setup, play(setup, "k3 f4 f1").history))
    assert [
        (each["player_id"], each["action"], each["amount"]) for each in hand["rounds"][0]["actions"][:4]
    ] == [
        (1, "Post SB", 50),
        (2, "Post BB", 100),
        (3, "Post Dead", 50),
        (3, "Post Extra Blind", 100),
    ]
    assert "_floorman" not in hand
    again = read(hand)
    assert (again.setup, again.operations) == (setup, play(setup, "k3 f4 f1").history)


def acted(words: str) -> list[tuple[Any, ...]]:
    setup = table(900, 900, 900, rules=RULES_OF_RECORDS)
    hand = told(write(setup, play(setup, words).history))
    assert "operations" in hand["_floorman"]
    assert read(hand).operations == play(setup, words).history
    return [
        (each["player_id"], each["action"], each.get("amount")) for each in hand["rounds"][0]["actions"][2:]
    ]


@pytest.mark.parametrize(
    ("words", "actions"),
    [
        ("x:string_bet,s=3,o=c3 f1", [(3, "Call", 100), (1, "Fold", None)]),
        ("x:short_raise,s=3,o=r3:200 f1", [(3, "Raise", 200), (1, "Fold", None)]),
        ("x:accepted_raise,s=3,a=150,f f1", [(3, "Raise", 150), (1, "Fold", None)]),
        ("x:out_of_turn,s=1,o=f1 c3 f1", [(3, "Call", 100), (1, "Fold", None)]),
        ("c3 x:dead_hand,s=1,f k2", [(3, "Call", 100), (1, "Fold", None), (2, "Check", None)]),
    ],
)
def test_what_a_ruling_does_is_told_as_the_players_action(words: str, actions: list[tuple[Any, ...]]) -> None:
    assert acted(words) == actions


@pytest.mark.parametrize(
    "words", ["c3 x:misdeal,f", "x:fouled_deck,f", "r3:400 f1 x:chips_behind,s=2,a=50,f c2"]
)
def test_void_hands_and_chips_laid_aside_come_back(words: str) -> None:
    setup = table(900, 900, 900, rules=RULES_OF_RECORDS)
    state = play(setup, words)
    [again] = read_ohh(write(setup, state.history))
    assert (again.setup, again.operations) == (setup, state.history)


def test_a_hand_of_other_houses_is_read_as_high_low() -> None:
    shown = rounds(
        (
            "Preflop",
            [],
            actions((1, "Post SB", 5), (2, "Post BB", 10), (1, "Call", 5), (2, "Check")),
        ),
        ("Flop", ["2c", "3d", "8h"], actions((2, "Check"), (1, "Check"))),
        ("Turn", ["Ks"], actions((2, "Check"), (1, "Check"))),
        ("River", ["Qs"], actions((2, "Check"), (1, "Check"))),
        (
            "Showdown",
            [],
            actions(
                (2, "Shows Cards", ["Ah", "4h", "9s", "9h"]), (1, "Shows Cards", ["Kh", "Kd", "Jc", "Jd"])
            ),
        ),
    )
    hand = CASH | {
        "game_type": "OmahaHiLo",
        "bet_limit": {"bet_type": "PL", "bet_cap": 0},
        "small_blind_amount": 5,
        "big_blind_amount": 10,
        "dealer_seat": 1,
        "players": players((1, 1, "Ada", 100), (2, 2, "Ben", 100)),
        "rounds": shown,
        "pots": [
            {"number": 0, "player_wins": [{"player_id": seat, "win_amount": 10} for seat in (1, 2)]},
        ],
    }
    state = replay(read(hand).setup, read(hand).operations)
    assert [(award.seat, award.amount, award.half) for award in state.awards] == [
        (1, 10, "high"),
        (2, 10, "low"),
    ]
    assert state.hole[1] == parse_cards("KhKdJcJd")
