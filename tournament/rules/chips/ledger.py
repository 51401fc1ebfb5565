"""The chip ledger: what was issued and removed, what is in play, the average stack.

Chips in play = issued - removed +/- colour-up differences; at every moment this equals
the sum of stacks and pots, and any other count is an error to find.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tournament.rules.errors import RulesError

ChipReason: TypeAlias = Literal[
    "starting_stack",
    "rebuy",
    "add_on",
    "bonus",
    "forfeit",
    "no_show",
    "penalty",
    "lost",
    "colour_up",
    "correction",
]

ISSUED: Final[frozenset[str]] = frozenset({"starting_stack", "rebuy", "add_on", "bonus"})
REMOVED: Final[frozenset[str]] = frozenset({"forfeit", "no_show", "penalty", "lost"})
EITHER: Final[frozenset[str]] = frozenset({"colour_up", "correction"})


class ChipError(RulesError):
    """A movement of chips that is not possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipMovement:
    """One movement: `chips` come into play (positive) or leave it (negative)."""

    reason: ChipReason
    chips: int

    def __post_init__(self) -> None:
        if self.reason not in ISSUED | REMOVED | EITHER:
            raise ChipError("This kind of chip movement does not exist.", code="unknown_reason")
        wrong = (self.reason in ISSUED and self.chips <= 0) or (self.reason in REMOVED and self.chips >= 0)
        if wrong:
            raise ChipError(
                "%(chips)s chips cannot be recorded as %(reason)s.",
                code="wrong_sign",
                chips=self.chips,
                reason=self.reason,
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipTotals:
    """Sums of a ledger; `removed` is positive, `adjusted` (colour-up, corrections) signed."""

    issued: int
    removed: int
    adjusted: int

    @property
    def in_play(self) -> int:
        return self.issued - self.removed + self.adjusted


@dataclass(frozen=True, slots=True, kw_only=True)
class AverageStack:
    """Whole chips, and tenths of a big blind (375 = 37.5 BB), both rounded down."""

    chips: int
    big_blind_tenths: int


def chip_totals(movements: Iterable[ChipMovement]) -> ChipTotals:
    """The sums of a ledger, of one tournament or of one table."""
    issued = removed = adjusted = 0
    for movement in movements:
        if movement.reason in ISSUED:
            issued += movement.chips
        elif movement.reason in REMOVED:
            removed -= movement.chips
        else:
            adjusted += movement.chips
    return ChipTotals(issued=issued, removed=removed, adjusted=adjusted)


def chips_in_play(movements: Iterable[ChipMovement]) -> int:
    """Issued - removed +/- adjusted."""
    return chip_totals(movements).in_play


def average_stack(*, in_play: int, players: int, big_blind: int) -> AverageStack | None:
    """The average of the players still in; None when nobody is. No blind gives 0 BB."""
    if players <= 0:
        return None
    tenths = in_play * 10 // (players * big_blind) if big_blind > 0 else 0
    return AverageStack(chips=in_play // players, big_blind_tenths=tenths)
