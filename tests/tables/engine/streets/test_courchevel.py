"""Courchevel: five-card Omaha whose first board card lies face up before anybody acts."""

from __future__ import annotations

import pytest

from tables.engine import GAMES, IllegalAction, Setup, State, legal
from tables.engine.notation import format_line, parse_line
from tests.tables.engine.hands import play, raises, table


def courchevel(*stacks: int, game: str = "PC") -> Setup:
    return table(*stacks, game=game)


def test_the_first_card_of_the_flop_comes_with_the_deal_and_the_flop_adds_two() -> None:
    state = play(courchevel(1000, 1000, 1000))
    assert (state.phase, state.street_name, state.actor, legal(state).board_cards) == (
        "deal_board", "preflop", None, 1,
    )  # fmt: skip
    assert (state.awaits_first_card, state.next_street_name) == (True, "first card")
    with pytest.raises(IllegalAction):
        play(state, "c3")
    with pytest.raises(IllegalAction, match="1 board cards are due, not 3"):
        play(state, "b:AhKhQh")
    dealt = play(state, "b:Ah")
    assert (dealt.street_name, dealt.actor, raises(dealt)) == ("preflop", 3, (200, 350))
    flop = play(dealt, "c3 c1 k2")
    assert (flop.phase, legal(flop).board_cards) == ("deal_board", 2)
    assert (flop.boards_so_far, flop.board_number, flop.next_street_name) == ((flop.board,), 0, "flop")
    river = play(flop, "b:KhQh k1 k2 k3 b:2c k1 k2 k3 b:3c k1 k2 k3 w0:1")
    assert (len(river.board), dict(river.results)) == (5, {1: 1200, 2: 900, 3: 900})


def test_a_player_who_sits_out_is_not_asked_once_the_first_card_lies_there() -> None:
    state = play(courchevel(1000, 1000, 1000), "x:absent,s=3 b:Ah")
    assert state.actor == 1


def test_with_all_but_one_all_in_on_the_blinds_the_board_is_dealt_out() -> None:
    state = play(courchevel(100, 50), "b:Ah")
    assert (state.actor, legal(state).board_cards) == (None, 2)


def test_chips_laid_aside_before_the_first_card_leave_the_blinds_to_be_called() -> None:
    state = play(courchevel(900, 60, 300), "x:chips_behind,s=1,a=850,f")
    assert (state.pots, dict(state.bets)) == ((), {1: 50, 2: 60, 3: 0})
    called = play(state, "b:Ah c3")
    assert (dict(called.stacks), called.pot_total) == ({1: 0, 2: 0, 3: 240}, 170)


def test_the_low_of_its_hi_lo_is_two_of_five_with_three_of_the_board() -> None:
    state: State = play(
        courchevel(1000, 1000, game="PC/8"),
        "h1:As2sQcJcJh h2:KdKh9c9dTc b:3d c2 k1 b:4h8s k1 k2 b:Ks k1 k2 b:Td k1 k2 s1: s2:",
    )
    assert {(award.seat, award.half) for award in state.awards} == {(1, "low"), (2, "high")}


def test_a_hand_is_written_on_a_line_and_read_again() -> None:
    state = play(courchevel(1000, 1000, 1000), "b:Ah c3 c1 k2 b:KhQh k1")
    setup, operations = parse_line(format_line(state.setup, state.history))
    assert (setup, tuple(operations)) == (state.setup, state.history)


def test_it_is_read_like_five_card_omaha() -> None:
    assert [street.board_cards for street in GAMES["PC"].streets] == [1, 2, 1, 1]
    assert (GAMES["PC"].hole_cards, GAMES["PC"].board_cards) == (5, 5)
