"""Scripted players and dealers: a lawful next operation for any hand, chosen by chance.

They play loosely and put chips in the middle, so that simulated tournaments end and the demo is
worth watching. They see no cards; what they show at the end is drawn from what was not yet seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from tables import engine
from tables.engine.cards.cards import DECK
from tournament.draws.chance import Rng


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How often, in percent, a player does what: facing no bet, facing one, and going all-in."""

    bet: int = 28
    fold: int = 52
    raise_: int = 12
    all_in: int = 4


CALM = Style(bet=25, fold=60, raise_=8, all_in=1)
WILD = Style(bet=35, fold=45, raise_=15, all_in=7)


def next_operation(state: engine.State, rng: Rng, style: Style = CALM) -> engine.Operation:
    """The next operation of an incomplete hand."""
    legal = engine.legal(state)
    if legal.board_cards:
        return engine.DealBoard(_unseen(state, legal.board_cards, rng))
    if legal.deal_up:
        return engine.DealUp(legal.deal_up[0], _unseen(state, 1, rng))
    if legal.drawer is not None:
        count = min(rng.randrange(4), legal.draw_most)
        return engine.Discard(legal.drawer, (engine.UNKNOWN,) * count)
    if legal.actor is not None:
        return _act(legal, legal.actor, state, rng, style)
    for seat in legal.may_show:
        held = state.hole[seat]
        drawn = iter(_unseen(state, held.count(engine.UNKNOWN), rng))
        return engine.Show(seat, tuple(card or next(drawn) for card in held))
    raise RuntimeError("a hand that is not complete has a next operation")


def _act(legal: engine.Legal, seat: int, state: engine.State, rng: Rng, style: Style) -> engine.Operation:
    chance = rng.randrange(100)
    if legal.raise_max is not None and legal.raise_min is not None:
        if chance < style.all_in:
            return engine.RaiseTo(seat, legal.raise_max)
        limit = style.all_in + (style.bet if legal.can_check else style.raise_)
        if chance < limit:
            return engine.RaiseTo(seat, _size(legal, state, rng))
    if legal.bring_in is not None:
        return engine.BringIn(seat)
    if legal.can_check:
        return engine.Check(seat)
    if rng.randrange(100) < style.fold:
        return engine.Fold(seat)
    return engine.Call(seat)


def _size(legal: engine.Legal, state: engine.State, rng: Rng) -> int:
    """The minimum, or up to about the pot; in whole small chips."""
    low, high = legal.raise_min or 0, legal.raise_max or 0
    wanted = low + rng.randrange(max(1, state.pot_total))
    chip = state.setup.stakes.unit or state.setup.stakes.chip
    return max(low, min(high, wanted - wanted % chip))


def _unseen(state: engine.State, count: int, rng: Rng) -> tuple[engine.Card, ...]:
    seen = {*state.board, *(card for cards in state.hole.values() for card in cards)}
    left = [card for card in DECK if card not in seen and card not in state.setup.in_play.left_out]
    return tuple(left.pop(rng.randrange(len(left))) for _ in range(count))
