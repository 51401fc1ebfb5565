"""When a ruling can be made: what the hand must have come to. Only looks; nothing changes here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tables.engine.play.openers import required
from tables.engine.play.operations import (
    SITTING_OUT,
    BringIn,
    Call,
    Check,
    DealHole,
    DealUp,
    Fold,
    Opens,
    Operation,
    RaiseTo,
    Ruling,
    acted,
)
from tables.engine.play.progress import Progress
from tables.engine.rulings.misdeals import may_misdeal

_TAKEN_BACK: Final = frozenset({"returned_bet", "killed_hand"})


def not_over(p: Progress) -> bool:
    return p.phase != "complete"


def played(p: Progress) -> bool:
    """Any time in a hand that is recorded action by action."""
    return p.phase not in ("complete", "result")


def turn(p: Progress) -> bool:
    """Somebody is to act, and owes no bring-in."""
    return p.actor is not None and p.bring_in <= p.bet_to_match


def facing(p: Progress) -> bool:
    return turn(p) and p.actor is not None and p.price(p.actor) > p.bets[p.actor]


def others_behind(p: Progress) -> bool:
    return p.actor is not None and len(p.queue) > 1


def more_than_call(p: Progress) -> bool:
    seat = p.actor
    return seat is not None and p.able > 1 and p.stacks[seat] + p.bets[seat] > max(p.bet_to_match, p.bring_in)


def bet_made(p: Progress) -> bool:
    return played(p) and p.phase != "openers" and last_bet(p) is not None


def bet_unanswered(p: Progress) -> bool:
    return p.actor is not None and last_bet(p) is not None


def chips_behind(p: Progress) -> bool:
    return played(p) and any(p.stacks[seat] for seat in p.live)


def brought_in(p: Progress) -> bool:
    return p.phase == "betting" and last_bring_in(p) is not None


def may_die(p: Progress) -> bool:
    return played(p) and len(p.contending) > 1


def stub_followed(p: Progress) -> bool:
    return played(p) and p.cards is not None


def dealing(p: Progress) -> bool:
    """Before anybody has acted on the first street: the deal may still be put right."""
    return p.phase != "complete" and may_misdeal(p)


def just_dealt(p: Progress) -> bool:
    """Nothing but cards has come since the deal: who sits out can still be said and corrected."""
    return p.phase != "complete" and all(
        isinstance(each, DealHole | DealUp | Opens) or is_sitting_out(each) for each in p.history
    )


def is_sitting_out(operation: Operation) -> bool:
    """Whether an operation is one of the deal's own: it kills the hand of a player who sits out."""
    return isinstance(operation, Ruling) and operation.kind in SITTING_OUT


def street_may_come_early(p: Progress) -> bool:
    """A card of the next street can be dealt before the betting is over: to the board, or in stud to a seat."""
    has_more = p.game.board_cards > len(p.board) or (p.game.is_stud and p.street + 1 < len(p.game.streets))
    return p.phase == "betting" and has_more


def declared(p: Progress) -> bool:
    return p.phase == "showdown" and p.setup.rules.hand_reading == "declared"


def declared_low(p: Progress) -> bool:
    return declared(p) and p.game.is_high_low


def opened(p: Progress) -> bool:
    cards = p.cards
    return (
        played(p) and cards is not None and cards.opener in p.live and not cards.proven and bool(required(p))
    )


def mucked(p: Progress) -> bool:
    return played(p) and bool(p.mucked)


def chips_laid_aside(p: Progress) -> bool:
    return p.irregularities is not None and bool(p.irregularities.aside)


def flop_can_be_mended(p: Progress) -> bool:
    """The flop is due, or lies there and nobody has acted on it."""
    if not p.game.board_cards or p.cards is not None or p.street > 1:
        return False
    return p.phase == "deal_board" if not p.street else not p.actions or p.closed


def asking(p: Progress) -> Mapping[int, tuple[int, ...]]:
    """Each seat that may ask to see a hand, with the seats whose hands it may ask for.

    A called hand not shown yet, or mucked. TDA 18-B: a caller of the last street
    who has kept the cards may ask for the last aggressor's. Where any player dealt in may ask (S-102), any
    other's.
    """
    if p.phase != "showdown":
        return {}
    asked = p.irregularities.asked if p.irregularities is not None else ()
    hidden = [seat for seat in p.live if seat not in p.shown and seat not in asked]
    if p.setup.rules.see_hands == "any_dealt_in":
        may = {seat: tuple([other for other in hidden if other != seat]) for seat in p.order}
    elif p.aggressor in hidden:
        callers = [seat for seat in p.contending if seat != p.aggressor and p.round_bets[seat]]
        may = dict.fromkeys(callers, (p.aggressor,))
    else:
        may = {}
    return {seat: others for seat, others in may.items() if others}


# --- The last bet and the bring-in


def last_bet(p: Progress) -> int | None:
    """Where in the history the last bet or raise stands that nothing but answers has followed: no
    card, no showdown. None where there is none.
    """
    for at in reversed(range(len(p.history))):
        operation = p.history[at]
        if raiser(operation) is not None:
            return at
        if isinstance(operation, Ruling) and operation.kind in _TAKEN_BACK:
            return None
        if not isinstance(operation, Fold | Check | Call | DealHole | Ruling):
            return None
    return None


def raiser(operation: Operation) -> int | None:
    """The seat that bet or raised by this operation."""
    if isinstance(operation, RaiseTo):
        return operation.seat
    if isinstance(operation, Ruling) and (
        operation.kind == "accepted_raise" or isinstance(acted(operation), RaiseTo)
    ):
        return operation.seat
    return None


def last_bring_in(p: Progress) -> int | None:
    """Where in the history the bring-in stands, while nobody has acted behind it."""
    for at in reversed(range(len(p.history))):
        operation = p.history[at]
        if isinstance(operation, BringIn):
            return at
        is_ruling = isinstance(operation, Ruling) and raiser(operation) is None and acted(operation) is None
        if not is_ruling and not isinstance(operation, DealHole | DealUp):
            return None
    return None
