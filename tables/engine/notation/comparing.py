"""What a file states of the end of a hand, beside what the hand comes to: stacks, pots, winners.

Half a chip is not a difference: a file may split what a table cannot. Of a pot with a rake its winners may have got so
much less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final

from tables.engine.notation.fields import descale
from tables.engine.notation.recorded_hand import RecordedHand, StatedPot
from tables.engine.state import State

HALF: Final = Decimal("0.5")
"""Of a chip."""


def differences(hand: RecordedHand, state: State) -> list[str]:
    """A sentence for each thing that the file states otherwise; state: of the hand that is over.

    Pots say more than the stacks that follow from them.
    """
    return list(_pots(hand, state) if hand.pots else _stacks(hand, state))


def _stacks(hand: RecordedHand, state: State) -> Iterator[str]:
    for name, seat, stated in zip(hand.players, hand.seats, hand.finishing_stacks or (), strict=False):
        if abs(state.stacks[seat] - stated * hand.scale) > HALF:
            yield f"{name} ends with {_said(hand, state.stacks[seat])}, the file says {stated.normalize():f}"


def _pots(hand: RecordedHand, state: State) -> Iterator[str]:
    """Pot by pot where the file has the same ones; else all of them together."""
    awards = [(award.pot, award.seat, award.amount) for award in state.awards]
    ours = [pot.amount for pot in state.pots]
    same = len(hand.pots) == len(ours)
    if same and all(_is_same(hand, pot, chips) for pot, chips in zip(hand.pots, ours, strict=True)):
        for at, pot in enumerate(hand.pots):
            which = f" of pot {at}" if len(ours) > 1 else ""
            yield from _winners(hand, pot, [each for each in awards if each[0] == at], which)
        return
    whole = _together(hand.pots)
    if not _is_same(hand, whole, state.pot_total):
        stated = (whole.amount or Decimal(0)).normalize()
        yield f"the pots come to {_said(hand, state.pot_total)}, the file says {stated:f}"
    yield from _winners(hand, whole, awards, "")


def _is_same(hand: RecordedHand, pot: StatedPot, chips: int) -> bool:
    """Whether a pot is as stated, or not stated at all."""
    return pot.amount is None or abs(pot.amount * hand.scale - chips) <= HALF


def _together(pots: Sequence[StatedPot]) -> StatedPot:
    amounts = [pot.amount for pot in pots if pot.amount is not None]
    rakes = [pot.rake for pot in pots if pot.rake is not None]
    won: dict[int, Decimal] = {}
    for pot in pots:
        for seat, amount in pot.won.items():
            won[seat] = won.get(seat, Decimal(0)) + amount
    none = Decimal(0)
    return StatedPot(
        sum(amounts, none) if len(amounts) == len(pots) else None,
        sum(rakes, none) if len(rakes) == len(pots) else None,
        won,
    )


def _winners(
    hand: RecordedHand, pot: StatedPot, awards: Sequence[tuple[int, int, int]], which: str
) -> Iterator[str]:
    if not pot.won:
        return  # the file does not say who won
    ours: dict[int, int] = dict.fromkeys(hand.seats, 0)
    for _, seat, chips in awards:
        ours[seat] += chips
    rake = _rake(hand, pot, ours)
    for name, seat in zip(hand.players, hand.seats, strict=True):
        stated = pot.won.get(seat, Decimal(0))
        less = ours[seat] - stated * hand.scale
        if not -HALF <= less <= HALF + (rake if stated else 0):
            yield f"{name} wins {_said(hand, ours[seat])}{which}, the file says {stated.normalize():f}"


def _rake(hand: RecordedHand, pot: StatedPot, ours: Mapping[int, int]) -> Decimal:
    """In chips: as stated, or what is missing where nothing is said of a rake."""
    if pot.rake is not None:
        return pot.rake * hand.scale
    return max(sum(ours.values()) - sum(pot.won.values(), Decimal(0)) * hand.scale, Decimal(0))


def _said(hand: RecordedHand, chips: int) -> str:
    return f"{Decimal(descale(chips, hand.scale)):f}"
