"""Board cards dealt wrongly, burns and the stub (TDA 39, RP-5, RP-10H; S-011)."""

from __future__ import annotations

import pytest

from tables.engine import HOUSE_RULES, IllegalAction, State, legal, parse_cards
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import play, table

LIMPED = "c3 c1 k2"


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        play(state, text)
    return refused.value.code


def three() -> State:
    return play(table(*[5000] * 3))


@pytest.mark.rule("MIS-07")
def test_a_flop_of_four_comes_off_and_three_of_them_are_dealt() -> None:
    # The four are scrambled and the floor picks the next burn: here one that was recorded as the flop.
    dealt = play(three(), f"{LIMPED} b:2c3d4h")
    mended = play(dealt, "x:four_card_flop,f")
    assert (mended.phase, mended.board, legal(mended).board_cards) == ("deal_board", (), 3)
    flop = play(mended, "b:2c5s4h")
    assert (flop.board, flop.actor, flop.stacks) == (parse_cards("2c5s4h"), 1, dealt.stacks)
    assert play(three(), f"{LIMPED} x:four_card_flop,f b:2c5s4h").board == flop.board
    assert refusal(play(flop, "k1"), "x:four_card_flop,f") == "ruling_not_now"


@pytest.mark.rule("MIS-08")
def test_a_flop_without_a_burn_is_mended_until_somebody_acts() -> None:
    dealt = play(three(), f"{LIMPED} b:2c3d4h")
    mended = play(dealt, "h1:AhAd x:no_burn,f b:3d4hTs")
    assert (mended.board, mended.hole[1]) == (parse_cards("3d4hTs"), parse_cards("AhAd"))
    acted = play(dealt, "k1")
    assert refusal(acted, "x:no_burn,f") == "ruling_not_now"
    assert acted.board == parse_cards("2c3d4h")


def test_a_flop_of_an_all_in_is_mended_until_the_turn_hands_already_tabled() -> None:
    tabled = play(table(900, 900), "r2:900 c1 b:2c3d4h s1:AhAd x:no_burn,f")
    assert (tabled.board, tabled.shown, legal(tabled).board_cards) == ((), (1,), 3)
    assert refusal(play(tabled, "b:2c3d4h b:5c"), "x:no_burn,f") == "ruling_not_now"


@pytest.mark.rule("MIS-09")
@pytest.mark.parametrize(
    ("before", "early", "after", "again", "board"),
    [
        ("c3", "2c3d4h", "c1 k2", "2cKd4h", "2cKd4h"),
        (f"{LIMPED} b:2c3d4h k1", "9s", "k2 k3", "9s", "2c3d4h9s"),
        (f"{LIMPED} b:2c3d4h k1 k2 k3 b:9s k1 k2", "Ts", "k3", "Jc", "2c3d4h9sJc"),
    ],
    ids=["flop", "turn", "river"],
)
def test_a_street_dealt_too_early_goes_back_and_comes_once_after_the_betting(
    before: str, early: str, after: str, again: str, board: str
) -> None:
    asked = play(three(), before)
    assert refusal(asked, f"x:premature_board,c={early}") == "floor_must_confirm"
    back = play(asked, f"x:premature_board,c={early},f")
    # The betting goes on where it was, and nothing of the board has come.
    assert (back.actor, back.board, back.bets, back.stacks) == (
        asked.actor, asked.board, asked.bets, asked.stacks,
    )  # fmt: skip
    assert back.exposed == ()
    due = play(back, after)
    # The burn stays one: as many cards as ever, any of those that went back among them.
    assert legal(due).board_cards == len(early) // 2
    assert play(due, f"b:{again}").board == parse_cards(board)


@pytest.mark.rule("MIS-09")
def test_after_the_last_street_and_in_draw_no_card_comes_too_early() -> None:
    river = play(three(), f"{LIMPED} b:2c3d4h k1 k2 k3 b:9s k1 k2 k3 b:Ts k1")
    assert refusal(river, "x:premature_board,c=5c,f") == "ruling_not_now"
    assert refusal(play(setup_of("F5D", 900, 900)), "x:premature_board,c=5c,f") == "ruling_not_now"


@pytest.mark.rule("MIS-11")
def test_mis_11_a_premature_card_in_stud_goes_back_and_the_street_comes_without_another_burn() -> None:
    third = play(setup_of("F7S", *[900] * 3), "t1:2c t2:9d t3:8d i1 c2")
    early = play(third, "x:premature_board,c=Kd,f")
    assert (early.actor, early.hole, early.stub) == (3, third.hole, third.stub)
    fourth = play(early, "c3")
    assert fourth.stub == 52 - 3 * 3 - 1 - 3
    assert play(fourth, "t1:3c t2:Kd t3:4d").hole[2][-1:] == parse_cards("Kd")
    seventh = play(fourth, "t1:3c t2:Td t3:4d k2 k3 k1 t1:4c t2:Jd t3:5d k2 k3 k1 t1:5c t2:Qd t3:6d k2 k3 k1")
    assert refusal(seventh, "x:premature_board,c=Kd,f") == "ruling_not_now"


@pytest.mark.rule("S-011")
def test_a_card_is_burned_before_each_round_of_cards() -> None:
    fourth = play(setup_of("F7S", *[900] * 3), "t1:2c t2:9d t3:8d i1 c2 c3")
    assert fourth.stub == 52 - 3 * 3 - 1 - 3
    fifth = play(fourth, "t1:3c t2:Td t3:4d k2 k3 k1")
    assert fifth.stub == 52 - 3 * 3 - 2 * (1 + 3)
    # In draw too, also where all stand pat (WSOP).
    pat = play(setup_of("F2L3D", *[900] * 3), "c3 c1 k2 d1: d2: d3: k1 k2 k3 d1: d2: d3:")
    assert pat.stub == 52 - 3 * 5 - 2
    room = setup_of("F5D", *[900] * 3, rules=HOUSE_RULES["draw_room"])
    assert play(room, "c3 c1 k2 d1: d2: d3:").stub == 52 - 3 * 5


def test_the_dealers_count_of_the_stub_is_the_stub() -> None:
    fourth = play(setup_of("F7S", *[900] * 3), "t1:2c t2:9d t3:8d i1 c2 c3")
    assert play(fourth, "x:stub_count,a=7").stub == 7
    assert refusal(fourth, "x:stub_count,a=44") == "no_such_stub"
    assert refusal(three(), "x:stub_count,a=7") == "ruling_not_now"


def test_a_card_exposed_in_a_draw_comes_back_with_the_discards() -> None:
    # S-126: stub 52 - 40 = 12; when it runs out folded hands and discards are shuffled, the card with them.
    room = setup_of("F5D", *[9000] * 8, rules=HOUSE_RULES["draw_room"])
    state = play(room, "c3 c4 c5 c6 c7 f8 f1 k2 d2: x:exposed_card,s=2,c=Kh d3:?????????? d4:??????????")
    assert (state.stub, refusal(state, "h4:Kh")) == (1, "duplicate_card")
    drawn = play(state, "d5:????")
    assert drawn.drawn[-1].reshuffled == 1
    assert play(drawn, "h5:Kh2c").hole[5][-2:] == parse_cards("Kh2c")


def test_a_wrong_bring_in_is_corrected_until_the_next_player_has_acted() -> None:
    # Seat 3 brought in with the ten; the deuce is seat 1's.
    wrong = play(setup_of("F7S", *[900] * 3), "t1:??  t2:9d t3:Th o3 i3 t1:2c")
    right = play(wrong, "x:wrong_bring_in,s=1")
    assert (right.actor, legal(right).bring_in, right.stacks[3]) == (1, 25, 890)
    assert play(right, "i1").bets == {1: 25, 2: 0, 3: 0}
    assert refusal(play(wrong, "c1"), "x:wrong_bring_in,s=1") == "ruling_not_now"
    assert refusal(wrong, "x:wrong_bring_in,s=3") == "bring_in_stands"
