"""Irregularities by the book: words out of turn (TDA 53, 58), undercalls (51), dead hands, misdeals (35)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.tables.engine.book.hand import Act, BookHand
from tests.tables.engine.book.limits import raise_limits


@dataclass(frozen=True, slots=True)
class Word:
    """What was said out of turn, and the bet that was faced then."""

    act: Act
    total: int
    faced: int


@dataclass(frozen=True, slots=True)
class Choice:
    """What the player in turn may do: chips of a call (0: a check, None: neither), totals of a raise."""

    can_fold: bool
    call: int | None
    bring_in: int | None
    low: int | None
    high: int | None


@dataclass(slots=True)
class Words:
    """What binds the players of a hand: words out of turn, and who was skipped in which round."""

    said: dict[int, Word] = field(default_factory=dict)
    passive: dict[int, int] = field(default_factory=dict)


def choice(hand: BookHand, words: Words) -> Choice:
    """What is open to the player in turn."""
    seat = hand.turn
    assert seat is not None
    limits, _ = raise_limits(hand, seat)
    low, high = limits or (None, None)
    due = hand.bring_in_due
    if due:
        return Choice(False, None, min(due, hand.stacks[seat]), low, high)
    free = Choice(True, hand.to_call(seat), None, low, high)
    return _bound(hand, words, seat, free)


def _bound(hand: BookHand, words: Words, seat: int, free: Choice) -> Choice:
    """TDA 53-A: out of turn binds while the bet faced is what it was; a fold always (58).

    Where it always binds (S-038), a raise that has become too small is a call, and who has checked may
    only call or fold.
    """
    no_raise = Choice(free.can_fold, free.call, None, None, None)
    if words.passive.get(seat) == hand.round:
        free = no_raise
    word = words.said.get(seat)
    if word is None:
        return free
    if word.act == "fold":
        return Choice(True, None, None, None, None)
    changed = word.faced != max(hand.price, hand.owed)
    if changed and hand.table.rules["oot_binding"] == "unchanged":
        # WSOP glossary: passive out of turn, in a round that began heads-up, stays passive.
        held = hand.table.rules["oot_heads_up"] == "passive" and word.act in ("check", "call")
        return no_raise if held and hand.heads_up_from_start else free
    if word.act == "bet" and free.low is not None and free.high is not None and word.total >= free.low:
        total = min(word.total, free.high)
        return Choice(False, None, None, total, total)
    if word.act == "check" and free.call:
        return no_raise
    return Choice(False, free.call, None, None, None)


def is_substantial(hand: BookHand) -> bool:
    """TDA 36: two actions of which one puts chips in, or any three; at home any two. Posts are none."""
    with_chips = [each for each in hand.said if each.act in ("call", "bet", "bring_in")]
    if hand.table.rules["substantial_action"] == "any_two":
        return len(hand.said) >= 2
    return len(hand.said) >= 3 or (len(hand.said) == 2 and bool(with_chips))
