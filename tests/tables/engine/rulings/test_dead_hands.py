"""Dead hands in every phase of every game: the chips stay, the turn passes, the last hand lives."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.engine import GAMES, IllegalAction, Ruling, State, legal, replay
from tables.engine.games.house_rules import FalseOpening
from tables.engine.rulings.dead_hands import leave_after_deal
from tests.breadth import sample
from tests.tables.engine.any_game import finished, setup_of
from tests.tables.engine.hands import TDA, on_street, play, pots, table


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        play(state, text)
    return refused.value.code


def dead(state: State, *seats: int) -> State:
    return play(state, " ".join(f"x:dead_hand,s={seat},f" for seat in seats))


# --- Betting


@pytest.mark.rule("S-107", "S-108")
def test_a_dead_hand_leaves_its_chips_and_the_turn_passes() -> None:
    state = play(table(*[900] * 4), "r3:300 c4")
    assert refusal(state, "x:dead_hand,s=1") == "floor_must_confirm"
    killed = dead(state, 1)
    assert (killed.live, killed.folded, killed.actor, killed.pot_total) == ((2, 3, 4), (1,), 2, 750)
    assert pots(play(killed, "c2")) == [(950, "234")]
    assert refusal(killed, "x:dead_hand,s=1,f") == "not_contending"


def test_the_dead_hand_of_the_aggressor_leaves_the_bet_to_be_matched() -> None:
    bet = play(on_street(1, table(*[900] * 3)), "r1:300 c2")
    killed = dead(bet, 1)
    assert (killed.actor, killed.to_call(3), killed.progress.aggressor) == (3, 300, 1)
    called = play(killed, "c3 b:2c k2 k3 b:3c k2 k3")
    assert (pots(called), legal(called).to_show) == ([(1200, "23")], 2)


def test_a_dead_hand_ends_the_round_where_nothing_is_left_to_match() -> None:
    # Seat 2 is all-in since the flop; seat 1 has checked the turn and seat 3 is asked.
    turn = play(on_street(1, table(900, 300, 900)), "k1 r2:200 c3 c1 b:2c k1")
    assert turn.actor == 3
    killed = dead(turn, 1)
    assert (killed.actor, killed.phase, legal(killed).may_show) == (None, "deal_board", (2, 3))


def test_the_last_hand_wins_when_all_others_are_dead_and_cannot_die() -> None:
    state = dead(play(table(*[900] * 3), "r3:300"), 1, 2)
    assert (state.is_complete, dict(state.results)) == (True, {1: 850, 2: 800, 3: 1050})
    assert refusal(state, "x:dead_hand,s=3,f") == "hand_complete"
    assert refusal(all_in_two(), "x:dead_hand,s=1,f x:dead_hand,s=2,f") == "hand_complete"


def all_in_two() -> State:
    return play(table(900, 900), "r2:900 c1")


@pytest.mark.rule("S-108")
def test_who_looks_at_the_discards_forfeits_the_hand_in_a_draw() -> None:
    draw = play(setup_of("F5D", *[900] * 3), "c3 c1 k2 d1:??")
    killed = dead(draw, 2)
    assert (killed.live, legal(killed).drawer) == ((1, 3), 3)
    last = dead(play(draw, "d2:"), 3)
    assert (last.phase, last.actor) == ("betting", 1)


# --- Stud


def third() -> State:
    return play(setup_of("F7S", *[900] * 3), "t1:2c t2:9d t3:Th")


def test_the_dead_hand_of_the_bring_in_posts_it_and_the_next_may_call_it() -> None:
    killed = dead(third(), 1)
    assert (killed.bets[1], killed.stacks[1], killed.actor, legal(killed).call_amount) == (25, 865, 2, 25)
    assert (legal(killed).can_fold, legal(killed).bring_in) == (True, None)


def test_a_hand_dead_before_its_up_card_is_told_is_not_waited_for() -> None:
    state = dead(play(setup_of("F7S", *[900] * 3), "t2:9d t3:Th"), 1)
    assert (state.phase, state.actor, legal(state).bring_in) == ("betting", 2, 25)


def test_a_dead_board_does_not_speak_first() -> None:
    fourth = play(third(), "i1 c2 c3 t1:Ac t2:3d")
    killed = dead(fourth, 1)
    assert legal(killed).deal_up == (3,)
    assert play(killed, "t3:4s").actor == 3


# --- All-in and showdown


def all_in() -> State:
    """Main pot 300 for 1, 2 and 3, a side pot of 400 for 2 and 3."""
    return play(table(100, 300, 900), "r3:900 c1 c2")


def test_a_hand_dead_in_a_run_out_loses_its_claims() -> None:
    state = all_in()
    assert pots(state) == [(300, "123"), (400, "23")]
    killed = dead(state, 2)
    assert pots(killed) == [(300, "13"), (400, "3")]
    run = play(killed, "b:2c3d4h b:9c b:Jd s1:AhAd s3:KhKd")
    assert dict(run.results) == {1: 300, 2: 0, 3: 1000}


def test_a_side_pot_that_nobody_can_win_any_more_goes_with_the_pot_below() -> None:
    state = dead(play(all_in(), "b:2c3d4h"), 2, 3)
    assert (state.is_complete, dict(state.results)) == (True, {1: 700, 2: 0, 3: 600})


def test_with_one_left_who_has_chips_there_is_no_more_betting() -> None:
    state = play(table(100, 900, 900), "c3 c1 k2")
    assert (state.phase, pots(state)) == ("deal_board", [(300, "123")])
    killed = dead(state, 2)
    assert pots(killed) == [(300, "13")]
    assert play(killed, "b:2c3d4h b:9c b:Jd").phase == "showdown"


def test_a_hand_dead_after_it_was_shown_does_not_win() -> None:
    river = play(on_street(3, table(900, 900, 900)), "k1 k2 k3 s1:AhAd s2:KhKd")
    killed = dead(river, 1)
    assert refusal(killed, "w0:1") == "cannot_win_pot"
    assert dict(play(killed, "s3:2c3d w0:2").results) == {1: 800, 2: 1100, 3: 800}
    assert refusal(dead(river, 1, 2), "x:dead_hand,s=3,f") == "hand_complete"


def test_winners_declared_before_a_hand_died_are_declared_anew() -> None:
    state = play(all_in(), "b:2c3d4h b:5c b:6d w1:2")
    killed = dead(state, 2)
    assert (dict(killed.declared), legal(killed).pots_to_declare) == ({}, (0,))
    assert dict(play(killed, "w0:1").results) == {1: 300, 2: 0, 3: 1000}


def test_the_last_claim_of_the_showdown_cannot_die() -> None:
    # Proof of openers is due: everybody else is gone already.
    due = play(opened(), "f3 f1")
    assert (due.phase, refusal(due, "x:dead_hand,s=2,f")) == ("openers", "ruling_not_now")
    assert refusal(due, "x:wrong_cards,s=2,a=4,f") == "last_hand"
    showdown = play(on_street(3, table(900, 900, 900)), "k1 k2 k3 m1")
    assert dead(showdown, 2).results[3] == 1100


def test_a_hand_dead_in_an_all_in_draw_draws_no_more() -> None:
    state = play(setup_of("N2L1D", *[500] * 3), "r3:500 c1 c2")
    assert legal(state).drawer == 1
    killed = dead(play(state, "d1:"), 3)
    assert (legal(killed).drawer, killed.pots[0].seats) == (2, (1, 2))
    assert play(killed, "d2:??").phase == "showdown"
    assert dead(state, 1, 2).results[3] == 1500


@pytest.mark.parametrize("game", [code for code, game in GAMES.items() if game.streets])
def test_in_every_game_all_hands_but_one_may_die_before_anything_else(game: str) -> None:
    state = play(setup_of(game, *[900] * 4))
    won = dead(state, 4, 1, 3)
    if won.phase == "openers":
        won = play(won, "j2:????")
    chips = 900 + sum(post.amount for post in state.setup.posts if post.seat != 2)
    assert (won.is_complete, won.results[2]) == (True, chips)


def test_a_game_recorded_by_its_result_has_no_hands_to_kill() -> None:
    assert refusal(play(setup_of("XR", 900, 900)), "x:dead_hand,s=1,f") == "ruling_not_now"


# --- Hands that come back


def test_a_mucked_hand_that_can_be_told_contends_again() -> None:
    showdown = play(on_street(3, table(900, 900, 900)), "k1 k2 k3 m1")
    back = play(showdown, "x:retrieved,s=1,f")
    assert (back.mucked, legal(back).may_show, pots(back)) == ((), (1, 2, 3), [(300, "123")])
    won = play(back, "w0:1")
    assert won.results[1] == 1100
    assert refusal(showdown, "x:retrieved,s=2,f") == "not_mucked"
    assert refusal(dead(play(all_in(), "b:2c3d4h"), 2), "x:retrieved,s=2,f") == "ruling_not_now"


# --- Openers (S-064)


def opened(rules: FalseOpening = "carries") -> State:
    setup = setup_of("F5DJ", *[900] * 3, rules=replace(TDA, false_opening=rules))
    return play(setup, "k1 r2:100")


@pytest.mark.rule("S-064")
def test_who_opened_without_openers_cannot_win() -> None:
    called = play(opened(), "c3 f1")
    killed = play(called, "x:false_opening,s=2,f")
    assert (killed.is_complete, dict(killed.results)) == (True, {1: 890, 2: 790, 3: 1020})
    assert refusal(called, "x:false_opening,s=3,f") == "no_false_opening"
    assert refusal(called, "x:false_opening,s=2") == "floor_must_confirm"


@pytest.mark.rule("S-064")
def test_with_everybody_else_gone_the_pot_waits_or_is_returned_as_the_house_has_it() -> None:
    alone = play(opened(), "f3 f1 x:false_opening,s=2,f")
    assert (alone.outcome, alone.carried_pot.chips, dict(alone.results)) == (
        "carried",
        30,
        {1: 890, 2: 890, 3: 890},
    )
    back = play(opened("returned"), "f3 f1 x:false_opening,s=2,f")
    assert (back.outcome, dict(back.results)) == ("void", {1: 900, 2: 900, 3: 900})


def test_openers_that_were_proved_or_not_asked_for_are_no_false_opening() -> None:
    proved = play(opened(), "f3 f1")
    assert legal(proved).openers_due == 2
    free = play(setup_of("F5DA", *[900] * 3), "k1 r2:100")
    assert refusal(free, "x:false_opening,s=2,f") == "ruling_not_now"
    assert refusal(opened(), "x:dead_hand,s=2,f x:false_opening,s=2,f") == "ruling_not_now"


def test_the_dead_hand_of_an_opener_leaves_the_pot_to_the_others() -> None:
    killed = dead(play(opened(), "c3 c1"), 2)
    drawn = play(killed, "d1: d3:")
    assert (drawn.phase, drawn.actor, drawn.opener) == ("betting", 3, 2)


# --- Players who sit out: dealt in, and killed after the deal (TDA 30, 71)


@pytest.mark.rule("ABS-01")
def test_a_player_who_sits_out_posts_and_is_killed_before_anybody_acts() -> None:
    dealt = play(table(900, 900, 900, 900), "x:absent,s=2 x:penalty,s=3")
    assert (dealt.live, dealt.folded, dealt.actor) == ((1, 4), (2, 3), 4)
    assert (dict(dealt.stacks), dealt.pot_total) == ({1: 850, 2: 800, 3: 900, 4: 900}, 150)
    assert not dealt.substantial_action
    won = play(dealt, "f4")
    assert dict(won.results) == {1: 1000, 2: 800, 3: 900, 4: 900}


def test_the_last_player_at_the_table_takes_the_blinds_without_a_tap() -> None:
    alone = play(table(900, 900, 900), "x:absent,s=1 x:absent,s=3")
    assert (alone.is_complete, dict(alone.results)) == (True, {1: 850, 2: 950, 3: 900})
    assert refusal(play(table(900, 900, 900), "x:absent,s=1"), "x:absent,s=1") == "not_contending"
    assert refusal(alone, "x:absent,s=2") == "hand_complete"


@pytest.mark.rule("ABS-02")
def test_an_absent_player_who_is_dealt_the_low_card_posts_the_bring_in_and_is_killed() -> None:
    setup = setup_of("F7S", 900, 900, 900)
    dealt = play(setup, "x:absent,s=2")
    assert (dealt.phase, dealt.live) == ("deal_up", (1, 2, 3))
    low = play(dealt, "t1:Kh t2:2c t3:9d")
    assert (low.phase, low.live, low.actor, dict(low.bets)) == ("betting", (1, 3), 3, {1: 0, 2: 25, 3: 0})
    other = play(dealt, "t1:3h t2:Kc t3:9d")
    assert (other.live, other.actor, other.bets[1]) == ((1, 3), 1, 0)
    # Where the cards are not recorded, the dealer says who opens.
    assert play(dealt, "o2").stacks[2] == low.stacks[2] == 865
    alone = play(setup, "x:absent,s=2 x:penalty,s=3 o2")
    assert (alone.is_complete, dict(alone.results)) == (True, {1: 945, 2: 865, 3: 890})


def test_where_all_sit_out_the_last_of_them_wins_what_was_posted() -> None:
    alone = play(setup_of("F7S", 900, 900), "x:absent,s=1 x:absent,s=2 o1")
    assert (alone.is_complete, alone.folded, alone.live) == (True, (1,), (2,))


def test_where_nobody_sits_out_nobody_leaves_after_the_deal() -> None:
    dealt = play(table(900, 900, 900))
    leave_after_deal(dealt.progress)
    assert dealt.live == (1, 2, 3)


def test_nobody_sits_out_once_somebody_has_acted() -> None:
    assert refusal(play(table(900, 900, 900), "c3"), "x:absent,s=1") == "ruling_not_now"
    assert refusal(on_street(1, table(900, 900, 900)), "x:penalty,s=1") == "ruling_not_now"


def test_in_a_game_recorded_by_its_result_it_is_only_written_down_who_sits_out() -> None:
    state = play(setup_of("XR", 900, 900), "x:absent,s=1")
    assert (state.phase, [each.seat for each in state.rulings]) == ("result", [1])


@settings(max_examples=sample("dead hands"), deadline=None)
@given(
    st.sampled_from([code for code, game in GAMES.items() if game.streets]),
    st.lists(st.integers(20, 2_000), min_size=2, max_size=5),
    st.randoms(use_true_random=False),
)
def test_a_player_who_sits_out_wins_nothing_and_no_chip_is_lost(
    game: str, stacks: list[int], rng: random.Random
) -> None:
    setup = setup_of(game, *stacks)
    out = rng.sample(range(1, len(stacks) + 1), rng.randint(1, len(stacks) - 1))
    dealt = replay(setup, [Ruling(kind=rng.choice(["absent", "penalty"]), seat=seat) for seat in out])
    over = finished(dealt)
    assert sum(over.results.values()) + over.carried_pot.chips == sum(stacks)
    assert {award.seat for award in over.awards}.isdisjoint(out)
    assert all(over.results[seat] <= stacks[seat - 1] for seat in out)
    assert replay(setup, over.history) == over
