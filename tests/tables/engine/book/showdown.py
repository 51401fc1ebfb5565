"""The showdown by the book: who shows first, who may muck, who is paid what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.tables.engine.book.cards import best, by_suit, contests
from tests.tables.engine.book.chips import Won, halves, share_out
from tests.tables.engine.book.hand import BookHand


def to_show(hand: BookHand) -> list[int]:
    """TDA 17-A: the last aggressor of the last round, or who would act first; the newest side pot
    before older ones (WSOP Live 145).
    """
    start = hand.aggressor
    if start is None and hand.game.is_stud:
        start = hand.first
    order = [seat for seat in hand.order if seat in hand.live]
    if start is not None and start in hand.live:
        order = [seat for seat in hand.clockwise_from(start) if seat in hand.live]
    waiting = [seat for seat in order if seat not in hand.shown + hand.mucked]
    if hand.table.rules["side_pot_order"] == "main_first":
        return waiting
    newest = {seat: at for at, (_, seats) in enumerate(hand.pots()) for seat in seats}
    return sorted(waiting, key=lambda seat: (-newest[seat], waiting.index(seat)))


def may_muck(hand: BookHand, seat: int) -> bool:
    """TDA 16: not with a player all-in; nor the last who claims a pot (TDA 17-B)."""
    if hand.table.rules["all_in_tabled"] and any(not hand.stacks[each] for each in hand.live):
        return False
    return all([each for each in seats if each not in hand.mucked] != [seat] for _, seats in hand.pots())


def finish(hand: BookHand) -> list[Won]:
    """Pays every pot."""
    if hand.carried:
        return []
    finished = [_won(hand, amount, seats) for amount, seats in hand.pots()]
    for pot in finished:
        for seat, chips in pot.won.items():
            hand.stacks[seat] += chips
    return finished


def _won(hand: BookHand, amount: int, seats: Sequence[int]) -> Won:
    parts = _divided(hand, amount, [seat for seat in seats if seat not in hand.mucked])
    won: Counter[int] = Counter()
    payments = []
    for half, part, winners in parts:
        in_order = _odd_chip_order(hand, half, winners)
        for seat, chips in share_out(part, in_order, hand.table.stakes["chip"]).items():
            won[seat] += chips
            payments.append((seat, chips, half))
    return Won(amount=amount, seats=seats, parts=parts, won=won, payments=payments)


def _divided(hand: BookHand, amount: int, claim: Sequence[int]) -> list[tuple[str, int, Sequence[int]]]:
    """The halves of a pot, or all of it, with their winners."""
    if len(claim) == 1:
        return [("", amount, claim)]
    names = contests(hand.game.form)
    high = _winners(hand, names[0], claim)
    if len(names) == 1:
        return [("", amount, high)]
    low = _winners(hand, names[1], claim)
    return halves(amount, high, low, hand.table.rules, hand.table.stakes["chip"])


def _winners(hand: BookHand, contest: str, claim: Sequence[int]) -> list[int]:
    made = {seat: best(hand.game.form, contest, hand.hole[seat], hand.board) for seat in claim}
    values = [each for each in made.values() if each is not None]
    return [seat for seat in claim if values and made[seat] == max(values)]


def _odd_chip_order(hand: BookHand, half: str, seats: Sequence[int]) -> Sequence[int]:
    """Left of the button (TDA 20-A); in stud by suit (20-B)."""
    if not hand.game.is_stud or len(seats) == 1:
        return seats
    form = hand.game.form
    contest = contests(form)[half == "low"]
    suits = {seat: by_suit(form, contest, hand.hole[seat], hand.board) for seat in seats}
    return sorted(seats, key=lambda seat: suits[seat], reverse=True)
