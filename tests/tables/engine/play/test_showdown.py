"""Showdown: who shows when, mucking, unknown cards, declared winners."""

from __future__ import annotations

import pytest

from tables.engine import (
    UNKNOWN,
    ButtonAndBlinds,
    DealHole,
    HouseRules,
    IllegalAction,
    SeatStack,
    Setup,
    Stakes,
    State,
    apply,
    decode,
    format_cards,
    legal,
    replay,
)
from tests.tables.engine.hands import TDA, limp, on_street, play, pots, table

FREE = HouseRules(all_in_tabled=False)


def nine_seats(*live: int, button: int = 5) -> State:
    """Nine seats limped to the river, where only these are left to act."""
    setup = Setup.for_level(
        game="NT",
        rules=TDA,
        stakes=Stakes(50, 100),
        positions=ButtonAndBlinds(button=button, small_blinds=(6,), big_blinds=(7,)),
        seats=[SeatStack(seat, 5000) for seat in range(1, 10)],
    )
    state = limp(replay(setup, ()))
    while state.actor is not None:
        state = play(state, f"k{state.actor}" if state.actor in live else f"f{state.actor}")
    return limp(play(state, "b:??"))


def turn_order(state: State) -> list[int]:
    """The seats in the order in which they owe their hands."""
    order = []
    while (seat := legal(state).to_show) is not None:
        order.append(seat)
        state = play(state, f"s{seat}:????")
    return order


@pytest.mark.rule("SHW-01", "S-024", "S-103")
def test_shw_01_hands_are_not_tabled_while_two_can_still_bet() -> None:
    # A is all-in before the flop; B and C still have chips.
    before = play(table(5000, 5000, 500, stakes=Stakes(50, 100)), "r3:500 c1 c2 b:??????")
    assert legal(before).may_show == ()
    with pytest.raises(IllegalAction, match="the betting is not over") as caught:
        play(before, "s3:AhKh")
    assert caught.value.code == "betting_not_over"
    turn = play(before, "k1 k2 b:??")
    closed = play(turn, "r1:4500 c2")
    answer = legal(closed)
    assert answer.phase == "deal_board"
    assert answer.board_cards == 1
    assert set(answer.may_show) == {1, 2, 3}
    assert answer.may_muck == ()


@pytest.mark.rule("SHW-01")
def test_shw_01_the_side_pot_is_shown_for_and_awarded_first() -> None:
    closed = play(table(5000, 5000, 500), "r3:500 c1 c2 b:2c7d9h k1 k2 b:Jc r1:4500 c2")
    assert turn_order(play(closed)) == [1, 2, 3]
    done = play(closed, "s1:AsKs s2:QhQd s3:JhJd b:3c")
    assert [(award.pot, award.seat, award.amount) for award in done.awards] == [(1, 2, 9000), (0, 3, 1500)]


@pytest.mark.rule("SHW-02")
def test_shw_02_last_aggressor_of_the_river_first_then_clockwise() -> None:
    river = nine_seats(2, 6, 9)
    bet = play(river, "r6:100 c9 c2")
    assert turn_order(bet) == [6, 9, 2]


@pytest.mark.rule("SHW-03")
def test_shw_03_checked_river_from_the_left_of_the_button() -> None:
    assert turn_order(play(nine_seats(2, 6, 9), "k6 k9 k2")) == [6, 9, 2]


def test_hands_are_shown_also_where_nobody_has_put_in_a_chip() -> None:
    setup = Setup(
        game="NT", rules=TDA, stakes=Stakes(min_bet=100), button=2, seats=table(900, 900).seats, posts=()
    )
    state = play(setup, "k1 k2 b:?????? k1 k2 b:?? k1 k2 b:?? k1 k2")
    assert (state.phase, state.pots, turn_order(state)) == ("showdown", (), [1, 2])


@pytest.mark.rule("SHW-04")
def test_shw_04_last_hand_left_wins_unseen() -> None:
    showdown = play(nine_seats(2, 6, 9), "k6 k9 k2")
    state = play(showdown, "m6 m9")
    assert state.is_complete
    assert [(award.seat, award.amount) for award in state.awards] == [(2, 900)]
    assert state.shown == ()
    assert state.mucked == (6, 9)


def test_the_last_to_claim_a_pot_cannot_muck() -> None:
    state = play(table(1000, 1000, rules=FREE), "r2:1000 c1")
    done = play(state, "m2")
    assert done.is_complete
    assert dict(done.results) == {1: 2000, 2: 0}
    side = play(table(300, 1000, 1000, rules=FREE), "r3:1000 c1 c2 m3")
    assert legal(side).may_muck == (1,)
    with pytest.raises(IllegalAction, match="last to claim a pot") as caught:
        play(side, "m2")
    assert caught.value.code == "muck_last"


def test_side_pot_players_show_before_who_can_win_the_main_pot_only() -> None:
    # Seat 3 pushed 500 before the flop, seats 1 and 2 check it down.
    checked = play(table(5000, 5000, 500), "r3:500 c1 c2 b:?????? k1 k2 b:?? k1 k2 b:?? k1 k2")
    assert turn_order(checked) == [1, 2, 3]
    main_first = HouseRules(side_pot_order="main_first")
    pushed = play(table(500, 5000, 5000, rules=main_first), "f3 r1:500 c2 b:?????? b:?? b:??")
    assert turn_order(pushed) == [1, 2]


def test_the_pusher_before_the_river_shows_first() -> None:
    assert turn_order(play(table(5000, 5000, 5000), "c3 r1:5000 f2 c3")) == [1, 3]


@pytest.mark.rule("S-105")
@pytest.mark.parametrize(("first", "order"), [("newest_first", [2, 3, 1]), ("main_first", [1, 2, 3])])
def test_the_players_of_the_pot_that_is_paid_first_show_first(first: str, order: list[int]) -> None:
    # Seat 1, left of the button, is all-in before the flop; nobody bets after it.
    setup = table(500, 5000, 5000, rules=HouseRules.from_dict({"side_pot_order": first}))
    state = play(setup, "c3 r1:500 c2 c3 b:?????? k2 k3 b:?? k2 k3 b:?? r2:100 c3")
    assert pots(state) == [(1500, "123"), (200, "23")]
    assert turn_order(state) == [2, 3, 1]
    checked = play(setup, "c3 r1:500 r2:1000 c3 b:?????? k2 k3 b:?? k2 k3 b:?? k2 k3")
    assert pots(checked) == [(1500, "123"), (1000, "23")]
    assert turn_order(checked) == order


@pytest.mark.rule("S-103", "S-104")
def test_nobody_mucks_in_an_all_in_showdown() -> None:
    state = play(table(500, 5000, 5000), "r3:500 c1 c2 b:?????? k2 k3 b:?? k2 k3 b:?? r2:500 c3")
    assert legal(state).may_muck == ()
    for seat in (1, 2, 3):
        with pytest.raises(IllegalAction, match="TDA 16"):
            play(state, f"m{seat}")


def test_all_in_hands_may_be_mucked_in_the_record_of_a_house_without_the_rule() -> None:
    state = play(table(500, 500, 500, rules=FREE), "r3:500 c1 c2 b:2c7d9h b:Jc b:3c s3:AsAh m1 m2")
    assert dict(state.results) == {1: 0, 2: 0, 3: 1500}


def test_mucked_hand_loses_even_when_it_was_the_best() -> None:
    state = play(on_street(3, table(1000, 1000, 1000)), "k1 k2 k3 m1")
    state = play(state, "s2:2c2d")
    assert not state.is_complete
    done = play(state, "m3")
    assert dict(done.results) == {1: 900, 2: 1200, 3: 900}


def river(words: str = "k1 k2 k3", *, board: str = "b:2c7d9h k1 k2 k3 b:Jc k1 k2 k3 b:3c") -> State:
    return play(table(1000, 1000, 1000), f"c3 c1 k2 {board} {words}")


def test_known_hands_decide_the_pot_by_themselves() -> None:
    done = play(river(), "s1:AsAh s2:KsKh s3:QsQh")
    assert done.is_complete
    assert dict(done.results) == {1: 1200, 2: 900, 3: 900}
    assert legal(done) == legal(done).__class__(phase="complete")


@pytest.mark.rule("S-061")
def test_omaha_needs_exactly_two_hole_cards() -> None:
    start = play(table(1000, 1000, game="PO"), "c2 k1 b:AcKcQc k1 k2 b:Jc k1 k2 b:2d k1 k2")
    # One club is not enough for a flush; seat 1 has two.
    done = play(start, "s1:3c4c8d9d s2:Tc2h2s5d")
    assert dict(done.results) == {1: 1100, 2: 900}


def test_same_hand_on_the_board_is_split() -> None:
    done = play(river(board="b:AcKdQh k1 k2 k3 b:Js k1 k2 k3 b:Tc"), "s1:2s2h s2:3s3h s3:4s4h")
    assert dict(done.results) == {1: 1000, 2: 1000, 3: 1000}


def test_show_may_name_the_recorded_cards_or_none() -> None:
    told = play(table(1000, 1000, 1000), "h1:AsAh")
    state = play(told, "c3 c1 k2 b:2c7d9h k1 k2 k3 b:Jc k1 k2 k3 b:3c k1 k2 k3 h2:KsKh")
    assert legal(state).pots_to_declare == (0,)
    done = play(state, "s1: s2:KhKs s3:QsQh")
    assert dict(done.results) == {1: 1200, 2: 900, 3: 900}


def test_unknown_hand_leaves_the_pot_to_be_declared() -> None:
    state = play(river(), "s1:AsAh s2:???? m3")
    assert not state.is_complete
    assert legal(state).pots_to_declare == (0,)
    assert legal(state).to_show is None
    done = play(state, "w0:2")
    assert dict(done.results) == {1: 900, 2: 1200, 3: 900}
    assert dict(done.declared) == {0: (2,)}


def test_unknown_board_leaves_the_pot_to_be_declared() -> None:
    state = play(river(board="b:2c7d9h k1 k2 k3 b:Jc k1 k2 k3 b:??"), "s1:AsAh s2:KsKh m3")
    assert legal(state).pots_to_declare == (0,)
    assert play(state, "w0:1,2").results == {1: 1050, 2: 1050, 3: 900}


def test_winner_may_be_declared_at_once_and_the_others_count_as_mucked() -> None:
    done = play(river(), "w0:3")
    assert done.is_complete
    assert dict(done.results) == {1: 900, 2: 900, 3: 1200}
    assert done.mucked == (1, 2)


def test_who_mucked_before_a_declaration_comes_before_those_it_beat() -> None:
    done = play(river(), "m2 w0:3")
    assert (dict(done.results), done.mucked) == ({1: 900, 2: 900, 3: 1200}, (2, 1))


def test_declared_winners_are_kept_clockwise_from_the_button() -> None:
    done = play(river(), "w0:3,1")
    assert [(award.seat, award.amount) for award in done.awards] == [(1, 150), (3, 150)]


@pytest.mark.rule("S-101")
@pytest.mark.parametrize(
    ("words", "wrong", "code"),
    [
        ("", "w1:1", "nothing_to_declare"),
        ("", "w0:4", "cannot_win_pot"),
        ("", "w0:1,1", "cannot_win_pot"),
        ("m1", "w0:1", "cannot_win_pot"),
        ("s1:AsAh", "s1:AsAh", "already_decided"),
        ("s1:AsAh", "m1", "already_decided"),
        ("", "s1:2c2d", "duplicate_card"),
        ("", "s1:AsAs", "duplicate_card"),
        ("s1:AsAh", "s2:AsKd", "duplicate_card"),
        ("h1:AsAh", "s1:AsKd", "hole_cards_contradict"),
        ("h1:As??", "s1:KdKs", "hole_cards_contradict"),
        ("", "s1:As", "hole_card_count"),
        ("", "s4:AsAh", "not_contending"),
        ("h1:AsAh", "h1:AsAh", "hole_cards_settled"),
        ("s1:????", "h1:AsAh", "hole_cards_settled"),
        ("m1", "h1:AsAh", "hole_cards_settled"),
        ("", "h9:AsAh", "seat_not_in_hand"),
        ("", "b:As", "board_not_due"),
        ("w0:1", "w0:1", "nothing_to_declare"),
        ("w0:1", "s1:AsAh", "hand_complete"),
        ("w0:1", "m2", "hand_complete"),
        ("w0:1", "h1:AsAh", "hand_complete"),
    ],
)
def test_what_a_showdown_refuses(words: str, wrong: str, code: str) -> None:
    state = play(river(), words)
    with pytest.raises(IllegalAction) as caught:
        apply(state, decode(wrong))
    assert caught.value.code == code


def test_folded_player_cannot_show() -> None:
    with pytest.raises(IllegalAction, match="seat 3 is not contending"):
        play(river("k1 k2 f3"), "s3:AsAh")


def test_no_winner_is_declared_where_all_cards_are_known() -> None:
    state = play(river(), "h1:AsAh h2:KsKh h3:QsQh")
    assert legal(state).pots_to_declare == ()
    with pytest.raises(IllegalAction, match="no winner to be declared"):
        play(state, "w0:2")


def two_pots(rules: HouseRules = TDA) -> State:
    """Main pot 123, side pot 23, all cards unknown."""
    words = "r3:1000 c1 c2 b:?????? b:?? b:??"
    return play(table(300, 1000, 1000, rules=rules), words)


def test_each_pot_is_declared_on_its_own() -> None:
    state = two_pots()
    assert pots(state) == [(900, "123"), (1400, "23")]
    assert legal(state).pots_to_declare == (0, 1)
    side = play(state, "w1:2")
    assert not side.is_complete
    assert legal(side).pots_to_declare == (0,)
    assert dict(play(side, "w0:1").results) == {1: 900, 2: 1400, 3: 0}
    assert dict(play(side, "w0:1,2").results) == {1: 450, 2: 1850, 3: 0}


def test_declared_winners_may_not_contradict_each_other() -> None:
    side = play(two_pots(), "w1:2")
    with pytest.raises(IllegalAction) as caught:
        play(side, "w0:3")
    assert caught.value.code == "winners_contradict"
    main = play(two_pots(), "w0:2")
    with pytest.raises(IllegalAction):
        play(main, "w1:2,3")


def test_winner_of_a_declared_pot_cannot_muck() -> None:
    state = play(two_pots(FREE), "w1:2")
    assert set(legal(state).may_muck) == {1, 3}
    with pytest.raises(IllegalAction, match="seat 2 has won a pot"):
        play(state, "m2")


def test_loser_of_the_main_pot_may_win_the_side_pot() -> None:
    done = play(two_pots(), "w0:1 s2:AsAh w1:3")
    assert dict(done.results) == {1: 900, 2: 0, 3: 1400}
    assert done.mucked == ()
    assert done.shown == (2,)


def test_hole_cards_may_come_in_pieces_and_in_any_order() -> None:
    state = play(table(1000, 1000, 1000), "h1:??Kd")
    assert format_cards(state.hole[1]) == "??Kd"
    assert legal(state).may_know == (1, 2, 3)
    state = play(state, "h1:KdAs")
    assert format_cards(state.hole[1]) == "AsKd"
    assert legal(state).may_know == (2, 3)


@pytest.mark.parametrize(
    ("words", "wrong", "card"),
    [
        ("", "h1:AsAs", "As"),
        ("h2:KsKd", "h1:AcKd", "Kd"),
        ("h2:????", "h1:QsQs", "Qs"),
        ("c3 c1 k2 b:2c3d4h h2:KsKd", "h1:3d4h", "3d"),
    ],
)
def test_a_card_told_twice_is_named_and_nothing_is_changed(words: str, wrong: str, card: str) -> None:
    state = play(table(1000, 1000, 1000), words)
    with pytest.raises(IllegalAction, match=f"{card} is already in this hand") as refused:
        apply(state, decode(wrong))
    assert refused.value.code == "duplicate_card"
    assert state == play(table(1000, 1000, 1000), words)


def test_hole_cards_of_a_folded_player_may_still_be_told() -> None:
    state = play(table(1000, 1000, 1000), "f3 h3:AsAh")
    assert format_cards(state.hole[3]) == "AsAh"


def test_unknown_cards_tell_nothing() -> None:
    state = apply(play(table(1000, 1000, 1000)), DealHole(1, (UNKNOWN, UNKNOWN)))
    assert state.hole[1] == (UNKNOWN, UNKNOWN)
    assert legal(state).may_know == (1, 2, 3)


def test_board_card_twice_is_refused() -> None:
    with pytest.raises(IllegalAction, match="Ah is already in this hand") as caught:
        play(table(1000, 1000), "h1:AhKd c2 k1 b:Ah2c3c")
    assert caught.value.params == {"card": "Ah"}
    with pytest.raises(IllegalAction, match="2c is already"):
        play(table(1000, 1000), "c2 k1 b:2c2c3c")


def test_board_has_its_number_of_cards() -> None:
    with pytest.raises(IllegalAction, match="3 board cards are due, not 2") as caught:
        play(table(1000, 1000), "c2 k1 b:2c3c")
    assert caught.value.code == "board_card_count"


def test_run_out_goes_street_by_street_and_completes_by_itself() -> None:
    state = play(table(1000, 1000), "r2:1000 c1 s2:AsAh s1:KsKh")
    assert [state.phase, state.street_name] == ["deal_board", "preflop"]
    state = play(state, "b:2c7d9h")
    assert legal(state).board_cards == 1
    state = play(state, "b:Jc")
    assert not state.is_complete
    done = play(state, "b:3c")
    assert done.is_complete
    assert dict(done.results) == {1: 0, 2: 2000}


@pytest.mark.rule("S-006")
def test_all_but_one_folded_completes_the_hand_unseen() -> None:
    done = play(table(1000, 1000, 1000), "r3:300 f1 f2")
    assert done.is_complete
    assert dict(done.results) == {1: 950, 2: 900, 3: 1150}
    assert [(each.seat, each.amount) for each in done.returned] == [(3, 200)]
    assert [(award.pot, award.seat, award.amount) for award in done.awards] == [(0, 3, 250)]
    assert pots(done) == [(250, "3")]
    assert done.shown == done.mucked == ()
