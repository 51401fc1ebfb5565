"""What the house asks for before much money leaves the desk: a second person, an ID, a tax form.

Each begins at an amount of its own, in minor units; None: the house does not ask for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Paper = Literal["id", "tax_form"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentLimits:
    """At the amount itself it is asked for already."""

    two_people_from: int | None = None
    id_from: int | None = None
    tax_form_from: int | None = None

    def needs_second(self, amount: int) -> bool:
        """Whether another person than the payer must confirm a payment."""
        return self.two_people_from is not None and amount >= self.two_people_from

    def parts_for_second(self, amounts: Sequence[int]) -> frozenset[int]:
        """Of the parts of one payment, by their index, those that another person must confirm: each that reaches the
        amount by itself; all of them where what is left reaches it together.
        """
        alone = frozenset(index for index, amount in enumerate(amounts) if self.needs_second(amount))
        rest = sum(amount for index, amount in enumerate(amounts) if index not in alone)
        return frozenset(range(len(amounts))) if rest and self.needs_second(rest) else alone

    def papers_due(self, amount: int) -> tuple[Paper, ...]:
        """What the payer must have seen."""
        starts: tuple[tuple[Paper, int | None], ...] = (
            ("id", self.id_from),
            ("tax_form", self.tax_form_from),
        )
        return tuple(paper for paper, start in starts if start is not None and amount >= start)
