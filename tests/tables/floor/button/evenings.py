"""Made-up evenings of a table, hand by hand, and what holds for every hand: players bust, leave, join and are moved
in, and the floor sets the button."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from tables.floor.button.by_hand import Sitting, ways_to_set
from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.button.positions import Positions
from tables.floor.circle import is_between
from tables.floor.rules import FloorRules

SEATS: Final = 10


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


def evening(rng: Random, rules: FloorRules, *, hands: int, churn: float, by_hand: float = 0.0) -> list[Hand]:
    """A table of up to ten seats played for some hands; `churn` is the chance of a bust a seat, `by_hand` that of
    a button set by the floor before a hand."""
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
        if by_hand and rng.random() < by_hand:
            positions = set_by_hand(rng, rules, positions, survivors, newcomers, moved)
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


def set_by_hand(
    rng: Random,
    rules: FloorRules,
    previous: Positions,
    survivors: frozenset[int],
    newcomers: frozenset[int],
    moved: list[int],
) -> Positions:
    """What the floor leaves as the hand before when it sets the button anywhere, in any way that is offered."""
    sitting = Sitting(
        capacity=SEATS,
        live=survivors | newcomers,
        newcomers=newcomers,
        moved_by_balancing=frozenset(moved),
    )
    ways = ways_to_set(rng.randint(1, SEATS), previous=previous, sitting=sitting, rules=rules)
    follows = rng.choice(ways).follows if ways else None
    return previous if follows is None else follows


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
