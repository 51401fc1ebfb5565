"""The setup of a hand: posts by level, round trips, refusals."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import cast

import pytest

from tables.engine import (
    HOUSE_RULES,
    ButtonAndBlinds,
    HouseRules,
    InvalidNotation,
    Post,
    SeatStack,
    Setup,
    Stakes,
)
from tables.engine.games.setup import CarriedPot
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import TDA, table


def for_level(
    *,
    stakes: Stakes,
    stacks: dict[int, int] | None = None,
    positions: ButtonAndBlinds | None = None,
    straddles: tuple[tuple[int, int], ...] = (),
) -> Setup:
    return Setup.for_level(
        game="NT",
        rules=TDA,
        stakes=stakes,
        positions=positions or ButtonAndBlinds(button=2, small_blinds=(4,), big_blinds=(7,)),
        seats=[
            SeatStack(seat, stack) for seat, stack in (stacks or {2: 900, 4: 900, 7: 900, 9: 900}).items()
        ],
        straddles=straddles,
    )


@pytest.mark.rule("S-013")
def test_blinds_are_posted_by_their_positions() -> None:
    setup = for_level(stakes=Stakes(50, 100))
    assert setup.posts == (Post(4, 50, "small_blind"), Post(7, 100, "big_blind"))
    assert setup.button == 2


def test_a_game_that_nobody_knows_is_refused_by_its_name() -> None:
    with pytest.raises(InvalidNotation, match="ZZ"):
        table(1000, 1000, game="ZZ")


def test_seats_may_come_in_any_order() -> None:
    shuffled = for_level(stakes=Stakes(50, 100), stacks={9: 900, 4: 900, 2: 900, 7: 900})
    assert shuffled == for_level(stakes=Stakes(50, 100))


def test_short_stacks_post_what_they_have() -> None:
    setup = for_level(stakes=Stakes(50, 100), stacks={2: 900, 4: 30, 7: 80, 9: 900})
    assert setup.posts == (Post(4, 30, "small_blind"), Post(7, 80, "big_blind"))


def test_dead_small_blind_is_not_posted() -> None:
    setup = for_level(
        stakes=Stakes(50, 100), positions=ButtonAndBlinds(button=2, small_blinds=(), big_blinds=(7,))
    )
    assert setup.posts == (Post(7, 100, "big_blind"),)


@pytest.mark.rule("S-013")
def test_classic_antes_come_first_from_the_left_of_the_button() -> None:
    setup = for_level(
        stakes=Stakes(50, 100, ante=10, ante_kind="classic"), stacks={2: 900, 4: 900, 7: 5, 9: 900}
    )
    assert setup.posts == (
        Post(4, 10, "ante"),
        Post(7, 5, "ante"),
        Post(9, 10, "ante"),
        Post(2, 10, "ante"),
        Post(4, 50, "small_blind"),
        Post(7, 0, "big_blind"),
    )


def test_ante_without_a_kind_is_not_posted() -> None:
    setup = for_level(stakes=Stakes(50, 100, ante=10))
    assert len(setup.posts) == 2
    assert Setup.from_dict(setup.to_dict()) == setup


def test_several_big_blinds_pay_each_and_one_ante() -> None:
    setup = for_level(
        stakes=Stakes(50, 100, ante=100, ante_kind="big_blind"),
        positions=ButtonAndBlinds(button=2, small_blinds=(), big_blinds=(4, 7)),
    )
    assert setup.posts == (Post(4, 100, "big_blind"), Post(7, 100, "big_blind"), Post(7, 100, "table_ante"))


def test_the_button_pays_the_ante_for_the_table() -> None:
    setup = for_level(stakes=Stakes(50, 100, ante=100, ante_kind="button"))
    assert [post for post in setup.posts if post.kind == "table_ante"] == [Post(2, 100, "table_ante")]


def test_with_the_button_on_an_empty_seat_the_last_player_before_it_pays_the_ante() -> None:
    setup = for_level(
        stakes=Stakes(50, 100, ante=100, ante_kind="button"),
        positions=ButtonAndBlinds(button=3, small_blinds=(4,), big_blinds=(7,)),
    )
    assert [post for post in setup.posts if post.kind == "table_ante"] == [Post(2, 100, "table_ante")]
    before_nine = for_level(
        stakes=Stakes(50, 100, ante=100, ante_kind="button"),
        positions=ButtonAndBlinds(button=8, small_blinds=(9,), big_blinds=(2,)),
    )
    assert [post.seat for post in before_nine.posts if post.kind == "table_ante"] == [7]


def test_straddles_are_paid_in_full_and_at_least_double() -> None:
    assert for_level(stakes=Stakes(50, 100), straddles=((9, 200), (2, 500))).posts[2:] == (
        Post(9, 200, "straddle"),
        Post(2, 500, "straddle"),
    )
    for straddles in (((9, 199),), ((9, 901),), ((9, 200), (2, 399)), ((5, 200),)):
        with pytest.raises(InvalidNotation, match="straddles cannot be"):
            for_level(stakes=Stakes(50, 100), straddles=straddles)


def test_blind_of_a_seat_that_is_not_dealt_in_is_refused() -> None:
    with pytest.raises(InvalidNotation, match="a seat that is dealt in"):
        for_level(
            stakes=Stakes(50, 100), positions=ButtonAndBlinds(button=2, small_blinds=(5,), big_blinds=(7,))
        )


@pytest.mark.parametrize(
    "setup",
    [
        table(1000, 1000),
        table(1000, 1000, game="FO", last_two=True, rules=HOUSE_RULES["figp"]),
        table(1000, 40, 70, stakes=Stakes(25, 50, ante=50, ante_kind="big_blind", chip=25)),
        table(1000, 1000, 1000, 1000, stakes=Stakes(25, 50), straddles=[(3, 100)]),
    ],
    ids=["two", "limit", "ante", "straddle"],
)
def test_setup_survives_json(setup: Setup) -> None:
    assert Setup.from_dict(json.loads(json.dumps(setup.to_dict()))) == setup


def test_setup_is_written_compactly() -> None:
    assert table(1000, 900, stakes=Stakes(25, 50)).to_dict() == {
        "game": "NT",
        "rules": TDA.to_stored(),
        "stakes": {"small_blind": 25, "big_blind": 50},
        "button": 2,
        "seats": [[1, 1000], [2, 900]],
        "posts": [[2, 25, "small_blind"], [1, 50, "big_blind"]],
    }


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("game", "XX", "game cannot be 'XX': one of NT, PT, FT, NO, PO, FO"),
        ("game", 7, "game cannot be 7"),
        ("game", "FT", "limit needs 0 < small_bet <= big_bet"),
        ("rules", [], r"rules cannot be \[\]: an object of names and values"),
        ("rules", {"limit_cap": -1}, "house rule “limit_cap” cannot be -1: a whole number from 0"),
        ("stakes", {}, "big_blind cannot be None: it is missing"),
        (
            "stakes",
            {"small_blind": 1, "big_blind": 0},
            "big_blind cannot be 0: a big blind, a min_bet or a small_bet says",
        ),
        ("stakes", {"small_blind": -1, "big_blind": 2}, "small_blind cannot be -1: a whole number from 0"),
        ("stakes", {"small_blind": "1", "big_blind": 2}, "small_blind cannot be '1'"),
        ("stakes", {"small_blind": 1, "big_blind": 2, "ante_kind": "some"}, "ante_kind cannot be 'some'"),
        ("stakes", {"small_blind": 1, "big_blind": 2, "rake": 3}, "rake cannot be 3: unknown field"),
        ("button", 0, "button cannot be 0: a whole number from 1 to 99"),
        ("button", 100, "button cannot be 100: a whole number from 1 to 99"),
        ("seats", [[1, 100], [100, 100]], "seats cannot be 100: a whole number from 1 to 99"),
        (
            "seats",
            [[seat, 100] for seat in range(1, 25)],
            "seats cannot be 24: at most 23 players in this game",
        ),
        ("rake", [10_001, 5], "rake cannot be 10001: at most 10000 hundredths of a percent"),
        ("rake", [500, -1], "rake cannot be -1: a whole number from 0"),
        ("button", True, "button cannot be True"),
        ("seats", [[1, 100]], "seats cannot be 1: at least two players"),
        ("seats", [[2, 100], [1, 100]], "ascending seat numbers, each once"),
        ("seats", [[1, 100], [1, 100]], "ascending seat numbers, each once"),
        ("seats", [[1, 100], [2, 0]], "stack cannot be 0: a whole number from 1"),
        ("seats", [[1, 100], [2]], "a list of lists of 2"),
        ("seats", "x" * 10_000, r"seats cannot be 'x{39}: a list of lists of 2"),
        ("posts", [[3, 10, "ante"]], "posts cannot be 3: a seat that is dealt in"),
        ("posts", [[1, 10, "tip"]], "posts cannot be 'tip': one of ante, big_blind"),
        ("posts", [[1, -1, "ante"]], "posts cannot be -1"),
        ("posts", [[1, 600, "ante"], [1, 600, "ante"]], "no more than the stack of seat 1"),
        ("posts", {}, "a list of lists of 3"),
        ("extra", 1, "extra cannot be 1: unknown field"),
    ],
)
def test_bad_setup_names_the_field_and_the_cure(field: str, value: object, message: str) -> None:
    data = table(1000, 1000, stakes=Stakes(50, 100)).to_dict() | {field: value}
    with pytest.raises(InvalidNotation, match=message):
        Setup.from_dict(data)


@pytest.mark.parametrize(
    ("game", "carried_pot", "message"),
    [
        ("NT", CarriedPot(chips=1), "carry cannot be 1: nothing: in this game every pot is won"),
        ("F5DJ", CarriedPot(chips=-1), "carry cannot be -1: a whole number from 0"),
        ("F5DJ", CarriedPot(parola=cast("bool", 1)), "carry cannot be 1: true or false for parola"),
        ("F5DJ", CarriedPot(openers="2"), "carry cannot be '2': one of the ranks that open J"),
        ("F5DJ", CarriedPot(openers=cast("str", 11)), "carry cannot be 11: one of the ranks that open J"),
    ],
)
def test_a_hand_carries_only_what_its_game_can_leave(
    game: str, carried_pot: CarriedPot, message: str
) -> None:
    with pytest.raises(InvalidNotation, match=f"^{message}"):
        replace(setup_of(game, 900, 900), carried_pot=carried_pot)


def test_stud_needs_chips_in_the_pot_before_the_first_card() -> None:
    with pytest.raises(InvalidNotation, match="bring_in cannot be 0: stud needs antes or a bring-in"):
        setup_of("F7S", 900, 900, stakes=Stakes(small_bet=100, big_bet=200))


def test_missing_field_is_named() -> None:
    data = table(1000, 1000).to_dict()
    del data["seats"]
    with pytest.raises(InvalidNotation, match="seats cannot be None: it is missing") as caught:
        Setup.from_dict(data)
    assert caught.value.code == "bad_setup"
    assert caught.value.params["field"] == "seats"


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_house_rules_survive_json(name: str) -> None:
    rules = HOUSE_RULES[name]
    assert HouseRules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules


def test_house_rule_left_out_has_the_default() -> None:
    assert HouseRules.from_dict({"limit_cap": 3}) == HouseRules(limit_cap=3)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("speed", 1, "unknown house rule “speed”"),
        ("limit_cap", True, "a whole number from 0"),
        ("bba_order", "neither", "one of blind_first, ante_first"),
        ("bba_order", ["blind_first"], "one of blind_first, ante_first"),
        ("all_in_tabled", 1, "true or false"),
    ],
)
def test_bad_house_rule_is_named(key: str, value: object, message: str) -> None:
    with pytest.raises(InvalidNotation, match=message):
        HouseRules.from_dict({key: value})
