"""A hand as read from a file, in whatever format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, NamedTuple

from tables.engine.games.house_rules import HOUSE_RULES, HouseRules
from tables.engine.games.setup import Setup
from tables.engine.notation.fields import descale
from tables.engine.play.operations import Operation

RULES_OF_RECORDS: Final[HouseRules] = replace(
    HOUSE_RULES["tda2024"], all_in_tabled=False, prove_openers=False
)
"""Hands in files may have been played under any rules; what should have been shown is not judged now."""


class StatedPot(NamedTuple):
    """A pot as a file states it, in its units: what it held, the rake in it (None: not said), what each seat won."""

    amount: Decimal | None
    rake: Decimal | None
    won: Mapping[int, Decimal]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedHand:
    """A hand as read from a file.

    seats: of the players in the file's order (p1 first). scale: the file's amounts times this are
    the chips of setup and operations. finishing_stacks: as stated, in the file's units, or what follows from the
    pots, where those are stated. meta: every other field.
    """

    setup: Setup
    operations: tuple[Operation, ...]
    variant: str
    players: tuple[str, ...]
    seats: tuple[int, ...]
    finishing_stacks: tuple[Decimal, ...] | None
    scale: int
    meta: Mapping[str, object]
    pots: tuple[StatedPot, ...] = ()

    def seat_of(self, player: int) -> int:
        """The seat of a player counted from 0 in the file's order."""
        return self.seats[player]

    def in_file_order(self, stacks: Mapping[int, int]) -> list[int | Decimal]:
        """Chips by seat as the file would list them: its order of players, its units."""
        return [descale(stacks[seat], self.scale) for seat in self.seats]
