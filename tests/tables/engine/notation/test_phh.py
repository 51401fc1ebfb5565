"""Reading PHH: published hands, seats and forced bets, amounts, actions."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from tables.engine.cards.cards import parse_cards
from tables.engine.errors import IllegalAction
from tables.engine.games.posts import Post, SeatStack
from tables.engine.games.setup import Setup
from tables.engine.games.stakes import Stakes
from tables.engine.hand import replay
from tables.engine.notation import PhhError, format_phh, read_phh
from tables.engine.play.operations import (
    Call,
    Check,
    DealBoard,
    DealHole,
    Fold,
    Muck,
    Operation,
    RaiseTo,
    Show,
)
from tests.published import all_published, published_texts, read_text
from tests.tables.engine.notation.phh_cases import phh, read

MADE_UP = "made-up-stud-hi-lo"


@pytest.mark.parametrize("name", published_texts())
def test_published_texts_are_the_hands_of_that_name(name: str) -> None:
    text = read_text(name)
    state = replay(text.setup, text.operations)
    assert state.is_complete
    if name == MADE_UP:
        assert tuple(text.in_file_order(state.stacks)) == text.finishing_stacks
        return
    [hand] = [each for each in all_published() if each.name == name]
    assert (text.setup, text.operations) == (hand.setup, hand.operations)
    if text.finishing_stacks is not None:
        in_file_order = dict(
            zip([each.seat for each in hand.setup.seats], hand.finishing_stacks, strict=True)
        )
        assert list(text.finishing_stacks) == [in_file_order[seat] for seat in text.seats]


def test_the_published_texts_are_of_every_variant_code_of_phh() -> None:
    read = [read_text(name) for name in published_texts()]
    assert {hand.variant for hand in read} == {
        "FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB",
    }  # fmt: skip
    assert len(read) == 31
    assert [name for name in published_texts() if read_text(name).scale != 1] == ["online-2009"]


# --- seats and forced bets ---


def test_the_players_sit_clockwise_from_the_small_blind_to_the_button() -> None:
    hand = read(players='["Ada", "Ben", "Cyd"]')
    assert hand.players == ("Ada", "Ben", "Cyd")
    assert hand.setup == Setup(
        game="NT",
        rules=hand.setup.rules,
        stakes=Stakes(1, 2),
        button=3,
        seats=(SeatStack(1, 200), SeatStack(2, 200), SeatStack(3, 200)),
        posts=(Post(1, 1, "small_blind"), Post(2, 2, "big_blind")),
    )
    assert [hand.seat_of(player) for player in range(3)] == [1, 2, 3]


def test_heads_up_both_arrays_stand_the_other_way_round_than_the_players() -> None:
    hand = read(
        antes="[0, 3]",
        blinds_or_straddles="[1, 2]",
        starting_stacks="[200, 300]",
        actions='["p2 cc", "p1 cc"]',
    )
    assert hand.setup.button == 2
    assert hand.setup.posts == (
        Post(2, 1, "small_blind"),
        Post(1, 2, "big_blind"),
        Post(1, 3, "table_ante"),
    )
    assert hand.operations == (Call(2), Check(1))


@pytest.mark.parametrize(
    ("fields", "posts"),
    [
        pytest.param({"blinds_or_straddles": "[2, 0, 0]"}, (Post(1, 2, "big_blind"),), id="dead small blind"),
        pytest.param({"blinds_or_straddles": "[1, 0, 0]"}, (Post(1, 1, "small_blind"),), id="no big blind"),
        pytest.param({"blinds_or_straddles": "[0, 2, 0]"}, (Post(2, 2, "big_blind"),), id="no small blind"),
        pytest.param(
            {"blinds_or_straddles": "[2, 2, 0]"},
            (Post(1, 2, "small_blind"), Post(2, 2, "big_blind")),
            id="equal blinds",
        ),
        pytest.param(
            {"blinds_or_straddles": "[1, 2, 4]"},
            (Post(1, 1, "small_blind"), Post(2, 2, "big_blind"), Post(3, 4, "straddle")),
            id="straddle",
        ),
        pytest.param(
            {"blinds_or_straddles": "[1, 2, 2]"},
            (Post(1, 1, "small_blind"), Post(2, 2, "big_blind"), Post(3, 2, "big_blind")),
            id="a newcomer's blind",
        ),
        pytest.param(
            {"antes": "[1, 1, 1]"},
            (
                Post(1, 1, "ante"),
                Post(2, 1, "ante"),
                Post(3, 1, "ante"),
                Post(1, 1, "small_blind"),
                Post(2, 2, "big_blind"),
            ),
            id="antes before blinds",
        ),
        pytest.param(
            {"antes": "[0, 3, 0]"},
            (Post(1, 1, "small_blind"), Post(2, 2, "big_blind"), Post(2, 3, "table_ante")),
            id="big-blind ante",
        ),
        pytest.param(
            {"antes": "[0, 0, 3]"},
            (Post(1, 1, "small_blind"), Post(2, 2, "big_blind"), Post(3, 3, "table_ante")),
            id="button ante",
        ),
        pytest.param(
            {"antes": "[1, 1, 1]", "starting_stacks": "[1, 2, 200]"},
            (
                Post(1, 1, "ante"),
                Post(2, 1, "ante"),
                Post(3, 1, "ante"),
                Post(1, 0, "small_blind"),
                Post(2, 1, "big_blind"),
            ),
            id="short stacks post what they have",
        ),
        pytest.param(
            {"starting_stacks": "[200, 2, 200]", "antes": "[0, 1, 0]"},
            (Post(1, 1, "small_blind"), Post(2, 2, "big_blind")),
            id="an ante of which the blind leaves nothing is not posted",
        ),
    ],
)
def test_the_posts_are_read_from_the_amounts(fields: dict[str, str], posts: tuple[Post, ...]) -> None:
    assert read(**fields).setup.posts == posts


def test_a_big_blind_ante_stays_in_the_pot_whatever_the_trimming_flag() -> None:
    for flag in ("true", "false"):
        hand = read(antes="[0, 3, 0]", ante_trimming_status=flag, actions='["p3 f", "p1 f"]')
        assert replay(hand.setup, hand.operations).results == {1: 199, 2: 201, 3: 200}


def test_fixed_limit_takes_its_bets_instead_of_a_minimum() -> None:
    hand = read(variant='"FT"', min_bet=None, small_bet="2", big_bet="4")
    assert hand.setup.stakes == Stakes(1, 2, small_bet=2, big_bet=4)


def test_stated_seats_are_kept_if_they_run_clockwise() -> None:
    hand = read(seats="[7, 9, 2]", actions='["p3 f", "p1 f"]')
    assert (hand.seats, hand.setup.button) == ((7, 9, 2), 2)
    assert hand.operations == (Fold(2), Fold(7))
    assert hand.in_file_order(replay(hand.setup, hand.operations).stacks) == [199, 201, 200]


@pytest.mark.parametrize("seats", ["[9, 7, 2]", "[1, 1, 2]", "[0, 1, 2]", "[1, 2]", '"x"', "[1.5, 2, 3]"])
def test_stated_seats_that_cannot_be_are_replaced(seats: str) -> None:
    assert read(seats=seats).seats == (1, 2, 3)


# --- amounts ---


def test_amounts_with_a_point_are_scaled_to_whole_chips_and_back() -> None:
    hand = read(
        blinds_or_straddles="[0.25, 0.5, 0]",
        min_bet="0.50",
        starting_stacks="[351, 581.70, 100.000]",
        actions='["p3 cbr 1.5", "p1 f", "p2 f"]',
        finishing_stacks="[350.75, 581.20, 100.75]",
    )
    assert hand.scale == 100
    assert hand.setup.seats == (SeatStack(1, 35100), SeatStack(2, 58170), SeatStack(3, 10000))
    assert hand.operations == (RaiseTo(3, 150), Fold(1), Fold(2))
    stacks = hand.in_file_order(replay(hand.setup, hand.operations).stacks)
    assert (
        stacks
        == list(hand.finishing_stacks or ())
        == [
            Decimal("350.75"),
            Decimal("581.2"),
            Decimal("100.75"),
        ]
    )
    text = format_phh(hand.setup, hand.operations, scale=hand.scale)
    assert "starting_stacks = [351, 581.7, 100]" in text
    assert "'p3 cbr 1.5'" in text.replace('"', "'")
    [again] = read_phh(text)
    assert (again.setup, again.operations, again.scale) == (hand.setup, hand.operations, 100)


def test_half_chips_in_the_finishing_stacks_alone_do_not_scale_the_play() -> None:
    hand = read(finishing_stacks="[199.5, 200.5, 200.0]")
    assert hand.scale == 1
    assert hand.finishing_stacks == (Decimal("199.5"), Decimal("200.5"), Decimal("200.0"))


# --- actions ---


def act(*actions: str, **fields: object) -> tuple[Operation, ...]:
    return read(actions=json.dumps(actions), **fields).operations


def test_one_word_is_check_or_call_as_the_street_has_it() -> None:
    assert act("p3 cc", "p1 cc", "p2 cc", "d db 2c3c4c", "p1 cc", "p2 cbr 2", "p3 f", "p1 cc") == (
        Call(3),
        Call(1),
        Check(2),
        DealBoard(parse_cards("2c3c4c")),
        Check(1),
        RaiseTo(2, 2),
        Fold(3),
        Call(1),
    )


def test_a_short_big_blind_still_costs_the_full_blind_to_call() -> None:
    hand = read(starting_stacks="[200, 1, 200]", actions='["p3 cc", "p1 cc"]')
    assert hand.operations == (Call(3), Call(1))
    assert replay(hand.setup, hand.operations).pot_total == 2 + 1 + 2


def test_white_space_comments_and_empty_actions_mean_nothing() -> None:
    assert act("", "   ", "# a word", " p3\t f  # folds #1", "p1  cc #x", "p2 cc # #") == (
        Fold(3),
        Call(1),
        Check(2),
    )


def test_hole_cards_come_first_and_unknown_ones_not_at_all() -> None:
    assert act("d dh p1 ????", "d dh p2 Ah", "d dh p3 2c3?", "d dh p2 Kd", "p3 f", "p1 f") == (
        DealHole(2, parse_cards("AhKd")),
        DealHole(3, parse_cards("2c??")),
        Fold(3),
        Fold(1),
    )


def test_showing_mucking_and_showing_again() -> None:
    operations = act(
        *["d dh p1 AhKd", "p1 sm -", "p1 sm AhKd", "p2 sm ????", "p3 sm", "p2 sm 2c3c", "p2 sm ????"]
    )
    assert operations[1:] == (Show(1), Muck(3), Show(2, parse_cards("2c3c")))


def test_a_raise_written_as_what_the_others_cover_becomes_a_lawful_one() -> None:
    # Seat 1 has 50 in all and bets 40: seat 3 puts it all-in, which is written as 50.
    hand = read(
        starting_stacks="[50, 200, 200]",
        actions='["p3 cc", "p1 cbr 40", "p2 f", "p3 cbr 50", "p1 cc"]',
    )
    assert hand.operations[3] == RaiseTo(3, 78)
    state = replay(hand.setup, hand.operations)
    assert state.pot_total == 50 + 50 + 2
    assert [(each.seat, each.amount) for each in state.returned] == [(3, 28)]


def test_a_covering_raise_after_illegal_play_is_left_as_written() -> None:
    hand = read(starting_stacks="[50, 50, 200]", actions='["p1 cc", "p3 cbr 60"]')
    assert hand.operations == (Call(1), RaiseTo(3, 60))
    with pytest.raises(IllegalAction):
        replay(hand.setup, hand.operations)


def test_a_raise_of_more_than_the_others_have_is_taken_as_it_is() -> None:
    hand = read(starting_stacks="[50, 50, 200]", actions='["p3 cbr 200", "p1 f", "p2 f"]')
    assert hand.operations == (RaiseTo(3, 200), Fold(1), Fold(2))
    assert replay(hand.setup, hand.operations).results == {1: 49, 2: 48, 3: 203}


def test_quotes_comments_and_multi_line_lists_are_toml() -> None:
    text = """# A hand.
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [
  1,  # Ada
  2,
  0,
]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = [
  # Pre-flop

  'p3 f',  # Cyd
  "p1 f",
]
event = "Ada\u2019s game"
time = 20:15:00
_room = { lights = [1, 2.5], note = "x" }"""
    [hand] = read_phh(text)
    assert hand.operations == (Fold(3), Fold(1))
    assert hand.meta["event"] == "Ada\u2019s game"
    assert set(hand.meta) == {"event", "time", "_room"}


# --- several hands ---


def test_a_phhs_text_holds_a_table_for_each_hand() -> None:
    hands = read_phh(f"[1]\n{phh()}\n\n[2]\n{phh(starting_stacks='[5, 5, 5]')}")
    assert [hand.setup.seats[0].stack for hand in hands] == [200, 5]


def test_the_bad_hand_of_several_is_named() -> None:
    with pytest.raises(PhhError, match=r"^hand 2: min_bet: the field is missing"):
        read_phh(f"[1]\n{phh()}\n[2]\n{phh(min_bet=None)}")


def test_a_real_hand_of_no_limit_omaha_hi_lo_is_read_to_its_end() -> None:
    """Without a low on the board one player's full house takes all."""
    [hand] = read_phh(
        """
        variant = "NO/8"
        antes = [0, 0, 0, 0, 0, 0]
        blinds_or_straddles = [20, 40, 0, 0, 0, 0]
        min_bet = 40
        starting_stacks = [3375, 4116, 2714, 3404, 2391, 2000]
        actions = [
            "d dh p1 ????????", "d dh p2 5c9d4sTd", "d dh p3 ????????", "d dh p4 ????????", "d dh p5 ????????",
            "d dh p6 ????????", "p3 cbr 100", "p4 f", "p5 cbr 240", "p6 cc", "p1 f", "p2 f", "p3 cc", "d db 8dJd8h",
            "p3 cc", "p5 cc", "p6 cc", "d db 6c", "p3 cc", "p5 cc", "p6 cbr 400", "p3 f", "p5 cc", "d db Jh", "p5 cc",
            "p6 cbr 1360", "p5 cc", "p6 sm AdKd6d3s", "p5 sm 5sJcAs2c",
        ]
        """
    )
    state = replay(hand.setup, hand.operations)
    assert list(hand.in_file_order(state.stacks)) == [3355, 4076, 2474, 3404, 4691, 0]
