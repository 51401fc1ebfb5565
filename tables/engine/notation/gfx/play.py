"""From the events of a PokerGFX hand to operations: the hand is played as it is read.

An amount is what the player has in front once it is there, so "to" and not "by"; a call may also be written as what it
adds. BET is a raise too; ALL IN is a call where it reaches no further. The board comes card by card, with the number of
its board where the rest of it is dealt more than once. What the cards of the seats say is read by antennas: they are
known from the deal on, and all that are known are shown at the end; where they are not, the stacks after
the hand say who won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NoReturn

from tables.engine.cards.cards import UNKNOWN, Card
from tables.engine.errors import IllegalAction
from tables.engine.games.setup import Setup
from tables.engine.notation.fields import show
from tables.engine.notation.gfx.hands import GfxEvent
from tables.engine.notation.gfx.session import gfx_error
from tables.engine.notation.gfx.words import ALL_IN, BOARD_CARD, CALL, CHECK, FOLD
from tables.engine.notation.telling import Telling
from tables.engine.play.operations import Call, Check, DealHole, Fold, Operation, RunBoards, Show
from tables.engine.play.showdown import undecided
from tables.engine.state import State
from tables.engine.streets.streets import board_due


def play(
    setup: Setup,
    *,
    at: str,
    holes: Mapping[int, tuple[Card, ...]],
    events: Sequence[GfxEvent],
    finishing: Mapping[int, int],
) -> tuple[Operation, ...]:
    """The operations of a hand; finishing: the stacks after it, by seat. Raises GfxError at the first event that the
    rules refuse.
    """
    player = _Follower(setup, finishing)
    for seat, cards in holes.items():
        player.deal(f"{at}.Players", seat, cards)
    for event in events:
        player.follow(event)
    player.at = f"{at}.Events"
    return player.end()


class _Follower(Telling):
    """What the rules refuse is refused at once, with the path of the event: `at`."""

    def __init__(self, setup: Setup, finishing: Mapping[int, int]) -> None:
        super().__init__(setup)
        self.ends = {seat: Decimal(chips) for seat, chips in finishing.items()}
        self.waiting: list[GfxEvent] = []

    def refuse(self, error: IllegalAction) -> NoReturn:
        raise gfx_error(self.at, str(error)) from None

    def finishing(self) -> Mapping[int, Decimal]:
        return self.ends

    def deal(self, at: str, seat: int, cards: tuple[Card, ...]) -> None:
        most = self.p.game.hole_cards
        self.at = at
        if len(cards) > most:
            raise gfx_error(at, f"seat {seat} has {len(cards)} cards, a hand has {most}")
        self.do(DealHole(seat, cards + (UNKNOWN,) * (most - len(cards))))

    def follow(self, event: GfxEvent) -> None:
        if event.word == BOARD_CARD:
            self.waiting.append(event)
            return
        self.deal_waiting()
        self.at, seat = event.at, event.seat
        if self.p.phase == "complete" and event.word in (FOLD, CHECK):
            return  # a tap more than the hand had
        match event.word:
            case word if word == FOLD and self.p.closed:
                self.muck(seat, shows_follow=False)
            case word if word == FOLD:
                self.do(Fold(seat))
            case word if word in (CHECK, CALL) and self.says_nothing(seat):
                return
            case word if word == CHECK:
                self.do(Check(seat))
            case word if word == CALL:
                self.call(event)
            case word if word == ALL_IN:
                self.all_in(event)
            case _:
                self.raise_to(seat, event.amount)

    def call(self, event: GfxEvent) -> None:
        """What a call costs is known; the amount may be left out."""
        p, seat = self.p, event.seat
        if seat == p.actor and event.amount:
            due, front = State(p).to_call(seat), p.bets[seat]
            # Over a blind that was short the whole of it may be written, and comes back.
            whole = max(due, min(p.bet_to_match - front, p.stacks[seat]))
            if not due <= event.amount - front <= whole and not due <= event.amount <= whole:
                told = f"a call is {front + due} here, {due} more, not {show(event.amount)}"
                raise gfx_error(f"{event.at}.BetAmt", told)
        self.do(Call(seat))

    def all_in(self, event: GfxEvent) -> None:
        p, seat = self.p, event.seat
        reaches = event.amount or p.bets.get(seat, 0) + p.stacks.get(seat, 0)
        if reaches > p.bet_to_match:
            self.raise_to(seat, reaches)
        else:
            self.do(Call(seat))

    def deal_waiting(self) -> None:
        """The cards of the board since the last action; what is missing of a street is unknown."""
        boards: dict[int, list[Card]] = {}
        for event in self.waiting:
            boards.setdefault(event.board, []).extend(event.cards)
        if not boards:
            return
        self.at, self.waiting = self.waiting[0].at, []
        if len(boards) > 1:
            first, least = boards[min(boards)], min(map(len, boards.values()))
            self.deal_streets([first.pop(0) for _ in range(len(first) - least)])
            if self.p.phase != "complete":
                self.do(RunBoards(len(boards)))
        for number in sorted(boards):
            self.deal_streets(boards[number])

    def deal_streets(self, cards: list[Card]) -> None:
        while cards:
            due = board_due(self.p) or len(cards)
            street, cards = cards[:due], cards[due:]
            self.deal_board(tuple(street) + (UNKNOWN,) * (due - len(street)))

    def end(self) -> tuple[Operation, ...]:
        """Every hand that is known is shown; one that is not and has won nothing loses to them."""
        self.deal_waiting()
        named = self.named()
        for seat in undecided(self.p) if self.p.phase == "showdown" else ():
            if UNKNOWN in self.p.hole[seat]:
                self.unseen += [] if not named or seat in named else [seat]
            elif seat in undecided(self.p):
                self.do(Show(seat))
        return super().end()
