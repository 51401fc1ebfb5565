"""How long a hand may be disputed, and by which rule.

TDA 22: the reading of a tabled hand until the next hand begins, an accounting error until substantial action on the
next hand; where the hand has ended in a break, either for one minute after the pot was awarded. WSOP 76: everything
until the next hand begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from tables.floor.rules import Disputes

DisputeKind = Literal["reading", "accounting"]
Until = Literal["next_hand", "substantial_action", "minute"]
KINDS: Final[tuple[DisputeKind, ...]] = ("reading", "accounting")
IN_A_BREAK: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPlayed:
    """A hand that is over: when its pots were awarded, whether in a break; when the next hand at the table began and
    saw substantial action, None for not yet.
    """

    ended_at: datetime
    in_break: bool
    next_at: datetime | None
    next_action_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """How long one kind of dispute is taken: `until` says what ends it, `closes_at` when that was or will be."""

    kind: DisputeKind
    rule: str
    until: Until
    closes_at: datetime | None

    def is_open(self, now: datetime) -> bool:
        return self.closes_at is None or now < self.closes_at


def dispute_windows(rule: Disputes, played: HandPlayed) -> tuple[Window, ...]:
    """The window of each kind of dispute, in the order of KINDS."""
    if rule == "next_hand":
        return tuple(
            Window(kind=kind, rule="WSOP 76", until="next_hand", closes_at=played.next_at) for kind in KINDS
        )
    if played.in_break:
        minute = played.ended_at + IN_A_BREAK
        return tuple(Window(kind=kind, rule="TDA 22", until="minute", closes_at=minute) for kind in KINDS)
    return (
        Window(kind="reading", rule="TDA 22", until="next_hand", closes_at=played.next_at),
        Window(kind="accounting", rule="TDA 22", until="substantial_action", closes_at=played.next_action_at),
    )
