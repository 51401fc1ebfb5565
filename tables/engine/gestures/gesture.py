"""A gesture as it was seen and heard, and the situation in which it was made.

`Gesture` is the dealer's account; `Situation` sets it against the state of the hand and answers what
the `rules` ask: what the chips make, whether that is half a raise, whether each is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, get_args

from tables.engine.errors import InvalidNotation
from tables.engine.hand import replay
from tables.engine.legal_actions import Legal, legal
from tables.engine.play.operations import Call, Check, Fold, Operation, RaiseTo
from tables.engine.state import State
from tables.engine.validation import LARGEST

Declaration = Literal["", "call", "raise", "bet", "check", "all_in", "fold", "amount", "pot"]
Operations = tuple[Operation, ...]

UNITS: Final = ((100, 100), (1000, 1000), (10, 100_000), (1000, 1_000_000))
"""The units that may have been left out of a spoken number: hundred, thousand, ... million."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gesture:
    """What the player in turn said and did.

    said
        The words: "" none, "amount" a number and nothing else, "pot" for "I bet the pot".
    amount
        The number named, a total of the street (TDA 43-B); 0 = none.
    chips
        Denominations put forward in the first motion.
    in_front
        Denominations of earlier bets of the street that still lie there: None = all of them, worth
        what the record says; () = pulled in.
    chips_first
        The chips came before the words.
    later
        Denominations brought by a further motion.

    Raises InvalidNotation for words, a number or a chip that cannot be.
    """

    said: Declaration = ""
    amount: int = 0
    chips: tuple[int, ...] = ()
    in_front: tuple[int, ...] | None = None
    chips_first: bool = False
    later: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        chips = (*self.chips, *(self.in_front or ()), *self.later)
        if self.said not in get_args(Declaration) or self.amount < 0 or any(chip < 1 for chip in chips):
            raise InvalidNotation(
                "a gesture is words of the list, a number from 0 and chips from 1",
                "bad_motion",
                {"said": self.said, "amount": self.amount},
            )


class Situation:
    """The player in turn and the gesture they made. Amounts are totals of the street.

    own       put in before, by the record; front: what of it still lies there, with change due
    out       all that lies there after the first motion
    call_to   what a call makes it (all-in if shorter); own where there is nothing to call
    least     and most: the range of a bet or raise, 0 where none is open
    total     with every chip of the stack
    bound     the only action open to a player who is bound by action out of turn
    """

    def __init__(self, state: State, answer: Legal, seat: int, gesture: Gesture) -> None:
        self.state, self.seat, self.gesture = state, seat, gesture
        self.own = state.bets[seat]
        self.total = state.stacks[seat] + self.own
        self.facing = answer.call_amount is not None
        self.call_to = self.own + state.to_call(seat)
        self.bound = answer.bound
        self.can_raise = answer.raise_min is not None
        self.least, self.most = answer.raise_min or 0, answer.raise_max or 0
        self.front = self.own if gesture.in_front is None else sum(gesture.in_front)
        self.out = self.front + sum(gesture.chips)
        # "Bet" over a bet declares no raise: its number or chips speak (TDA 57).
        self.says_raise = gesture.said == "raise" or (gesture.said == "bet" and not self.facing)
        self.opens = not self.facing and not self.own

    @cached_property
    def minimum(self) -> int:
        """The least raise of a player with chips enough; half of it counts also for a short stack."""
        if self.least < self.total:
            return self.least
        seats = tuple(
            replace(each, stack=LARGEST) if each.seat == self.seat else each
            for each in self.state.setup.seats
        )
        deeper = replay(replace(self.state.setup, seats=seats), self.state.history)
        return legal(deeper).raise_min or self.least

    @cached_property
    def heard(self) -> int:
        """What the number or the chips make. A number short of the call may name what is added."""
        amount = self.gesture.amount
        if not amount:
            return self.out
        if amount >= self.call_to or not self.facing:
            return amount
        return min(amount + self.own, self.call_to)

    @property
    def is_half_a_raise(self) -> bool:
        """TDA 43-A: half of what a raise must add, or more."""
        return self.can_raise and 2 * (self.heard - self.call_to) >= self.minimum - self.call_to

    @property
    def counted(self) -> tuple[int, ...]:
        """The chips judged together: earlier ones only where they cover the call alone or a part of
        them was pulled in (TDA 46-C)."""
        together = 0 < self.front < self.own or self.front >= self.call_to
        return self.gesture.chips + (self.gesture.in_front or () if together else ())

    @property
    def completes_a_raise(self) -> bool:
        """TDA 42: "raise" was said, the first motion was exactly the call, and one more completes it."""
        gesture = self.gesture
        is_declared = gesture.said == "raise" and not gesture.amount and self.can_raise
        return (
            is_declared and self.facing and bool(gesture.chips and gesture.later) and self.out == self.call_to
        )

    @property
    def every_chip_is_needed(self) -> bool:
        """TDA 45-A: one of the smallest less, and it would be less than the call."""
        return self.out - min(self.counted, default=0) < self.call_to

    @property
    def faces_opening_bet(self) -> bool:
        """Nobody has raised the first chips of this round; a posted blind is such an opening."""
        state = self.state
        for kept in reversed(range(len(state.history))):
            before = replay(state.setup, state.history[:kept])
            if before.street != state.street or not before.bet_to_match:
                return True
            if before.bet_to_match != state.bet_to_match:
                return False
        return True

    def lawful_units(self) -> Iterator[int]:
        """The lawful amounts that a number said without its unit can mean (TDA 57)."""
        amount = self.gesture.amount
        least = self.call_to + self.says_raise if self.facing else self.minimum
        for below, unit in UNITS:
            if amount < below and least <= amount * unit <= self.total:
                yield amount * unit

    def as_declared(self) -> Operations:
        return (self.bound,) if self.bound is not None else ()

    def passive(self) -> Operations:
        return (Call(self.seat),) if self.facing else (Check(self.seat),)

    def call_or_fold(self) -> Operations:
        return (Call(self.seat), Fold(self.seat))

    def to(self, amount: int) -> Operations:
        """A bet or raise to this total, or to the nearest lawful one."""
        return (RaiseTo(self.seat, max(self.least, min(amount, self.most))),)

    def passive_or_raise(self, amount: int) -> Operations:
        return self.passive() + (self.to(amount) if self.can_raise else ())

    def put_in(self, operation: Operation | None) -> int:
        """What must lie in front of the player after it."""
        if isinstance(operation, RaiseTo):
            return operation.amount
        return self.call_to if isinstance(operation, Call) else self.own
