"""The dead button case by case: every table of the catalogue, hand by hand, as literals.

`S(...)` is one hand: button, small blind (None where it is dead), big blind, and only where they
are worth saying who acts last and who waits. Whether the button is dead follows from the seats.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import pytest

from tables.floor.button.next_hand import (
    first_positions,
    next_big_blind,
    next_positions,
    starting_button,
)
from tables.floor.button.positions import Positions
from tables.floor.errors import FloorError
from tables.floor.rules import FLOOR_RULES
from tests.refusals import said


@dataclass(frozen=True)
class S:
    button: int
    small_blind: int | None
    big_blind: int
    last: int | None = None
    waiting: tuple[int, ...] = ()


def shown(positions: Positions) -> S:
    """A hand in the catalogue's form, always with who acts last."""
    (big_blind,) = positions.big_blinds
    return S(
        positions.button,
        positions.small_blinds[0] if positions.small_blinds else None,
        big_blind,
        positions.last_to_act,
        tuple(sorted(positions.waiting)),
    )


def play(
    positions: Positions,
    live: set[int],
    *,
    newcomers: tuple[int, ...] = (),
    hands: int = 3,
    moved: tuple[int, ...] = (),
    profile: str = "tda2024",
    told_to_wait: tuple[int, ...] = (),
) -> list[Positions]:
    """The next hands when nobody else comes or goes."""
    played = []
    for hand in range(hands):
        positions = next_positions(
            positions,
            live=live,
            newcomers=newcomers if hand == 0 else (),
            moved_by_balancing=moved if hand == 0 else (),
            told_to_wait=told_to_wait if hand == 0 else (),
            rules=FLOOR_RULES[profile],
        )
        played.append(positions)
    return played


def check(played: list[Positions], expected: list[S], live: set[int]) -> None:
    assert len(played) == len(expected)
    for positions, hand in zip(played, expected, strict=True):
        heads_up = len(live) == 2
        last = hand.last if hand.last is not None else hand.button
        assert shown(positions) == S(hand.button, hand.small_blind, hand.big_blind, last, hand.waiting)
        assert set(positions.dealt) == live - set(hand.waiting)
        assert positions.is_dead_button is (hand.button not in live or hand.button in hand.waiting)
        assert positions.is_dead_small_blind is (hand.small_blind is None)
        assert positions.is_heads_up is heads_up


# Six seats, hand 0: button 1, small blind 2, big blind 3.
ELIMINATIONS = {
    "BTN-01": ([], [S(2, 3, 4), S(3, 4, 5), S(4, 5, 6)]),
    "BTN-02": ([1], [S(2, 3, 4), S(3, 4, 5), S(4, 5, 6)]),
    "BTN-03": ([2], [S(2, 3, 4, last=1), S(3, 4, 5), S(4, 5, 6)]),
    "BTN-04": ([3], [S(2, None, 4), S(3, 4, 5, last=2), S(4, 5, 6)]),
    "BTN-05": ([4], [S(2, 3, 5), S(3, 5, 6), S(5, 6, 1)]),
    "BTN-06": ([5], [S(2, 3, 4), S(3, 4, 6), S(4, 6, 1)]),
    "BTN-07": ([6], [S(2, 3, 4), S(3, 4, 5), S(4, 5, 1)]),
    "BTN-08": ([1, 2], [S(2, 3, 4, last=6), S(3, 4, 5), S(4, 5, 6)]),
    "BTN-09": ([1, 3], [S(2, None, 4), S(3, 4, 5, last=2), S(4, 5, 6)]),
    "BTN-10": ([2, 3], [S(2, None, 4, last=1), S(3, 4, 5, last=1), S(4, 5, 6)]),
    "BTN-11": ([2, 4], [S(2, 3, 5, last=1), S(3, 5, 6), S(5, 6, 1)]),
    "BTN-12": ([3, 4], [S(2, None, 5), S(3, 5, 6, last=2), S(5, 6, 1)]),
    "BTN-13": ([1, 4], [S(2, 3, 5), S(3, 5, 6), S(5, 6, 2)]),
    "BTN-14": ([4, 5], [S(2, 3, 6), S(3, 6, 1), S(6, 1, 2)]),
    "BTN-15": ([1, 2, 3], [S(2, None, 4, last=6), S(3, 4, 5, last=6), S(4, 5, 6)]),
    "BTN-16": ([2, 3, 4], [S(2, None, 5, last=1), S(3, 5, 6, last=1), S(5, 6, 1)]),
    "BTN-17": ([3, 4, 5], [S(2, None, 6), S(3, 6, 1, last=2), S(6, 1, 2)]),
}


@pytest.mark.rule("BTN-01..17", "S-012", "S-112", "S-113")
@pytest.mark.parametrize("case", ELIMINATIONS)
def test_an_elimination_leaves_the_button_and_blinds_where_the_catalogue_says(case: str) -> None:
    out, expected = ELIMINATIONS[case]
    live = {1, 2, 3, 4, 5, 6}
    hand_0 = first_positions(live=live, button=1)
    assert shown(hand_0) == S(1, 2, 3, last=1)
    left = live - set(out)
    check(play(hand_0, left), expected, left)


# Nine seats, live 1, 3, 5, 7, 9, hand 0: button 1, small blind 3, big blind 5.
NEWCOMERS = {
    "NEW-01": ([], [2], [S(3, 5, 7), S(5, 7, 9), S(7, 9, 1)]),
    "NEW-02": ([], [4], [S(3, 5, 7, waiting=(4,)), S(5, 7, 9), S(7, 9, 1)]),
    "NEW-03": ([], [6], [S(3, 5, 6), S(5, 6, 7), S(6, 7, 9)]),
    "NEW-04": ([], [8], [S(3, 5, 7), S(5, 7, 8), S(7, 8, 9)]),
    "NEW-05": ([1], [1], [S(3, 5, 7), S(5, 7, 9), S(7, 9, 1)]),
    "NEW-06": ([3], [3], [S(3, 5, 7), S(5, 7, 9), S(7, 9, 1)]),
    "NEW-07": ([5], [5], [S(3, 5, 7), S(5, 7, 9), S(7, 9, 1)]),
    "NEW-08": ([7], [7], [S(3, 5, 7), S(5, 7, 9), S(7, 9, 1)]),
    "NEW-09": ([3], [4], [S(3, 5, 7, last=1, waiting=(4,)), S(5, 7, 9), S(7, 9, 1)]),
    "NEW-10": ([5], [6], [S(3, None, 6), S(5, 6, 7, last=3), S(6, 7, 9)]),
    "NEW-11": ([5], [4], [S(3, None, 7, waiting=(4,)), S(5, 7, 9, last=4), S(7, 9, 1)]),
    "NEW-12": ([3, 5], [3, 5], [S(3, 5, 7), S(5, 7, 9), S(7, 9, 1)]),
}


@pytest.mark.rule("NEW-01..13", "LATE-01", "S-115")
@pytest.mark.parametrize("case", NEWCOMERS)
def test_a_newcomer_is_dealt_in_where_the_catalogue_says(case: str) -> None:
    out, came, expected = NEWCOMERS[case]
    live = {1, 3, 5, 7, 9}
    hand_0 = first_positions(live=live, button=1)
    now = live - set(out) | set(came)
    check(play(hand_0, now, newcomers=tuple(came)), expected, now)


@pytest.mark.rule("NEW-01..13")
def test_new_13_a_player_seated_in_the_small_blind_posts_it() -> None:
    live = set(range(1, 10))
    hand_0 = first_positions(live=live, button=3)
    assert shown(hand_0) == S(3, 4, 5, last=3)
    check(play(hand_0, live, newcomers=(5,)), [S(4, 5, 6), S(5, 6, 7), S(6, 7, 8)], live)


FIGP = {
    "NEW-02": ([], 4, [S(3, 5, 7, waiting=(4,)), S(5, 7, 9), S(7, 9, 1)]),
    "NEW-03": ([], 6, [S(3, 5, 6), S(5, 6, 7), S(6, 7, 9)]),
    "NEW-06": ([3], 3, [S(3, 5, 7, last=1, waiting=(3,)), S(5, 7, 9), S(7, 9, 1)]),
    "NEW-07": ([5], 5, [S(3, None, 7, waiting=(5,)), S(5, 7, 9), S(7, 9, 1)]),
    "NEW-10": ([5], 6, [S(3, None, 6), S(5, 6, 7, last=3), S(6, 7, 9)]),
}


@pytest.mark.rule("S-115")
@pytest.mark.parametrize("case", FIGP)
def test_figp_keeps_a_player_moved_by_balancing_out_until_the_button_has_passed(case: str) -> None:
    out, came, expected = FIGP[case]
    live = {1, 3, 5, 7, 9}
    now = live - set(out) | {came}
    hand_0 = first_positions(live=live, button=1, rules=FLOOR_RULES["figp"])
    played = play(hand_0, now, newcomers=(came,), moved=(came,), profile="figp")
    check(played, expected, now)


def test_figp_deals_a_late_entry_in_the_small_blind_in() -> None:
    live = {1, 3, 5, 7, 9}
    hand_0 = first_positions(live=live, button=1)
    check(play(hand_0, live, newcomers=(5,), profile="figp", hands=1), [S(3, 5, 7)], live)


def test_new_13_by_figp_leaves_the_small_blind_dead_and_deals_in_the_next_hand() -> None:
    live = set(range(1, 10))
    hand_0 = first_positions(live=live, button=3)
    played = play(hand_0, live, newcomers=(5,), moved=(5,), profile="figp")
    check(played, [S(4, None, 6, waiting=(5,)), S(5, 6, 7), S(6, 7, 8)], live)


def test_a_player_told_to_wait_in_the_small_blind_gets_no_cards_until_the_button_passed() -> None:
    live = set(range(1, 10))
    hand_0 = first_positions(live=live, button=3)
    played = play(hand_0, live, newcomers=(5,), told_to_wait=(5,))
    check(played, [S(4, None, 6, waiting=(5,)), S(5, 6, 7), S(6, 7, 8)], live)


def test_the_figp_disc_stays_where_it_was_on_a_dead_button() -> None:
    live = {1, 2, 3, 4, 5, 6}
    left = {1, 4, 5, 6}
    for profile, discs in (("tda2024", [2, 3, 4]), ("figp", [1, 1, 4])):
        hand_0 = first_positions(live=live, button=1)
        assert [hand.marker for hand in play(hand_0, left, profile=profile)] == discs


# Four-handed, hand 0: button 1, small blind 2, big blind 3, cut-off 4.
SHORT = {
    "SHT-01": ([1], [S(2, 3, 4), S(3, 4, 2), S(4, 2, 3)]),
    "SHT-02": ([2], [S(2, 3, 4, last=1), S(3, 4, 1), S(4, 1, 3)]),
    "SHT-03": ([3], [S(2, None, 4), S(3, 4, 1, last=2), S(4, 1, 2)]),
    "SHT-04": ([4], [S(2, 3, 1), S(3, 1, 2), S(1, 2, 3)]),
    "SHT-05": ([1, 2], [S(3, 3, 4), S(4, 4, 3), S(3, 3, 4)]),
    "SHT-06": ([1, 3], [S(2, 2, 4), S(4, 4, 2), S(2, 2, 4)]),
    "SHT-07": ([2, 3], [S(1, 1, 4), S(4, 4, 1), S(1, 1, 4)]),
    "SHT-08": ([1, 4], [S(3, 3, 2), S(2, 2, 3), S(3, 3, 2)]),
    "SHT-09": ([2, 4], [S(3, 3, 1), S(1, 1, 3), S(3, 3, 1)]),
    "SHT-10": ([3, 4], [S(2, 2, 1), S(1, 1, 2), S(2, 2, 1)]),
}


@pytest.mark.rule("SHT-01..10")
@pytest.mark.parametrize("profile", ["tda2024", "wsop2024", "figp"])
@pytest.mark.parametrize("case", SHORT)
def test_a_four_handed_table_loses_players(case: str, profile: str) -> None:
    out, expected = SHORT[case]
    left = {1, 2, 3, 4} - set(out)
    hand_0 = first_positions(live={1, 2, 3, 4}, button=1)
    check(play(hand_0, left, profile=profile), expected, left)


HEADS_UP = {
    "HU-01": (1, [S(3, 3, 2), S(2, 2, 3), S(3, 3, 2)]),
    "HU-02": (2, [S(3, 3, 1), S(1, 1, 3), S(3, 3, 1)]),
    "HU-03": (3, [S(2, 2, 1), S(1, 1, 2), S(2, 2, 1)]),
}


@pytest.mark.rule("HU-01..08")
@pytest.mark.parametrize("profile", FLOOR_RULES)
@pytest.mark.parametrize("case", HEADS_UP)
def test_three_players_become_two_alike_under_every_button_rule(case: str, profile: str) -> None:
    out, expected = HEADS_UP[case]
    left = {1, 2, 3} - {out}
    hand_0 = first_positions(live={1, 2, 3}, button=1, rules=FLOOR_RULES[profile])
    check(play(hand_0, left, profile=profile), expected, left)


@pytest.mark.rule("S-001", "S-114")
def test_heads_up_the_button_is_dealt_last_and_speaks_first_before_the_flop() -> None:
    hand = first_positions(live={4, 9}, button=9)
    assert hand.dealt == (4, 9)
    assert (hand.first_to_act, hand.last_to_act) == (9, 9)


TWO_TO_THREE = {
    "HU-04": (2, S(2, 4, 1)),
    "HU-05": (3, S(3, 4, 1)),
    "HU-06": (5, S(1, 4, 5)),
    "HU-07": (6, S(1, 4, 6)),
}


@pytest.mark.rule("HU-01..08")
@pytest.mark.parametrize("profile", FLOOR_RULES)
@pytest.mark.parametrize("case", TWO_TO_THREE)
def test_a_third_player_joins_a_heads_up_table(case: str, profile: str) -> None:
    came, expected = TWO_TO_THREE[case]
    hand_0 = first_positions(live={1, 4}, button=1, rules=FLOOR_RULES[profile])
    live = {1, 4, came}
    check(play(hand_0, live, newcomers=(came,), hands=1, profile=profile), [expected], live)


@pytest.mark.rule("HU-01..08")
def test_hu_08_a_newcomer_whose_wait_would_leave_two_dealt_gets_the_button() -> None:
    hand_0 = first_positions(live={1, 3, 5}, button=1)
    live = {1, 4, 5}
    check(play(hand_0, live, newcomers=(4,)), [S(4, 5, 1), S(5, 1, 4), S(1, 4, 5)], live)


def test_of_two_waiting_newcomers_the_one_nearest_the_small_blind_gets_the_button() -> None:
    hand_0 = first_positions(live={1, 5, 9}, button=1)
    live = {1, 6, 7, 9}
    check(play(hand_0, live, newcomers=(6, 7), hands=1), [S(7, 9, 1)], live)


def test_figp_deals_the_small_blind_in_rather_than_leave_two_players() -> None:
    hand_0 = first_positions(live={1, 3, 5}, button=1)
    live = {1, 3, 5}
    played = play(hand_0, live, newcomers=(5,), moved=(5,), hands=1, profile="figp")
    check(played, [S(3, 5, 1)], live)


def test_newcomers_on_both_sides_of_a_heads_up_table_are_all_dealt_in() -> None:
    hand_0 = first_positions(live={1, 4}, button=1)
    live = {1, 2, 4, 5}
    check(play(hand_0, live, newcomers=(2, 5)), [S(2, 4, 5), S(4, 5, 1), S(5, 1, 2)], live)


def test_a_button_that_would_fall_on_the_big_blind_goes_behind_the_small_blind() -> None:
    hand_0 = first_positions(live={1, 3, 5}, button=1)
    live = {3, 4, 5}
    check(play(hand_0, live, newcomers=(4,), hands=1), [S(4, 5, 3)], live)


@pytest.mark.rule("BTN-00")
def test_btn_00_the_first_button_is_the_first_stack_at_the_dealers_right() -> None:
    assert starting_button(occupied=range(1, 8)) == 7
    assert starting_button(occupied={2, 3, 8}, dealer_after_seat=4) == 3
    assert starting_button(occupied={6, 8}, dealer_after_seat=5) == 8
    assert starting_button(occupied={5, 8}, dealer_after_seat=5) == 5


@pytest.mark.rule("MIX-01")
def test_mix_01_the_button_resumes_where_the_last_flop_hand_would_have_moved_it() -> None:
    live = set(range(1, 9))
    last_omaha = first_positions(live=live, button=4)
    assert shown(last_omaha) == S(4, 5, 6, last=4)
    check(play(last_omaha, live, hands=1), [S(5, 6, 7)], live)
    assert next_big_blind(previous=last_omaha, live=live) == 7
    assert next_big_blind(previous=last_omaha, live=live - {7}) == 8


@pytest.mark.rule("S-012")
def test_a_full_table_is_dealt_from_the_left_of_the_button() -> None:
    hand = first_positions(live={1, 3, 5, 7, 9}, button=7)
    assert hand == Positions(
        button=7,
        small_blind_position=9,
        big_blind_position=1,
        small_blinds=(9,),
        big_blinds=(1,),
        dealt=(9, 1, 3, 5, 7),
        waiting=frozenset(),
        first_to_act=3,
        last_to_act=7,
        marker=7,
    )


def test_one_player_has_no_next_hand() -> None:
    hand_0 = first_positions(live={1, 2}, button=1)
    with pytest.raises(FloorError, match="needs 2 players") as refused:
        next_positions(hand_0, live={2})
    assert refused.value.code == "too_few_players"
    assert refused.value.params == {"needed": 2, "players": 1}


# Eight seats, hand 0: button 1, small blind 2, big blind 3. Two hands each, posts in order.
Posts = tuple[int, tuple[int, ...], tuple[int, ...]]
METHODS: dict[str, tuple[list[int], dict[str, list[Posts]]]] = {
    "small blind": (
        [2],
        {
            "dead": [(2, (3,), (4,)), (3, (4,), (5,))],
            "moving": [(3, (3,), (4, 5)), (4, (4, 5), (6,))],
            "simplified": [(3, (4,), (5,)), (4, (5,), (6,))],
        },
    ),
    "big blind": (
        [3],
        {
            "dead": [(2, (), (4,)), (3, (4,), (5,))],
            "moving": [(2, (), (4, 5)), (4, (4, 5), (6,))],
            "simplified": [(2, (4,), (5,)), (4, (5,), (6,))],
        },
    ),
    "both blinds": (
        [2, 3],
        {
            "dead": [(2, (), (4,)), (3, (4,), (5,))],
            "moving": [(4, (), (4, 5, 6)), (5, (4, 5, 6), (7,))],
            "simplified": [(4, (5,), (6,)), (5, (6,), (7,))],
        },
    ),
    "button and small blind": (
        [1, 2],
        {
            "dead": [(2, (3,), (4,)), (3, (4,), (5,))],
            "moving": [(3, (3,), (4, 5)), (4, (4, 5), (6,))],
            "simplified": [(3, (4,), (5,)), (4, (5,), (6,))],
        },
    ),
    "under the gun": (
        [4],
        {
            "dead": [(2, (3,), (5,)), (3, (5,), (6,))],
            "moving": [(2, (3,), (5,)), (3, (5,), (6,))],
            "simplified": [(2, (3,), (5,)), (3, (5,), (6,))],
        },
    ),
}
PROFILE_OF = {"dead": "tda2024", "moving": "draw_room", "simplified": "home"}


@pytest.mark.parametrize("method", PROFILE_OF)
@pytest.mark.parametrize("out", METHODS)
def test_the_three_methods_differ_as_the_comparison_table_says(out: str, method: str) -> None:
    gone, expected = METHODS[out]
    live = set(range(1, 9))
    profile = PROFILE_OF[method]
    assert FLOOR_RULES[profile].button_rule == method
    hand_0 = first_positions(live=live, button=1, rules=FLOOR_RULES[profile])
    played = play(hand_0, live - set(gone), hands=2, profile=profile)
    assert [(h.button, h.small_blinds, h.big_blinds) for h in played] == expected[method]


@pytest.mark.parametrize("profile", ["draw_room", "home"])
def test_a_walking_button_passes_a_newcomer_behind_the_big_blind_before_he_is_dealt_in(
    profile: str,
) -> None:
    rules = FLOOR_RULES[profile]
    hand_0 = first_positions(live={1, 3, 5, 7, 9}, button=1, rules=rules)
    played = play(hand_0, {1, 3, 4, 5, 7, 9}, newcomers=(4, 5), profile=profile)
    assert [(h.button, h.small_blind_position, h.big_blind_position) for h in played] == [
        (3, 7, 9),
        (7, 9, 1),
        (9, 1, 3),
    ]
    assert [set(h.waiting) for h in played] == [{4, 5}, set(), set()]


def test_a_walking_button_passes_a_waiting_newcomer_instead_of_stopping_at_him() -> None:
    hand_0 = first_positions(live={1, 2, 8, 9}, button=1, rules=FLOOR_RULES["home"])
    hand_1, hand_2, hand_3 = play(hand_0, {1, 2, 5, 9}, newcomers=(5,), profile="home")
    assert (hand_1.button, hand_1.small_blinds, hand_1.big_blinds) == (2, (9,), (1,))
    assert (hand_2.button, hand_2.small_blinds, hand_2.big_blinds) == (9, (1,), (2,))
    assert (set(hand_1.waiting), set(hand_2.waiting)) == ({5}, set())
    assert hand_3.big_blinds == (5,)


def test_positions_survive_storage() -> None:
    rules = FLOOR_RULES["draw_room"]
    hand_0 = first_positions(live=set(range(1, 9)), button=1, rules=rules)
    hand_1 = next_positions(hand_0, live={1, 4, 5, 6, 7, 8}, rules=rules)
    assert hand_1.owing == (4, 5, 6)
    for positions in (hand_0, hand_1):
        assert Positions.from_dict(positions.to_dict()) == positions
    with pytest.raises(FloorError):
        Positions.from_dict({"button": 1})
    with pytest.raises(FloorError):
        Positions.from_dict({**hand_0.to_dict(), "dealt": "123"})
    with pytest.raises(FloorError):
        Positions.from_dict({**hand_0.to_dict(), "button": "1"})


def test_positions_are_stored_as_plain_values_and_anything_else_is_refused_with_what_is_wrong() -> None:
    hand = replace(
        first_positions(live={1, 2, 4}, button=1), waiting=frozenset({9, 7}), owing=(4,), again=(2,)
    )
    stored: dict[str, object] = {
        "button": 1,
        "small_blind_position": 2,
        "big_blind_position": 4,
        "small_blinds": [2],
        "big_blinds": [4],
        "dealt": [2, 4, 1],
        "waiting": [7, 9],
        "first_to_act": 1,
        "last_to_act": 1,
        "marker": 1,
        "owing": [4],
        "again": [2],
    }
    assert hand.to_dict() == stored
    words = "These are not the positions of a hand."
    for name in stored.keys() - {"again"}:
        missing = {other: value for other, value in stored.items() if other != name}
        assert said(partial(Positions.from_dict, missing)) == (
            words,
            "bad_positions",
            {"detail": f"KeyError('{name}')"},
        )
        assert said(partial(Positions.from_dict, {**stored, name: "7"}))[2] == {"detail": "TypeError('7')"}
    without = {name: value for name, value in stored.items() if name != "again"}
    assert Positions.from_dict(without) == replace(hand, again=())
    assert Positions.from_dict({**stored, "dealt": (2, 4, 1)}) == hand


def test_too_few_players_are_refused_with_their_number() -> None:
    hand = first_positions(live={1, 2}, button=1)
    two = (
        "A hand needs 2 players with chips; this table has 1.",
        "too_few_players",
        {"needed": 2, "players": 1},
    )
    assert [
        said(lambda: first_positions(live={4}, button=4)),
        said(lambda: next_positions(hand, live=[2, 2])),
        said(lambda: starting_button(occupied=())),
        said(lambda: next_big_blind(previous=hand, live=())),
    ] == [
        two,
        two,
        (
            "A hand needs 1 players with chips; this table has 0.",
            "too_few_players",
            {"needed": 1, "players": 0},
        ),
        (
            "A hand needs 1 players with chips; this table has 0.",
            "too_few_players",
            {"needed": 1, "players": 0},
        ),
    ]
    assert (starting_button(occupied={4}), next_big_blind(previous=hand, live={1})) == (4, 1)


def test_a_first_button_on_an_empty_seat_goes_back_to_the_player_before_it_where_two_are_left() -> None:
    hands = [first_positions(live={2, 5}, button=button) for button in (4, 9, 1)]
    assert [(hand.button, hand.big_blinds) for hand in hands] == [(2, (5,)), (5, (2,)), (5, (2,))]
