"""Reading Open Hand History as other houses write it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from decimal import Decimal

import pytest

from tables.engine import HOUSE_RULES, Post, Stakes, replay
from tables.engine.notation import format_line
from tables.engine.notation.ohh.reading import read_ohh
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS
from tests.tables.engine.notation.ohh_cases import (
    CASH,
    OMAHA,
    TOURNAMENT,
    actions,
    changed,
    read,
    rounds,
    text,
)

LOADED = "import sys, tables.engine, tables.engine.notation; print([*sys.modules])"
RULES = "rules=tda2024,all_in_tabled=false,prove_openers=false"


def decimals(texts: str) -> tuple[Decimal, ...]:
    return tuple(map(Decimal, texts.split()))


def test_a_cash_hand_with_cents_a_rake_and_an_uncalled_raise_is_read() -> None:
    hand = read(CASH)
    assert format_line(hand.setup, hand.operations) == (
        f"NT {RULES} blinds=25/50 button=1 seats=1:5000,3:3875,4:6120,6:5000 posts=s3:25,b4:50 | "
        "h6:8h8s r6:125 f1 c3 f4 b:Qc8d3s k3 r6:175 r3:550 r6:1500 f3"
    )
    state = replay(hand.setup, hand.operations)
    assert [pot.amount for pot in state.pots] == [1400]
    assert hand.in_file_order(state.stacks) == [50, 32, Decimal("60.7"), Decimal("57.25")]
    # The file says what is left after the house has taken its rake.
    assert hand.finishing_stacks == decimals("50 32 60.7 56.55")
    assert (hand.players, hand.seats, hand.scale) == (("Vesna", "Otto", "Ludo", "Mirek"), (1, 3, 4, 6), 100)
    assert (hand.meta["site_name"], hand.meta["table_size"]) == ("Kingfisher", "6")


def test_a_tournament_hand_with_a_big_blind_ante_and_a_side_pot_is_read() -> None:
    hand = read(TOURNAMENT)
    assert format_line(hand.setup, hand.operations) == (
        f"NT {RULES} blinds=200/400 ante=big_blind:400 button=8 seats=2:12000,4:2600,5:18300,8:9100 "
        "posts=t4:400,s2:200,b4:400 | h8:AhKh r5:1000 r8:2600 f2 c4 c5 b:7c7h2d k5 r8:3000 c5 b:Kc k5 r8:3500 "
        "c5 b:4s s8: s5:QsQd s4:TdTc"
    )
    state = replay(hand.setup, hand.operations)
    assert hand.players == ("Dunja", "Emir", "Berta", "Cosmo")
    assert hand.in_file_order(state.stacks) == [9200, 21_000, 11_800, 0]
    assert hand.finishing_stacks == decimals("9200 21000 11800 0")
    assert hand.meta["tournament_info"] == TOURNAMENT["tournament_info"]


def test_an_omaha_hand_with_a_straddle_and_posts_of_a_new_player_is_read() -> None:
    hand = read(OMAHA)
    assert format_line(hand.setup, hand.operations) == (
        f"PO {RULES} blinds=1/2 button=5 seats=1:200,2:200,3:200,4:200,5:200 posts=x4:1,s1:1,b2:2,e4:2,d3:4 | "
        "c4 f5 c1 f2 k3 b:JhTh4c k1 r3:15 c4 f1 b:2s k3 k4 b:9d r3:45 c4 s3:KhQh7s7d m4"
    )
    assert hand.in_file_order(replay(hand.setup, hand.operations).stacks) == [196, 198, 271, 135, 200]
    assert hand.finishing_stacks == decimals("196 198 268 135 200")


def test_hands_stand_one_after_the_other_with_or_without_a_blank_line() -> None:
    texts = [text(CASH), text(TOURNAMENT), text(OMAHA)]
    for between in ("\n\n", "\r\n\r\n\r\n", ""):
        assert [hand.variant for hand in read_ohh("\ufeff" + between.join(texts))] == ["NT", "NT", "PO"]


def test_rounds_are_played_in_the_order_of_their_ids() -> None:
    upside_down = changed(TOURNAMENT, "rounds", TOURNAMENT["rounds"][::-1])
    assert read(upside_down).operations == read(TOURNAMENT).operations


@pytest.mark.parametrize(
    ("path", "value", "stakes"),
    [
        ("bet_limit.bet_type", "FL", Stakes(25, 50, small_bet=50, big_bet=100)),
        ("small_blind_amount", ..., Stakes(25, 50)),
        ("small_blind_amount", None, Stakes(25, 50)),
        ("big_blind_amount", ..., Stakes(25, 50)),
        ("ante_amount", 0.05, Stakes(25, 50)),
    ],
)
def test_stakes_that_are_not_told_follow_from_the_posts(path: str, value: object, stakes: Stakes) -> None:
    fold = rounds(("Preflop", [], actions((1, "Post SB", 0.25), (2, "Post BB", 0.5), (3, "Fold"))))
    assert read(changed(changed(CASH, "rounds", fold), path, value)).setup.stakes == stakes


@pytest.mark.parametrize(
    ("antes", "kind", "posts"),
    [
        ([0, 1, 2, 3], "classic", [("ante", 1), ("ante", 3), ("ante", 4), ("ante", 6)]),
        ([2], "big_blind", [("table_ante", 4)]),
        ([0], "button", [("table_ante", 1)]),
    ],
)
def test_one_players_ante_alone_is_the_ante_of_the_table(
    antes: list[int], kind: str, posts: list[tuple[str, int]]
) -> None:
    paid = [(player, "Post Ante", 0.5) for player in antes]
    fold = rounds(("Preflop", [], actions(*paid, (1, "Post SB", 0.25), (2, "Post BB", 0.5))))
    setup = read(changed(changed(CASH, "rounds", fold), "ante_amount", 0.5)).setup
    assert (setup.stakes.ante, setup.stakes.ante_kind) == (50, kind)
    assert [(post.kind, post.seat) for post in setup.posts] == [*posts, ("small_blind", 3), ("big_blind", 4)]


def test_a_dead_small_blind_and_a_blind_without_a_chip_are_read() -> None:
    dead = rounds(("Preflop", [], actions((2, "Post Ante", 61.2), (2, "Post BB", 0), (3, "Call", 0.5))))
    hand = read(changed(CASH, "rounds", dead))
    assert hand.setup.posts == (Post(4, 6120, "table_ante"), Post(4, 0, "big_blind"))
    assert format_line(hand.setup, hand.operations).endswith("| c6")


def test_winners_of_unknown_cards_are_those_of_the_pots() -> None:
    unseen = changed(TOURNAMENT, "rounds.4.actions", [])
    hand = read(unseen)
    assert format_line(hand.setup, hand.operations).endswith("b:4s w0:8 w1:8")
    lumped = changed(unseen, "pots", [{"number": 0, "player_wins": [{"player_id": 3, "win_amount": 21_000}]}])
    assert read(lumped).operations == hand.operations


def test_pots_that_do_not_tell_their_winners_leave_the_hand_open() -> None:
    wins = [{"player_id": player, "win_amount": 10_500} for player in (3, 9)]
    for pots in ([], [{"number": 0}], [{"number": 0, "player_wins": wins}]):
        hand = read(changed(changed(TOURNAMENT, "rounds.4.actions", []), "pots", pots))
        assert replay(hand.setup, hand.operations).phase == "showdown"
        assert hand.finishing_stacks is None


def test_a_winner_who_does_not_show_is_not_said_to_have_mucked() -> None:
    quiet = actions(
        (12, "Dealt Cards", []), (3, "Mucks Cards"), (12, "Mucks Cards"), (9, "Mucks Cards", ["Td", "Tc"])
    )
    hand = read(changed(TOURNAMENT, "rounds.4.actions", quiet))
    assert format_line(hand.setup, hand.operations).endswith("b:4s m5 h4:TdTc m4")
    assert tuple(hand.in_file_order(replay(hand.setup, hand.operations).stacks)) == hand.finishing_stacks


def test_cards_shown_twice_count_once() -> None:
    twice = [action for action in TOURNAMENT["rounds"][4]["actions"] for _ in range(2)]
    assert read(changed(TOURNAMENT, "rounds.4.actions", twice)).operations == read(TOURNAMENT).operations


def test_an_ante_of_nothing_is_no_post() -> None:
    before_the_flop = changed(changed(OMAHA, "rounds", OMAHA["rounds"][:1]), "pots", [])
    nothing = changed(before_the_flop, "rounds.0.actions.0.amount", 0)
    assert [post.seat for post in read(nothing).setup.posts] == [1, 2, 4, 3]


def test_cards_shown_after_everybody_has_folded_are_known_from_the_beginning() -> None:
    shown = actions((1, "Shows Cards", ["Ac", "Ad"]), (1, "Mucks Cards"), (1, "Shows Cards", ["Ac", "Ad"]))
    hand = read(changed(CASH, "rounds.2.actions", shown))
    assert format_line(hand.setup, hand.operations[:3]).endswith("| h6:8h8s h3:AcAd r6:125")
    assert replay(hand.setup, hand.operations).is_complete


def test_one_text_for_a_list_of_cards_is_read_too() -> None:
    assert read(changed(CASH, "rounds.1.cards", "Qc8d3s")) == read(CASH)


def test_a_street_that_came_for_nobody_is_left_out() -> None:
    early = rounds(
        (
            "Preflop",
            [],
            actions((1, "Post SB", 0.25), (2, "Post BB", 0.5), (3, "Fold"), (0, "Fold"), (1, "Fold")),
        ),
        ("Flop", ["2c", "2d", "2h"], []),
    )
    hand = read(changed(CASH, "rounds", early))
    assert format_line(hand.setup, hand.operations).endswith("| f6 f1 f3")


def test_a_bet_before_the_flop_is_a_raise_and_a_call_may_leave_out_its_amount() -> None:
    bet = changed(changed(CASH, "rounds.0.actions.3.action", "Bet"), "rounds.0.actions.5.amount", ...)
    assert read(bet).operations == read(CASH).operations


def test_the_house_rules_of_a_file_are_those_of_records_or_the_readers() -> None:
    assert read(CASH).setup.rules == RULES_OF_RECORDS
    [hand] = read_ohh(text(CASH), rules=HOUSE_RULES["figp"])
    assert hand.setup == replace(read(CASH).setup, rules=HOUSE_RULES["figp"])


def test_who_needs_no_open_hand_history_does_not_load_it() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert "tables.engine.notation.toml" in done.stdout
    assert "ohh" not in done.stdout
    assert "'json'" not in done.stdout
