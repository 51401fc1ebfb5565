"""No-limit betting: sizes of raises, re-opening, options, who acts when."""

from __future__ import annotations

import pytest

from tables.engine import (
    ButtonAndBlinds,
    HouseRules,
    IllegalAction,
    Post,
    RaiseTo,
    SeatStack,
    Setup,
    Stakes,
    apply,
    decode,
    legal,
    replay,
)
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import FIGP, TDA, limp, on_street, play, raises, table


@pytest.mark.rule("BET-01", "S-022", "WE-1")
def test_bet_01_pot_of_an_ante_game_after_a_raise_and_a_reraise() -> None:
    setup = Setup(
        game="NT",
        rules=TDA,
        stakes=Stakes(0, 2, ante=1, ante_kind="classic"),
        button=6,
        seats=tuple(SeatStack(seat, 100) for seat in range(1, 7)),
        posts=tuple(Post(seat, 1, "ante") for seat in range(1, 7)),
    )
    state = play(setup, "k1 r2:2 f3 r4:6 c5 r6:10 f1 c2 f4 c5")
    assert state.pot_total == 42
    assert state.phase == "deal_board"
    assert state.actor is None
    assert state.live == (2, 5, 6)


@pytest.mark.rule("BET-02-RRP", "S-030")
def test_bet_02_rrp_raise_over_a_short_opening_all_in_adds_the_minimum_bet() -> None:
    assert raises(play(on_street(1, table(120, 1000, 1000)), "r1:20")) == (120, 900)


@pytest.mark.rule("BET-02-FIGP", "S-030")
def test_bet_02_figp_raise_over_a_short_opening_all_in_doubles_the_minimum_bet() -> None:
    assert raises(play(on_street(1, table(120, 1000, 1000, rules=FIGP)), "r1:20")) == (200, 900)


@pytest.mark.parametrize("game", ["N5S", "P5S", "S5S", "P7S"])
def test_figp_doubles_no_minimum_for_who_completes_instead_of_bringing_in(game: str) -> None:
    due = play(setup_of(game, 1000, 1000, 1000, rules=FIGP), "o1")
    assert (legal(due).raise_min, legal(play(due, "i1")).raise_min) == (100, 100)


def test_short_opening_all_in_does_not_reopen_for_who_has_checked() -> None:
    state = play(on_street(1, table(1000, 120, 1000)), "k1 r2:20 c3")
    assert state.actor == 1
    assert raises(state) is None


def test_two_short_opening_all_ins_that_make_a_full_bet_reopen_for_who_has_checked() -> None:
    state = play(on_street(1, table(1000, 150, 200, 1000)), "k1 r2:50 r3:100 c4")
    assert state.actor == 1
    assert raises(state) == (200, 900)


@pytest.mark.rule("S-031", "S-037")
def test_minimum_raise_is_the_largest_increment_of_the_round() -> None:
    limped = play(table(5000, 5000, 5000, 5000), "c3 r4:300")
    assert raises(limped) == (500, 5000)
    bet = on_street(1, table(5000, 5000, 5000, 5000))
    assert raises(play(bet, "r1:300 r2:600")) == (900, 4900)
    assert raises(play(bet, "r1:300 r2:600 r3:900")) == (1200, 4900)


@pytest.mark.rule("S-029")
def test_minimum_bet_is_the_big_blind_on_every_street() -> None:
    for street in (1, 2, 3):
        state = on_street(street, table(1000, 1000, 1000))
        assert raises(state) == (100, 900)
        assert legal(state).raise_is_bet


BLINDS_100 = Stakes(100, 200)
BLINDS_25 = Stakes(25, 50)


@pytest.mark.rule("ACT-02")
def test_act_02_the_largest_raise_so_far_is_the_least_next_one() -> None:
    flop = on_street(1, table(*[9000] * 4, stakes=BLINDS_100))
    assert raises(play(flop, "r1:600 r2:1600 r3:3600")) == (5600, 8800)


@pytest.mark.rule("ACT-03")
def test_act_03_short_all_in_before_the_flop_leaves_the_raise_at_the_big_blind() -> None:
    assert raises(play(table(9000, 9000, 150, 9000), "r3:150")) == (250, 9000)


@pytest.mark.rule("ACT-04")
def test_act_04_raise_of_700_asks_for_700_more() -> None:
    turn = on_street(2, table(*[9000] * 3, stakes=BLINDS_100))
    assert raises(play(turn, "r1:300 r2:1000")) == (1700, 8800)


@pytest.mark.rule("ACT-05")
def test_act_05_the_way_to_500_decides_the_next_minimum() -> None:
    before = table(*[9000] * 6, stakes=BLINDS_25)
    assert raises(play(before, "r3:125 r4:200 r5:500")) == (800, 9000)
    assert raises(play(before, "r3:500")) == (950, 9000)


@pytest.mark.rule("ACT-15")
def test_act_15_short_all_ins_add_up_to_a_full_raise() -> None:
    flop = on_street(1, table(2000, 225, 2000, 300, 2000))
    to_a = play(flop, "r1:100 r2:125 c3 r4:200 c5")
    assert to_a.actor == 1
    assert raises(to_a) == (300, 1900)
    a_calls = play(to_a, "c1")
    assert a_calls.actor == 3
    assert raises(a_calls) is None
    assert legal(a_calls).call_amount == 75
    a_raises = play(to_a, "r1:300")
    assert a_raises.actor == 3
    assert raises(a_raises) == (400, 1900)


@pytest.mark.rule("ACT-16")
def test_act_16_minimum_after_three_short_all_ins_is_the_last_full_bet_on_top() -> None:
    flop = on_street(1, table(5000, 600, 750, 900, 5000, 5000))
    state = play(flop, "r1:300 r2:500 r3:650 r4:800 c5")
    assert state.actor == 6
    assert raises(state) == (1100, 4900)


@pytest.mark.rule("ACT-17")
def test_act_17_short_all_in_leaves_the_big_blind_the_option_but_not_the_caller() -> None:
    setup = table(90_000, 90_000, 90_000, 7500, stakes=Stakes(2000, 4000))
    to_blind = play(setup, "c3 r4:7500 f1")
    assert to_blind.actor == 2
    assert raises(to_blind) == (11_500, 90_000)
    after_call = play(to_blind, "c2")
    assert after_call.actor == 3
    assert raises(after_call) is None
    after_raise = play(to_blind, "r2:11500")
    assert after_raise.actor == 3
    assert raises(after_raise) == (15_500, 90_000)


@pytest.mark.rule("ACT-18")
def test_act_18_wsop_96a_two_short_all_ins_together_reopen_for_both_callers() -> None:
    flop = on_street(1, table(9000, 9000, 9000, 1400, 1800))
    to_b = play(flop, "r1:500 r2:1000 c3 r4:1300 r5:1700 f1")
    assert to_b.actor == 2
    assert raises(to_b) == (2200, 8900)
    to_c = play(to_b, "c2")
    assert to_c.actor == 3
    assert raises(to_c) == (2200, 8900)


def test_full_raise_all_in_called_and_a_short_all_in_does_not_reopen_for_the_caller() -> None:
    setup = Setup.for_level(
        game="NT",
        rules=TDA,
        stakes=Stakes(1, 2),
        positions=ButtonAndBlinds(button=4, small_blinds=(1,), big_blinds=(2,)),
        seats=[SeatStack(1, 19), SeatStack(2, 100), SeatStack(3, 16), SeatStack(4, 100)],
    )
    state = play(setup, "r3:16 c4 r1:19 c2")
    assert state.actor == 4
    assert raises(state) is None
    with pytest.raises(IllegalAction, match="faces no full raise"):
        apply(state, RaiseTo(4, 33))


def test_raise_above_the_opponents_stack_is_accepted_within_the_own_stack() -> None:
    state = play(table(500, 750_000), "r2:750000 c1")
    assert state.returned[0].seat == 2
    assert state.returned[0].amount == 749_500
    assert state.pot_total == 1000


@pytest.mark.rule("BLD-01", "S-029")
@pytest.mark.parametrize("game", ["NT", "NO", "PT", "PO", "FT", "FO"])
def test_bld_01_short_big_blind_leaves_the_price_whole(game: str) -> None:
    stakes = Stakes(100, 200, small_bet=200, big_bet=400)
    state = play(table(9000, 125, 9000, 9000, game=game, stakes=stakes))
    answer = legal(state)
    assert answer.call_amount == 200
    assert answer.raise_min == 400
    pot = play(state, "c3 c4 c1").pots
    assert [(each.amount, each.seats) for each in pot] == [(500, (1, 2, 3, 4)), (225, (1, 3, 4))]


def test_short_big_blind_of_one_of_two() -> None:
    state = play(table(500, 1, 500, 500, stakes=Stakes(1, 2)))
    assert legal(state).call_amount == 2
    assert raises(state) == (4, 500)


def test_last_player_need_not_pay_a_price_that_nobody_can_win() -> None:
    behind = play(table(80, 5000))
    assert behind.actor == 2
    assert legal(behind).call_amount == 30
    assert behind.to_call(2) == 30
    called = play(behind, "c2")
    assert (called.pot_total, called.returned, dict(called.stacks)) == (160, (), {1: 0, 2: 4920})
    covered = play(table(40, 5000))
    assert covered.actor is None
    assert covered.phase == "deal_board"
    assert [(each.seat, each.amount) for each in covered.returned] == [(2, 10)]


@pytest.mark.rule("S-006", "S-033")
def test_big_blind_keeps_the_option() -> None:
    state = play(table(1000, 1000, 1000), "c3 c1")
    assert state.actor == 2
    assert legal(state).can_check
    assert raises(state) == (200, 1000)
    assert play(state, "k2").phase == "deal_board"


@pytest.mark.rule("S-033")
def test_big_blind_keeps_the_option_over_an_all_in_of_less_than_a_raise() -> None:
    state = play(table(1000, 1000, 150, 1000), "r3:150 c4 c1")
    assert state.actor == 2
    assert raises(state) == (250, 1000)


@pytest.mark.rule("S-006")
def test_last_raiser_gets_no_further_turn() -> None:
    state = play(on_street(1, table(1000, 1000, 1000)), "k1 r2:100 c3 c1")
    assert (state.actor, state.phase) == (None, "deal_board")


def test_nobody_left_to_call_a_raise() -> None:
    state = play(table(300, 5000, 5000), "f3 r1:300")
    assert state.actor == 2
    assert raises(state) is None
    with pytest.raises(IllegalAction, match="nobody is left") as caught:
        apply(state, RaiseTo(2, 600))
    assert caught.value.code == "raise_without_opponent"


@pytest.mark.rule("S-024")
def test_stack_of_no_more_than_a_call_cannot_raise() -> None:
    state = play(table(5000, 5000, 5000, 250), "r3:300")
    assert legal(state).call_amount == 250
    assert legal(state).call_is_all_in
    with pytest.raises(IllegalAction, match="no more than a call"):
        apply(state, RaiseTo(4, 250))


def test_all_in_for_less_than_the_minimum_raise_is_the_only_raise() -> None:
    state = play(table(5000, 5000, 5000, 450), "r3:300")
    assert raises(state) == (450, 450)
    assert not legal(state).call_is_all_in


def test_fold_is_accepted_also_with_nothing_to_call() -> None:
    state = play(on_street(1, table(1000, 1000, 1000)), "f1")
    assert state.folded == (1,)
    assert state.actor == 2


@pytest.mark.rule("S-007", "S-020", "S-025")
@pytest.mark.parametrize(
    ("words", "wrong", "code", "message"),
    [
        ("", "f1", "not_in_turn", "seat 1 is not in turn: it is seat 3's"),
        ("", "k3", "cannot_check", "cannot check: 100 to call"),
        ("", "k1", "not_in_turn", "seat 1 is not in turn: it is seat 3's"),
        ("", "c1", "not_in_turn", "seat 1 is not in turn: it is seat 3's"),
        ("", "r1:300", "not_in_turn", "seat 1 is not in turn: it is seat 3's"),
        ("", "r9:300", "not_in_turn", "seat 9 is not in turn: it is seat 3's"),
        ("", "r3:199", "raise_below_minimum", "raise below the minimum of 200"),
        ("", "r3:1001", "raise_above_maximum", "raise above the maximum of 1000"),
        ("c3 c1", "c2", "nothing_to_call", "nothing to call: check"),
        ("c3 c1 k2", "k1", "no_betting", "no betting now: seat 1 cannot act"),
        ("c3 c1 k2 b:??????", "r1:99", "bet_below_minimum", "bet below the minimum of 100"),
        ("c3 c1 k2 b:??????", "r1:901", "bet_above_maximum", "bet above the maximum of 900"),
        ("f3 f1", "f2", "no_betting", "no betting now: seat 2 cannot act"),
    ],
)
def test_refused_action_says_the_number(words: str, wrong: str, code: str, message: str) -> None:
    state = play(table(1000, 1000, 1000), words)
    before = play(table(1000, 1000, 1000), words)
    with pytest.raises(IllegalAction) as caught:
        apply(state, decode(wrong))
    assert (caught.value.code, str(caught.value)) == (code, message)
    assert state == before


def test_refused_raise_carries_its_range() -> None:
    with pytest.raises(IllegalAction) as caught:
        play(table(1000, 1000, 1000), "r3:150")
    assert caught.value.params == {"amount": 150, "minimum": 200, "maximum": 1000}


def test_straddle_raises_the_price_and_acts_last_before_the_flop() -> None:
    state = play(table(5000, 5000, 5000, 5000, straddles=[(3, 200)]))
    assert state.actor == 4
    assert legal(state).call_amount == 200
    assert raises(state) == (400, 5000)
    round_trip = play(state, "c4 c1 c2")
    assert round_trip.actor == 3
    assert legal(round_trip).can_check
    assert raises(round_trip) == (400, 5000)
    flop = limp(round_trip)
    assert flop.actor == 1
    assert raises(flop) == (100, 4800)


def test_second_straddle_doubles_the_first() -> None:
    state = play(table(*[5000] * 5, straddles=[(3, 200), (4, 400)]))
    assert state.actor == 5
    assert legal(state).call_amount == 400
    assert raises(state) == (800, 5000)
    assert play(state, "c5 c1 c2 c3").actor == 4


def test_play_starts_left_of_the_last_of_several_big_blinds() -> None:
    setup = Setup.for_level(
        game="NT",
        rules=TDA,
        stakes=Stakes(50, 100),
        positions=ButtonAndBlinds(button=3, small_blinds=(), big_blinds=(4, 5)),
        seats=[SeatStack(seat, 1000) for seat in (1, 3, 4, 5)],
    )
    state = replay(setup, ())
    assert state.actor == 1
    assert dict(state.bets) == {1: 0, 3: 0, 4: 100, 5: 100}
    assert play(state, "c1 c3 k4").actor == 5


@pytest.mark.rule("S-001", "S-021")
def test_seven_players_act_clockwise_from_the_left_of_the_big_blind_and_then_of_the_button() -> None:
    state, acted = play(table(*[1000] * 7)), []
    while state.actor is not None:
        acted.append(state.actor)
        state = play(state, ("k" if legal(state).can_check else "c") + str(state.actor))
    assert acted == [3, 4, 5, 6, 7, 1, 2]
    assert play(state, "b:2c3d4h").actor == 1


@pytest.mark.rule("S-001", "S-060")
def test_button_on_an_empty_seat_leaves_the_order_to_the_seats() -> None:
    setup = Setup.for_level(
        game="NT",
        rules=TDA,
        stakes=Stakes(50, 100),
        positions=ButtonAndBlinds(button=5, small_blinds=(), big_blinds=(8,)),
        seats=[SeatStack(seat, 1000) for seat in (2, 4, 8, 9)],
    )
    state = replay(setup, ())
    assert state.order == (8, 9, 2, 4)
    assert state.actor == 9
    assert limp(state).actor == 8


def test_everyone_all_in_by_the_posts_needs_no_action() -> None:
    state = play(table(50, 30))
    assert state.phase == "deal_board"
    assert state.actor is None
    assert [(each.seat, each.amount) for each in state.returned] == [(1, 20)]
    assert state.pot_total == 60


def test_a_raise_that_was_let_stand_too_small_gives_nobody_another_raise() -> None:
    flop = on_street(1, table(9000, 9000, 9000, 9000, stakes=Stakes(100, 200)))
    state = play(flop, "r1:600 x:accepted_raise,s=2,a=1000,f c3 c4")
    with pytest.raises(IllegalAction) as refused:
        play(state, "r1:1600")
    assert (refused.value.code, refused.value.params) == ("raise_not_reopened", {"seat": 1, "faced": 400})


@pytest.mark.parametrize(("rules", "least"), [(TDA, 320), (FIGP, 400)])
def test_a_bet_that_was_let_stand_too_small_is_raised_as_the_house_has_it(
    rules: HouseRules, least: int
) -> None:
    flop = on_street(1, table(9000, 9000, 9000, stakes=Stakes(100, 200), rules=rules))
    state = play(flop, "x:accepted_raise,s=1,a=120,f")
    with pytest.raises(IllegalAction, match=f"^raise below the minimum of {least}$"):
        play(state, f"r2:{least - 1}")
    assert play(state, f"r2:{least}").bet_to_match == least


def test_who_gets_chips_of_his_last_bet_back_is_not_all_in() -> None:
    state = play(table(300, 900), "r2:900 c1")
    assert (state.all_in, dict(state.stacks)) == ((1,), {1: 0, 2: 600})


def test_without_a_limit_nothing_caps_the_raises() -> None:
    state = play(table(*[99_000] * 3), "r3:300 r1:600 r2:1200 r3:2400 r1:4800 r2:9600")
    assert raises(state) == (14_400, 99_000)
    pot = play(
        table(*[99_000] * 3, game="PO", stakes=Stakes(50, 100)),
        "r3:300 r1:600 r2:900 r3:1200 r1:1500 r2:1800",
    )
    assert raises(pot) == (2_100, 6_900)
