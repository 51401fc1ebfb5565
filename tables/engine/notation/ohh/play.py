"""From the rounds of an Open Hand History object to operations: the hand is played as it is read.

So a raise, written as the chips it puts in, finds what the player has in front, and what the rules
refuse is refused with its path. Some sites write more than happened in the hand: a winner who does not show,
cards shown after the pot is won. What changes nothing is left out; cards that became known after the end are
recorded at the start.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from typing import Final

from tables.engine.cards.cards import UNKNOWN, Card
from tables.engine.errors import IllegalAction
from tables.engine.games.setup import Setup
from tables.engine.hand import apply, replay
from tables.engine.legal_actions import legal
from tables.engine.notation.fields import descale, show
from tables.engine.notation.ohh.fields import ohh_error
from tables.engine.notation.ohh.rounds import POSTS, STREETS, Action, Round
from tables.engine.notation.ohh.words import SHOWDOWN
from tables.engine.play.operations import (
    Call,
    Check,
    DealBoard,
    DealHole,
    DeclareWinners,
    Fold,
    Half,
    Muck,
    Operation,
    RaiseTo,
    Show,
)

MOST_SHARING: Final = 4
"""Winners of one pot of high and low among whom it is worked out who won which half."""


def play(
    setup: Setup, rounds: Sequence[Round], *, pots: Sequence[Mapping[int, Decimal]], scale: int
) -> tuple[Operation, ...]:
    """The operations of a hand.

    pots: what each seat won of each pot. They name the winners where the cards do not, as far as it
    is clear which pot is meant. Raises OhhError at the first action that the rules refuse.
    """
    player = _Player(setup, pots, scale)
    for each in rounds:
        player.begin(each)
        for action in each.actions:
            player.act(action)
    player.declare()
    return player.end()


def divisions(won: Mapping[int, Decimal]) -> list[tuple[Half, tuple[int, ...]]]:
    """The halves of a pot and who won them, as far as the chips show; empty where they fit no division.

    3 to 1 is a half won alone and one shared. Where several divisions pay the same it is the one
    with the fewest names and the high half to who has more.
    """
    seats = sorted(won, key=lambda seat: (-won[seat], seat))
    if not 0 < len(seats) <= MOST_SHARING:
        return []
    groups = [group for size in range(1, len(seats) + 1) for group in combinations(seats, size)]
    pairs = [(high, low) for high in groups for low in ((), *groups) if {*high, *low} == set(seats)]
    total = sum(won.values(), Decimal(0))

    def off(high: Collection[int], low: Collection[int]) -> Decimal:
        """The largest difference, over all seats, from what the seat should get."""
        half = total / (2 if low else 1)
        due = dict.fromkeys(seats, Decimal(0))
        for side in (high, low):
            for seat in side:
                due[seat] += half / len(side)
        return max([abs(won[seat] - due[seat]) for seat in seats])

    high, low = min(pairs, key=lambda pair: (off(*pair), len(pair[0]) + len(pair[1])))
    if off(high, low) > max(total / 20, Decimal(MOST_SHARING)):  # a rake, odd chips
        return []
    return [("high", high), ("low", low)] if low else [("", high)]


class _Player:
    def __init__(self, setup: Setup, pots: Sequence[Mapping[int, Decimal]], scale: int) -> None:
        self.setup = setup
        self.pots = pots
        self.scale = scale
        self.state = replay(setup, ())
        self.operations: list[Operation] = []
        self.late: dict[int, Operation] = {}
        self.has_begun = False

    def do(self, operation: Operation, at: str) -> None:
        try:
            self.state = apply(self.state, operation)
        except IllegalAction as error:
            raise ohh_error(at, str(error)) from None
        self.operations.append(operation)

    def begin(self, each: Round) -> None:
        """A new street deals its cards; those not given are unknown."""
        is_first, self.has_begun = not self.has_begun, True
        if each.street == SHOWDOWN:
            return
        number = STREETS.index(each.street)
        if number == 0 and is_first:
            return
        if self.state.is_complete and not each.actions:
            return  # cards that came for nobody
        if number != self.state.street + 1:
            raise ohh_error(f"{each.at}.street", "a street comes once, after the one before it")
        due = legal(self.state).board_cards
        missing = due - len(each.cards)
        self.do(DealBoard(each.cards + (UNKNOWN,) * missing), f"{each.at}.cards")

    def act(self, action: Action) -> None:
        at, seat = action.at, action.seat
        match action.word:
            case word if word in POSTS:
                return  # the setup has them
            case "Dealt Cards":
                if any(action.cards):
                    self.do(DealHole(seat, self._whole_hand(action)), at)
            case "Shows Cards":
                self._show(action)
            case "Mucks Cards":
                self._muck(action)
            case "Fold":
                self.do(Fold(seat), at)
            case "Check":
                self.do(Check(seat), at)
            case "Call":
                self._call(action)
            case _:
                total = self.state.bets[seat] + int((action.amount or 0) * self.scale)
                self.do(RaiseTo(seat, total), at)

    def _call(self, action: Action) -> None:
        due = self.state.to_call(action.seat)
        recorded = due if action.amount is None else action.amount * self.scale
        if action.seat == self.state.actor and recorded != due:
            problem = f"a call costs {descale(due, self.scale)} here, not {show(action.amount)}"
            raise ohh_error(f"{action.at}.amount", problem)
        self.do(Call(action.seat), action.at)

    def _show(self, action: Action) -> None:
        seat = action.seat
        if self._has_given_up(seat):
            self._learn_late(action)
        elif seat not in self.state.shown:
            is_new = UNKNOWN in self.state.hole[seat] and any(action.cards)
            self.do(Show(seat, self._whole_hand(action) if is_new else ()), action.at)

    def _muck(self, action: Action) -> None:
        """A player who mucks and still wins a pot has only not shown."""
        seat = action.seat
        if self._has_given_up(seat) or seat in self.state.shown:
            self._learn_late(action)
            return
        if UNKNOWN in self.state.hole[seat] and any(action.cards):
            self.do(DealHole(seat, self._whole_hand(action)), action.at)
        if not any(seat in winners for winners in self.pots):
            self.do(Muck(seat), action.at)

    def _has_given_up(self, seat: int) -> bool:
        state = self.state
        return state.is_complete or seat not in state.live or seat in state.mucked

    def _learn_late(self, action: Action) -> None:
        if any(action.cards) and UNKNOWN in self.state.hole[action.seat]:
            self.late.setdefault(action.seat, DealHole(action.seat, self._whole_hand(action)))

    def _whole_hand(self, action: Action) -> tuple[Card, ...]:
        most = self.state.game.hole_cards
        if len(action.cards) > most:
            raise ohh_error(f"{action.at}.cards", f"{len(action.cards)} cards, a hand has {most}")
        return action.cards + (UNKNOWN,) * (most - len(action.cards))

    def declare(self) -> None:
        """Names the winners of pots that the cards cannot decide, where the file is clear."""
        while open_pots := legal(self.state).pots_to_declare:
            pot = self.state.pots[open_pots[0]]
            recorded = self._recorded(pot.index)
            won = {
                seat: recorded[seat] * self.scale
                for seat in pot.seats
                if seat in recorded and seat not in self.state.mucked
            }
            if self.state.game.is_high_low:
                if not self._declare_halves(pot.index, won):
                    return
            elif won:
                self.do(DeclareWinners(pot.index, tuple(won)), f"pots[{pot.index}].player_wins")
            else:
                return

    def _declare_halves(self, index: int, won: Mapping[int, Decimal]) -> bool:
        """Whether it is clear who won which half; if not the pot stays open."""
        found: list[Operation] = [
            DeclareWinners(index, tuple([seat for seat in won if seat in seats]), half)
            for half, seats in divisions(won)
        ]
        state = self.state
        try:
            for operation in found:
                state = apply(state, operation)
        except IllegalAction:
            return False  # what the amounts suggest contradicts another pot
        self.state = state
        self.operations += found
        return bool(found)

    def _recorded(self, index: int) -> Mapping[int, Decimal]:
        if len(self.pots) == len(self.state.pots):
            return self.pots[index]
        # Some lump all pots together: then only a single winner is sure to have won each.
        seats = {seat: amount for winners in self.pots for seat, amount in winners.items()}
        return seats if len(seats) == 1 else {}

    def end(self) -> tuple[Operation, ...]:
        if not self.late:
            return tuple(self.operations)
        played = self.operations
        dealt = next((at for at, each in enumerate(played) if not isinstance(each, DealHole)), len(played))
        operations = (*played[:dealt], *self.late.values(), *played[dealt:])
        try:
            replay(self.setup, operations)
        except IllegalAction as error:
            raise ohh_error("rounds", f"cards that were shown late: {error}") from None
        return operations
