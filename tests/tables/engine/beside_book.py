"""A hand of the engine beside the same hand by the book (book/): after every operation they must agree.

Compared are the chips in front of and behind each seat, who is still in, the pots, the actor and
all that he may do, the drawer, who shows next and who may muck, and at the end every payment. There
are no known differences: whatever differs is a fault of one of the two.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tables.engine import (
    UNKNOWN,
    BringIn,
    Call,
    Card,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    Discard,
    Fold,
    Legal,
    Muck,
    Operation,
    RaiseTo,
    Ruling,
    Setup,
    Show,
    State,
    apply,
    format_cards,
    legal,
    replay,
)
from tables.engine.gestures.gesture import Gesture
from tables.engine.gestures.interpretation import interpret
from tables.engine.notation import format_line, parse_line
from tests.tables.engine.book.chips import Table, Won
from tests.tables.engine.book.hand import Act, BookHand
from tests.tables.engine.book.motions import Meant, declared_raise, silent_chips
from tests.tables.engine.book.rulings import Choice, Word, Words, choice, is_substantial
from tests.tables.engine.book.showdown import finish, may_muck, to_show


class Unexplained(AssertionError):
    """Two models of a hand differ, and no known difference says so."""


WORDS: Final[Mapping[type, Act]] = MappingProxyType(
    {Fold: "fold", Check: "check", Call: "call", RaiseTo: "bet"}
)

DENOMINATIONS: Final = (1, 5, 10, 25, 50, 100, 500)


def book_table(setup: Setup) -> Table:
    """The facts of a setup as plain values."""
    stakes = setup.stakes
    names = ("small_blind", "big_blind", "ante", "small_bet", "big_bet", "chip", "bring_in", "min_bet")
    return Table(
        code=setup.game,
        button=setup.button,
        stacks={each.seat: each.stack for each in setup.seats},
        stakes={name: getattr(stakes, name) for name in names},
        rules=setup.rules.to_dict(),
        posts=[(post.seat, post.amount, post.kind) for post in setup.posts],
        last_two=setup.last_two,
    )


class BesideBook:
    """Follows the engine's hand, operation by operation."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.hand = BookHand(book_table(setup))
        self.words = Words()
        self.paid: list[Won] = []
        self.void = False
        self.draw_before = 0
        """The round before which players draw, or have drawn."""
        self.not_drawn: list[int] = []

    def follow(self, operation: Operation, after: State) -> None:
        """The operation in the book's hand too, then compared with the engine's state after it."""
        self._note(operation)
        self._compare(after)

    # --- What happens

    def _note(self, operation: Operation) -> None:
        hand = self.hand
        match operation:
            case DealHole(seat, cards) | DealUp(seat, cards) | Show(seat, cards):
                self._hold(seat, cards, shown=isinstance(operation, Show))
            case DealBoard(cards) if hand.game.is_stud and len(cards) > 1:  # in a run-out, a card to each
                hand.stub.deal(len(cards))
                hand.dealt_round = hand.round + 1
                for seat, card in zip(hand.live, _texts(cards), strict=True):
                    hand.hole[seat].append(card)
                hand.next_round()
            case DealBoard(cards) if hand.awaits_first_card:
                hand.first_card(_texts(cards))
            case DealBoard(cards) if hand.game.is_stud:
                hand.deal_common(_texts(cards))
            case DealBoard(cards):
                hand.next_round(_texts(cards))
            case Discard(seat, cards):
                self._draw(seat, cards)
            case Muck(seat):
                hand.mucked.append(seat)
            case Ruling():
                self._rule(operation)
            case BringIn() | Call() | Check() | Fold() | RaiseTo():
                self._act(operation)
            case _:
                raise AssertionError(f"the book does not know {operation}")
        self._go_on()

    def _act(self, action: BringIn | Call | Check | Fold | RaiseTo) -> None:
        self.words.said.pop(action.seat, None)
        match action:
            case RaiseTo(seat, amount):
                self.hand.act(seat, "bet", amount)
            case Fold(seat):
                self.hand.act(seat, "fold")
            case Check(seat):
                self.hand.act(seat, "check")
            case Call(seat):
                self.hand.act(seat, "call")
            case BringIn(seat):
                self.hand.act(seat, "bring_in")

    def _rule(self, ruling: Ruling) -> None:
        hand, seat = self.hand, ruling.seat
        if ruling.kind == "misdeal":
            self.void = True
        elif ruling.kind == "dead_hand":
            hand.leave(seat)
            self.not_drawn = [other for other in self.not_drawn if other != seat]
        elif ruling.kind == "stub_count":
            hand.count_stub(ruling.amount)
        elif ruling.kind == "exposed_card":
            hand.stub.expose(len(ruling.cards))
        elif ruling.kind == "skipped":
            self.words.passive[seat] = hand.round
        elif ruling.kind == "out_of_turn":
            inner = ruling.inner
            assert inner is not None
            total = inner.amount if isinstance(inner, RaiseTo) else 0
            self.words.said[seat] = Word(WORDS[type(inner)], total, max(hand.price, hand.owed))
        else:
            if ruling.kind == "undercall" and isinstance(ruling.inner, Fold):
                hand.leave_in_pot(seat, ruling.amount)
            assert ruling.inner is not None
            self._act(ruling.inner)

    def _hold(self, seat: int, cards: tuple[Card, ...], *, shown: bool) -> None:
        held = self.hand.hole[seat]
        if shown:
            self.hand.shown.append(seat)
        new = [card for card in _texts(cards) if card not in held]
        held += new

    def _draw(self, seat: int, cards: tuple[Card, ...]) -> None:
        for card in _texts(cards):
            self.hand.hole[seat].remove(card)
        self.not_drawn.remove(seat)

    def _go_on(self) -> None:
        """The next round begins by itself once everybody has drawn, or the up-cards lie there."""
        hand = self.hand
        game = hand.game
        if self.void or hand.carried:
            return
        are_dealt = all(len(hand.hole[seat]) >= game.first_cards for seat in hand.live)
        if game.is_stud and hand.first is None and are_dealt:
            hand.open_stud()
        while game.is_stud and hand.dealing and not hand.closed and self._is_street_dealt():
            hand.next_round()
        if game.boards or game.is_stud or not hand.dealing or len(hand.live) == 1:
            return
        if hand.round + 1 == game.rounds:
            return
        if self.draw_before != hand.round + 1:  # everybody still in draws, the all-in ones too
            self.draw_before = hand.round + 1
            self.not_drawn = list(hand.live)
        if not self.not_drawn:
            hand.next_round()
            self._go_on()

    def _is_street_dealt(self) -> bool:
        """Whether everybody has a card of the next street, and an up-card is known."""
        hand = self.hand
        if not hand.deal_street():
            return False
        return hand.new_card == "d" or all(len(hand.hole[seat]) > hand.place for seat in hand.live)

    # --- Comparing

    def compare_motions(self, state: State, rng: random.Random) -> None:
        """What chips and words of the player in turn come to, where nothing but TDA 43 to 45 decides."""
        hand, seat = self.hand, self.hand.turn
        if seat is None or hand.front[seat] or hand.bring_in_due or self.words.said or self.words.passive:
            return
        free, stack = choice(hand, self.words), hand.stacks[seat]
        if free.low is None or free.low >= stack:
            return
        chips = [rng.choice(DENOMINATIONS) for _ in range(rng.randint(1, 4))]
        half = (free.low - free.call + rng.choice([-1, 0, 1])) // 2 if free.call else 0
        if free.call and half > 0 and rng.random() < 0.5:
            chips = [free.call, half]
        if max(free.call or 0, 1) <= sum(chips) < stack:
            self._compare_gesture(state, Gesture(chips=tuple(chips)), silent_chips(chips, free))
        least = max((free.call or 0) + 1, self.setup.stakes.big_blind)  # less may mean another unit (TDA 57)
        if least < stack:
            total = rng.randint(least, stack - 1)
            self._compare_gesture(state, Gesture(said="raise", amount=total), declared_raise(total, free))

    def _compare_gesture(self, state: State, gesture: Gesture, meant: Meant) -> None:
        operation = interpret(state, gesture).operation
        total = operation.amount if isinstance(operation, RaiseTo) else 0
        ours = WORDS.get(type(operation)), total
        self.same(state, f"{gesture}", ours, meant)

    def _compare(self, state: State) -> None:
        hand = self.hand
        if self.void:
            self.same(state, "void", state.outcome, "void")
            self.same(state, "stacks given back", dict(state.stacks), dict(hand.table.stacks))
            return
        if state.is_complete:
            self._compare_end(state)
            return
        self.same(state, "stacks", dict(state.stacks), hand.stacks)
        self.same(state, "bets", dict(state.bets), hand.front)
        self.same(state, "players in", list(state.live), hand.live)
        self.same(state, "pot", state.pot_total, hand.total)
        # In a run-out an up-card or a shown hand deals the streets before it.
        if hand.game.is_stud and state.progress.cards is not None and not hand.closed:
            stub = state.progress.cards
            self.same(state, "stub and burns", (stub.stub, stub.burns), (hand.stub.left, hand.stub.burned))
        self.same(state, "actor", state.actor, hand.turn if hand.first is not None else None)
        if state.phase == "betting":
            self.same(state, "choice", choice_of(legal(state)), choice(hand, self.words))
            self.same(state, "substantial action", state.substantial_action, is_substantial(hand))
        elif state.phase == "draw":
            self.same(state, "drawer", legal(state).drawer, self.not_drawn[0] if self.not_drawn else None)
        elif state.phase == "showdown":
            self._compare_showdown(state)
        if not any(hand.front.values()):
            pots = [(pot.amount, list(pot.seats)) for pot in state.pots]
            self.same(state, "pots", pots, hand.pots())

    def _compare_showdown(self, state: State) -> None:
        order, answer = to_show(self.hand), legal(state)
        self.same(state, "to show", answer.to_show, order[0] if order else None)
        muck = [seat for seat in order if may_muck(self.hand, seat)]
        self.same(state, "may muck", list(answer.may_muck), muck)

    def _compare_end(self, state: State) -> None:
        hand = self.hand
        if hand.carried:
            self.same(state, "outcome", state.outcome, "carried")
            self.same(state, "carried pot", state.carried_pot.chips, hand.total)
        else:
            paid = Counter[tuple[int, int, str]]()
            self.paid = finish(hand)
            for number, pot in enumerate(self.paid):
                for seat, chips, half in pot.payments:
                    paid[number, seat, half] += chips
            ours = Counter[tuple[int, int, str]]()
            for award in state.awards:
                ours[award.pot, award.seat, award.half] += award.amount
            self.same(state, "awards", +ours, +paid)
        self.same(state, "finishing stacks", dict(state.stacks), hand.stacks)

    def same(self, state: State, what: str, engine: object, book: object) -> None:
        if engine != book:
            raise Unexplained(
                f"{what}: ours, the book's: {engine}, {book}\n{format_line(self.setup, state.history)}"
            )


def choice_of(answer: Legal) -> Choice:
    """The engine's answer in the book's words."""
    call = answer.call_amount or (0 if answer.can_check else None)
    return Choice(answer.can_fold, call, answer.bring_in, answer.raise_min, answer.raise_max)


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [format_cards([card]) for card in cards if card != UNKNOWN]


def replay_beside_book(line: str) -> None:
    """Plays a hand again that `Unexplained` has printed; raises as it did."""
    setup, operations = parse_line(line)
    beside, state = BesideBook(setup), replay(setup, ())
    for operation in operations:
        state = apply(state, operation)
        beside.follow(operation, state)
