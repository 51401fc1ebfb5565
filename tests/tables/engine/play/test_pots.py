"""Pots: main and side pots, antes, uncalled bets, odd chips."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import (
    HOUSE_RULES,
    Award,
    ButtonAndBlinds,
    DeclareWinners,
    HouseRules,
    Post,
    Rake,
    SeatStack,
    Setup,
    Stakes,
    State,
    apply,
)
from tables.engine.play.pots import build_pots, split_pot, uncalled_bet
from tests.tables.engine.hands import TDA, limp, on_street, play, pots, table


def finish(state: State, *winners: tuple[int, ...]) -> dict[int, int]:
    """Deals the rest unknown and declares each pot's winners, main pot first."""
    while state.phase == "deal_board":
        state = limp(state)
    for pot, seats in enumerate(winners):
        if not state.is_complete and len(state.pots[pot].seats) > 1:
            state = apply(state, DeclareWinners(pot, seats))
    assert state.is_complete
    return dict(state.results)


@pytest.mark.rule("POT-01", "S-106")
def test_pot_01_three_levels() -> None:
    state = play(table(50, 100, 200, 400, stakes=Stakes(1, 2)), "r3:200 c4 c1 c2")
    assert pots(state) == [(200, "1234"), (150, "234"), (200, "34")]


@pytest.mark.rule("POT-02")
def test_pot_02_uncalled_bet_goes_back_first() -> None:
    state = play(on_street(1, table(400, 900)), "k1 r2:500 c1")
    assert [(each.seat, each.amount) for each in state.returned] == [(2, 200)]
    assert pots(state) == [(800, "12")]
    assert state.all_in == (1,)


@pytest.mark.rule("POT-02")
def test_pot_02_on_an_empty_pot() -> None:
    bets = {1: 500, 2: 300}
    uncalled = uncalled_bet(bets, [1, 2])
    assert uncalled is not None
    assert (uncalled.seat, uncalled.amount) == (1, 200)
    after = build_pots(live=[1, 2], capped=[2], antes={}, bets={1: 300, 2: 300}, table_ante=0)
    assert [(pot.amount, pot.seats) for pot in after] == [(600, (1, 2))]


@pytest.mark.rule("POT-03")
def test_pot_03_folded_chips_stay_in_the_levels_they_reached() -> None:
    # A folds 80, B is all-in for 50, C and D have 200 each: as bets of one street.
    after = build_pots(
        live=[2, 3, 4], capped=[2], antes={}, bets={1: 80, 2: 50, 3: 200, 4: 200}, table_ante=0
    )
    assert [(pot.amount, pot.seats) for pot in after] == [(200, (2, 3, 4)), (330, (3, 4))]


@pytest.mark.rule("POT-03")
def test_pot_03_in_play() -> None:
    state = play(table(1000, 50, 1000, 1000, stakes=Stakes(40, 80)), "r3:200 c4 f1")
    assert pots(state) == [(190, "234"), (300, "34")]


@pytest.mark.rule("POT-04", "S-024")
def test_pot_04_three_all_ins_of_different_size() -> None:
    state = play(table(1000, 2500, 4000, 4000), "r3:4000 c4 c1 c2")
    assert pots(state) == [(4000, "1234"), (4500, "234"), (3000, "34")]


def test_folded_chips_above_everyone_still_in_join_the_last_pot() -> None:
    after = build_pots(live=[2, 3], capped=[2, 3], antes={}, bets={1: 50, 2: 20, 3: 30}, table_ante=0)
    assert [(pot.amount, pot.seats) for pot in after] == [(60, (2, 3)), (40, (3,))]


def test_small_blind_above_two_short_all_ins_has_nothing_left_to_decide() -> None:
    state = play(table(1000, 20, 30, 1000), "c3 f4")
    assert state.actor is None
    assert [(each.seat, each.amount) for each in state.returned] == [(1, 20)]
    assert pots(state) == [(60, "123"), (20, "13")]


def test_uncalled_part_of_a_folded_blind_stays() -> None:
    assert uncalled_bet({1: 50, 2: 20, 3: 30}, [2, 3]) is None


BBA = Stakes(500, 1000, ante=1000, ante_kind="big_blind")
ANTE_FIRST = HouseRules(bba_order="ante_first")


def posts(setup: Setup) -> list[tuple[int, int, str]]:
    return [(post.seat, post.amount, post.kind) for post in setup.posts]


@pytest.mark.rule("BBA-01")
def test_bba_01_big_blind_posts_live_and_dead() -> None:
    setup = table(9000, 2000, 9000, stakes=BBA)
    assert posts(setup) == [(1, 500, "small_blind"), (2, 1000, "big_blind"), (2, 1000, "table_ante")]
    state = play(setup)
    assert state.pot_total == 2500
    assert pots(state) == [(1000, "123")]
    assert dict(state.bets) == {1: 500, 2: 1000, 3: 0}


@pytest.mark.rule("BBA-02")
def test_bba_02_short_stack_pays_the_blind_first() -> None:
    assert posts(table(9000, 1100, 9000, stakes=BBA))[1:] == [(2, 1000, "big_blind"), (2, 100, "table_ante")]


@pytest.mark.rule("BBA-02")
def test_bba_02_short_stack_pays_the_ante_first_where_the_house_says_so() -> None:
    setup = table(9000, 1100, 9000, stakes=BBA, rules=ANTE_FIRST)
    assert posts(setup) == [(2, 1000, "table_ante"), (1, 500, "small_blind"), (2, 100, "big_blind")]


WPT = Stakes(3000, 6000, ante=6000, ante_kind="big_blind")


@pytest.mark.rule("BBA-03")
def test_bba_03_ante_first_leaves_only_the_ante_to_win() -> None:
    setup = table(30_000, 6000, 30_000, stakes=WPT, rules=ANTE_FIRST)
    assert posts(setup) == [(2, 6000, "table_ante"), (1, 3000, "small_blind"), (2, 0, "big_blind")]
    state = play(setup)
    assert state.all_in == (2,)
    assert state.actor == 3
    assert state.to_call(3) == 6000
    state = play(state, "c3 c1")
    assert pots(state) == [(6000, "123"), (12_000, "13")]
    assert finish(play(state, "b:?????? k1 k3 b:?? k1 k3 b:?? k1 k3"), (2,), (3,)) == {
        1: 24_000, 2: 6000, 3: 36_000,
    }  # fmt: skip


@pytest.mark.rule("BBA-03")
def test_bba_03_blind_first_is_live() -> None:
    setup = table(30_000, 6000, 30_000, stakes=WPT)
    assert posts(setup) == [(1, 3000, "small_blind"), (2, 6000, "big_blind")]
    assert pots(play(setup, "c3 c1")) == [(18_000, "123")]


@pytest.mark.rule("BBA-04")
def test_bba_04_a_short_all_in_can_win_the_whole_ante() -> None:
    stakes = Stakes(4000, 8000, ante=8000, ante_kind="big_blind")
    state = play(table(50_000, 50_000, 1000, stakes=stakes), "c3 c1 k2")
    assert pots(state) == [(11_000, "123"), (14_000, "12")]
    flop_to_river = "b:?????? k1 k2 b:?? k1 k2 b:?? k1 k2"
    assert finish(play(state, flop_to_river), (3,), (1,)) == {1: 56_000, 2: 34_000, 3: 11_000}


def test_button_ante_comes_from_the_button() -> None:
    setup = table(9000, 9000, 9000, stakes=Stakes(50, 100, ante=100, ante_kind="button"))
    assert posts(setup)[-1] == (3, 100, "table_ante")


def test_button_ante_of_a_dead_button_comes_from_the_last_to_act() -> None:
    setup = Setup.for_level(
        game="NT",
        rules=TDA,
        stakes=Stakes(50, 100, ante=100, ante_kind="button"),
        positions=ButtonAndBlinds(button=4, small_blinds=(5,), big_blinds=(1,)),
        seats=[SeatStack(seat, 1000) for seat in (1, 3, 5)],
    )
    assert posts(setup)[-1] == (3, 100, "table_ante")


def test_short_heads_up_button_pays_blind_and_button_ante_in_the_order_of_the_house() -> None:
    stakes = Stakes(50, 100, ante=100, ante_kind="button")
    assert posts(table(9000, 60, stakes=stakes))[-1] == (2, 10, "table_ante")
    assert posts(table(9000, 60, stakes=stakes, rules=ANTE_FIRST)) == [
        (2, 60, "table_ante"), (2, 0, "small_blind"), (1, 100, "big_blind"),
    ]  # fmt: skip


@pytest.mark.rule("ANT-01")
def test_ant_01_short_stack_pays_the_classic_ante_before_the_blind() -> None:
    # Alice in the big blind has 800, Bob calls 800, Carol raises to 1600, all others fold.
    stakes = Stakes(400, 800, ante=100, ante_kind="classic")
    setup = table(9000, 800, *[9000] * 8, stakes=stakes)
    assert [post for post in posts(setup) if post[0] == 2] == [(2, 100, "ante"), (2, 700, "big_blind")]
    state = play(setup, "c3 r4:1600 f5 f6 f7 f8 f9 f10 f1 f3")
    assert [(each.seat, each.amount) for each in state.returned] == [(4, 800)]
    assert pots(state) == [(3500, "24"), (200, "4")]
    assert finish(state, (2,)) == {1: 8500, 2: 3500, 3: 8100, 4: 8300, **dict.fromkeys(range(5, 11), 8900)}


@pytest.mark.rule("POT-05")
def test_pot_05_all_in_for_part_of_the_ante_wins_an_equal_part_of_each() -> None:
    stakes = Stakes(50, 100, ante=50, ante_kind="classic")
    state = play(table(*[1000] * 7, 30, stakes=stakes))
    assert state.all_in == (8,)
    # The antes alone: the blinds still lie before their players.
    assert [(amount, len(seats)) for amount, seats in pots(state)] == [(240, 8), (140, 7)]


def test_all_in_on_the_ante_and_on_the_blind_make_their_own_pots() -> None:
    stakes = Stakes(50, 100, ante=50, ante_kind="classic")
    state = play(table(80, 1000, 30, 1000, stakes=stakes), "c4 k2")
    assert pots(state) == [(120, "1234"), (150, "124"), (140, "24")]


def test_who_has_paid_neither_ante_nor_bet_can_win_what_was_paid_for_the_table_alone() -> None:
    after = build_pots(
        live=[1, 2, 3], capped=[3], antes={1: 5, 2: 5}, bets=dict.fromkeys((1, 2, 3), 0), table_ante=10
    )
    assert [(pot.amount, pot.seats) for pot in after] == [(10, (1, 2, 3)), (10, (1, 2))]


def split(amount: int, *winners: int, chip: int = 1) -> list[tuple[int, int]]:
    return split_pot(amount=amount, winners=winners, chip=chip)


@pytest.mark.rule("ODD-01")
def test_odd_01_odd_chip_to_the_first_seat_left_of_the_button() -> None:
    assert split(1025, 8, 2, chip=25) == [(8, 525), (2, 500)]


@pytest.mark.rule("ODD-01")
def test_odd_01_in_play_between_seats_2_and_8_with_the_button_on_5() -> None:
    # The short stack of seat 9 is the odd 25 in a pot of 1025.
    setup = Setup.for_level(
        game="NT",
        rules=TDA,
        stakes=Stakes(0, 50, chip=25),
        positions=ButtonAndBlinds(button=5, small_blinds=(), big_blinds=(6,)),
        seats=[SeatStack(2, 500), SeatStack(5, 900), SeatStack(6, 25), SeatStack(8, 500)],
    )
    state = play(setup, "r8:500 c2 f5 b:2c7d9h b:Jc b:Qs s2:AhKd s6:3d4d s8:AsKc")
    assert dict(state.results) == {2: 500, 5: 900, 6: 0, 8: 525}
    assert [(award.pot, award.seat, award.amount) for award in state.awards] == [
        (1, 8, 475), (1, 2, 475), (0, 8, 50), (0, 2, 25),
    ]  # fmt: skip


@pytest.mark.rule("ODD-02", "S-046")
def test_odd_02_three_ways() -> None:
    assert split(1025, 6, 8, 2, chip=25) == [(6, 350), (8, 350), (2, 325)]


@pytest.mark.rule("ODD-06")
def test_odd_06_each_pot_is_split_on_its_own() -> None:
    main, side = dict(split(1025, 6, 8, chip=25)), dict(split(525, 6, 8, chip=25))
    assert {seat: main[seat] + side[seat] for seat in main} == {6: 800, 8: 750}


def test_rest_smaller_than_a_chip_goes_with_the_first_seat() -> None:
    assert split(1030, 6, 8, chip=25) == [(6, 530), (8, 500)]
    assert split(30, 6, 8, 9, chip=25) == [(6, 30), (8, 0), (9, 0)]


def test_three_way_split_of_41() -> None:
    # Blinds 2/4, stacks of 13 for three of them, 2 folded in the small blind.
    state = play(table(100, 13, 13, 13, stakes=Stakes(2, 4)), "r3:13 c4 f1 c2")
    assert state.pot_total == 41
    board = play(state, "b:AcKdQh b:Js b:Tc s3:2c2d s4:3c3d s2:4c4d")
    assert dict(board.results) == {1: 98, 2: 14, 3: 14, 4: 13}


@pytest.mark.rule("S-105")
def test_side_pot_is_paid_before_the_main_pot() -> None:
    before = play(table(1000, 2500, 4000, 4000), "r3:4000 c4 c1 c2 b:AcKdQh b:Js b:2c")
    done = play(before, "s3:AdAh s4:KsKh s1:QcQd s2:3d3h")
    assert [award.pot for award in done.awards] == [2, 1, 0]


@pytest.mark.rule("S-105")
def test_main_pot_is_paid_first_where_the_house_says_so() -> None:
    setup = table(1000, 2500, 4000, rules=HouseRules(side_pot_order="main_first"))
    done = play(setup, "r3:4000 c1 c2 b:AcKdQh b:Js b:2c s3:AdAh s1:QcQd s2:3d3h")
    assert [award.pot for award in done.awards] == [0, 1]


def test_pots_and_bets_make_the_total_while_the_betting_runs() -> None:
    state = play(
        on_street(1, table(1000, 1000, 1000, stakes=Stakes(50, 100, ante=10, ante_kind="classic"))),
        "r1:200 c2",
    )
    assert pots(state) == [(330, "123")]
    assert sum(state.bets.values()) == 400
    assert state.pot_total == 730


def test_no_chips_make_no_pot() -> None:
    assert build_pots(live=[1, 2], capped=[], antes={}, bets={1: 0, 2: 0}, table_ante=0) == ()
    assert play(table(1000, 1000)).pots == ()


def test_profiles_say_how_a_short_big_blind_pays() -> None:
    assert {rules.bba_order for rules in HOUSE_RULES.values()} == {"blind_first"}


@pytest.mark.rule("RAKE-01")
@pytest.mark.parametrize(("dead", "pot", "rake"), [(0, 40, 2), (60, 100, 3), (19, 59, 2)])
def test_rake_01_five_percent_with_a_cap_rounded_down_to_a_chip(dead: int, pot: int, rake: int) -> None:
    setup = Setup(
        game="NT",
        rules=TDA,
        stakes=Stakes(10, 20),
        button=3,
        seats=(SeatStack(1, 100), SeatStack(2, 100), SeatStack(3, 100)),
        posts=(Post(3, dead, "dead_blind"), Post(1, 10, "small_blind"), Post(2, 20, "big_blind")),
        rake=Rake(hundredths=500, cap=3),
    )
    state = play(setup, "f3 c1 k2 b:?????? r1:20 f2")
    assert (state.pot_total, state.rake) == (pot, rake)
    assert dict(state.results) == {1: 80 + pot - rake, 2: 80, 3: 100 - dead}


def test_the_rake_of_side_pots_is_taken_from_the_main_pot_first() -> None:
    setup = replace(table(100, 1000, 1000), rake=Rake(hundredths=500, cap=20))
    state = play(setup, "r3:1000 c1 c2 b:AcKdQh b:Js b:2c s2:AdAh s3:KsKh s1:QcQd")
    # 5 % of 300 are 15, of the side pot's 1,800 only 5 are left.
    assert state.awards == (Award(1, 2, 1795), Award(0, 2, 285))
    assert state.rake == 20
