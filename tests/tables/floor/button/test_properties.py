"""The button through thousands of made-up evenings: players bust, leave, join and are moved in."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.button.positions import Positions
from tables.floor.rules import FLOOR_RULES
from tests.breadth import sample
from tests.tables.floor.button.evenings import SEATS, check_every_rule, check_the_dead_button, evening


@pytest.mark.sampled
@pytest.mark.parametrize("profile", FLOOR_RULES)
def test_thousands_of_hands_of_random_tables_keep_the_rules(profile: str) -> None:
    rules = FLOOR_RULES[profile]
    rng = Random(f"button {profile}")
    seen: Counter[str] = Counter()
    while seen["hands"] < sample("hands of the button"):
        for hand in evening(rng, rules, hands=25, churn=rng.choice((0.03, 0.1, 0.3))):
            check_every_rule(hand)
            if rules.button_rule == "dead":
                check_the_dead_button(hand)
            seen["hands"] += 1
            seen["heads-up"] += hand.positions.is_heads_up
            seen["dead button"] += hand.positions.is_dead_button
            seen["dead small blind"] += hand.positions.is_dead_small_blind
            seen["waiting"] += bool(hand.positions.waiting)
    # The evenings do reach the corners this test is about.
    corners = ["heads-up", "waiting"]
    if rules.button_rule == "dead":
        corners += ["dead button", "dead small blind"]
    assert min(seen[corner] for corner in corners) > seen["hands"] // 100


@settings(max_examples=sample("buttons moved"), deadline=None)
@given(
    seed=st.integers(0, 2**32),
    churn=st.floats(0.0, 0.6),
    profile=st.sampled_from(["tda2024", "wsop2024", "figp"]),
)
def test_nobody_has_the_big_blind_twice_running_and_every_big_blind_pays_the_small_one(
    seed: int, churn: float, profile: str
) -> None:
    for hand in evening(Random(seed), FLOOR_RULES[profile], hands=12, churn=churn):
        check_every_rule(hand)
        check_the_dead_button(hand)


@settings(max_examples=sample("buttons moved"), deadline=None)
@given(
    live=st.sets(st.integers(1, SEATS), min_size=2),
    start=st.integers(0, SEATS - 1),
    profile=st.sampled_from(sorted(FLOOR_RULES)),
)
def test_an_orbit_without_changes_gives_everybody_each_position_once(
    live: set[int], start: int, profile: str
) -> None:
    rules = FLOOR_RULES[profile]
    button = sorted(live)[start % len(live)]
    positions = first_positions(live=live, button=button, rules=rules)
    orbit = [positions]
    while len(orbit) < len(live):
        positions = next_positions(positions, live=live, rules=rules)
        orbit.append(positions)
    assert sorted(hand.button for hand in orbit) == sorted(live)
    assert sorted(seat for hand in orbit for seat in hand.small_blinds) == sorted(live)
    assert sorted(seat for hand in orbit for seat in hand.big_blinds) == sorted(live)
    assert next_positions(positions, live=live, rules=rules) == orbit[0]


@settings(max_examples=sample("buttons moved"), deadline=None)
@given(seed=st.integers(0, 2**32), churn=st.floats(0.0, 0.25))
def test_with_a_moving_button_everybody_pays_as_many_small_blinds_as_big_ones(
    seed: int, churn: float
) -> None:
    rules = FLOOR_RULES["draw_room"]
    big: Counter[int] = Counter()
    small: Counter[int] = Counter()
    for hand in evening(Random(seed), rules, hands=15, churn=churn):
        now = hand.positions
        if hand.previous.is_heads_up or now.is_heads_up:
            return
        if not big:
            big.update(hand.previous.big_blinds)
        for seat in hand.newcomers | (hand.live_before - hand.survivors):
            big[seat] = small[seat] = 0
        big.update(now.big_blinds)
        small.update(now.small_blinds)
        for seat in hand.live:
            assert big[seat] - small[seat] == now.owing.count(seat)


@settings(max_examples=sample("buttons moved"), deadline=None)
@given(seed=st.integers(0, 2**32), profile=st.sampled_from(sorted(FLOOR_RULES)))
def test_positions_of_any_evening_survive_storage(seed: int, profile: str) -> None:
    for hand in evening(Random(seed), FLOOR_RULES[profile], hands=6, churn=0.3):
        assert Positions.from_dict(hand.positions.to_dict()) == hand.positions
