"""One hand by the book: the facts as they happen, and what follows from them.

Each question (whose turn, which pots, who shows) is answered from the facts again. What a player
may bet is in limits.py, who acts first in stud in boards.py, who shows and wins in showdown.py, what
binds a player in rulings.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tests.tables.engine.book.boards import best_board, door_seat
from tests.tables.engine.book.chips import PotSeats, Table, from_button, pots
from tests.tables.engine.book.games import described
from tests.tables.engine.book.stub import DECK, Stub

Act = Literal["fold", "check", "call", "bet", "bring_in"]


@dataclass(frozen=True, slots=True)
class Said:
    """Something that a player did: the price before it and after it, totals of the round; among how many."""

    seat: int
    act: Act
    before: int
    after: int
    players: int


class BookHand:
    """The facts of a hand; seats as numbers, cards as texts, amounts in chips.

    said: the acts of this round. live: not folded, clockwise from the button. posted: whether a
    bring-in, or a part of it, lies on the table. faces: of a player's cards, without those that were common;
    new_card: what this round's card was, "u", "d" or "c"ommon.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = described(table.code)
        self.order = from_button(sorted(table.stacks), table.button)
        self.live = list(self.order)
        self.stacks = dict(table.stacks)
        self.hole: dict[int, list[str]] = {seat: [] for seat in self.order}
        self.board: list[str] = []
        first = self.game.first_cards * len(self.order)
        self.stub = Stub(left=DECK - first, out=first, is_of_seven=len(self.game.faces) == 7)
        self.faces = list(self.game.faces)
        self.new_card = ""
        self.dealt_round = 0
        self.round = 0
        self.said: list[Said] = []
        self.front = dict.fromkeys(self.order, 0)
        self.before = dict.fromkeys(self.order, 0)
        """Bets of earlier rounds."""
        self.antes = dict.fromkeys(self.order, 0)
        self.common = 0
        self.blind_price = 0
        self.blinds = 0
        self.first: int | None = None
        self.opener: int | None = None
        self.aggressor: int | None = None
        self.bring_in_seat: int | None = None
        self.nobody_pays = False
        self.heads_up_from_start = False
        self.two_from_start = False
        self.closed = False
        self.dealing = False
        self.carried = False
        self.shown: list[int] = []
        self.mucked: list[int] = []
        self._post()
        self.awaits_first_card = self.game.boards[:1] == (1,)
        """Courchevel: a card of the flop comes before anybody acts."""
        if not self.game.is_stud and not self.awaits_first_card:
            self.begin_round(self._left_of_blinds())

    # --- Before the cards

    def _post(self) -> None:
        for seat, amount, kind in self.table.posts:
            self.stacks[seat] -= amount
            if kind == "ante":
                self.antes[seat] += amount
            elif kind in ("table_ante", "dead_blind"):
                self.common += amount
            else:
                self.front[seat] += amount
            if kind in ("big_blind", "straddle"):
                # A short big blind is a big blind to everybody else (S-029, BLD-01).
                self.blind_price = max(self.blind_price, amount, self.table.stakes["big_blind"])
                self.blinds += kind == "straddle" or not self.blinds

    def _left_of_blinds(self) -> int:
        last = [seat for seat, _, kind in self.table.posts if kind in ("big_blind", "straddle")]
        return from_button(self.order, last[-1] if last else self.table.button)[0]

    def open_stud(self) -> None:
        """The first up-cards are known."""
        doors = {seat: self.hole[seat][self.game.faces.index("u")] for seat in self.live}
        opening = self.table.rules["stud_opening"]
        self.bring_in_seat = door_seat(doors, low=self.game.door == "low" and opening == "low_brings_in",
                                       ace_high=self.game.ace_high)  # fmt: skip
        self.begin_round(self.bring_in_seat)

    # --- The price

    @property
    def owed(self) -> int:
        """The bring-in that everybody knows of: with nobody left to pay it there is none."""
        if self.round or not self.game.is_stud or self.bring_in_seat is None or self.nobody_pays:
            return 0
        return self.table.stakes["bring_in"]

    @property
    def bring_in_due(self) -> int:
        """What the player in turn must at least put in and may not fold to (TDA RP-10E)."""
        opener = self.bring_in_seat
        return self.owed if not self.said and opener is not None and self.stacks[opener] else 0

    @property
    def price(self) -> int:
        """The total to match."""
        if self.said:
            return max(each.after for each in self.said)
        if self.round:
            return 0
        return self.blind_price if not self.game.is_stud else self.owed - self.bring_in_due

    def behind(self) -> list[int]:
        """The players still in who have chips left."""
        return [seat for seat in self.live if self.stacks[seat]]

    def to_match(self, seat: int) -> int:
        """The total that keeps a player in: no more than those without chips have put in, once nobody
        else has any.
        """
        others = [other for other in self.live if other != seat]
        if any(self.stacks[other] for other in others):
            return self.price
        return min(self.price, max(self.front[other] for other in others))

    def to_call(self, seat: int) -> int:
        return min(max(self.to_match(seat) - self.front[seat], 0), self.stacks[seat])

    # --- The turn

    def begin_round(self, first: int) -> None:
        self.first = first
        self.said = []
        if self.round or self.game.is_stud:
            self.front = dict.fromkeys(self.order, 0)
        if self.round:
            self.aggressor = None
        self.nobody_pays = len(self.behind()) < 2
        self.heads_up_from_start = len(self.behind()) == 2
        self.two_from_start = len(self.live) == 2
        self.dealing = False
        self._end_round_if_over()

    @property
    def turn(self) -> int | None:
        """The next player clockwise who has still to answer."""
        if self.closed or self.dealing or self.first is None or len(self.live) == 1:
            return None
        bound_action = {each.seat for each in self.said}
        start = from_button(self.order, self.said[-1].seat) if self.said else self.clockwise_from(self.first)
        for seat in start:
            if seat not in self.live or not self.stacks[seat]:
                continue
            owes = self.to_match(seat) > self.front[seat]
            if owes or (seat not in bound_action and len(self.behind()) > 1):
                return seat
        return None

    def clockwise_from(self, seat: int) -> list[int]:
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    def act(self, seat: int, act: Act, total: int = 0) -> None:
        """What the player in turn did; total: of a bet or raise."""
        price, players = self.price, len(self.live)
        if act == "fold":
            self.live.remove(seat)
            self.said.append(Said(seat, "fold", price, price, players))
        else:
            pays = {"check": 0, "call": self.to_call(seat)}.get(act, total - self.front[seat])
            if act == "bring_in":
                pays = min(self.owed, self.stacks[seat])
            self.stacks[seat] -= pays
            self.front[seat] += pays
            after = self.owed if act == "bring_in" else max(price, self.front[seat])
            self.said.append(Said(seat, act, price, after, players))
        if act == "bet":
            self.aggressor = seat
            if self.round == 0 and self.opener is None:
                self.opener = seat
        self._end_round_if_over()

    def leave_in_pot(self, seat: int, chips: int) -> None:
        """Less than a call, forfeited (TDA 51-B)."""
        self.stacks[seat] -= chips
        self.front[seat] += chips

    def leave(self, seat: int) -> None:
        """A dead hand: out, its chips stay."""
        if seat == self.turn and self.bring_in_due:
            self.act(seat, "bring_in")
        self.live.remove(seat)
        self._end_round_if_over()

    # --- The end of a round

    def _end_round_if_over(self) -> None:
        if self.closed or self.turn is not None:
            return
        self._return_uncalled()
        for seat in self.order:
            self.before[seat] += self.front[seat]
        unopened = self.game.antes_only and self.round == 0 and not self.price
        self.carried = unopened and len(self.behind()) == len(self.live) > 1
        last = self.round + 1 == self.game.rounds
        self.closed = self.carried or last or len(self.behind()) < 2 or len(self.live) == 1
        self.front = dict.fromkeys(self.order, 0)
        self.dealing = True

    def _return_uncalled(self) -> None:
        """What nobody has matched goes back (TDA 15-B, POT-02)."""
        *_, second, highest = sorted(self.front.values())
        if highest > second:
            seat = next(seat for seat in self.order if self.front[seat] == highest)
            if seat in self.live:
                self.stacks[seat] += highest - second
                self.front[seat] = second

    def first_card(self, card: Sequence[str]) -> None:
        self.awaits_first_card = False
        self.board += card
        self.begin_round(self._left_of_blinds())

    # --- The streets of stud

    @property
    def place(self) -> int:
        """Where in a hand the card of the next street goes."""
        common = len(self.game.faces) - len(self.faces)
        return self.game.first_cards + self.round - common

    def deal_street(self) -> bool:
        """Deals a card to each, once; False where the next card is a community card."""
        if self.dealt_round > self.round:
            return True
        if not self.stub.has_one_each(len(self.live)):
            return False
        self.stub.deal(len(self.live))
        self.new_card = self.faces[self.place]
        self.dealt_round = self.round + 1
        return True

    def deal_common(self, card: Sequence[str]) -> None:
        self.stub.deal(1)
        del self.faces[self.place]
        self.new_card = "c"
        self.dealt_round = self.round + 1
        self.next_round(card)

    def count_stub(self, cards: int) -> None:
        """What the dealer has counted; too many for this street: it was counted before its cards were dealt."""
        if cards + self.stub.out > DECK:
            self.stub.take_back()
            self.dealt_round = self.round
        self.stub.count(cards)

    def next_round(self, board: Sequence[str] = ()) -> None:
        """The cards of the next street lie there, or everybody has drawn."""
        self.board += board
        self.round += 1
        if not self.closed:
            self.begin_round(self._first_of_round())

    def _first_of_round(self) -> int:
        left = self.live[0]
        if self.game.antes_only and self.opener is not None:  # S-063
            left = next(seat for seat in self.clockwise_from(self.opener) if seat in self.live)
        if not self.game.is_stud:
            return left
        ups = {seat: self.up_cards(seat) for seat in self.live}
        if self.new_card in ("d", "c") and self.first in self.live:
            return self.first  # no up-card has come
        return best_board(self.game, self.table.rules["stud_tie_first"], ups, self.order)

    def up_cards(self, seat: int) -> list[str]:
        return [card for card, face in zip(self.hole[seat], self.faces, strict=False) if face == "u"]

    # --- What lies in the middle

    def pots(self) -> list[PotSeats]:
        """Those of the rounds that are over."""
        all_in = [seat for seat in self.live if not self.stacks[seat] and not self.front[seat]]
        return pots(self.live, all_in, self.common, self.antes, self.before)

    @property
    def total(self) -> int:
        return sum(self.before.values()) + sum(self.front.values()) + sum(self.antes.values()) + self.common
