"""What a dead button promises for every hand, said without the way in which `next_hand` keeps it (TDA 32, 34).

A player who is absent or on a penalty sits there like every other: in all of this everybody with chips counts. Random
evenings and simulated tournaments are checked against it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tables.floor.button.positions import Positions
from tables.floor.circle import is_between


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAfter:
    """A hand, the one before it, and the seats with chips: of those who `stayed` and of those who `came`."""

    before: Positions
    now: Positions
    stayed: Collection[int]
    came: Collection[int]


def broken_promise(hand: HandAfter) -> str:
    """The first promise that a hand breaks, in words; empty if it keeps all of them."""
    now, before = hand.now, hand.before
    live = {*hand.stayed, *hand.came}
    if {*now.dealt, *now.waiting} != live or now.waiting & set(now.dealt):
        return "everybody with chips is dealt in or waits"
    seats = (now.button, now.small_blind_position, now.big_blind_position)
    if len(live) > 2 and not (len({*seats}) == len(seats) and is_between(*seats)):
        return "button, small blind and big blind follow one another"
    if any(is_between(now.small_blind_position, seat, now.big_blind_position) for seat in live):
        return "no player is between the small blind and the big blind"
    if before.big_blind_position in hand.stayed:
        if now.big_blinds == (before.big_blind_position,):
            return "nobody has the big blind twice running"
        if len(live) > 2 and now.small_blinds != (before.big_blind_position,):
            return "the big blind posts the small blind in the next hand"
    if not set(hand.stayed).isdisjoint(now.waiting - before.waiting):
        return "only new players wait"
    if _is_due_for_the_button(hand, live) and now.button != before.small_blind_position:
        return "the small blind has the button in the next hand"
    return ""


def _is_due_for_the_button(hand: HandAfter, live: Collection[int]) -> bool:
    """Not heads-up, after heads-up, for the big blind, nor if everybody is dealt in because too few would be."""
    before = hand.before
    if before.small_blind_position not in hand.stayed or before.is_heads_up or len(live) < 3:
        return False
    if before.small_blind_position in hand.now.big_blinds:
        return False
    waits = {
        seat
        for seat in {*hand.came, *before.waiting}.intersection(live)
        if is_between(before.small_blind_position, seat, before.big_blind_position)
    }
    return len(live) - len(waits) >= 3
