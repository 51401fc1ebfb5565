"""Italian poker: opening blind, and the equalising payment of a pot that everybody checked.

The seat left of the dealer may, before looking, put in twice the pot (buio); the next before
looking four times (controbuio), and one further left eight times (contro-controbuio), each time of
the pot before any blind (S-089, ITA-06). The others, having looked, call or fold; nobody raises
before the last blind opener has (S-090), who acts last, as a big blind does.
"""

from __future__ import annotations

from tables.engine.errors import IllegalAction
from tables.engine.play.operations import BlindOpen
from tables.engine.play.pots import Pot
from tables.engine.play.progress import CardPlay, Progress
from tables.engine.play.rounds import advance, put_in

MOST_BLINDS = 3


def blind_opening(p: Progress) -> int | None:
    """What the actor would put in to open blind, or over a blind opening; None where that is not allowed."""
    cards, seat = p.cards, p.actor
    if cards is None or seat is None or p.game.family != "italian" or p.street:
        return None
    rules, blinds = p.setup.rules, cards.blinds
    if len(p.order) < rules.blind_opening_from or (p.setup.carried_pot.parola and not rules.parola_blind):
        return None
    if cards.blind_raised or len(blinds) == MOST_BLINDS or seat in p.acted:
        return None
    # The first two act in turn from the left of the dealer, the third in its own turn.
    if len(blinds) < MOST_BLINDS - 1 and (seat != p.order[len(blinds)] or p.actions != len(blinds)):
        return None
    amount = (p.setup.opening.pot << len(blinds) + 1) - p.bets[seat]
    return amount if amount <= p.stacks[seat] else None


def blind_open(p: Progress, operation: BlindOpen) -> None:
    """Puts the blind opening in; everybody else answers it, and this seat acts last."""
    seat = operation.seat
    amount = blind_opening(p) if seat == p.actor else None
    if amount is None:
        raise IllegalAction(f"seat {seat} cannot open blind now", "no_blind_opening", {"seat": seat})
    put_in(p, seat, amount)
    _cards(p).blinds.append(seat)
    p.bet_to_match = p.bets[seat]
    p.actions += 1
    p.chip_actions += 1
    at = p.live.index(seat)
    others = p.live[at + 1 :] + p.live[:at]
    p.queue = [other for other in (*others, seat) if p.stacks[other]]
    advance(p)


def equalise(p: Progress) -> None:
    """A pot opened and then checked by all is not won: folded players pay what those still in have
    put in beyond the pot, as far as the stack goes (S-096, ITA-05).
    """
    highest = max([p.totals[seat] for seat in p.live])
    for seat in p.order:
        if seat not in p.live:
            due = min(highest - p.totals[seat], p.stacks[seat])
            p.stacks[seat] -= due
            p.totals[seat] += due
            p.pot += due
            if due:
                _cards(p).equalised[seat] = due
    p.pots = (Pot(0, p.pot, tuple(p.live)),)


def _cards(p: Progress) -> CardPlay:
    assert p.cards is not None  # noqa: S101  # Italian poker is played with openers
    return p.cards
