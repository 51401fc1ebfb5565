"""Rulings of the showdown: hands asked for, and hands that count as they were declared."""

from __future__ import annotations

from tables.engine.errors import IllegalAction
from tables.engine.play.operations import Ruling
from tables.engine.play.progress import Progress
from tables.engine.rulings.moments import asking

# --- Hands to be seen (TDA 18; S-102)


def asked_to_see(p: Progress, ruling: Ruling) -> None:
    """The hand may no longer be given up unseen; one mucked already is shown, and wins nothing."""
    if ruling.seat not in asking(p).get(ruling.asker, ()):
        raise IllegalAction(
            f"seat {ruling.asker} may not ask for the cards of seat {ruling.seat} (TDA 18)",
            "may_not_ask",
            {"seat": ruling.seat, "asker": ruling.asker},
        )
    p.ensure_irregularities().asked.add(ruling.seat)


# --- Declared hands (S-047)


def declared_hand(p: Progress, ruling: Ruling) -> None:
    """Where the house has it so, the cards named are the hand, no better one; in hi-lo the high."""
    _declare(p, ruling, 0)


def declared_low(p: Progress, ruling: Ruling) -> None:
    """The same for the low half."""
    _declare(p, ruling, 1)


def _declare(p: Progress, ruling: Ruling, contest: int) -> None:
    seat, cards = ruling.seat, ruling.cards
    held = p.hole[seat]
    from_hand = [card for card in cards if card in held]
    two = p.setup.in_play.contests[contest].selection == "two_from_hole"
    right = (
        seat in p.contending
        and len(set(cards)) == len(cards) == 5
        and all(card and (card in held or card in p.board) for card in cards)
        and (not two or len(from_hand) == 2)
    )
    if not right:
        raise IllegalAction(
            f"these are not five cards that seat {seat} can play", "not_a_declared_hand", {"seat": seat}
        )
    p.ensure_irregularities().declared_hands[seat, contest] = cards
