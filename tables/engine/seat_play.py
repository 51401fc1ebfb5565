"""What a hand that is over says of each seat: whether it played, whether it raised, whether it came to the showdown.

Chips that a rule asks for are not a decision: blinds, antes, a bring-in, a straddle, and in Italian poker a blind
opening, which goes in before the cards are seen as a straddle does. What counts on the first betting round is the call
and the bet or raise, a completed bring-in as well, and each of them where a ruling made it one (TDA 42, 43, 51, 52).
A bet that the floor gave back was not made; if it left the price of a call, the seat has called.

A player who is absent or on a penalty is dealt in, and the hand is killed (TDA 30, 71): the record has a ruling of the
deal for it, before any action. The seat was dealt in and has not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from tables.engine.games.setup import Setup
from tables.engine.hand import step
from tables.engine.play.operations import Call, Fold, Operation, RaiseTo, Ruling, acted, effective
from tables.engine.play.progress import Progress
from tables.engine.streets.streets import begin

_GIVES_BACK: Final = frozenset({"returned_bet", "killed_hand"})
"""Rulings that may undo the last bet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlay:
    """One seat in one hand. played: it called, bet or raised on the first betting round; raised: more than a call.
    showdown: it still had cards at the end, and so had another; won: some of the pot there.
    """

    played: bool = False
    raised: bool = False
    showdown: bool = False
    won: bool = False


@cache
def _record(*, played: bool, raised: bool, showdown: bool, won: bool) -> SeatPlay:
    """One value for all seats that did the same: thousands of hands are kept."""
    return SeatPlay(played=played, raised=raised, showdown=showdown, won=won)


def seat_plays(setup: Setup, operations: Iterable[Operation]) -> Mapping[int, SeatPlay]:
    """By seat, of all that were dealt in; undos are resolved. Nobody is in it where the hand is not over, was a
    misdeal, or is of a game recorded by its result.

    Raises IllegalAction where the rules refuse the record.
    """
    p = Progress(setup)
    begin(p)
    first = _FirstRound()
    for operation in effective(operations):
        is_first = p.street == 0
        if is_first:
            first.note(p, operation)
        step(p, operation)
        if is_first and isinstance(operation, Ruling) and operation.kind in _GIVES_BACK:
            first.give_back(p, operation.seat)
    if p.phase != "complete" or p.outcome == "void" or not p.game.streets:
        return {}
    # Those who gave up unseen at the showdown are live.
    at_showdown = p.live if len(p.live) > 1 and not p.outcome else []
    winners = {award.seat for award in p.awards if award.amount}
    return {
        seat: _record(
            played=seat in first.played,
            raised=seat in first.raised,
            showdown=seat in at_showdown,
            won=seat in at_showdown and seat in winners,
        )
        for seat in p.order
    }


class _Bet(NamedTuple):
    """The last bet of the round, and how its seat stood before it. owed: it had to bring in, or complete."""

    seat: int
    had_played: bool
    had_raised: bool
    total: int
    owed: bool


class _FirstRound:
    """Who has put chips in by choice so far."""

    __slots__ = ("last", "played", "raised")

    def __init__(self) -> None:
        self.played: set[int] = set()
        self.raised: set[int] = set()
        self.last: _Bet | None = None

    def note(self, p: Progress, operation: Operation) -> None:
        """An operation of the first street, before it is played."""
        action = acted(operation)
        if isinstance(action, Call):
            self.played.add(action.seat)
        elif isinstance(action, RaiseTo):
            self._raise(p, action.seat)
        elif isinstance(operation, Ruling) and operation.kind == "accepted_raise":
            self._raise(p, operation.seat)
        elif isinstance(operation, Ruling) and isinstance(action, Fold):
            self.played.add(action.seat)  # an undercall: its chips stay in (TDA 51-B)

    def give_back(self, p: Progress, seat: int) -> None:
        """After a ruling by which the last bet may be undone: then another seat leads, or none."""
        last = self.last
        if last is None or last.seat != seat or p.aggressor == seat:
            return
        has_called = p.totals[seat] > last.total and not last.owed
        if not last.had_raised:
            self.raised.discard(seat)
        if not last.had_played and not has_called:
            self.played.discard(seat)
        self.last = None

    def _raise(self, p: Progress, seat: int) -> None:
        self.last = _Bet(
            seat=seat,
            had_played=seat in self.played,
            had_raised=seat in self.raised,
            total=p.totals[seat],
            owed=p.bring_in > p.bet_to_match,
        )
        self.played.add(seat)
        self.raised.add(seat)
