"""A ruling takes what happened: the chips that were put in; what they count as follows (TDA 43, 51, 52)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import IllegalAction, Ruling, Stakes, State, apply, decode, encode
from tables.engine.gestures.counted_chips import as_counted, is_full_call
from tests.tables.engine.hands import FIGP, TDA, on_street, play, table


def ruled(state: State, text: str) -> str:
    """The ruling as it is recorded, which can be."""
    operation = as_counted(state, decode(text))
    apply(state, operation)
    assert as_counted(state, operation) == operation
    return encode(operation)


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        apply(state, as_counted(state, decode(text)))
    return refused.value.code


def facing(bet: int, *stacks: int, game: str = "NT") -> State:
    """The flop, blinds 50/100: seat 1 has bet, seat 2 is to act."""
    return play(on_street(1, table(*(stacks or (9000,) * 4), game=game)), f"r1:{bet}")


@pytest.mark.rule("S-032", "ACT-02")
@pytest.mark.parametrize(
    ("put_in", "became"),
    [
        (301, "c2"),
        (449, "c2"),
        (450, "r2:600"),
        (599, "r2:600"),
        (600, "r2:600"),
        (700, "r2:700"),
        (300, "c2"),
    ],
)
def test_chips_from_half_of_a_raise_on_are_made_up_and_less_is_a_call(put_in: int, became: str) -> None:
    assert ruled(facing(300), f"x:short_raise,s=2,a={put_in}") == f"x:short_raise,s=2,a={put_in},o={became}"


@pytest.mark.parametrize(
    ("put_in", "became"), [(399, "c3"), (400, "r3:500"), (450, "r3:500"), (500, "r3:500")]
)
def test_facing_a_raise_to_300_of_50_100_a_player_who_puts_in_450_raises_to_500(
    put_in: int, became: str
) -> None:
    """The big blind of 100 was raised by 200: half of what must be added is 100."""
    state = play(table(*[9000] * 4), "r3:300")
    four = play(state, "f4")
    assert ruled(four, f"x:short_raise,s=1,a={put_in}") == (
        f"x:short_raise,s=1,a={put_in},o={became.replace('3', '1', 1)}"
    )


def test_what_it_became_is_done_and_the_chips_that_were_put_in_stay_recorded() -> None:
    state = facing(300)
    raised = apply(state, as_counted(state, decode("x:short_raise,s=2,a=450")))
    assert (raised.bet_to_match, raised.bets[2], raised.actor, raised.progress.aggressor) == (600, 600, 3, 2)
    called = apply(state, as_counted(state, decode("x:short_raise,s=2,a=400")))
    assert (called.bet_to_match, called.bets[2], called.rulings[0].amount) == (300, 300, 400)
    # What was answered can be corrected as any bet.
    assert play(raised, "c3 x:corrected_bet,s=2,a=650,f").bets[3] == 650


def test_a_raise_that_was_said_is_made_up_whatever_was_put_in() -> None:
    assert ruled(facing(300), "x:short_raise,s=2,a=350,o=r2:350") == "x:short_raise,s=2,a=350,o=r2:600"
    assert ruled(facing(300), "x:short_raise,s=2,a=300,o=r2:300") == "x:short_raise,s=2,a=300,o=c2"


def test_a_first_bet_below_the_least_is_made_up_to_it_and_a_big_blind_that_adds_little_checks() -> None:
    flop = on_street(1, table(*[9000] * 4))
    assert ruled(flop, "x:short_raise,s=1,a=25") == "x:short_raise,s=1,a=25,o=r1:100"
    option = play(table(*[9000] * 4), "c3 c4 c1")
    assert ruled(option, "x:short_raise,s=2,a=125") == "x:short_raise,s=2,a=125,o=k2"
    assert ruled(option, "x:short_raise,s=2,a=150") == "x:short_raise,s=2,a=150,o=r2:200"


def test_half_of_a_whole_raise_is_asked_of_a_short_stack_too() -> None:
    """Seat 2 has 500 in all: of the raise to 600 it can make 500, and half of the 300 are 150."""
    state = facing(300, 9000, 600, 9000, 9000)
    assert ruled(state, "x:short_raise,s=2,a=400") == "x:short_raise,s=2,a=400,o=c2"
    assert ruled(state, "x:short_raise,s=2,a=450") == "x:short_raise,s=2,a=450,o=r2:500"
    assert ruled(state, "x:short_raise,s=2,a=500") == "x:short_raise,s=2,a=500,o=r2:500"
    assert refusal(state, "x:short_raise,s=2,a=501") == "more_than_stack"


def test_all_of_a_short_stack_is_a_raise_also_where_it_is_less_than_half_of_one() -> None:
    """Seat 2 has 400 in all: 100 more than the bet, of the 150 that make half of a raise."""
    state = facing(300, 9000, 500, 9000, 9000)
    assert ruled(state, "x:short_raise,s=2,a=400") == "x:short_raise,s=2,a=400,o=r2:400"
    assert ruled(state, "x:short_raise,s=2,a=399") == "x:short_raise,s=2,a=399,o=c2"


def test_what_lies_in_front_of_a_seat_is_part_of_what_it_has() -> None:
    """The big blind of 100, 150 behind it."""
    option = play(table(9000, 250, 9000, 9000), "c3 c4 c1")
    assert ruled(option, "x:short_raise,s=2,a=220") == "x:short_raise,s=2,a=220,o=r2:220"
    with pytest.raises(IllegalAction) as caught:
        as_counted(option, decode("x:short_raise,s=2,a=251"))
    assert str(caught.value) == "seat 2 has 250"
    assert caught.value.params == {"seat": 2, "maximum": 250}


def test_where_no_raise_is_open_or_above_the_pot_the_rest_goes_back() -> None:
    closed = play(on_street(1, table(9000, 1500, 9000, 9000)), "r1:1000 r2:1400 c3 c4")
    assert ruled(closed, "x:short_raise,s=1,a=1800") == "x:short_raise,s=1,a=1800,o=c1"
    pot = on_street(1, table(*[9000] * 3, game="PO", stakes=Stakes(50, 100)))
    assert ruled(pot, "x:short_raise,s=1,a=800") == "x:short_raise,s=1,a=800,o=r1:300"


@pytest.mark.parametrize(("put_in", "became"), [(149, "c2"), (150, "r2:200"), (199, "r2:200")])
def test_half_a_bet_completes_a_limit_raise(put_in: int, became: str) -> None:
    state = play(on_street(1, table(*[9000] * 3, game="FT")), "r1:100")
    assert ruled(state, f"x:short_raise,s=2,a={put_in}") == f"x:short_raise,s=2,a={put_in},o={became}"


def test_the_profile_decides_how_far_a_short_all_in_is_made_up() -> None:
    for rules, least in ((TDA, 120), (FIGP, 200)):
        start = on_street(1, table(120, 9000, 9000, rules=rules))
        state = play(start, "r1:20")
        assert ruled(state, "x:short_raise,s=2,a=110,o=r2:110") == f"x:short_raise,s=2,a=110,o=r2:{least}"


def test_chips_that_are_not_in_play_were_not_put_in() -> None:
    state = play(table(*[9000] * 3, stakes=Stakes(50, 100, chip=25, unit=25)))
    assert ruled(state, "x:short_raise,s=3,a=150") == "x:short_raise,s=3,a=150,o=r3:200"
    assert refusal(state, "x:short_raise,s=3,a=160") == "not_payable"
    assert ruled(state, "x:string_bet,s=3,o=r3:150") == "x:string_bet,s=3,a=150,o=r3:200"


# --- Less than the call


def test_less_than_the_call_told_as_a_short_raise_is_an_undercall() -> None:
    assert ruled(facing(300), "x:short_raise,s=2,a=200") == "x:undercall,s=2,a=200,o=c2"
    raised = play(facing(300), "r2:900")
    assert refusal(raised, "x:short_raise,s=3,a=500") == "call_or_fold"
    assert refusal(play(raised, "f3 f4"), "x:short_raise,s=1,a=250") == "no_undercall"


def test_less_than_the_opening_bet_needs_no_word_but_less_than_a_raise_does() -> None:
    state = facing(300)
    assert is_full_call(state)
    assert ruled(state, "x:undercall,s=2,a=100") == "x:undercall,s=2,a=100,o=c2"
    raised = play(state, "r2:900")
    assert not is_full_call(raised)
    assert refusal(raised, "x:undercall,s=3,a=100") == "ruling_incomplete"
    assert ruled(raised, "x:undercall,s=3,a=100,o=f3,f") == "x:undercall,s=3,a=100,o=f3,f"
    assert ruled(raised, "x:undercall,s=3,a=100,o=c3,f") == "x:undercall,s=3,a=100,o=c3,f"


# --- First motions, and motions out of turn


def test_the_first_motion_of_a_string_bet_may_be_a_short_raise() -> None:
    state = facing(300)
    assert ruled(state, "x:string_bet,s=2,o=r2:450") == "x:string_bet,s=2,a=450,o=r2:600"
    assert ruled(state, "x:string_bet,s=2,o=r2:400") == "x:string_bet,s=2,a=400,o=c2"
    assert ruled(state, "x:string_bet,s=2,o=r2:700") == "x:string_bet,s=2,o=r2:700"
    assert ruled(state, "x:string_bet,s=2,o=c2") == "x:string_bet,s=2,o=c2"


def test_a_raise_out_of_turn_of_too_little_binds_to_the_least() -> None:
    state = facing(300)
    assert ruled(state, "x:out_of_turn,s=3,o=r3:450") == "x:out_of_turn,s=3,a=450,o=r3:600"
    bound = apply(state, as_counted(state, decode("x:out_of_turn,s=3,o=r3:450")))
    assert refusal(play(bound, "c2"), "c3") == "bound_out_of_turn"
    assert play(bound, "c2 r3:600").bet_to_match == 600
    assert ruled(state, "x:out_of_turn,s=3,o=r3:800") == "x:out_of_turn,s=3,o=r3:800"
    assert ruled(state, "x:out_of_turn,s=3,o=f3") == "x:out_of_turn,s=3,o=f3"


# --- Records


def test_a_record_cannot_say_that_chips_count_as_something_else() -> None:
    state = facing(300)
    for text in (
        "x:short_raise,s=2,a=450,o=c2",
        "x:short_raise,s=2,a=450,o=r2:700",
        "x:short_raise,s=2,a=310,o=k2",
        "x:string_bet,s=2,a=450,o=r2:700",
        "x:out_of_turn,s=3,a=450,o=r3:900",
    ):
        with pytest.raises(IllegalAction) as refused:
            play(state, text)
        assert refused.value.code == "counts_otherwise"


def test_what_is_told_in_full_or_about_nobody_in_turn_stays_as_it_is() -> None:
    state = facing(300)
    for text in (
        "c2",
        "x:short_raise,s=2,o=r2:600",
        "x:short_raise,s=9,a=450",
        "x:boxed_card",
        "x:short_raise,s=2",
    ):
        operation = decode(text)
        assert as_counted(state, operation) is operation
    between = play(on_street(1, table(*[900] * 3)), "k1 k2 k3")
    assert as_counted(between, decode("x:short_raise,s=1,a=50")) == decode("x:short_raise,s=1,a=50")
    assert refusal(state, "x:short_raise,s=2") == "ruling_incomplete"
    said = Ruling(kind="short_raise", seat=2, amount=450, inner=None)
    assert refusal(state, encode(replace(said, seat=3))) == "not_in_turn"


# --- Kinds that refused what happens


def test_a_boxed_card_may_turn_up_at_any_time() -> None:
    state = play(facing(300), "c2 c3 c4 x:boxed_card")
    assert (state.rulings[-1].kind, state.misdeal_due) == ("boxed_card", None)


def test_board_cards_that_came_too_early_need_not_be_known() -> None:
    assert play(facing(300), "x:premature_board,f").rulings[-1].cards == ()


def test_the_floor_returns_any_part_of_a_bet_that_is_above_the_call() -> None:
    raised = play(facing(300), "r2:900 x:returned_bet,s=2,a=450,f")
    assert (raised.bets[2], raised.bet_to_match, raised.actor) == (450, 450, 3)
