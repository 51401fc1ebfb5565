"""Hands that are killed or retrieved, pots opened without openers, and void hands.

A dead hand leaves like a folded one, in any phase: its chips stay where they are, and it is asked
for nothing more. The last hand cannot die, because somebody must win the pot.
"""

from __future__ import annotations

from tables.engine.errors import IllegalAction
from tables.engine.games.posts import NO_ANTES
from tables.engine.play.betting import bring_in
from tables.engine.play.openers import required
from tables.engine.play.operations import BringIn, Ruling
from tables.engine.play.pots import build_pots
from tables.engine.play.progress import Progress
from tables.engine.play.rounds import advance, close_between_rounds, leave_to_last
from tables.engine.play.showdown import settle


def dead_hand(p: Progress, ruling: Ruling) -> None:
    """Out of the hand; the chips stay (S-107, S-108, S-123, TDA 35, 66, WSOP 108)."""
    leave_hand(p, ruling.seat)


def sit_out(p: Progress, ruling: Ruling) -> None:
    """Dealt in and killed after the initial deal: absent (TDA 30) or on a penalty (TDA 71).

    In stud the deal is over when the up-cards are known: until then the seat may still owe the bring-in. A
    game that is recorded by its result has no hands that could die, only chips put in.
    """
    if p.phase == "deal_up":
        p.ensure_irregularities().sitting_out.append(ruling.seat)
    elif p.phase != "result":
        leave_hand(p, ruling.seat)


def leave_after_deal(p: Progress) -> None:
    """Those who sit out leave once it is known who brings in; the last hand left wins the pot."""
    if p.irregularities is None:
        return
    leaving, p.irregularities.sitting_out = p.irregularities.sitting_out, []
    for seat in leaving:
        if p.phase != "complete" and p.contending != [seat]:
            leave_hand(p, seat)


def leave_hand(p: Progress, seat: int) -> None:
    """Takes a seat out of the hand, whatever the phase."""
    left = p.contending
    if seat not in left:
        raise IllegalAction(f"seat {seat} is no longer in the hand", "not_contending", {"seat": seat})
    if left == [seat]:
        raise IllegalAction(f"seat {seat} holds the last hand and wins the pot", "last_hand", {"seat": seat})
    if seat == p.actor and p.bring_in > p.bet_to_match:
        bring_in(p, BringIn(seat))  # owed like a blind, also by an absent player (TDA 30)
    p.live.remove(seat)
    p.all_in = tuple([other for other in p.all_in if other != seat])
    _forget_draw(p, seat)
    if p.closed:
        _contest_again(p)
        settle(p)
    elif len(p.live) == 1:
        leave_to_last(p)
    elif p.phase == "betting":
        p.queue = [other for other in p.queue if other != seat]
        advance(p)
    else:
        close_between_rounds(p)


def _forget_draw(p: Progress, seat: int) -> None:
    """The hand no longer needs cards for this seat."""
    cards = p.cards
    if cards is None:
        return
    cards.awaiting = [other for other in cards.awaiting if other != seat]
    cards.drawers = [other for other in cards.drawers if other != seat]
    if p.phase == "draw" and not cards.drawers:
        p.phase = "drawn"


def _contest_again(p: Progress) -> None:
    """Rebuilds the final pots for the seats contending now; declarations about the old ones are void."""
    left = p.contending
    p.pots = build_pots(
        live=left,
        capped=[seat for seat in p.all_in if seat in left],
        antes=p.antes,
        bets=p.totals,
        table_ante=p.table_ante,
    )
    p.declared = {}
    if p.phase == "openers":
        p.phase = "showdown"


def retrieved(p: Progress, ruling: Ruling) -> None:
    """Mucked unseen but clearly identifiable: the hand contends again (TDA 14, 65)."""
    seat = ruling.seat
    if seat not in p.mucked:
        raise IllegalAction(f"seat {seat} has not mucked", "not_mucked", {"seat": seat})
    p.mucked = tuple([other for other in p.mucked if other != seat])
    _contest_again(p)


# --- Openers


def false_opening(p: Progress, ruling: Ruling) -> None:
    """Opened without openers: the hand is dead; with nobody else left the pot is not won (S-064)."""
    cards, seat = p.cards, ruling.seat
    if cards is None or cards.opener != seat or cards.proven or not required(p):
        raise IllegalAction(
            f"seat {seat} has not opened, or has proved its openers", "no_false_opening", {"seat": seat}
        )
    cards.proven = True
    if p.contending != [seat]:
        leave_hand(p, seat)
    elif p.setup.rules.false_opening == "returned":
        void(p)
    else:
        p.phase, p.outcome = "complete", "carried"


def void(p: Progress) -> None:
    """Everything goes back to where it was before the posts: nothing of this hand counts, and it is
    dealt again with the same setup, its carried pot included (TDA 35-C).
    """
    p.stacks = {each.seat: each.stack for each in p.setup.seats}
    p.bets = p.setup.opening.no_bets.copy()
    p.totals = p.setup.opening.no_bets.copy()
    p.antes = NO_ANTES
    p.pot = p.table_ante = 0
    p.pots = p.awards = ()
    p.returned = ()
    p.queue = []
    p.actor = None
    p.closed = True
    p.phase, p.outcome = "complete", "void"
    if p.irregularities is not None:
        p.irregularities.aside = {}
