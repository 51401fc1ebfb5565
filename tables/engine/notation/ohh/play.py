"""From the rounds of an Open Hand History object to operations: the hand is played as it is read.

So a raise, written as the chips it puts in, finds what the player has in front, and what the rules
refuse is refused with its path. Some sites write more than happened in the hand, and less: what both mean stands in
`telling`, for every format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NoReturn

from tables.engine.cards.cards import UNKNOWN, Card
from tables.engine.errors import IllegalAction
from tables.engine.games.setup import Setup
from tables.engine.hand import replay
from tables.engine.notation.fields import descale, show
from tables.engine.notation.ohh.boards import InOrder
from tables.engine.notation.ohh.fields import ohh_error
from tables.engine.notation.ohh.rounds import POSTS, STREETS, OhhAction, Round
from tables.engine.notation.ohh.words import SHOWDOWN
from tables.engine.notation.telling import Telling
from tables.engine.play.operations import Call, Check, DealHole, Fold, Operation, RunBoards
from tables.engine.state import State
from tables.engine.streets.streets import board_due


def play(
    setup: Setup, boards: InOrder, *, pots: Sequence[Mapping[int, Decimal]], scale: int
) -> tuple[Operation, ...]:
    """The operations of a hand.

    pots: what each seat won of each pot. They name the winners where the cards do not, as far as it
    is clear which pot is meant. Raises OhhError at the first action that the rules refuse.
    """
    in_chips = [{seat: amount * scale for seat, amount in won.items()} for won in pots]
    player = _Player(setup, in_chips, scale)
    shows = [action for each in boards.rounds for action in each.actions if action.word == "Shows Cards"]
    for each in boards.rounds:
        if each is boards.first_again:
            player.run(each, boards.times)
        player.begin(each)
        for action in each.actions:
            if action.word == "Shows Cards":
                shows.remove(action)
            player.act(action, shows_follow=bool(shows))
    operations = player.end()
    if player.late:
        try:
            replay(setup, operations)
        except IllegalAction as error:
            raise ohh_error("rounds", f"cards that were shown late: {error}") from None
    return operations


class _Player(Telling):
    """What the rules refuse is refused at once, with the path of the words: `at`."""

    def __init__(self, setup: Setup, pots: Sequence[Mapping[int, Decimal]], scale: int) -> None:
        super().__init__(setup, pots=pots)
        self.scale = scale
        self.has_begun = False

    def refuse(self, error: IllegalAction) -> NoReturn:
        raise ohh_error(self.at, str(error)) from None

    def run(self, each: Round, times: int) -> None:
        """From this street on the board is dealt so many times."""
        if self.p.phase != "complete":
            self.at = f"{each.at}.street"
            self.do(RunBoards(times))

    def begin(self, each: Round) -> None:
        """A new street deals its cards; those not given are unknown."""
        is_first, self.has_begun = not self.has_begun, True
        if each.street == SHOWDOWN:
            return
        number = STREETS.index(each.street)
        if number == 0 and is_first:
            return
        p = self.p
        if p.phase == "complete" and not each.actions:
            return  # cards that came for nobody
        if number != p.street + 1:
            raise ohh_error(f"{each.at}.street", "a street comes once, after the one before it")
        missing = board_due(p) - len(each.cards)
        self.at = f"{each.at}.cards"
        self.deal_board(each.cards + (UNKNOWN,) * missing)

    def act(self, action: OhhAction, *, shows_follow: bool) -> None:
        self.at, seat = action.at, action.seat
        match action.word:
            case word if word in POSTS:
                return  # the setup has them
            case "Dealt Cards":
                if any(action.cards):
                    self.do(DealHole(seat, self._whole_hand(action)))
            case "Shows Cards":
                self._show(action)
            case "Mucks Cards":
                cards = self._whole_hand(action) if any(action.cards) else ()
                self.muck(seat, cards, shows_follow=shows_follow)
            case "Fold":
                self.do(Fold(seat))
            case "Check":
                if not self.says_nothing(seat):
                    self.do(Check(seat))
            case "Call":
                if not self.says_nothing(seat):
                    self._call(action)
            case _:
                self.raise_to(seat, self.p.bets.get(seat, 0) + int((action.amount or 0) * self.scale))

    def _call(self, action: OhhAction) -> None:
        """What a call costs is known; over a blind that was short the whole of it may be written, and comes back."""
        p, seat = self.p, action.seat
        if seat == p.actor and action.amount is not None:
            due = State(p).to_call(seat)
            whole = max(due, min(p.bet_to_match - p.bets[seat], p.stacks[seat]))
            if not due <= action.amount * self.scale <= whole:
                problem = f"a call costs {descale(due, self.scale)} here, not {show(action.amount)}"
                raise ohh_error(f"{action.at}.amount", problem)
        self.do(Call(seat))

    def _show(self, action: OhhAction) -> None:
        is_new = UNKNOWN in self.p.hole[action.seat] and any(action.cards)
        self.show(action.seat, self._whole_hand(action) if is_new else (), as_known=True)

    def _whole_hand(self, action: OhhAction) -> tuple[Card, ...]:
        most = self.p.game.hole_cards
        if len(action.cards) > most:
            raise ohh_error(f"{action.at}.cards", f"{len(action.cards)} cards, a hand has {most}")
        return action.cards + (UNKNOWN,) * (most - len(action.cards))
