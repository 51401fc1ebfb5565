"""What a state tells the outside, and that nobody can change it from there."""

from __future__ import annotations

import pytest

from tables.engine import GAMES, UNKNOWN, Fold, IllegalAction, Legal, Stakes, State, Undo, legal, replay
from tests.tables.engine.hands import limp, on_street, play, table


@pytest.mark.rule("S-060")
def test_state_before_the_first_action() -> None:
    state = play(table(1000, 1000, 1000))
    assert state.game is GAMES["NT"]
    assert (state.phase, state.street, state.street_name) == ("betting", 0, "preflop")
    assert state.actor == 3
    assert state.order == (1, 2, 3)
    assert state.live == (1, 2, 3)
    assert state.bet_to_match == 100
    assert state.board == ()
    assert dict(state.hole) == dict.fromkeys((1, 2, 3), (UNKNOWN, UNKNOWN))
    assert dict(state.stacks) == {1: 950, 2: 900, 3: 1000}
    assert dict(state.bets) == {1: 50, 2: 100, 3: 0}
    assert [state.to_call(seat) for seat in (1, 2, 3)] == [50, 0, 100]
    assert state.history == ()
    assert not state.is_complete
    assert dict(state.results) == {}
    assert state.awards == ()
    assert state.returned == ()
    assert state.folded == ()
    assert state.all_in == ()


def test_a_hand_is_as_dealt_with_those_who_sit_out_and_just_dealt_until_somebody_acts() -> None:
    dealt = play(table(1000, 1000, 1000, 1000), "x:absent,s=1 x:penalty,s=2")
    assert dict(dealt.sitting_out) == {1: "absent", 2: "penalty"}
    told = play(dealt, "h4:AhKh")
    acted = play(told, "c3")
    assert [(state.is_as_dealt, state.is_just_dealt) for state in (dealt, told, acted)] == [
        (True, True),
        (False, True),
        (False, False),
    ]


def test_legal_before_the_first_action() -> None:
    assert legal(play(table(1000, 1000, 1000))) == Legal(
        phase="betting",
        actor=3,
        can_fold=True,
        can_check=False,
        call_amount=100,
        call_is_all_in=False,
        raise_min=200,
        raise_max=1000,
        raise_is_bet=False,
        may_know=(1, 2, 3),
    )


def test_legal_between_streets() -> None:
    assert legal(play(table(1000, 1000, 1000), "c3 c1 k2")) == Legal(
        phase="deal_board", board_cards=3, may_know=(1, 2, 3)
    )


@pytest.mark.rule("S-005", "S-006", "S-060")
def test_streets_follow_each_other() -> None:
    state = play(table(1000, 1000, 1000))
    names = []
    for _ in range(4):
        names.append((state.street_name, len(state.board)))
        state = limp(state) if state.street < 3 else state
    assert names == [("preflop", 0), ("flop", 3), ("turn", 4), ("river", 5)]


def test_nothing_to_call_outside_a_betting_round() -> None:
    assert play(table(1000, 1000, 1000), "c3 c1 k2").to_call(1) == 0
    assert play(table(1000, 1000, 1000), "f3").to_call(3) == 0
    assert play(on_street(1, table(1000, 300, 1000)), "r1:500").to_call(2) == 200


def test_apply_leaves_the_given_state_alone() -> None:
    state = play(table(1000, 1000, 1000), "h1:AsAh")
    before = play(table(1000, 1000, 1000), "h1:AsAh")
    play(state, "h2:KsKh r3:1000 c1 c2 s1: b:2c7d9h")
    assert state == before
    assert hash(state) == hash(before)


def test_mappings_cannot_be_written() -> None:
    state = play(table(1000, 1000))
    for mapping in (state.stacks, state.bets, state.hole, state.declared, state.results):
        with pytest.raises(TypeError):
            mapping[1] = 0  # type: ignore[index]  # the point of the test


def test_states_differ_where_their_hands_do() -> None:
    assert play(table(1000, 1000)) != play(table(1000, 999))
    assert play(table(1000, 1000), "c2") != play(table(1000, 1000))
    assert play(table(1000, 1000)) != "a state"


def test_state_introduces_itself() -> None:
    assert repr(play(table(1000, 1000))) == "<State NT preflop betting actor=2 pot=150>"


@pytest.mark.parametrize("code", ["NT", "PT", "FT", "NO", "PO", "FO", "FO/8", "PO5", "PO6", "PO6/8"])
def test_every_game_with_a_board_is_played_to_the_end(code: str) -> None:
    state = on_street(3, table(1000, 1000, 1000, game=code))
    state = play(state, "k1 k2 k3 w0:1")
    assert dict(state.results) == {1: 1200, 2: 900, 3: 900}


@pytest.mark.rule("S-025", "S-060", "S-061")
def test_games_say_what_they_are() -> None:
    told = {
        code: (
            game.family,
            game.betting,
            game.faces,
            [(contest.ranking.name, contest.selection) for contest in game.contests],
            game.most_players,
        )
        for code, game in GAMES.items()
    }
    assert told["NT"] == ("holdem", "no_limit", "dd", [("standard_high", "any")], 22)
    assert told["PO5/8"] == (
        "omaha", "pot_limit", "ddddd",
        [("standard_high", "two_from_hole"), ("ace_to_five", "two_from_hole")], 8,
    )  # fmt: skip
    assert told["NS"] == ("holdem", "no_limit", "dd", [("short_deck", "any")], 14)
    assert told["FR"] == ("stud", "fixed_limit", "dduuuud", [("ace_to_five", "any")], 8)
    assert told["N5S"] == ("stud", "no_limit", "duuuu", [("standard_high", "any")], 9)
    assert told["F2L3D"] == ("draw", "fixed_limit", "ddddd", [("deuce_to_seven", "any")], 9)
    assert told["FB"] == ("draw", "fixed_limit", "dddd", [("badugi", "distinct")], 12)
    assert [street.board_cards for street in GAMES["FT"].streets] == [0, 3, 1, 1]
    assert [street.bet for street in GAMES["FT"].streets] == ["small", "small", "big", "big"]
    assert [street.bet for street in GAMES["F7S"].streets] == ["small", "small", "big", "big", "big"]
    assert [street.bet for street in GAMES["F2L3D"].streets] == ["small", "small", "big", "big"]
    assert [street.bet for street in GAMES["F5D"].streets] == ["small", "big"]


def test_replay_takes_any_iterable() -> None:
    setup = table(1000, 1000)
    state = replay(setup, iter(play(setup, "c2 k1").history))
    assert isinstance(state, State)
    assert state.phase == "deal_board"


def test_what_was_refused_and_then_undone_is_not_asked_again() -> None:
    setup = table(1000, 1000, 1000)
    assert replay(setup, [Fold(2), Undo(0), Fold(3)]) == replay(setup, [Fold(3)])
    with pytest.raises(IllegalAction, match="seat 2 is not in turn"):
        replay(setup, [Fold(2), Fold(3)])


def test_a_raise_is_called_a_bet_a_raise_or_a_completion() -> None:
    stud = Stakes(0, 0, 10, "classic", small_bet=100, big_bet=200, bring_in=25)
    bring_in = play(table(1000, 1000, 1000, game="F7S", stakes=stud), "t1:2c t2:9d t3:Jh i1")
    words = [
        legal(state).raise_word
        for state in (play(table(1000, 1000)), on_street(1, table(1000, 1000)), bring_in)
    ]
    assert words == ["raise", "bet", "complete"]


def test_a_pot_that_needs_an_opening_says_which_pair_opens_it() -> None:
    assert [play(table(1000, 1000, game=code)).openers_required for code in ("NT", "F5DJ")] == ["", "J"]
