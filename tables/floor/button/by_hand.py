"""The next hand's button as the floor sets it, where the disc on the table and the record differ (TDA 34-A).

Theory of operation. A dead button makes the button and the small blind of a hand out of two seats of the hand before
it: where its small blind and its big blind were. So what the floor wants is written down as a hand before it, from
which the rule makes exactly that. Nothing else has to know of it: balancing, the tablet and the deal go on by the
rule, and the hands that follow keep every promise of it.

For a button there are few lawful ways to post. The small blind belongs to the next player, or is dead on an empty
seat before them; the big blind is always the next player after the small blind. Nobody who has been at the table sits
between button and small blind: they would be passed by. A button that walks from player to player leaves no choice.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.button.positions import Positions
from tables.floor.circle import clockwise_from, is_between, next_clockwise
from tables.floor.errors import FloorError
from tables.floor.rules import FloorRules

HANDS_AHEAD: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Who sits at a table of `capacity` seats between two hands, by seat, as `next_positions` wants them."""

    capacity: int
    live: frozenset[int]
    newcomers: frozenset[int] = frozenset()
    moved_by_balancing: frozenset[int] = frozenset()
    told_to_wait: frozenset[int] = frozenset()

    @property
    def arrived(self) -> frozenset[int]:
        """The seats of those who may have to wait for the button."""
        return (self.newcomers | self.moved_by_balancing) & self.live


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonSetting:
    """One lawful way to set the button: the hands that will be dealt, the next one first.

    `follows` are the positions to be kept as those of the hand before; None before a table's first hand, whose
    button alone is kept.
    """

    hands: tuple[Positions, ...]
    follows: Positions | None

    @property
    def next(self) -> Positions:
        return self.hands[0]


def hands_ahead(
    previous: Positions | None, button: int, sitting: Sitting, rules: FloorRules
) -> tuple[Positions, ...]:
    """The next hands if nobody comes or goes: HANDS_AHEAD of them. `button` is that of a table's first hand,
    which has no `previous`. Raises FloorError with fewer than two players.
    """
    positions = (
        first_positions(live=sitting.live, button=button, rules=rules)
        if previous is None
        else next_positions(
            previous,
            live=sitting.live,
            newcomers=sitting.newcomers,
            moved_by_balancing=sitting.moved_by_balancing,
            told_to_wait=sitting.told_to_wait,
            rules=rules,
        )
    )
    hands = [positions]
    while len(hands) < HANDS_AHEAD:
        hands.append(next_positions(hands[-1], live=sitting.live, rules=rules))
    return tuple(hands)


def ways_to_set(
    button: int, *, previous: Positions | None, sitting: Sitting, rules: FloorRules
) -> tuple[ButtonSetting, ...]:
    """The lawful ways to have the button there in the next hand, the usual one first; none if there is no such way.

    `previous` is the last hand with a button, None before the first. Raises FloorError with fewer than two players.
    """
    if previous is None:
        if button not in sitting.live:
            return ()
        return (ButtonSetting(hands=hands_ahead(None, button, sitting, rules), follows=None),)
    found: dict[tuple[object, ...], ButtonSetting] = {}
    for small_blind in _small_blinds(button, sitting, rules):
        follows = _hand_before(button, small_blind, previous, sitting)
        hands = hands_ahead(follows, button, sitting, rules)
        way = hands[0]
        alike = found.get((way.small_blinds, way.big_blinds, way.waiting))
        # Of the empty seats for a dead small blind that come to the same, the one the rule would take, or else the
        # last before the big blind.
        if alike is not None and alike.next.small_blind_position == previous.big_blind_position:
            continue
        if way.button == button and not _passed_by(way, sitting):
            found[way.small_blinds, way.big_blinds, way.waiting] = ButtonSetting(hands=hands, follows=follows)
    return tuple(sorted(found.values(), key=lambda each: each.next.is_dead_small_blind))


def way_to_set(
    button: int, small_blind: int, *, previous: Positions | None, sitting: Sitting, rules: FloorRules
) -> ButtonSetting:
    """The way with the small blind at this seat, perhaps an empty one. Raises FloorError where it is not lawful."""
    ways = ways_to_set(button, previous=previous, sitting=sitting, rules=rules)
    for way in ways:
        if way.next.small_blind_position == small_blind:
            return way
    raise FloorError(
        f"The button cannot be at seat {button} with the small blind at seat {small_blind}.",
        code="no_such_button",
        params={"button": button, "small_blind": small_blind},
    )


def _small_blinds(button: int, sitting: Sitting, rules: FloorRules) -> tuple[int, ...]:
    """The seats that may have the small blind: up to the next player who has been at the table."""
    if len(sitting.live) == 2:
        return (button,) if button in sitting.live else ()
    if rules.button_rule != "dead":
        return (next_clockwise(button, sitting.live),)
    seats = []
    for seat in clockwise_from(button, range(1, sitting.capacity + 1))[:-1]:
        seats.append(seat)
        if seat in sitting.live - sitting.arrived:
            break
    return tuple(seats)


def _hand_before(button: int, small_blind: int, previous: Positions, sitting: Sitting) -> Positions:
    """A hand after which the button and the small blind are these, for two players as for more.

    Of the hand that was really dealt it keeps who waits and who owes a blind.
    """
    is_heads_up = button == small_blind
    waiting = previous.waiting & sitting.live
    # A button that walks goes on from the seat before; after heads-up from the other player.
    walked_from = next_clockwise(button, sitting.live) if is_heads_up else (button - 1 or sitting.capacity)
    dealt = clockwise_from(walked_from, sitting.live - waiting)
    return Positions(
        button=walked_from,
        small_blind_position=walked_from if is_heads_up else button,
        big_blind_position=small_blind,
        small_blinds=tuple(seat for seat in (button,) if seat in dealt and not is_heads_up),
        big_blinds=(small_blind,),
        dealt=dealt,
        waiting=waiting,
        first_to_act=next_clockwise(small_blind, dealt),
        last_to_act=dealt[-1],
        # A disc that stays on a dead button (FIGP) stays where the floor has put it.
        marker=button,
        owing=previous.owing,
    )


def _passed_by(positions: Positions, sitting: Sitting) -> bool:
    """Whether a player who does not wait sits between the button and the small blind."""
    if positions.is_heads_up:
        return False
    between: Collection[int] = [
        seat
        for seat in sitting.live - positions.waiting
        if is_between(positions.button, seat, positions.small_blind_position)
    ]
    return bool(between)
