"""Hands asked for (TDA 18, S-102) and hands that count as they were declared (S-047)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import HOUSE_RULES, IllegalAction, State, legal, parse_cards
from tables.engine.legal_actions import may_ask
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import TDA, on_street, play, table

DECLARED = replace(TDA, hand_reading="declared")


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        play(state, text)
    return refused.value.code


def river(text: str, rules: str = "tda2024") -> State:
    setup = table(*[20_000] * 4, rules=HOUSE_RULES[rules])
    return play(on_street(3, setup), text)


@pytest.mark.rule("SHW-05", "S-102")
def test_who_called_on_the_river_and_kept_the_cards_may_see_the_last_aggressors() -> None:
    # A bets, B calls, C raises, D, A and B call; D mucks.
    state = river("r1:1000 c2 r3:5000 c4 c1 c2")
    assert may_ask(state) == {1: (3,), 2: (3,), 4: (3,)}
    mucked = play(state, "m4")
    assert may_ask(mucked) == {1: (3,), 2: (3,)}
    assert refusal(mucked, "x:asked_to_see,s=3,q=4") == "may_not_ask"
    asked = play(mucked, "x:asked_to_see,s=3,q=1")
    assert (refusal(asked, "m3"), legal(asked).may_muck, may_ask(asked)) == ("muck_asked", (1, 2), {})
    shown = play(asked, "s3:AhKh")
    assert shown.hole[3] == parse_cards("AhKh")


@pytest.mark.rule("SHW-05")
def test_a_hand_mucked_before_it_was_asked_for_is_told_and_wins_nothing() -> None:
    state = play(river("r1:1000 c2 r3:5000 c4 c1 c2"), "m4 m3")
    assert refusal(state, "h3:AhAd") == "hole_cards_settled"
    told = play(state, "x:asked_to_see,s=3,q=2 h3:AhAd")
    assert (told.hole[3], told.mucked) == (parse_cards("AhAd"), (4, 3))
    assert refusal(told, "w0:3") == "cannot_win_pot"


@pytest.mark.rule("SHW-05")
def test_nobody_may_ask_after_a_river_without_a_bet_or_for_the_hand_of_a_caller() -> None:
    assert may_ask(river("k1 k2 k3 k4")) == {}
    state = river("k1 k2 r3:1000 c4 f1 c2")
    assert may_ask(state) == {2: (3,), 4: (3,)}
    assert refusal(state, "x:asked_to_see,s=2,q=4") == "may_not_ask"
    assert refusal(play(state, "s3:AhAd"), "x:asked_to_see,s=3,q=4") == "ruling_not_now"
    assert refusal(river("r1:1000"), "x:asked_to_see,s=1,q=2") == "ruling_not_now"


def test_a_player_all_in_before_the_river_has_not_called_its_bet() -> None:
    rules = replace(TDA, all_in_tabled=False)
    flop = on_street(1, table(20_000, 500, 20_000, rules=rules))
    state = play(flop, "k1 r2:400 c3 c1 b:?? k1 k3 b:?? r1:600 c3")
    assert may_ask(state) == {3: (1,)}


@pytest.mark.rule("S-102")
def test_at_home_anybody_dealt_in_may_ask_for_any_called_hand() -> None:
    state = river("r1:1000 f2 c3 c4", "home")
    assert may_ask(state) == {1: (3, 4), 2: (1, 3, 4), 3: (1, 4), 4: (1, 3)}
    asked = play(state, "x:asked_to_see,s=3,q=2")
    assert may_ask(asked) == {1: (4,), 2: (1, 4), 3: (1, 4), 4: (1,)}
    assert refusal(asked, "x:asked_to_see,s=3,q=1") == "may_not_ask"
    assert refusal(state, "x:asked_to_see,s=3") == "ruling_incomplete"
    assert refusal(state, "x:asked_to_see,s=3,q=7") == "seat_not_in_hand"


# --- Declared hands


def declared(text: str, game: str = "NT") -> State:
    setup = replace(table(900, 900, game=game), rules=DECLARED)
    return play(setup, "c2 k1 b:AhAdKs k1 k2 b:Kd k1 k2 b:Qc k1 k2 " + text)


@pytest.mark.rule("S-047")
def test_cards_speak_where_the_house_does_not_hold_players_to_what_they_declare() -> None:
    state = play(table(900, 900), "c2 k1 b:AhAdKs k1 k2 b:Kd k1 k2 b:Qc k1 k2 h1:AcQh h2:QsJs")
    assert refusal(state, "x:declared_hand,s=1,c=AhAdKsKdQc") == "ruling_not_now"
    assert play(state, "s1: s2:").results[1] == 1000


@pytest.mark.rule("S-047")
def test_where_the_declared_hand_binds_a_better_one_does_not_count() -> None:
    state = declared("h1:AcQh h2:QsJs")
    # Seat 1 holds aces full and says "aces and kings": the same as seat 2.
    split = play(state, "x:declared_hand,s=1,c=AhAdKsKdQc s1: s2:")
    assert dict(split.results) == {1: 900, 2: 900}
    less = play(state, "x:declared_hand,s=1,c=AhAdKsQhQc s1: s2:")
    assert dict(less.results) == {1: 800, 2: 1000}


@pytest.mark.parametrize("cards", ["AhAdKsKd", "AhAdKsKdKd", "AhAdKsKdQs", "AhAdKs????"])
def test_what_is_declared_is_five_cards_of_the_hand(cards: str) -> None:
    state = declared("h1:AcQh h2:QsJs")
    assert refusal(state, f"x:declared_hand,s=1,c={cards}") == "not_a_declared_hand"
    assert refusal(declared(""), "x:declared_hand,s=1,c=AcAhAdKsKd") == "not_a_declared_hand"


def test_in_omaha_two_of_them_come_from_the_hand() -> None:
    setup = replace(table(900, 900, game="NO"), rules=DECLARED)
    state = play(setup, "c2 k1 b:AhAdKs k1 k2 b:Kd k1 k2 b:Qc k1 k2 h1:AcQh2c3c h2:QsJs4c5c")
    assert refusal(state, "x:declared_hand,s=1,c=AhAdKsKdQh") == "not_a_declared_hand"
    assert play(state, "x:declared_hand,s=1,c=AhAdKsQh3c s1: s2:").results[2] == 1000


@pytest.mark.rule("S-047")
def test_in_hi_lo_each_half_is_declared_for_itself() -> None:
    setup = setup_of("FO/8", 900, 900, rules=DECLARED)
    state = play(setup, "c2 k1 b:3h4d5s k1 k2 b:Kd k1 k2 b:Kc k1 k2 h1:Ac2cQhQs h2:6c7cJhJs")
    assert dict(play(state, "s1: s2:").results) == {1: 900, 2: 900}  # the wheel below, seven high above
    low = play(state, "x:declared_low,s=1,c=3h4d5sQhQs s1: s2:")
    assert dict(low.results) == {1: 800, 2: 1000}
    assert refusal(declared("h1:AcQh h2:QsJs"), "x:declared_low,s=1,c=AhAdKsKdQc") == "ruling_not_now"
