"""Games that the engine does not know, recorded by their result: Guts, 7-27, Bourré (S-014).

The dealer records what each player put into the pot and took out of it, in any order; what is in the
pot when the hand ends carries over to the next one. Chips are conserved whatever the game.
"""

from __future__ import annotations

from tables.engine.errors import IllegalAction
from tables.engine.play.denominations import check_chips
from tables.engine.play.operations import EndHand, PutIn, TakeOut
from tables.engine.play.pots import Award, Pot
from tables.engine.play.progress import Progress


def put_in_pot(p: Progress, operation: PutIn) -> None:
    seat, amount = operation.seat, operation.amount
    _check(p, seat)
    if amount > p.stacks[seat]:
        raise IllegalAction(
            f"seat {seat} has {p.stacks[seat]}", "more_than_stack", {"seat": seat, "maximum": p.stacks[seat]}
        )
    check_chips(p, amount, p.stacks[seat])
    p.stacks[seat] -= amount
    p.totals[seat] += amount
    _leave_in_pot(p, p.pot + amount)


def take_out(p: Progress, operation: TakeOut) -> None:
    seat, amount = operation.seat, operation.amount
    _check(p, seat)
    if amount > p.pot:
        raise IllegalAction(f"there are {p.pot} in the pot", "more_than_pot", {"maximum": p.pot})
    check_chips(p, amount, p.pot)
    p.stacks[seat] += amount
    _leave_in_pot(p, p.pot - amount)
    p.awards += (Award(0, seat, amount),)


def end_hand(p: Progress, _operation: EndHand) -> None:
    if p.phase != "result":
        raise IllegalAction("this hand ends by its own rules", "not_by_result")
    p.phase = "complete"
    p.closed = True
    if p.pot:
        p.outcome = "carried"


def _leave_in_pot(p: Progress, amount: int) -> None:
    p.pot = amount
    p.pots = (Pot(0, amount, p.order),) if amount else ()


def _check(p: Progress, seat: int) -> None:
    if p.phase != "result":
        raise IllegalAction("this hand is recorded action by action", "not_by_result")
    if seat not in p.stacks:
        raise IllegalAction(f"seat {seat} is not in this hand", "seat_not_in_hand", {"seat": seat})
