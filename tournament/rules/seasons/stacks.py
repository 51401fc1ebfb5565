"""The stacks with which a finale begins: so many chips for each point, in chips that are in use.

No book rules it: leagues are the house's. How points became chips is said with the list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from tournament.rules.seasons.standings import SeasonError, SeasonLine
from tournament.rules.structure.errors import MAX_CHIPS

MOST_PER_POINT: Final = Decimal(1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class StackTerms:
    """per_point: chips for each point. least, most: of each stack. players: so many from the top, 0 for all who have a
    rank. unit: every stack is a multiple of it.
    """

    per_point: Decimal
    least: int
    most: int
    players: int = 0
    unit: int = 1

    def __post_init__(self) -> None:
        if not 0 < self.per_point <= MOST_PER_POINT:
            raise SeasonError("The chips for a point are out of range.", code="bad_rate", field="per_point")
        for name in ("least", "most"):
            if not 0 < getattr(self, name) <= MAX_CHIPS:
                raise SeasonError("The chips of a stack are out of range.", code="bad_stack", field=name)
        if self.least > self.most:
            raise SeasonError(
                "The most chips of a stack are fewer than the least.", code="most_below_least", field="most"
            )
        for name in ("least", "most"):
            if getattr(self, name) % self.unit:
                raise SeasonError(
                    "The chips in use cannot make this stack: enter a multiple of %(unit)s.",
                    code="not_in_use",
                    field=name,
                    unit=self.unit,
                )

    def stack_of(self, points: Decimal) -> int:
        """Rounded to the nearest stack that chips in use can make, half up."""
        units = (points * self.per_point / self.unit).to_integral_value(rounding=ROUND_HALF_UP)
        return min(self.most, max(self.least, int(units) * self.unit))


def stacks_from_points(lines: Sequence[SeasonLine], terms: StackTerms) -> tuple[tuple[int, int], ...]:
    """Players and their chips, in the order of the standings. Those who share the last of these ranks are in."""
    ranked = [line for line in lines if line.rank]
    if terms.players and len(ranked) > terms.players:
        last = ranked[terms.players - 1].rank
        ranked = [line for line in ranked if line.rank <= last]
    return tuple((line.player, terms.stack_of(line.points)) for line in ranked)
