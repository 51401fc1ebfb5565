"""Stud: who brings in, who acts first, completion and cap, the short stub; razz and five-card stud."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    ButtonAndBlinds,
    HouseRules,
    IllegalAction,
    SeatStack,
    Setup,
    Stakes,
    State,
    legal,
)
from tables.engine.errors import EngineError
from tests.tables.engine.hands import TDA, play, pots, raises

HOME = HOUSE_RULES["home"]
WSOP = HOUSE_RULES["wsop2024"]
FIGP = HOUSE_RULES["figp"]


def stud(
    *stacks: int, game: str = "F7S", ante: int = 0, bring_in: int = 5, bet: int = 15, rules: HouseRules = TDA
) -> Setup:
    """Seats 1 to n, the first at the dealer's left; bets 15 and 30, a bring-in of 5."""
    limit = GAMES[game].betting in ("fixed_limit", "spread_limit")
    return Setup.for_level(
        game=game,
        rules=rules,
        stakes=Stakes(
            ante=ante,
            ante_kind="classic" if ante else "none",
            bring_in=bring_in,
            small_bet=bet if limit else 0,
            big_bet=2 * bet if limit else 0,
            min_bet=0 if limit else bet,
        ),
        positions=ButtonAndBlinds(button=len(stacks)),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
    )


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        play(state, text)
    return caught.value.code


def checked(state: State, first: int) -> State:
    """A street on which this seat acts first and everybody checks."""
    state = play(state, f"o{first}")
    street = state.street
    while state.actor is not None and state.street == street:
        state = play(state, f"k{state.actor}")
    return state


# --- Who brings in


@pytest.mark.rule("STD-01")
def test_std_01_the_lowest_upcard_brings_in_by_suit_the_ace_being_high() -> None:
    state = play(stud(500, 500, 500), "t1:2d t2:2c t3:As")
    assert (state.actor, legal(state).bring_in, legal(state).can_fold, legal(state).can_check) == (
        2, 5, False, False,
    )  # fmt: skip


@pytest.mark.rule("STD-02", "S-070")
def test_std_02_in_razz_the_highest_upcard_brings_in_the_ace_being_low() -> None:
    assert play(stud(500, 500, 500, game="FR"), "t1:Kh t2:Ks t3:Ac").actor == 2


@pytest.mark.rule("STD-03")
def test_std_03_in_stud_eight_or_better_the_lowest_upcard_brings_in() -> None:
    assert play(stud(500, 500, 500, game="F7S/8"), "t1:Ac t2:3s t3:3d").actor == 3


def test_in_stud_hi_lo_without_a_qualifier_the_highest_card_brings_in() -> None:
    assert play(stud(500, 500, 500, game="F7S/HL"), "t1:Qs t2:Kh t3:Ks").actor == 3


@pytest.mark.rule("S-068")
def test_five_card_stud_begins_with_the_highest_upcard_and_has_four_rounds() -> None:
    game = GAMES["F5S"]
    assert [(street.down, street.up) for street in game.streets] == [(1, 1), (0, 1), (0, 1), (0, 1)]
    state = play(stud(500, 500, 500, game="F5S"), "t1:Ac t2:Kh t3:Ad")
    # Without an ante he must open: he brings in, or completes.
    assert (state.actor, legal(state).bring_in, raises(state)) == (3, 5, (15, 15))
    state = play(state, "i3 c1 f2 t1:4c t3:4h")
    assert state.actor == 3
    state = play(state, "k3 k1 t1:9c t3:7h")
    assert state.actor == 1


@pytest.mark.rule("S-069")
def test_seven_card_stud_has_five_rounds_and_the_house_may_let_the_highest_card_open() -> None:
    game = GAMES["F7S"]
    assert [(street.down, street.up) for street in game.streets] == [
        (2, 1), (0, 1), (0, 1), (0, 1), (1, 0),
    ]  # fmt: skip
    traditional = play(stud(500, 500, 500, ante=5, bring_in=0, rules=HOME), "t1:2d t2:2c t3:As")
    assert (traditional.actor, legal(traditional).bring_in, legal(traditional).can_check) == (3, None, True)
    assert play(stud(500, 500, 500, rules=HOME), "t1:2d t2:2c t3:As").actor == 3


@pytest.mark.rule("S-069", "S-021")
def test_later_rounds_begin_with_the_best_board() -> None:
    fourth = play(stud(500, 500, 500), "t1:2d t2:9c t3:As i1 c2 c3")
    assert play(fourth, "t1:2h t2:Kc t3:Qs").actor == 1
    assert play(fourth, "t1:3h t2:Kc t3:Qs").actor == 3
    # Straights and flushes are no boards: three to one lose to the higher card.
    fifth = play(fourth, "t1:3d t2:Tc t3:Qs k3 k1 k2")
    assert play(fifth, "t1:4d t2:Jc t3:5s").actor == 3


@pytest.mark.rule("S-070")
def test_in_razz_the_lowest_board_speaks_first() -> None:
    fourth = play(stud(500, 500, 500, game="FR"), "t1:Kd t2:2c t3:3s i1 c2 c3")
    assert play(fourth, "t1:Ah t2:9c t3:8s").actor == 3
    assert play(fourth, "t1:Qh t2:2h t3:Ks").actor == 3
    fifth = play(fourth, "t1:Ah t2:2h t3:3h k1 k2 k3")
    # 2-2-A against 3-3-A, and K-Q-A lower than both pairs.
    assert play(fifth, "t1:Qs t2:As t3:Ac").actor == 1


@pytest.mark.rule("STD-04")
@pytest.mark.parametrize(
    ("game", "rules", "first"),
    [
        ("F7S", TDA, 3),
        ("F7S", WSOP, 3),
        ("F7S", HouseRules(stud_tie_first="position"), 2),
        ("F7S/8", TDA, 3),
        ("F7S/8", WSOP, 2),
    ],
)
def test_rp_10d_boards_that_tie_speak_by_suit_or_by_position(
    game: str, rules: HouseRules, first: int
) -> None:
    # W: by suit in stud, the first from the dealer's left in stud hi-lo.
    state = play(stud(500, 500, 500, game=game, rules=rules), "t1:2d t2:Qh t3:Ks i1 c2 c3")
    assert play(state, "t1:3d t2:Kh t3:Qs").actor == first


@pytest.mark.rule("STD-04")
def test_rp_10d_in_razz_the_wsop_goes_by_position_too() -> None:
    for rules, first in ((TDA, 3), (WSOP, 2)):
        state = play(stud(500, 500, 500, game="FR", rules=rules), "t1:Kd t2:2h t3:3s i1 c2 c3")
        assert play(state, "t1:Qd t2:3h t3:2s").actor == first


# --- The bring-in and what comes above it


def test_one_may_complete_instead_of_bringing_in_but_neither_check_nor_fold() -> None:
    state = play(stud(500, 500, 500), "o2")
    assert [refusal(state, word) for word in ("k2", "f2", "c2")] == ["bring_in_due"] * 3
    assert legal(play(state, "i2")).raise_is_completion
    completed = play(state, "r2:15")
    assert (completed.actor, legal(completed).call_amount, raises(completed)) == (3, 15, (30, 30))
    assert refusal(completed, "i3") == "no_bring_in"


@pytest.mark.parametrize(("rules", "totals"), [(TDA, 5), (FIGP, 4)])
def test_5_5_the_completion_is_the_bet_and_leaves_every_raise_of_the_cap(
    rules: HouseRules, totals: int
) -> None:
    state = play(stud(500, 500, 500, rules=rules), "o1 i1")
    amounts = []
    while (limits := raises(state)) is not None:
        amounts.append(limits[0])
        state = play(state, f"r{state.actor}:{limits[0]}")
    assert amounts == [15 * count for count in range(1, totals + 1)]
    assert refusal(state, f"r{state.actor}:{15 * totals + 15}") == "raise_capped"


def test_who_has_called_the_bring_in_may_raise_a_completion() -> None:
    state = play(stud(500, 500, 500), "o1 i1 c2 r3:15")
    assert (state.actor, legal(state).call_amount, raises(state)) == (1, 10, (30, 30))
    assert raises(play(state, "c1")) == (30, 30)
    # Eight are half a bet, whatever of them the call of the bring-in has covered.
    assert raises(play(stud(500, 500, 8), "o1 i1 c2 r3:8 c1")) == (23, 23)


def test_the_bring_in_has_no_option_when_all_have_called() -> None:
    state = play(stud(500, 500, 500), "o1 i1 c2 c3")
    assert (state.phase, state.street, state.pot_total) == ("deal_up", 1, 15)


def test_rp_10e_all_in_for_part_of_the_bring_in_the_others_owe_all_of_it() -> None:
    state = play(stud(3, 500, 500), "o1")
    assert legal(state).bring_in == 3
    state = play(state, "i1")
    assert (legal(state).call_amount, raises(state)) == (5, (15, 15))
    assert pots(play(state, "c2 c3")) == [(9, "123"), (4, "23")]


def test_rp_10e_all_in_on_the_ante_the_action_begins_on_his_left() -> None:
    state = play(stud(10, 500, 500, ante=10), "t1:2c t2:3c t3:4c")
    assert state.actor == 2
    assert (legal(state).can_check, legal(state).can_fold, legal(state).call_amount) == (False, True, 5)
    assert refusal(state, "k2") == "cannot_check"
    left = play(state, "f2")  # nobody is left who could bet: the cards run out
    assert (left.runs_out, left.street, legal(left).board_cards) == (True, 0, 2)


def test_rp_10f_a_pair_on_fourth_street_doubles_no_bet() -> None:
    state = play(stud(500, 500, 500), "t1:2d t2:Kh t3:Qs i1 c2 c3 t1:2h t2:Ks t3:Jd")
    assert (state.actor, raises(state)) == (2, (15, 15))
    fifth = play(state, "k2 k3 k1 t1:5h t2:5s t3:5d")
    assert raises(fifth) == (30, 30)


def test_a_wrong_bring_in_is_corrected_until_somebody_has_acted() -> None:
    state = play(stud(500, 500, 500), "t1:2d t2:2c t3:As")
    assert legal(state).may_open == (1, 2, 3)
    corrected = play(state, "o1")
    assert (corrected.actor, legal(corrected).bring_in) == (1, 5)
    acted = play(corrected, "i1")
    assert legal(acted).may_open == ()
    assert refusal(acted, "o2") == "nobody_opens"
    assert play(acted, "c2 c3").street == 1  # it stands, and the real low card owes nothing


def test_upcards_that_nobody_recorded_need_the_one_who_speaks_first() -> None:
    state = play(stud(500, 500, 500), "t1:?? t2:Kh t3:As")
    assert (state.phase, state.actor, legal(state).deal_up) == ("deal_up", None, ())
    assert legal(state).may_open == (1, 2, 3)
    assert play(state, "o2").actor == 2
    assert play(state, "t1:2c").actor == 1


@pytest.mark.parametrize("game", ["P5S", "N5S"])
@pytest.mark.parametrize(
    ("before", "least_raise"),
    [
        # The low card is all-in on the ante: nobody has put a bring-in in, and 110 is a bet of 110.
        ("r2:110", 220),
        ("f2 r3:110", 220),
        # Somebody has brought in, and 96 are added to it: less than the minimum bet, which is the step.
        ("c2 r3:110", 210),
    ],
)
def test_a_bet_over_a_bring_in_that_nobody_posted_is_raised_by_all_of_it(
    game: str, before: str, least_raise: int
) -> None:
    setup = stud(24, 9000, 9000, 9000, game=game, ante=24, bring_in=14, bet=100)
    state = play(setup, f"o1 {before}")
    assert legal(state).raise_min == least_raise


def test_a_completion_instead_of_the_bring_in_is_raised_by_all_of_it() -> None:
    state = play(stud(9000, 9000, 9000, game="N5S", ante=24, bring_in=14, bet=100), "o1 r1:110")
    assert legal(state).raise_min == 220


@pytest.mark.rule("PL-06")
def test_pl_06_pot_limit_stud_counts_antes_and_bring_in() -> None:
    state = play(stud(*[9000] * 8, game="P7S", ante=100, bring_in=150, bet=200), "o1 i1")
    assert (state.pot_total, raises(state)) == (950, (200, 1250))
    assert raises(play(state, "r2:650")) == (1150, 2900)


@pytest.mark.rule("POT-05")
def test_pot_05_in_play_all_in_for_30_of_an_ante_of_50() -> None:
    state = play(stud(30, *[500] * 7, ante=50))
    assert pots(state) == [(240, "12345678"), (140, "2345678")]


# --- The stub


def before_seventh(dealt: int, left: int) -> State:
    """Third street folded down to so many, the rest checked; the last card is due."""
    state = play(stud(*[500] * dealt), "o1 i1")
    while state.phase == "betting":
        state = play(state, f"{'c' if state.actor in range(1, left + 1) else 'f'}{state.actor}")
    for _ in ("fourth", "fifth", "sixth"):
        state = checked(state, 1)
    return state


@pytest.mark.rule("STD-10")
def test_std_10_eight_of_eight_share_a_card_of_the_reshuffled_burns() -> None:
    state = before_seventh(8, 8)
    assert (state.phase, legal(state).board_cards, state.stub) == ("deal_board", 1, 1)
    assert [len(hand) for hand in state.hole.values()] == [6] * 8


@pytest.mark.rule("STD-11")
def test_std_11_seven_of_eight_share_a_card() -> None:
    state = before_seventh(8, 7)
    assert (state.phase, legal(state).board_cards, state.stub) == ("deal_board", 1, 4)
    # First to act on seventh street is who was on sixth.
    seventh = play(state, "b:Kd")
    assert (seventh.phase, seventh.street, seventh.actor) == ("betting", 4, 1)


@pytest.mark.rule("STD-12")
def test_std_12_six_of_eight_get_a_card_each_with_the_burns() -> None:
    state = before_seventh(8, 6)
    assert (state.phase, state.street, state.stub) == ("betting", 4, 7 + 3 - 1 - 6)
    assert [len(state.hole[seat]) for seat in state.live] == [7] * 6


@pytest.mark.rule("STD-13")
def test_std_13_five_of_eight_get_a_card_each() -> None:
    state = before_seventh(8, 5)
    assert (state.phase, state.street, state.stub) == ("betting", 4, 10 - 1 - 5)


@pytest.mark.rule("STD-14")
def test_std_14_seven_of_seven_get_a_card_each_with_the_burns() -> None:
    state = before_seventh(7, 7)
    assert (state.phase, state.street, state.stub) == ("betting", 4, 7 + 3 - 1 - 7)


def test_a_shared_last_card_counts_in_every_hand() -> None:
    state = before_seventh(8, 8)
    state = play(state, "b:Kd")
    while state.phase == "betting":
        state = play(state, f"{'k' if state.actor in (1, 2) else 'f'}{state.actor}")
    state = play(state, "s1:KcKh3d7s8s9c s2:QcQhQd2s4s6c")
    assert dict(state.results) == {1: 535} | dict.fromkeys(range(2, 9), 495)


def test_with_an_unknown_card_for_all_an_odd_chip_goes_left_of_the_button() -> None:
    state = play(before_seventh(8, 8), "b:??")
    while state.phase == "betting":
        state = play(state, f"{'k' if state.actor in (1, 2, 3) else 'f'}{state.actor}")
    state = play(state, "h1:7c7h3d5s8s9c h2:QcQhQd2s4s6c h3:AsAhAdKsJsTc w0:1,2,3")
    assert [(award.seat, award.amount) for award in state.awards] == [(1, 14), (2, 13), (3, 13)]


def test_std_10_in_a_run_out_too_the_last_card_is_shared() -> None:
    state = play(stud(*[5] * 8), "o1 i1 c2 c3 c4 c5 c6 c7 c8")
    for due in (8, 8, 8, 1):
        assert legal(state).board_cards == due
        state = play(state, f"b:{'??' * due}")
    assert (state.phase, [len(hand) for hand in state.hole.values()]) == ("showdown", [6] * 8)


def test_ten_players_of_five_card_stud_get_the_very_last_card() -> None:
    nine = stud(*[500] * 9, game="F5S")
    # Recorded elsewhere: with the burns there are cards for nine.
    ten = replace(nine, seats=(*nine.seats, SeatStack(10, 500)), button=10)
    state = play(ten, "o1 i1 c2 c3 c4 c5 c6 c7 c8 c9 c10")
    for _ in ("third", "fourth"):
        state = checked(state, 1)
    assert (state.street, state.stub) == (3, 0)


# --- Showing and winning


@pytest.mark.rule("S-100")
@pytest.mark.parametrize(
    ("game", "boards", "first"),
    [
        ("F7S", ("KsKh", "2c3c", "AsQd"), 1),
        ("FR", ("KsKh", "2c3c", "AsQd"), 2),
        ("F5S", ("4s", "2c", "Ad"), 3),
    ],
)
def test_without_a_bet_the_best_board_shows_first_and_in_razz_the_lowest(
    game: str, boards: tuple[str, ...], first: int
) -> None:
    state = play(stud(500, 500, 500, game=game, bring_in=5), "o1 i1 c2 c3")
    for at in range(len(GAMES[game].streets) - 1):
        for seat, board in enumerate(boards, 1):
            if state.phase == "deal_up":
                card = board[2 * at : 2 * at + 2] or "??"
                state = play(state, f"t{seat}:{card}")
        if state.phase == "deal_up":
            state = play(state, f"o{first}")
        while state.phase == "betting":
            state = play(state, f"k{state.actor}")
    assert legal(state).to_show == first


@pytest.mark.rule("S-100")
def test_who_bet_last_shows_first_then_clockwise() -> None:
    state = play(stud(500, 500, 500), "o1 i1 c2 c3")
    for _ in ("fourth", "fifth", "sixth"):
        state = checked(state, 1)
    state = play(state, "k1 r2:30 c3 c1")
    assert legal(state).may_show == (2, 3, 1)


def to_the_end(*hands: str, game: str) -> State:
    """Brought in and called by all, everything else checked, then these hands are shown."""
    others = range(2, len(hands) + 1)
    state = play(stud(*[500] * len(hands), game=game), " ".join(["o1 i1", *[f"c{seat}" for seat in others]]))
    while state.phase != "showdown":
        state = checked(state, 1) if state.phase == "deal_up" else play(state, f"k{state.actor}")
    for seat in legal(state).may_show:
        state = play(state, f"s{seat}:{hands[seat - 1]}")
    return state


@pytest.mark.rule("S-071")
def test_in_stud_hi_lo_one_player_may_win_both_halves_with_different_cards() -> None:
    # Seat 1: a flush for high and 6-4-3-2-A for low; seat 2: two pair and no low; seat 3: a low of 8.
    state = to_the_end("AsKs9s6s3s4d2h", "KhKdQhQd9c8c7c", "8s7s5h4h2dQcQs", game="F7S/8")
    assert dict(state.results) == {1: 510, 2: 495, 3: 495}
    apart = to_the_end("AsKs9s8s3s4d6h", "KhKdQhQd9c8c7c", "7s6s5h4h2dQcQs", game="F7S/8")
    assert [(award.seat, award.amount, award.half) for award in apart.awards] == [
        (1, 8, "high"),
        (3, 7, "low"),
    ]
    nobodys = to_the_end("AsKs9s9d3s4d2h", "KhKdQhQd9c8c7c", game="F7S/8")
    assert [(award.seat, award.amount, award.half) for award in nobodys.awards] == [(2, 10, "high")]


@pytest.mark.rule("S-070")
def test_razz_is_won_by_the_lowest_hand_straights_and_flushes_ignored() -> None:
    state = to_the_end("5s4s3s2sAsKdKh", "6h5h3h2hAcQdQc", game="FR")
    assert dict(state.results) == {1: 505, 2: 495}


def test_a_lone_winner_takes_chips_that_divide_by_no_denomination() -> None:
    setup = Setup.from_dict(
        stud(500, 500, ante=3).to_dict()
        | {
            "stakes": {
                "small_blind": 0,
                "big_blind": 0,
                "small_bet": 15,
                "big_bet": 30,
                "bring_in": 5,
                "chip": 5,
            }
        }
    )
    state = play(setup, "h1:2c3d4h h2:5c6d7h i1 f2")
    assert dict(state.results) == {1: 503, 2: 497}


@pytest.mark.parametrize(
    ("before", "text", "code"),
    [
        ("o1", "i2", "not_in_turn"),
        ("o1 i1 f2", "t1:2c", "hand_complete"),
        ("h1:2c3d4h h2:5c6d7h", "t1:2d", "no_up_card"),
        ("o1 i1", "o2", "nobody_opens"),
    ],
)
def test_what_is_not_due_in_stud_is_refused(before: str, text: str, code: str) -> None:
    assert refusal(play(stud(500, 500), before), text) == code


def test_who_has_folded_opens_no_street() -> None:
    state = play(stud(500, 500, 500), "o1 i1 f2 c3")
    assert refusal(state, "o2") == "not_contending"


def test_cards_are_told_of_hands_that_are_dealt_and_as_many_as_there_are() -> None:
    state = play(stud(500, 500), "h1:2c????")
    for text, message in (
        ("t9:2d", "seat 9 is not in this hand"),
        ("h1:3c4c", "seat 1 has 3 cards, not 2"),
        ("h1:", "“h1:” is not an operation"),
    ):
        with pytest.raises(EngineError, match=f"^{message}"):
            play(state, text)


def test_over_a_bring_in_that_nobody_has_put_in_the_first_bet_counts_in_full_whatever_a_fold_left() -> None:
    """Seat 1 is all-in on the ante and owes the bring-in of 10; seat 2 puts in 4 and folds."""
    setup = stud(14, 500, 500, 500, ante=14, bring_in=10, game="P7S")
    third = play(setup, "t1:2c t2:9d t3:8d t4:Th")
    assert third.actor == 2
    opened = play(third, "x:undercall,s=2,a=4,o=f2,f r3:70")
    assert raises(opened) == (140, 270)
    assert raises(play(third, "f2 r3:70")) == (140, 266)
