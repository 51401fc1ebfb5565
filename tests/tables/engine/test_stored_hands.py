"""Hands as version 0.1.0 stored them are read for ever: the keys of a setup, the codes of its rules and operations."""

from __future__ import annotations

import pytest

from tables.engine import HOUSE_RULES, CarriedPot, HouseRules, Setup, decode, encode, replay

RULES: dict[str, object] = {
    "short_open_raise": "rrp", "limit_cap": 4, "limit_heads_up_uncapped": "last_two", "limit_under_half": "complete",
    "bba_order": "blind_first", "odd_identical": "even", "side_pot_order": "newest_first", "see_hands": "tda",
    "substantial_action": "tda", "all_in_tabled": True, "bba_none_at": 0, "pot_limit_counts_bba": True,
    "oot_binding": "unchanged", "quarter_odd": "high", "odd_bet": "refused", "hand_reading": "cards_speak",
    "stud_tie_first": "suit", "stud_opening": "low_brings_in", "stud_exposed_down": "upcard",
    "wrong_cards_misdeal": "any", "draw_reshuffle": "wsop", "draw_burn": True, "misdeals_in_a_row": 0,
    "prove_openers": True, "false_opening": "carries", "italian_flush_vs_full": "flush", "italian_opening": "free",
    "parola_blind": False, "blind_opening_from": 2,
}  # fmt: skip
ITALIAN = RULES | {
    "limit_cap": 3, "limit_heads_up_uncapped": "becomes", "see_hands": "any_dealt_in",
    "substantial_action": "any_two", "oot_binding": "always", "draw_reshuffle": "under_stub", "draw_burn": False,
}  # fmt: skip

HOLDEM: dict[str, object] = {
    "game": "NT", "rules": RULES, "button": 1,
    "stakes": {
        "small_blind": 100, "big_blind": 200, "ante": 200, "ante_kind": "big_blind", "chip": 100, "unit": 100,
    },
    "seats": [[1, 10000], [4, 8000], [6, 12000]],
    "posts": [[4, 100, "small_blind"], [6, 200, "big_blind"], [6, 200, "table_ante"]],
}  # fmt: skip
JACKS: dict[str, object] = {
    "game": "F5DJ", "rules": RULES, "button": 1,
    "stakes": {
        "small_blind": 0, "big_blind": 0, "ante": 50, "ante_kind": "classic", "small_bet": 100, "big_bet": 200,
    },
    "seats": [[1, 1000], [2, 1000], [3, 1000]],
    "posts": [[2, 50, "ante"], [3, 50, "ante"], [1, 50, "ante"]],
    "carry": [150, "J", False],
}  # fmt: skip
ITALIAN_POKER: dict[str, object] = {
    "game": "IT", "rules": ITALIAN, "button": 1,
    "stakes": {"small_blind": 0, "big_blind": 0, "ante": 10, "ante_kind": "classic", "min_bet": 10},
    "seats": [[1, 1000], [2, 1000], [3, 1000], [4, 1000]],
    "posts": [[2, 10, "ante"], [3, 10, "ante"], [4, 10, "ante"], [1, 10, "ante"]],
    "carry": [120, "Q", False],
}  # fmt: skip
CASH: dict[str, object] = {
    "game": "PO", "rules": RULES, "stakes": {"small_blind": 1, "big_blind": 2}, "button": 2,
    "seats": [[2, 300], [5, 200]], "posts": [[2, 1, "small_blind"], [5, 2, "big_blind"]], "rake": [500, 3],
}  # fmt: skip
GUTS: dict[str, object] = {
    "game": "XR", "rules": RULES, "button": 1,
    "stakes": {"small_blind": 0, "big_blind": 0, "ante": 5, "ante_kind": "classic", "min_bet": 5},
    "seats": [[1, 100], [2, 100]], "posts": [[2, 5, "ante"], [1, 5, "ante"]], "title": "Guts",
}  # fmt: skip


@pytest.mark.parametrize(
    ("stored", "operations", "stacks", "left"),
    [
        (
            HOLDEM,
            "h1:AhKd r1:500 f4 x:undercall,s=6,a=100,o=c6,f b:2c7d9h k6 x:string_bet,s=1,o=r1:600,f f6",
            {1: 10800, 4: 7900, 6: 11300},
            CarriedPot(),
        ),
        (JACKS, "k2 k3 k1", {1: 950, 2: 950, 3: 950}, CarriedPot(chips=300, openers="J")),
        (ITALIAN_POKER, "l2 f3 f4 f1", {1: 990, 2: 1150, 3: 990, 4: 990}, CarriedPot()),
        (CASH, "c2 k5 b:AhKhQh k5 r2:4 f5", {2: 302, 5: 198}, CarriedPot()),
        (GUTS, "p1:20 a2:10 e", {1: 75, 2: 105}, CarriedPot(chips=20)),
    ],
)
def test_a_stored_hand_ends_as_it_did_and_is_stored_the_same_way(
    stored: dict[str, object], operations: str, stacks: dict[int, int], left: CarriedPot
) -> None:
    setup = Setup.from_dict(stored)
    state = replay(setup, [decode(word) for word in operations.split()])
    assert (dict(state.results), state.carried_pot) == (stacks, left)
    assert setup.to_dict() == stored
    assert " ".join(map(encode, state.history)) == operations


def test_a_key_that_came_later_is_stored_where_it_is_not_the_default() -> None:
    assert HouseRules().to_stored() == RULES
    wsop = HOUSE_RULES["wsop2024"].to_stored()
    assert {key: wsop[key] for key in wsop.keys() - RULES.keys()} == {
        "oot_heads_up": "passive", "draw_short_hand": "live",
    }  # fmt: skip
    assert HouseRules.from_dict(wsop) == HOUSE_RULES["wsop2024"]
