"""A hand played as it is read: what the words of a file come to, in whatever format they stand.

Files from elsewhere say more than happened in a hand, and less. What both formats may say is decided here, once:

* a bet or raise written as what the opponents can cover is the smallest legal one, and one that nobody is left to call
  is a call: what they cannot call comes back;
* a call of a full blind over one that was short costs what it costs; after the betting is over it says nothing;
* a bring-in left of a low card that is all-in on the ante is what it costs to enter (TDA RP-10E);
* cards seen after the end, or of a player who is out, are known from the beginning; a street that comes for nobody
  is left out;
* who mucks and has won a pot has only not shown; who mucks before the winner shows mucks after it;
* who gives up unseen loses to what is shown, and who says nothing at the end loses, or shows, as the file names the
  winners. Where it names none, and nobody showed, the hand stays open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from tables.engine.cards.cards import UNKNOWN, Card
from tables.engine.errors import IllegalAction
from tables.engine.games.setup import Setup
from tables.engine.hand import step
from tables.engine.notation.fields import MOST_OPERATIONS, check_length
from tables.engine.notation.winners import divisions, winners_by_pot
from tables.engine.play.awarding import claimants
from tables.engine.play.limits import raise_limits
from tables.engine.play.operations import (
    BringIn,
    Call,
    DealBoard,
    DealHole,
    DeclareWinners,
    Muck,
    Operation,
    RaiseTo,
    Ruling,
    Show,
)
from tables.engine.play.progress import Progress
from tables.engine.play.showdown import muck_refusal, to_declare, undecided
from tables.engine.streets.streets import begin

Won = Mapping[int, Decimal]
"""Chips by seat."""


class Telling:
    """The hand as far as it was read: what a word means depends on where the hand stands.

    pots: what the file says each seat won of each pot, or of all together.
    """

    def __init__(self, setup: Setup, *, pots: Sequence[Won] = ()) -> None:
        self.pots = pots
        self.operations: list[Operation] = []
        self.late: dict[int, Operation] = {}
        self.shown: set[int] = set()
        self.unseen: list[int] = []
        self.is_lost = False
        self.at = ""
        self.p = Progress(setup)
        begin(self.p)

    def do(self, operation: Operation) -> None:
        self.operations.append(operation)
        if isinstance(operation, Ruling) or len(self.operations) > MOST_OPERATIONS:
            check_length(self.operations)
        if not self.is_lost:
            try:
                step(self.p, operation)
            except IllegalAction as error:
                self.refuse(error)

    def refuse(self, _error: IllegalAction) -> None:
        """The rules refuse an operation. What follows is put down word by word, and the replay of the hand
        says what was refused; a reader may say it at once.
        """
        self.is_lost = True

    # --- Betting

    def says_nothing(self, seat: int) -> bool:
        """Whether a check or call of this seat is only words: nobody is left to bet against."""
        p = self.p
        return not self.is_lost and p.closed and p.phase != "complete" and seat in p.live

    def raise_to(self, seat: int, amount: int) -> None:
        p = self.p
        if seat == p.actor and not self.is_lost:
            limits = raise_limits(p, seat)
            covered = max([p.bets[other] + p.stacks[other] for other in p.live if other != seat])
            if isinstance(limits, IllegalAction):
                if limits.code == "raise_without_opponent" and amount >= p.price(seat):
                    self.do(Call(seat))  # all the rest of it would come back
                    return
            elif covered <= amount < limits[0]:
                amount = limits[0]
        self.do(RaiseTo(seat, amount))

    def bring_in(self, seat: int) -> None:
        p = self.p
        enters = p.phase == "betting" and seat == p.actor and not p.actions and p.bring_in == p.bet_to_match
        self.do(Call(seat) if enters and p.bring_in and not self.is_lost else BringIn(seat))

    # --- Cards

    def deal_board(self, cards: tuple[Card, ...]) -> None:
        """The next street; of a hand that is over it came for nobody, unless the board is whole."""
        p = self.p
        if self.is_lost or p.phase != "complete" or len(p.board) == p.game.board_cards:
            self.do(DealBoard(cards))

    def boards_told(self, cards: int) -> int:
        """How many boards so many cards are that are still to come, all-in and from the next street on."""
        p = self.p
        left = p.game.board_cards - len(p.board)
        if self.is_lost or not p.closed or p.phase != "deal_board" or p.runs is not None or left <= 0:
            return 1
        return 1 if cards % left else max(cards // left, 1)

    def has_given_up(self, seat: int) -> bool:
        p = self.p
        return not self.is_lost and (p.phase == "complete" or seat not in p.live or seat in p.mucked)

    def learn_late(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Cards that became known when they no longer decided anything."""
        held = self.p.hole.get(seat, ())
        if not any(cards) or UNKNOWN not in held:
            return
        if self.p.game.plays_cards and (len(cards) != len(held) or seat in self.p.mucked):
            return  # a hand that had not so many cards when it was given up
        self.late.setdefault(seat, DealHole(seat, cards))

    def show(self, seat: int, cards: tuple[Card, ...], *, as_known: bool) -> None:
        """A hand shown a second time adds nothing; one shown as unknown cards is given up unless it is as_known."""
        if self.has_given_up(seat):
            self.learn_late(seat, cards)
        elif seat in self.shown:
            return
        elif as_known or any(cards):
            self.shown.add(seat)
            self.do(Show(seat, cards))
        elif self.p.closed and seat in self.p.live and seat not in self.unseen:
            self.unseen.append(seat)

    def muck(self, seat: int, cards: tuple[Card, ...] = (), *, shows_follow: bool) -> None:
        """A hand given up. If that would leave the pot to a player who has yet to show, that player shows first."""
        if self.has_given_up(seat) or (seat in self.shown and not self.is_lost):
            self.learn_late(seat, cards)
            return
        if any(cards) and UNKNOWN in self.p.hole.get(seat, ()):
            self.do(DealHole(seat, cards))
        if self.p.closed and not self.is_lost and seat in self.named():
            return
        left = [other for other in self.p.live if other != seat and other not in self.p.mucked]
        if shows_follow and self.p.closed and len(left) == 1:
            self.unseen.append(seat)
        else:
            self.do(Muck(seat))

    # --- The end

    def end(self) -> tuple[Operation, ...]:
        """The operations, with what follows from the winners."""
        if not self.is_lost:
            self.lose_unseen()
        if not self.is_lost:
            self.declare()
        if not self.is_lost:
            self.lose_unsaid()
            self.declare()
        if not self.late:
            return tuple(self.operations)
        played = self.operations
        at = next((at for at, each in enumerate(played) if not isinstance(each, DealHole)), len(played))
        if self.p.game.plays_cards:
            at = max(len(played) - 1, at)  # there a hand grows: it has so many cards at the end only
        return (*played[:at], *self.late.values(), *played[at:])

    def finishing(self) -> Won:
        """The stacks with which the file says all of them ended, where it names no pots; empty: not said."""
        return {}

    def stated(self) -> Sequence[Won]:
        """What each seat won of each pot, or of all together, once the betting is over; empty: not said.

        After a ruling chips may have come back for another reason than a pot.
        """
        if self.pots or self.p.irregularities is not None:
            return self.pots
        stacks = self.p.stacks
        gains = {
            seat: chips - stacks[seat] for seat, chips in self.finishing().items() if chips > stacks[seat]
        }
        return [gains] if gains else []

    def named(self) -> set[int]:
        """The seats that won something."""
        return {seat for pot in self.stated() for seat in pot}

    def lose_unseen(self) -> None:
        """A player who gave up unseen loses the pots that somebody has shown for."""
        p = self.p
        for seat in self.unseen:
            if self.is_lost or p.phase != "showdown" or seat in p.mucked or seat in p.shown:
                continue
            contested = [
                found for pot in p.pots or () if seat in (found := claimants(p, pot)) and found != [seat]
            ]
            if muck_refusal(p, seat) is None and all(map(set(p.shown).intersection, contested)):
                self.do(Muck(seat))
        # A player alone in a side pot cannot muck: the pots they can lose go to the only player who showed for them.
        for index in to_declare(p) if self.unseen and not self.is_lost else ():
            seats = claimants(p, (p.pots or ())[index])
            winners = tuple([seat for seat in seats if seat in p.shown])
            if len(winners) == 1 and set(seats) <= {*winners, *self.unseen} and index in to_declare(p):
                self.do(DeclareWinners(index, winners))

    def declare(self) -> None:
        """Names the winners of pots that the cards cannot decide, where the file is clear."""
        while not self.is_lost and (open_pots := to_declare(self.p)):
            pot = (self.p.pots or ())[open_pots[0]]
            recorded = self._recorded(pot.index)
            mucked = self.p.mucked
            won = {seat: recorded[seat] for seat in pot.seats if seat in recorded and seat not in mucked}
            if self.p.game.is_high_low:
                if not self._declare_halves(pot.index, won):
                    return
            elif won:
                self.at = f"pots[{pot.index}].player_wins"
                self.do(DeclareWinners(pot.index, tuple(won)))
            else:
                return

    def _declare_halves(self, index: int, won: Won) -> bool:
        """Whether it is clear who won which half; if not the pot stays open."""
        found: list[Operation] = [
            DeclareWinners(index, tuple([seat for seat in won if seat in seats]), half)
            for half, seats in divisions(won)
        ]
        p = self.p.copy()
        try:
            for operation in found:
                step(p, operation)
        except IllegalAction:
            return False  # what the amounts suggest contradicts another pot
        self.p = p
        self.operations += found
        return bool(found)

    def _recorded(self, index: int) -> Won:
        pots = self.stated()
        if len(pots) == len(self.p.pots or ()):
            return pots[index]
        # Some lump all pots together: then the amounts tell who won which, unless it was one player.
        seats = {seat: amount for winners in pots for seat, amount in winners.items()}
        if len(seats) == 1 or len(pots) != 1 or self.p.game.is_high_low:
            return seats if len(seats) == 1 else {}
        contested = [(pot.amount, claimants(self.p, pot)) for pot in self.p.pots or ()]
        found = winners_by_pot(contested, seats)
        return {seat: seats[seat] for seat in found[index]} if found else {}

    def lose_unsaid(self) -> None:
        """Players of whom nothing is said at the end, their cards being known: losers muck, and winners show."""
        p, named = self.p, self.named()
        if not named or p.phase != "showdown":
            return
        known = [seat for seat in undecided(p) if UNKNOWN not in p.hole[seat]]
        for seat in known:
            if seat not in named and seat in undecided(p) and muck_refusal(p, seat) is None:
                self.do(Muck(seat))
        for seat in known:
            if seat in undecided(p):
                self.do(Show(seat))
