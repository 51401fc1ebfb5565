"""Made-up evenings of a table, hand by hand, and what holds for every hand: players bust, leave, join and are moved
in, are absent or on a penalty, and the floor sets the button.

Who sits a hand out has chips and a seat: that player counts for the button, posts, and is killed after the deal. The
rule does not know of it, and a rule that did would be wrong: `Rule` is what is tested, so that wrong ones can be tried.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from tables.floor.button.by_hand import Sitting, ways_to_set
from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.button.positions import Positions
from tables.floor.button.promises import HandAfter, broken_promise
from tables.floor.circle import is_between
from tables.floor.rules import FloorRules

SEATS: Final = 10


@dataclass(frozen=True)
class Hand:
    """One hand of an evening: the hand before, who sat there then and now, who sits it out, and the hand itself."""

    previous: Positions
    live_before: frozenset[int]
    survivors: frozenset[int]
    newcomers: frozenset[int]
    sits_out: frozenset[int]
    positions: Positions

    @property
    def live(self) -> frozenset[int]:
        return self.survivors | self.newcomers


# The hand before, who sits there now, and who of them sits the hand out.
Rule = Callable[[Positions, Sitting, frozenset[int], FloorRules], Positions]


def as_it_is(
    previous: Positions, sitting: Sitting, _sits_out: frozenset[int], rules: FloorRules
) -> Positions:
    """The rule as the product asks it."""
    return next_positions(
        previous,
        live=sitting.live,
        newcomers=sitting.newcomers,
        moved_by_balancing=sitting.moved_by_balancing,
        rules=rules,
    )


def evening(
    rng: Random,
    rules: FloorRules,
    *,
    hands: int,
    churn: float,
    by_hand: float = 0.0,
    sitting_out: float = 0.0,
    rule: Rule = as_it_is,
) -> list[Hand]:
    """A table of up to ten seats played for some hands; `churn` is the chance of a bust a seat, `by_hand` that of
    a button set by the floor before a hand, `sitting_out` that of somebody who begins or ends to sit out."""
    live = frozenset(rng.sample(range(1, SEATS + 1), rng.randint(2, SEATS)))
    positions = first_positions(live=live, button=rng.choice(sorted(live)), rules=rules)
    sits_out: frozenset[int] = frozenset()
    played = []
    for _ in range(hands):
        survivors = frozenset(seat for seat in live if rng.random() > churn)
        free = sorted(set(range(1, SEATS + 1)) - survivors)
        newcomers = frozenset(seat for seat in free if rng.random() < churn / 2)
        if len(survivors | newcomers) < 2:
            break
        moved = [seat for seat in sorted(newcomers) if rng.random() < 0.5]
        sitting = Sitting(
            capacity=SEATS,
            live=survivors | newcomers,
            newcomers=newcomers,
            moved_by_balancing=frozenset(moved),
        )
        if sitting_out and rng.random() < sitting_out:
            sits_out ^= {rng.randint(1, SEATS)}
        sits_out &= sitting.live
        if by_hand and rng.random() < by_hand:
            positions = set_by_hand(rng, rules, positions, sitting)
        following = rule(positions, sitting, sits_out, rules)
        played.append(Hand(positions, live, survivors, newcomers, sits_out, following))
        live, positions = sitting.live, following
    return played


def set_by_hand(rng: Random, rules: FloorRules, previous: Positions, sitting: Sitting) -> Positions:
    """What the floor leaves as the hand before when it sets the button anywhere, in any way that is offered."""
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
    """What only following the big blind guarantees; who sits out counts like everybody else."""
    now = hand.positions
    broken = broken_promise(
        HandAfter(before=hand.previous, now=now, stayed=hand.survivors, came=hand.newcomers)
    )
    assert not broken, broken
    assert len(now.big_blinds) == 1
    # A wait is one hand long.
    assert not now.waiting & hand.previous.waiting & hand.survivors
