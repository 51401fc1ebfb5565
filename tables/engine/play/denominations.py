"""Amounts that the chips in play can make: with 25 the smallest chip nobody can bet 430.

A hand that knows the unit of its chips (Stakes.unit) takes no other amount into a stack or the pot, but
for the chips that lie there already: all-in with an odd stack, a call of an odd bet, the odd rest of a
pot. The house rules say what becomes of an odd bet (odd_bet): it is refused before it is recorded, or made
up to the next amount that the chips can make, as pot limit rounds the pot (RRP, pot limit 4).
"""

from __future__ import annotations

from typing import Final

from tables.engine.errors import IllegalAction
from tables.engine.play.operations import Operation, RaiseTo, Ruling
from tables.engine.play.progress import Progress

IN_CHIPS: Final = frozenset(
    {"accepted_raise", "corrected_bet", "returned_bet", "chips_behind", "undercall", "short_raise"}
)
"""Rulings whose amount is chips."""


def check_bet(p: Progress, seat: int, amount: int) -> None:
    """Raises IllegalAction for a bet or raise that the chips cannot make; all-in goes whatever it is."""
    if amount != p.stacks[seat] + p.bets[seat]:
        check_chips(p, amount)


def check_chips(p: Progress, amount: int, *heaps: int) -> None:
    """The same for chips that change hands. heaps: what lies together, and may have odd chips in it."""
    unit = p.setup.stakes.unit
    if unit < 2 or not amount % unit or amount % unit in {heap % unit for heap in heaps}:
        return
    below = amount - amount % unit
    if not below:
        raise IllegalAction(
            f"{amount} cannot be made with the chips in play: the least is {unit}",
            "less_than_a_chip",
            {"amount": amount, "least": unit},
        )
    raise IllegalAction(
        f"{amount} cannot be made with the chips in play: {below} or {below + unit}",
        "not_payable",
        {"amount": amount, "below": below, "above": below + unit},
    )


def check_ruling(p: Progress, ruling: Ruling) -> None:
    """The same for the chips that a ruling is about."""
    seat = ruling.seat
    if p.setup.stakes.unit < 2 or seat not in p.stacks:
        return
    behind, bet = p.stacks[seat], p.bets[seat]
    heaps = (behind, bet, behind + bet, behind + p.totals[seat], p.bet_to_match)
    if isinstance(ruling.inner, RaiseTo):
        check_chips(p, ruling.inner.amount, *heaps)
    if ruling.kind in IN_CHIPS:
        check_chips(p, ruling.amount, *heaps)


def made_up(p: Progress, operation: Operation) -> Operation:
    """A bet that the chips cannot make, as the house rules make it up; everything else as it is."""
    unit = p.setup.stakes.unit
    if unit < 2 or p.setup.rules.odd_bet != "made_up" or not isinstance(operation, RaiseTo):
        return operation
    seat, amount = operation.seat, operation.amount
    total = p.stacks.get(seat, 0) + p.bets.get(seat, 0)
    if not amount % unit or amount >= total:
        return operation
    return RaiseTo(seat, min(p.setup.stakes.rounded_up(amount), total))
