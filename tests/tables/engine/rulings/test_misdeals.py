"""Misdeals: which error makes the cards be dealt again, until when, and that nothing of the hand stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import (
    HOUSE_RULES,
    UNKNOWN,
    CarriedPot,
    HouseRules,
    IllegalAction,
    State,
    parse_cards,
    replay,
)
from tables.engine.rulings.misdeals import MisdealDue
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import TDA, on_street, play, table

WSOP = HOUSE_RULES["wsop2024"]
HOME = HOUSE_RULES["home"]


def six(rules: HouseRules = TDA, game: str = "NT") -> State:
    return play(table(*[5000] * 6, rules=rules, game=game))


def refusal(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        play(state, text)
    return refused.value.code


# --- Exposed cards


@pytest.mark.rule("MIS-01")
def test_the_third_card_exposed_alone_is_replaced_and_becomes_the_burn() -> None:
    state = play(six(), "h3:KhQd x:exposed_card,s=3,a=3,c=Kh")
    assert state.misdeal_due is None
    assert state.hole[3] == parse_cards("??Qd")
    assert state.exposed == parse_cards("Kh")
    told = play(state, "h3:QdAs f3 f4 f5 f6 c1 k2")
    assert refusal(told, "b:Kh2c3d") == "duplicate_card"
    assert refusal(told, "h4:Kh2c") == "duplicate_card"


@pytest.mark.rule("MIS-02")
@pytest.mark.parametrize("number", [1, 2])
def test_one_of_the_first_two_cards_exposed_is_a_misdeal(number: int) -> None:
    state = play(six(), f"x:exposed_card,s={number},a={number},c=Kh")
    assert state.misdeal_due == MisdealDue("exposed_card", "TDA 35-A")
    void = play(state, "x:misdeal,f")
    assert (void.is_complete, void.outcome) == (True, "void")


@pytest.mark.rule("MIS-02")
def test_any_two_down_cards_exposed_are_a_misdeal_in_flop_games_only() -> None:
    twice = "x:exposed_card,s=3,a=3,c=Kh x:exposed_card,s=4,a=10,c=2c"
    assert play(six(), twice).misdeal_due == MisdealDue("exposed_card", "TDA 35-A")
    assert play(setup_of("F2L3D", *[900] * 4), twice).misdeal_due == MisdealDue("exposed_card", "WSOP IX")
    # A burn or a card of the stub seen by accident is nobody's down card.
    assert play(six(), "x:exposed_card,c=Kh2c").misdeal_due is None


@pytest.mark.rule("MIS-10")
@pytest.mark.parametrize("game", ["F5D", "N2L1D", "FB", "F5DJ", "IT"])
def test_in_draw_an_exposed_card_is_replaced_and_the_second_of_the_deal_is_a_misdeal(game: str) -> None:
    start = play(setup_of(game, *[900] * 4))
    once = play(start, "x:exposed_card,s=3,c=Kh")
    assert (once.misdeal_due, start.stub, once.stub) == (None, start.stub, (start.stub or 0) - 1)
    twice = play(once, "x:exposed_card,s=4,c=Qh")
    assert twice.misdeal_due == MisdealDue("exposed_card", "WSOP IX")
    assert play(twice, "x:misdeal,f").outcome == "void"


@pytest.mark.rule("MIS-13")
def test_in_stud_an_exposed_down_card_becomes_the_up_card_or_a_misdeal() -> None:
    third = setup_of("F7S", *[900] * 3)
    state = play(third, "x:exposed_card,s=2,c=9d")
    assert (state.hole[2], state.misdeal_due, state.exposed) == (parse_cards("????9d"), None, ())
    assert play(state, "t1:2c t3:Th").actor == 1
    strict = play(replace(third, rules=WSOP), "x:exposed_card,s=2,c=9d")
    assert strict.misdeal_due == MisdealDue("exposed_card", "WSOP 88")


def test_a_card_exposed_on_seventh_street_is_replaced_while_there_is_betting() -> None:
    setup = setup_of("F7S", *[5000] * 2)
    text = "t1:2c t2:9d i1 c2 t1:3c t2:Td k2 k1 t1:4c t2:Jd k2 k1 t1:5c t2:Qd k2 k1"
    seventh = play(setup, text)
    replaced = play(seventh, "h1:8s x:exposed_card,s=1,c=8s")
    assert (replaced.hole[1], replaced.stub) == (seventh.hole[1], (seventh.stub or 0) - 1)
    assert refusal(play(seventh, "k2"), "x:exposed_card,s=1,c=8s") == "no_card_dealt"


@pytest.mark.rule("S-124")
def test_a_card_shown_to_one_is_shown_to_all() -> None:
    shown = play(six(), "x:exposed_hand,s=4,c=Ah")
    assert (shown.hole[4], shown.live) == (parse_cards("Ah??"), (1, 2, 3, 4, 5, 6))
    assert play(shown, "x:exposed_hand,s=4,c=AhAd").hole[4] == parse_cards("AhAd")
    assert play(six(), "x:exposed_card,c=Ks").exposed == parse_cards("Ks")
    assert refusal(shown, "x:exposed_hand,s=5,c=Ah") == "duplicate_card"
    assert refusal(shown, "x:exposed_hand,s=4,c=KdKc") == "hole_card_count"
    assert refusal(play(shown, "f3"), "x:exposed_hand,s=3,c=2c") == "not_contending"


def test_no_card_is_replaced_once_somebody_has_acted() -> None:
    assert refusal(play(six(), "c3"), "x:exposed_card,s=4,c=Kh") == "no_card_dealt"
    assert refusal(on_street(1, table(900, 900)), "x:exposed_card,s=1,c=Kh") == "no_card_dealt"


# --- Wrong cards


@pytest.mark.rule("MIS-03", "S-121")
def test_a_hand_of_one_card_is_a_misdeal_before_substantial_action() -> None:
    state = play(six(), "f3 x:wrong_cards,s=5,a=1,f")
    assert state.misdeal_due == MisdealDue("wrong_cards", "TDA 35-A")
    assert play(state, "x:misdeal,f").outcome == "void"


@pytest.mark.rule("MIS-03", "S-123")
def test_after_substantial_action_it_is_dead_and_nothing_is_dealt_again() -> None:
    acted = play(six(), "f3 c4")
    dead = play(acted, "x:wrong_cards,s=5,a=1,f")
    assert (dead.live, dead.actor, dead.misdeal_due) == ((1, 2, 4, 6), 6, None)
    assert refusal(dead, "x:misdeal,f") == "ruling_not_now"


@pytest.mark.rule("S-123")
def test_a_hand_of_the_wrong_number_of_cards_cannot_win_at_the_showdown() -> None:
    river = play(on_street(3, table(900, 900, 900)), "k1 k2 k3")
    dead = play(river, "x:wrong_cards,s=1,a=3,f s2:2c3d s3:4h5h")
    assert dead.live == (2, 3)
    assert play(dead, "w0:2").results[2] == 1100


@pytest.mark.rule("MIS-12")
@pytest.mark.parametrize(
    ("rules", "count", "due"), [(TDA, 3, "TDA 35-A"), (WSOP, 3, ""), (WSOP, 1, ""), (WSOP, 4, "WSOP 88")]
)
def test_how_many_cards_too_many_are_a_misdeal_is_the_houses(rules: HouseRules, count: int, due: str) -> None:
    state = play(six(rules), f"x:wrong_cards,s=5,a={count},f")
    assert state.misdeal_due == (MisdealDue("wrong_cards", due) if due else None)


@pytest.mark.rule("MIS-06")
def test_the_buttons_missing_card_is_replaced_until_it_has_acted() -> None:
    early = play(six(), "x:wrong_cards,s=6,a=1,f")
    late = play(six(), "f3 c4 c5 x:wrong_cards,s=6,a=1,f")
    assert (early.misdeal_due, early.live) == (None, (1, 2, 3, 4, 5, 6))
    assert (late.actor, late.live) == (6, (1, 2, 4, 5, 6))
    acted = play(six(), "f3 c4 c5 c6 x:wrong_cards,s=6,a=1,f")
    assert acted.live == (1, 2, 4, 5)
    two_short = play(six(), "x:wrong_cards,s=6,a=3,f")
    assert two_short.misdeal_due == MisdealDue("wrong_cards", "TDA 35-A")


def test_in_stud_a_hand_that_lacks_only_its_last_card_may_be_live() -> None:
    setup = setup_of("F7S", *[5000] * 3)
    fourth = play(setup, "t1:2c t2:9d t3:8d i1 c2 c3")
    assert play(fourth, "x:wrong_cards,s=3,a=3,f").live == (1, 2)
    seventh = play(fourth, "t1:3c t2:Td t3:4d k2 k3 k1 t1:4c t2:Jd t3:5d k2 k3 k1 t1:5c t2:Qd t3:6s k2 k3 k1")
    assert play(seventh, "x:wrong_cards,s=3,a=6,f").live == (1, 2, 3)
    assert play(seventh, "x:wrong_cards,s=3,a=8,f").live == (1, 2)
    assert refusal(seventh, "x:wrong_cards,s=3,a=7,f") == "cards_are_right"


@pytest.mark.rule("S-121")
@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("x:uncut_deck", MisdealDue("uncut_deck", "S-121")),
        ("x:wrong_seat", MisdealDue("wrong_seat", "TDA 35-A")),
        ("x:wrong_seat,s=9", MisdealDue("wrong_seat", "TDA 35-A")),
        ("x:boxed_card", None),
        ("x:boxed_card x:boxed_card", MisdealDue("boxed_card", "TDA 35-A")),
        ("x:foreign_card,s=3,f", MisdealDue("foreign_card", "TDA 35-A")),
        ("x:wrong_cards,s=5,a=1,f", MisdealDue("wrong_cards", "TDA 35-A")),
        ("x:wrong_cards,s=5,a=3,f", MisdealDue("wrong_cards", "TDA 35-A")),
        # At home any card that was seen, not only one of the first two.
        ("x:exposed_card,s=4,a=10,c=Kh", MisdealDue("exposed_card", "S-121")),
        ("x:exposed_card,c=Kh", None),
    ],
)
def test_other_errors_of_the_deal_ask_for_a_new_one_until_substantial_action(
    text: str, due: MisdealDue | None
) -> None:
    state = play(six(HOME), text)
    assert state.misdeal_due == due
    assert play(state, "f3 f4").misdeal_due is None
    assert play(state, "x:misdeal,f").outcome == "void"


@pytest.mark.rule("S-121")
@pytest.mark.parametrize("game", ["F5D", "F7S", "IT"])
def test_at_home_any_card_exposed_in_the_deal_of_any_game_is_a_misdeal(game: str) -> None:
    once = play(setup_of(game, *[900] * 4, rules=HOME), "x:exposed_card,s=3,c=Kh")
    assert once.misdeal_due == MisdealDue("exposed_card", "S-121")
    assert once.hole[3].count(UNKNOWN) == len(once.hole[3])


@pytest.mark.rule("S-121")
@pytest.mark.parametrize("count", [1, 3, 4])
def test_where_the_house_agrees_to_it_a_missing_card_is_given_and_an_extra_one_drawn(count: int) -> None:
    agreed = replace(HOME, wrong_cards_misdeal="put_right")
    state = play(six(agreed), f"f3 x:wrong_cards,s=5,a={count},f")
    assert (state.misdeal_due, state.live, state.actor) == (None, (1, 2, 4, 5, 6), 4)
    # The hand has its two cards again, and plays.
    assert play(state, "c4 c5 h5:AhAd").hole[5] == parse_cards("AhAd")
    # After substantial action nothing is put right: the hand cannot win (S-123).
    assert play(six(agreed), f"f3 c4 x:wrong_cards,s=5,a={count},f").live == (1, 2, 4, 6)


@pytest.mark.rule("S-010")
@pytest.mark.parametrize(
    ("game", "too_few", "enough"), [("NT", (1, 4, 48, 51), (5, 26, 47)), ("IT", (4, 28), (5, 27))]
)
def test_each_part_of_the_cut_has_at_least_five_cards(
    game: str, too_few: tuple[int, ...], enough: tuple[int, ...]
) -> None:
    """Of 52 cards, and of the 32 with which four play Italian poker."""
    setup = setup_of(game, *[900] * 4, rules=HOME)
    due = MisdealDue("uncut_deck", "S-121")
    assert play(setup, "x:uncut_deck").misdeal_due == due
    assert {play(setup, f"x:uncut_deck,a={cards}").misdeal_due for cards in too_few} == {due}
    assert {refusal(play(setup), f"x:uncut_deck,a={cards}") for cards in enough} == {"deck_is_cut"}


@pytest.mark.rule("DRW-02")
@pytest.mark.parametrize("game", ["F2L3D", "N2L1D", "F5D"])
def test_drw_02_by_wsop_a_draw_hand_with_too_few_cards_before_the_draw_is_live(game: str) -> None:
    def hands(rules: HouseRules, text: str) -> tuple[int, ...]:
        return play(setup_of(game, *[900] * 4, rules=rules), text).live

    acted = "c3 c4"
    assert hands(WSOP, f"{acted} x:wrong_cards,s=1,a=4,f") == (1, 2, 3, 4)
    assert hands(TDA, f"{acted} x:wrong_cards,s=1,a=4,f") == (2, 3, 4)
    # Too many cards, and too few once the draw has begun, are dead in either book.
    assert hands(WSOP, f"{acted} x:wrong_cards,s=1,a=6,f") == (2, 3, 4)
    assert hands(WSOP, f"{acted} c1 k2 x:wrong_cards,s=1,a=4,f") == (2, 3, 4)


def test_a_foreign_card_found_after_substantial_action_kills_its_hand() -> None:
    acted = play(six(), "f3 c4")
    assert play(acted, "x:foreign_card,s=5,f").live == (1, 2, 4, 6)
    assert play(acted, "x:foreign_card,f").live == (1, 2, 4, 5, 6)


# --- Void hands


@pytest.mark.rule("MIS-04")
def test_a_misdeal_gives_everything_back_and_the_same_hand_is_dealt_again() -> None:
    setup = setup_of("F5DP", *[900] * 4)
    setup = replace(setup, carried_pot=CarriedPot(chips=120, openers="Q"))
    void = play(setup, "k1 x:misdeal,f")
    assert dict(void.results) == {1: 900, 2: 900, 3: 900, 4: 900}
    assert (void.pots, void.awards, void.returned, void.pot_total, void.rake) == ((), (), (), 0, 0)
    # Button, seats and stakes are the setup's; what waited for this hand waits for the next deal of it.
    assert void.carried_pot == setup.carried_pot
    again = replay(void.setup, ())
    assert (again.setup.button, again.order, again.setup.stakes) == (4, (1, 2, 3, 4), setup.stakes)
    assert again.pot_total == 160


@pytest.mark.rule("MIS-05")
@pytest.mark.parametrize("text", ["f3 c4", "f3 c4 f5 f6 c1 k2 b:2c3d4h r1:500 c2", "c3 c4 c5 r6:5000 c1"])
def test_after_substantial_action_only_a_fouled_deck_ends_the_hand(text: str) -> None:
    state = play(six(), text)
    assert (state.may_misdeal, refusal(state, "x:misdeal,f")) == (False, "ruling_not_now")
    void = play(state, "x:fouled_deck,f")
    assert (void.outcome, dict(void.results)) == ("void", dict.fromkeys(range(1, 7), 5000))
    assert refusal(void, "x:fouled_deck,f") == "hand_complete"


def test_where_any_two_actions_count_two_folds_end_the_time_for_a_misdeal() -> None:
    assert play(six(), "f3 f4").may_misdeal
    assert not play(six(HOME), "f3 f4").may_misdeal


def test_a_void_hand_gives_chips_laid_aside_back_too() -> None:
    void = play(table(5000, 5000), "c2 r1:1000 x:chips_behind,s=1,a=4000,f x:fouled_deck,f")
    assert (dict(void.results), dict(void.aside)) == ({1: 5000, 2: 5000}, {})


def test_a_game_recorded_by_its_result_can_be_void_as_well() -> None:
    void = play(setup_of("XR", 900, 900), "p1:300 p2:200 a2:100 x:misdeal,f")
    assert (dict(void.results), void.awards, void.outcome) == ({1: 900, 2: 900}, (), "void")
