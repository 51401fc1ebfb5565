"""The button through thousands of made-up evenings: players bust, leave, join and are moved in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.button.positions import Positions
from tables.floor.circle import is_between
from tables.floor.rules import FLOOR_RULES, FloorRules
from tests.breadth import sample

SEATS = 10


@dataclass(frozen=True)
class Hand:
    """One hand of an evening: the hand before, who sat there then and now, and the hand itself."""

    previous: Positions
    live_before: frozenset[int]
    survivors: frozenset[int]
    newcomers: frozenset[int]
    positions: Positions

    @property
    def live(self) -> frozenset[int]:
        return self.survivors | self.newcomers


def evening(rng: Random, rules: FloorRules, *, hands: int, churn: float) -> list[Hand]:
    """A table of up to ten seats played for some hands; `churn` is the chance of a bust a seat."""
    live = frozenset(rng.sample(range(1, SEATS + 1), rng.randint(2, SEATS)))
    positions = first_positions(live=live, button=rng.choice(sorted(live)), rules=rules)
    played = []
    for _ in range(hands):
        survivors = frozenset(seat for seat in live if rng.random() > churn)
        free = sorted(set(range(1, SEATS + 1)) - survivors)
        newcomers = frozenset(seat for seat in free if rng.random() < churn / 2)
        if len(survivors | newcomers) < 2:
            break
        moved = [seat for seat in sorted(newcomers) if rng.random() < 0.5]
        following = next_positions(
            positions,
            live=survivors | newcomers,
            newcomers=newcomers,
            moved_by_balancing=moved,
            rules=rules,
        )
        played.append(Hand(positions, live, survivors, newcomers, following))
        live, positions = survivors | newcomers, following
    return played


def check_every_rule(hand: Hand) -> None:
    """What holds for a hand under any button rule."""
    now, live = hand.positions, hand.live
    assert set(now.dealt) == live - now.waiting
    assert len(now.dealt) == len(set(now.dealt)) >= min(3, len(live))
    assert now.waiting <= hand.newcomers | hand.previous.waiting
    assert set(now.big_blinds) <= set(now.dealt)
    assert set(now.small_blinds) <= set(now.dealt)
    assert not set(now.big_blinds) & set(now.small_blinds)
    assert now.big_blind_position == now.big_blinds[-1]
    if len(live) > 2:
        assert set(now.again) == set(now.big_blinds) & set(hand.previous.big_blinds) - hand.newcomers
    assert {now.first_to_act, now.last_to_act} <= set(now.dealt)
    assert now.is_heads_up is (len(live) == 2)
    if len(live) == 2:
        assert now.button == now.small_blinds[0] == now.first_to_act == now.last_to_act
    else:
        assert len({now.button, now.small_blind_position, now.big_blind_position}) == 3
        assert is_between(now.button, now.small_blind_position, now.big_blind_position)
        # Nobody is dealt in between the one who acts last and the button after him.
        assert not any(
            is_between(now.last_to_act, seat, now.dealt[0])
            for seat in now.dealt
            if seat not in (now.last_to_act, now.dealt[0])
        )


def check_the_dead_button(hand: Hand) -> None:
    """What only following the big blind guarantees (rules of the catalogue's section on it)."""
    now, before, survivors = hand.positions, hand.previous, hand.survivors
    (big_blind,) = now.big_blinds
    assert big_blind != before.big_blind_position or big_blind not in survivors
    assert not any(is_between(now.small_blind_position, seat, now.big_blind_position) for seat in hand.live)
    if before.big_blind_position in survivors and len(hand.live) > 2:
        assert now.small_blinds == (before.big_blind_position,)
    if (
        before.small_blind_position in survivors
        and len(hand.live) > 2
        and not before.is_heads_up
        and before.small_blind_position != big_blind
        and not _waits_would_leave_two(hand)
    ):
        assert now.button == before.small_blind_position
    # A wait is one hand long.
    assert not now.waiting & before.waiting & survivors


def _waits_would_leave_two(hand: Hand) -> bool:
    """Whether fewer than three would be dealt in if every new player behind the small blind waited."""
    before = hand.previous
    waits = {
        seat
        for seat in hand.newcomers | (before.waiting & hand.survivors)
        if is_between(before.small_blind_position, seat, before.big_blind_position)
    }
    return len(hand.live - waits) < 3


@pytest.mark.parametrize("profile", FLOOR_RULES)
def test_ten_thousand_hands_of_random_tables_keep_the_rules(profile: str) -> None:
    rules = FLOOR_RULES[profile]
    rng = Random(f"button {profile}")
    seen: Counter[str] = Counter()
    while seen["hands"] < 10_000:
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
    assert min(seen[corner] for corner in corners) > 100


@settings(max_examples=sample(100, long=2_000), deadline=None)
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


@settings(max_examples=sample(100, long=2_000), deadline=None)
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


@settings(max_examples=sample(100, long=2_000), deadline=None)
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


@settings(max_examples=sample(100, long=2_000), deadline=None)
@given(seed=st.integers(0, 2**32), profile=st.sampled_from(sorted(FLOOR_RULES)))
def test_positions_of_any_evening_survive_storage(seed: int, profile: str) -> None:
    for hand in evening(Random(seed), FLOOR_RULES[profile], hands=6, churn=0.3):
        assert Positions.from_dict(hand.positions.to_dict()) == hand.positions
