"""Betting rounds: how one opens, whose turn it is, and how it ends.

A round has a `queue` of seats that must still act, the actor first. It ends when the queue is
empty, or when the only player left with chips has nothing to match. The board games then need
their next cards; a game with up-cards, draws or openers goes "round_over", and streets/streets.py continues.
"""

from __future__ import annotations

from collections.abc import Iterable

from tables.engine.play.pots import build_pots, new_award, new_pot, uncalled_bet
from tables.engine.play.progress import Progress


def put_in(p: Progress, seat: int, chips: int) -> None:
    """Chips from the stack to the front of a seat."""
    stack = p.stacks[seat] - chips
    p.stacks[seat] = stack
    p.bets[seat] += chips
    p.totals[seat] += chips
    p.pot += chips
    if not stack:
        p.all_in += (seat,)


def open_round(p: Progress, action_order: Iterable[int]) -> None:
    """Opens the betting of a later street; speaking: live seats in the order in which they act."""
    p.bet_to_match = p.full_bet = p.bring_in = p.raises = p.actions = p.chip_actions = 0
    p.raise_increment = p.setup.opening.least_bet
    p.acted = {}
    p.aggressor = None
    start_betting(p, action_order)


def start_betting(p: Progress, action_order: Iterable[int]) -> None:
    p.phase = "betting"
    betting = p.game.betting
    if betting == "no_limit" and not p.all_in:
        # Nearly always: all have chips, and there is no cap to check.
        p.queue = list(action_order)
        p.actor = p.queue[0]
        return
    p.queue = with_chips(p, action_order)
    if betting == "fixed_limit" or betting == "spread_limit":
        rule = p.setup.rules.limit_heads_up_uncapped
        p.uncapped = (
            (rule == "last_two" and p.setup.last_two)
            or (rule == "round_begins" and len(p.queue) == 2)
            or (rule == "becomes" and len(p.live) == 2)
        )
    advance(p)


def with_chips(p: Progress, seats: Iterable[int]) -> list[int]:
    """Those of the live seats that can still put chips in, in the order given."""
    if not p.all_in:
        return list(seats)
    stacks = p.stacks
    return [seat for seat in seats if stacks[seat]]


def advance(p: Progress) -> None:
    """Gives the turn to the next in the queue, or ends the round."""
    if p.queue:
        seat = p.queue[0]
        if not p.all_in or p.able > 1 or p.price(seat) > p.bets[seat]:
            p.actor = seat
            return
    close_round(p)


def close_round(p: Progress) -> None:
    """Uncalled chips go back, bets into the pots; over for good if fewer than two could bet on."""
    if list(p.bets.values()).count(p.bet_to_match) < 2:
        _return_uncalled(p)
    p.round_bets = p.bets
    p.bets = p.setup.opening.no_bets.copy()
    p.queue = []
    p.actor = None
    last = p.street + 1 == len(p.game.streets)
    if last or (p.all_in and p.able < 2):
        close_betting(p)
    if p.cards is not None:
        p.phase = "round_over"
    else:
        p.phase = "showdown" if last else "deal_board"


def close_betting(p: Progress) -> None:
    """The betting of this hand is over: the pots are final."""
    p.closed = True
    p.pots = build_pots(live=p.live, capped=p.all_in, antes=p.antes, bets=p.totals, table_ante=p.table_ante)


def close_between_rounds(p: Progress) -> None:
    """Fewer than two can still bet while cards are due, since a hand has died or chips were laid aside. Where blinds
    lie in front their round is still to come (Courchevel): it ends by itself, once they are called.
    """
    if p.phase == "deal_board" and p.able < 2 and not p.closed and not any(p.bets.values()):
        close_betting(p)


def leave_to_last(p: Progress) -> None:
    """All but one are out: the last player takes everything, unseen."""
    _return_uncalled(p)
    p.bets = p.setup.opening.no_bets.copy()
    p.queue = []
    p.actor = None
    p.closed = True
    if p.cards is not None:
        p.phase = "round_over"
    else:
        award_all(p, p.live[0])


def award_all(p: Progress, seat: int) -> None:
    """Everything to the last player in the hand."""
    pot, rake = p.pot, p.setup.rake
    p.pots = (new_pot((0, pot, (seat,))),)
    if rake.hundredths:
        (p.rake,) = rake.taken([pot], chip=p.setup.stakes.chip)
        pot -= p.rake
    p.awards = (new_award((0, seat, pot, "", 0)),)
    p.stacks[seat] += pot
    p.phase = "complete"


def _return_uncalled(p: Progress) -> None:
    uncalled = uncalled_bet(p.bets, p.live)
    if uncalled is None:
        return
    seat, chips = uncalled
    if not p.stacks[seat]:
        p.all_in = tuple([other for other in p.all_in if other != seat])
    p.stacks[seat] += chips
    p.totals[seat] -= chips
    p.pot -= chips
    p.returned += (uncalled,)
