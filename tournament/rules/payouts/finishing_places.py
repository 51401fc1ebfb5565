"""Finishing places of players who are out in the same hand, or at the same time.

Rules. Ordinary play: a player eliminated later finishes higher; out in one
hand at one table, the larger stack at the start of that hand finishes higher, and equal
stacks tie. Hand-for-hand: one hand at every table counts as one moment; if it costs
players at more than one table, all their places are pooled and shared (TDA
RP-8); starting stacks decide only when a single table lost players.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from tournament.rules.errors import RulesError


class FinishingPlaceError(RulesError):
    """These bust-outs cannot be placed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elimination:
    """One entry out of the tournament.

    `starting_stack` is the stack at the start of the hand that eliminated it; `order`
    grows with the time of elimination and is equal for entries out in the same hand.
    """

    entry: int
    starting_stack: int
    table: int
    order: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class FinishingPlace:
    """FinishingPlace `first`, shared down to place `last` if it is a tie."""

    first: int
    last: int

    def __post_init__(self) -> None:
        if not 1 <= self.first <= self.last:
            raise ValueError(f"no place {self.first}-{self.last}")


def finishing_places(
    eliminations: Sequence[Elimination],
    *,
    remaining_after: int,
    hand_for_hand: bool,
    rule: Literal["tables_tie", "by_stack"] = "tables_tie",
) -> Mapping[int, FinishingPlace]:
    """FinishingPlace of every entry of one simultaneous group, by entry.

    `remaining_after` players are still in, so the places are the next ones below them.
    In hand-for-hand pass all bust-outs of one hand at all tables together; `rule` is the
    profile's `simultaneous_bust` and speaks of hand-for-hand only.
    """
    _require_group(eliminations, remaining_after=remaining_after)
    places: dict[int, FinishingPlace] = {}
    first = remaining_after + 1
    for tied in _tied_groups(eliminations, hand_for_hand=hand_for_hand, rule=rule):
        last = first + len(tied) - 1
        places.update({elimination.entry: FinishingPlace(first=first, last=last) for elimination in tied})
        first = last + 1
    return places


def _tied_groups(
    eliminations: Sequence[Elimination], *, hand_for_hand: bool, rule: str
) -> Iterable[Sequence[Elimination]]:
    """The groups that share places, best first."""
    if hand_for_hand:
        by_stack = rule == "by_stack" or _count_tables(eliminations) == 1
        yield from _by_stack(eliminations) if by_stack else ([eliminations] if eliminations else [])
        return
    later_first = sorted(eliminations, key=lambda elimination: -elimination.order)
    for _, moment in groupby(later_first, key=lambda elimination: elimination.order):
        together = list(moment)
        # Two tables at exactly the same moment: nothing puts one before the other.
        yield from _by_stack(together) if _count_tables(together) == 1 else [together]


def _by_stack(eliminations: Sequence[Elimination]) -> Iterable[Sequence[Elimination]]:
    larger_first = sorted(eliminations, key=lambda elimination: -elimination.starting_stack)
    for _, equal in groupby(larger_first, key=lambda elimination: elimination.starting_stack):
        yield list(equal)


def _count_tables(eliminations: Sequence[Elimination]) -> int:
    return len({elimination.table for elimination in eliminations})


def _require_group(eliminations: Sequence[Elimination], *, remaining_after: int) -> None:
    if remaining_after < 0:
        raise FinishingPlaceError("The number of players left would be negative.", code="negative_remaining")
    if len({elimination.entry for elimination in eliminations}) != len(eliminations):
        raise FinishingPlaceError("An entry is out twice in the same hand.", code="entry_twice")
    for elimination in eliminations:
        if elimination.starting_stack <= 0:
            raise FinishingPlaceError(
                "Entry %(entry)s had no chips at the start of the hand.",
                code="no_starting_stack",
                entry=elimination.entry,
            )
