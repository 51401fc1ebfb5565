"""What `legal` says of a state as operations: those it offers, those it excludes, and a way to the end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tables.engine import (
    UNKNOWN,
    BlindOpen,
    BringIn,
    Call,
    Card,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    DeclareWinners,
    Discard,
    EndHand,
    Fold,
    IllegalAction,
    Legal,
    Muck,
    Opens,
    Operation,
    PutIn,
    RaiseTo,
    Ruling,
    Show,
    ShowOpeners,
    State,
    TakeOut,
    apply,
    legal,
)
from tables.engine.cards.cards import DECK, JOKER
from tables.engine.play.operations import Half


class Deck:
    """Shuffled cards: those that are not in the hand come next. unknown: how often one is, 0 to 1."""

    def __init__(self, rng: random.Random, unknown: float | None = None) -> None:
        self.cards = rng.sample((*DECK, JOKER), len(DECK) + 1)
        self.rng = rng
        self.unknown = rng.choice([0.0, 0.0, 0.2, 1.0]) if unknown is None else unknown

    def take(self, count: int, state: State) -> tuple[Card, ...]:
        """Cards that can be dealt now; where none is left they are unknown."""
        sure = self.sure(count, state)
        return tuple([UNKNOWN if self.rng.random() < self.unknown else card for card in sure])

    def sure(self, count: int, state: State) -> tuple[Card, ...]:
        """The same, all known as far as there are any: what was thrown away does not come back."""
        told = {card for each in state.history for card in getattr(each, "cards", ())}
        free = [card for card in self.cards if card not in told and card not in state.progress.seen]
        return (*free, *[UNKNOWN] * count)[:count]


def up_places(state: State, seat: int) -> list[int]:
    """The places of a seat's up-cards that are not known."""
    return [at for at, card in enumerate(state.hole[seat]) if not card and state.faces[at] == "u"]


def down_places(state: State, seat: int) -> list[int]:
    return [at for at, card in enumerate(state.hole[seat]) if not card and state.faces[at] == "d"]


# --- What is offered


def telling(answer: Legal, state: State, deck: Deck) -> Iterator[Operation]:
    """Cards that may be told now."""
    for seat in answer.may_know:
        hand = state.hole[seat]
        new = iter(deck.take(hand.count(UNKNOWN), state))
        yield DealHole(seat, tuple([card or next(new) for card in hand]))
        down = down_places(state, seat)
        if down and len(hand) > 1:
            yield DealHole(seat, deck.sure(1, state))
        if state.game.is_stud and seat not in answer.deal_up and up_places(state, seat):
            yield DealUp(seat, deck.sure(1, state))


def offered(answer: Legal, state: State, deck: Deck) -> Iterator[Operation]:
    """One operation of every kind that brings the hand forward, the amounts at both ends."""
    yield from _betting(answer)
    if answer.board_cards:
        yield DealBoard(deck.take(answer.board_cards, state))
    for seat in answer.deal_up:
        yield DealUp(seat, deck.take(1, state))
    yield from [Opens(seat) for seat in answer.may_open]
    if answer.drawer is not None:
        yield from _discards(answer.drawer, answer.draw_most, state, deck)
    for seat in answer.may_show:
        hidden = UNKNOWN in state.hole[seat]
        yield Show(seat, _whole_hand(seat, state, deck) if hidden else ())
    yield from [Muck(seat) for seat in answer.may_muck]
    yield from _declarations(answer, state)
    if answer.openers_due is not None:
        yield from _proofs(answer.openers_due, state)
    yield from [PutIn(seat, amount) for seat, most in answer.may_put_in.items() for amount in {1, most}]
    if answer.may_take_out:
        yield from [TakeOut(state.order[0], amount) for amount in {1, answer.may_take_out}]
    if answer.may_end:
        yield EndHand()


def _betting(answer: Legal) -> Iterator[Operation]:
    seat = answer.actor
    if seat is None:
        return
    if answer.can_fold:
        yield Fold(seat)
    if answer.can_check:
        yield Check(seat)
    if answer.call_amount is not None:
        yield Call(seat)
    if answer.bring_in is not None:
        yield BringIn(seat)
    if answer.blind_open is not None:
        yield BlindOpen(seat)
    if answer.raise_min is not None and answer.raise_max is not None:
        least, most = answer.raise_min, answer.raise_max
        yield from [RaiseTo(seat, amount) for amount in {least, (least + most) // 2, most}]


def _whole_hand(seat: int, state: State, deck: Deck) -> tuple[Card, ...]:
    new = iter(deck.take(state.hole[seat].count(UNKNOWN), state))
    return tuple([card or next(new) for card in state.hole[seat]])


def _discards(seat: int, most: int, state: State, deck: Deck) -> Iterator[Operation]:
    """Standing pat; known, unknown and newly named cards of the hand; as many as there may be."""
    hand = state.hole[seat]
    yield Discard(seat)
    known = [card for card in hand if card]
    if most:
        yield Discard(seat, (UNKNOWN,))
        yield Discard(seat, (UNKNOWN,) * most)
        yield Discard(seat, hand[:most])
        yield Discard(seat, tuple(known[-2:])[:most])
    if most and UNKNOWN in hand:
        yield Discard(seat, deck.sure(1, state))


def _declarations(answer: Legal, state: State) -> Iterator[Operation]:
    for pot in {*answer.pots_to_declare, *answer.lows_to_declare}:
        seats = [seat for seat in state.pots[pot].seats if seat not in state.mucked]
        halves: list[Half] = [""]
        if state.game.is_high_low:
            high, low = pot in answer.pots_to_declare, pot in answer.lows_to_declare
            open_halves: tuple[tuple[Half, bool], ...] = (("", high and low), ("high", high), ("low", low))
            halves = [half for half, can in open_halves if can]
        for half in halves:
            yield DeclareWinners(pot, tuple(seats[:1]), half)
            yield DeclareWinners(pot, tuple(seats), half)
        if "low" in halves:
            yield DeclareWinners(pot, (), "low")


def _proofs(seat: int, state: State) -> Iterator[Operation]:
    yield Ruling(kind="false_opening", seat=seat, floor=True)
    drawn = sum([each.count for each in state.drawn if each.seat == seat])
    kept = state.hole[seat][: len(state.hole[seat]) - drawn]
    if UNKNOWN in kept or drawn > len(state.discarded.get(seat, ())):
        yield ShowOpeners(seat, (UNKNOWN, UNKNOWN))


# --- What is not offered


def not_offered(answer: Legal, state: State) -> Iterator[Operation]:
    """Operations that the answer excludes."""
    for seat in state.order:
        yield from _out_of_turn(seat, answer, state)
        yield from _cards_not_asked_for(seat, answer, state)
        if seat not in answer.may_show:
            yield Show(seat)
        if seat not in answer.may_muck:
            yield Muck(seat)
        if seat != answer.openers_due:
            yield ShowOpeners(seat, (UNKNOWN, UNKNOWN))
        yield PutIn(seat, answer.may_put_in.get(seat, 0) + 1)
        yield TakeOut(seat, answer.may_take_out + 1)
    yield from _wrong_amounts(answer)
    yield DealBoard((UNKNOWN,) * (answer.board_cards + 1))
    if answer.board_cards > 1:
        yield DealBoard((UNKNOWN,) * (answer.board_cards - 1))
    if answer.drawer is not None:
        yield Discard(answer.drawer, (UNKNOWN,) * (answer.draw_most + 1))
    for pot in range(len(state.pots) + 1):
        yield from _wrong_declarations(pot, answer, state)
    if not answer.may_end:
        yield EndHand()


def _out_of_turn(seat: int, answer: Legal, state: State) -> Iterator[Operation]:
    if seat != answer.actor:
        yield from (Fold(seat), Check(seat), Call(seat), RaiseTo(seat, 40))
    if seat != answer.actor or answer.bring_in is None:
        yield BringIn(seat)
    if seat != answer.actor or answer.blind_open is None:
        yield BlindOpen(seat)
    if seat not in answer.may_open:
        yield Opens(seat)
    if seat != answer.drawer:
        yield Discard(seat)


def _cards_not_asked_for(seat: int, answer: Legal, state: State) -> Iterator[Operation]:
    count = len(state.hole[seat])
    if seat not in answer.may_know:
        yield DealHole(seat, (UNKNOWN,) * (count or 1))
        yield DealUp(seat, (UNKNOWN,))
    elif seat not in answer.deal_up and not up_places(state, seat):
        yield DealUp(seat, (UNKNOWN,))
    yield DealHole(seat, (UNKNOWN,) * (count + 1))


def _wrong_amounts(answer: Legal) -> Iterator[Operation]:
    seat = answer.actor
    if seat is None:
        return
    if not answer.can_fold:
        yield Fold(seat)
    if not answer.can_check:
        yield Check(seat)
    if answer.call_amount is None:
        yield Call(seat)
    if answer.raise_min is None or answer.raise_max is None:
        yield from (RaiseTo(seat, amount) for amount in (1, 20, 40, 2000))
    else:
        yield RaiseTo(seat, answer.raise_min - 1)
        yield RaiseTo(seat, answer.raise_max + 1)


def _wrong_declarations(pot: int, answer: Legal, state: State) -> Iterator[Operation]:
    high, low = pot in answer.pots_to_declare, pot in answer.lows_to_declare
    seats = state.order[:1]
    if not (high and low) and (not high or state.game.is_high_low):
        yield DeclareWinners(pot, seats)
    if not high or not state.game.is_high_low:
        yield DeclareWinners(pot, seats, "high")
    if not low:
        yield DeclareWinners(pot, (), "low")
    if high:
        yield DeclareWinners(pot, ())
        yield DeclareWinners(pot, (state.order[0], state.order[0]))


def contradicts(state: State, operation: Operation) -> bool:
    """Whether another pot, or another half, was declared with other winners among those who can win both."""
    if not isinstance(operation, DeclareWinners):
        return False
    for (index, half), winners in state.progress.declared.items():
        if half and operation.half and half != operation.half:
            continue
        both = set(state.pots[index].seats) & set(state.pots[operation.pot].seats)
        here, there = both & set(operation.seats), both & set(winners)
        if here and there and here != there:
            return True
    return False


# --- To the end


def sensible(state: State) -> Operation:
    """What a dealer would tap who wants the hand to be over and knows no card."""
    answer = legal(state)
    if answer.bound is not None:
        return answer.bound
    if answer.actor is not None:
        seat = answer.actor
        if answer.bring_in is not None:
            return BringIn(seat)
        return Check(seat) if answer.can_check else Call(seat)
    if answer.deal_up:
        return DealUp(answer.deal_up[0], (UNKNOWN,))
    if answer.may_open:
        return Opens(answer.may_open[0])
    if answer.drawer is not None:
        return Discard(answer.drawer)
    if answer.board_cards:
        return DealBoard((UNKNOWN,) * answer.board_cards)
    if answer.openers_due is not None:
        return _proof_or_ruling(answer.openers_due, state)
    if answer.may_end:
        return EndHand()
    return _decided(answer, state)


def _decided(answer: Legal, state: State) -> Operation:
    if answer.to_show in answer.may_muck and answer.to_show is not None:
        return Muck(answer.to_show)
    half: Half = "high" if state.game.is_high_low else ""
    for pot in answer.pots_to_declare:
        seats = [seat for seat in state.pots[pot].seats if seat not in state.mucked]
        as_before = [
            tuple([seat for seat in winners if seat in seats])
            for (_, of), winners in state.progress.declared.items()
            if of in ("", half)
        ]
        for winners in (*[(seat,) for seat in seats], *filter(None, as_before)):
            declared = DeclareWinners(pot, winners, half)
            if not contradicts(state, declared):
                return declared
    for pot in answer.lows_to_declare:
        return DeclareWinners(pot, (), "low")
    assert answer.to_show is not None, f"{state} waits for nothing"
    return Show(answer.to_show)


def _proof_or_ruling(seat: int, state: State) -> Operation:
    """The dealer has seen the openers, or what is known of the hand shows that there were none."""
    shown = ShowOpeners(seat, (UNKNOWN, UNKNOWN))
    try:
        apply(state, shown)
    except IllegalAction:
        return Ruling(kind="false_opening", seat=seat, floor=True)
    return shown
