"""Deductions: what the house withholds of a prize before it is paid, a tax or a share for the staff.

Each deduction is a part of the whole prize, or of what lies above an amount; a prize up to that amount has none. It is
rounded down to the minor unit, in favour of the player. Deductions do not know of one another: each looks at the prize
as it was awarded. Together they are less than the whole, so that something is always left to hand over.

No book rules them: they are the law of the place and the announcement of the event.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from tournament.rules.errors import RulesError
from tournament.rules.payouts.money import MAX_MONEY
from tournament.rules.payouts.schemes import WHOLE

MAX_DEDUCTIONS: Final = 4
LONGEST_NAME: Final = 30


class DeductionError(RulesError):
    """A deduction that is not possible; `params["field"]` names what is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deduction:
    """A rule: `share` in millionths of what is `above` an amount in minor units, or `of_whole`: of the whole prize."""

    name: str
    share: int
    above: int = 0
    of_whole: bool = False

    def __post_init__(self) -> None:
        if not self.name:
            raise DeductionError("A deduction needs a name.", code="no_name", field="name")
        if len(self.name) > LONGEST_NAME:
            raise DeductionError(
                "A name has at most %(most)s letters.", code="long_name", field="name", most=LONGEST_NAME
            )
        if not 0 < self.share < WHOLE:
            raise DeductionError(
                "A deduction is more than 0 and less than 100 percent.", code="bad_share", field="share"
            )
        if not 0 <= self.above <= MAX_MONEY:
            raise DeductionError("The amount is out of range.", code="bad_amount", field="above")

    def of(self, prize: int) -> int:
        """What it takes of a prize, in minor units."""
        if prize <= self.above:
            return 0
        return (prize if self.of_whole else prize - self.above) * self.share // WHOLE

    def to_dict(self) -> dict[str, object]:
        """JSON-safe, as stored with a tournament."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """What one deduction takes of one prize, in minor units."""

    name: str
    amount: int


def deduction_from_dict(data: Mapping[str, object]) -> Deduction:
    """The rule that `to_dict` wrote."""
    return Deduction(**data)  # type: ignore[arg-type]  # written by to_dict


def check_deductions(rules: Sequence[Deduction]) -> None:
    """Raise DeductionError unless these can be the deductions of one event."""
    if len(rules) > MAX_DEDUCTIONS:
        raise DeductionError(
            "An event has at most %(most)s deductions.", code="too_many", field="name", most=MAX_DEDUCTIONS
        )
    if len({rule.name.casefold() for rule in rules}) < len(rules):
        raise DeductionError("Two deductions have the same name.", code="same_name", field="name")
    if sum(rule.share for rule in rules) >= WHOLE:
        raise DeductionError(
            "All deductions together are less than 100 percent.", code="all_withheld", field="share"
        )


def withheld_of(prize: int, rules: Sequence[Deduction]) -> tuple[Withheld, ...]:
    """What is withheld of a prize, in the order of the rules; those that take nothing are left out."""
    parts = (Withheld(name=rule.name, amount=rule.of(prize)) for rule in rules)
    return tuple(part for part in parts if part.amount)
