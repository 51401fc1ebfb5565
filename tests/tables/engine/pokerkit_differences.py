"""Where PokerKit 0.7.7 is known to play otherwise, each difference by name and rule.

What our engine says is held against the book first (beside_book.py), which knows nothing of it; here the
book is held against PokerKit. A difference counts as known only if what PokerKit says is exactly what
its rule gives: `explained` works that out for a decision, `their_payment` for the chips at the end, both
from PokerKit's own state and the facts of the hand. And it may not be met more often than it is known to
be (`too_often`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from types import MappingProxyType
from typing import Any, Final

from tests.tables.engine.book.chips import Won
from tests.tables.engine.book.hand import BookHand
from tests.tables.engine.book.limits import (
    largest_raise,
    last_whole_bet,
    limit_bet,
    raise_limits,
    short_of_blinds,
    whole_bets,
)
from tests.tables.engine.book.rulings import Choice, Words, choice
from tests.tables.engine.pokerkit_games import OWN, OWN_CAP

DIFFERENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "short_blind": "a short blind leaves the price, and the pot limit, whole (S-029, TDA 54-B)",
        "short_bring_in": "so does a short bring-in (WSOP, stud)",
        "ante_all_in": "TDA RP-10E: with the low card all-in on the ante the next may also fold",
        "half_bet": "in limit less than half a bet is completed, half a bet re-opens (RRP, TDA 47)",
        "cap": "in limit the big blind is the bet of the cap, less than half a bet no raise (WSOP 100b, RRP)",
        "covered": "a raise above what the others have left is accepted while they have chips",
        "reopened": "a first bet or raise of less than the minimum does not re-open (ACT-17, TDA 47)",
        "added_up": "ACT-15: short all-ins that made a full raise together still do when another comes (TDA 47)",
        "trimmed_ante": "what the longest ante is above all others comes back at the end, not at once",
        "idle": "the last player with chips is not asked to check when there is nothing to match",
        "opener": "S-063: with antes only who opened acts first after the draw",
        "unopened": "S-063: with antes only a pot that nobody opened carries over to the next hand",
        "tied_aces": "S-068: of two aces that bring in the suit decides; PokerKit knows no suits with the ace high",
        "short_stub": "TDA RP-10H: the folded cards stay out, so that the last card may be a community card",
        "odd_chip": "odd chips go one each to the first seats left of the button (TDA 20-A, WSOP 73)",
        "odd_suit": "in stud odd chips go by the suit of the highest card (TDA 20-B, ODD-07)",
        "side_low": "a pot without a low among its players has no low half",
        "merged_pots": "ODD-06: odd chips of each pot on its own, also where the same players win both (TDA 21)",
        "same_hands": "ODD-05: both halves won by the same hands are split as one pot (WSOP 73)",
    }
)


def theirs_of(theirs: Any) -> Choice:
    """What PokerKit lets its actor do."""
    return Choice(
        theirs.can_fold(),
        theirs.checking_or_calling_amount,
        theirs.effective_bring_in_amount,
        theirs.min_completion_betting_or_raising_to_amount,
        theirs.max_completion_betting_or_raising_to_amount,
    )


def explained(hand: BookHand, theirs: Any) -> tuple[Choice, list[str]]:
    """What PokerKit would say where the book says otherwise, and the names of the differences."""
    names, seat = list[str](), hand.turn
    assert seat is not None
    their, stack, bet = choice(hand, Words()), theirs.stacks[seat - 1], theirs.bets[seat - 1]
    top = max(theirs.bets)
    if _first_is_all_in(hand, theirs) and not top:
        names.append("ante_all_in")
        their = replace(their, can_fold=False, call=None, bring_in=min(hand.owed, stack))
    elif hand.price > top:
        names.append("short_bring_in" if hand.owed else "short_blind")
        their = replace(their, call=min(stack, top - bet))
    name, may_raise = _may_raise(hand, theirs, their)
    low, high = _raise_range(hand, theirs) if may_raise else (None, None)
    if name:
        names.append(name)
    elif (low, high) != (their.low, their.high) and not names:
        names.append(_range_name(hand, theirs))
    return replace(their, low=low, high=high), names


def _range_name(hand: BookHand, theirs: Any) -> str:
    """Both may raise, but not by the same."""
    assert hand.turn is not None
    if 0 < theirs.stacks[hand.turn - 1] <= hand.bring_in_due:
        return "short_bring_in"
    if hand.game.betting == "fixed limit":
        return "half_bet" if max(theirs.bets) != last_whole_bet(hand) else "?"
    return "short_blind" if short_of_blinds(hand) and hand.round == 0 else "?"


def _first_is_all_in(hand: BookHand, theirs: Any) -> bool:
    """Whether the bring-in is due, but the ante took the last chips of who owed it."""
    opener = hand.bring_in_seat
    return bool(opener and hand.owed and not theirs.stacks[opener - 1] and not theirs.bets[opener - 1])


def _may_raise(hand: BookHand, theirs: Any, their: Choice) -> tuple[str, bool]:
    """Whether PokerKit lets the actor raise, and the difference to the book, if there is one."""
    seat, top = hand.turn, max(theirs.bets)
    assert seat is not None
    reach = [stack + bet for stack, bet in zip(theirs.stacks, theirs.bets, strict=True)]
    if reach[seat - 1] <= top:
        return "", False
    refused = raise_limits(hand, seat)[1]
    if max(reach[each - 1] for each in hand.live if each != seat) <= top:
        return "" if refused else "covered", False
    limit, biggest = hand.game.betting == "fixed limit", theirs.completion_betting_or_raising_amount
    count = theirs.completion_betting_or_raising_count
    if limit and count == _their_cap(hand):
        return "" if refused else "cap" if count > len(whole_bets(hand)) - 1 else "?", False
    if their.call is not None and their.call < biggest:
        return "" if refused else "half_bet" if limit else "?", False
    if not refused and _has_forgotten(theirs, seat):
        return "added_up", False
    if refused == "capped":
        # It counts every raise, but not the blind.
        own_blind = _code(hand) in OWN and hand.round == 0 and hand.blinds > 0
        return "cap" if own_blind else "?", True
    if refused == "not reopened":
        return "reopened" if biggest < (limit_bet(hand) / 2 if limit else largest_raise(hand)) else "?", True
    return "", not refused or hand.price > top or hand.bring_in_due > 0


def _has_forgotten(theirs: Any, seat: int) -> bool:
    """PokerKit adds short all-ins up until they make a raise, and then begins again."""
    short = theirs.consecutive_short_all_in_amounts
    too_little = short and sum(short) < theirs.completion_betting_or_raising_amount
    return bool(too_little) and seat - 1 in theirs.acted_player_indices


def _their_cap(hand: BookHand) -> int:
    cap = OWN_CAP if _code(hand) in OWN else int(str(hand.table.rules["limit_cap"]))
    blind_is_bet = hand.round == 0 and hand.blinds > 0 and _code(hand) not in OWN
    return cap + (not blind_is_bet) if cap else -1


def _code(hand: BookHand) -> str:
    return hand.table.code


def _raise_range(hand: BookHand, theirs: Any) -> tuple[int, int]:
    """As PokerKit reckons it: from its own state, and the bet of the street."""
    assert hand.turn is not None
    bet, top = theirs.bets[hand.turn - 1], max(theirs.bets)
    total = theirs.stacks[hand.turn - 1] + bet
    least = theirs.street.min_completion_betting_or_raising_amount
    completing = hand.owed > 0 and not theirs.completion_betting_or_raising_count
    low = min(total, max(theirs.completion_betting_or_raising_amount, least) + (0 if completing else top))
    if hand.game.betting == "fixed limit":
        return low, low
    pot = 2 * top - bet + theirs.total_pot_amount
    return low, total if hand.game.betting == "no limit" else min(total, max(low, pot))


# --- The end


def their_payment(hand: BookHand, divided: Sequence[Won]) -> tuple[dict[int, int], list[str]]:
    """What each seat wins as PokerKit pays a showdown, and the names of the differences.

    divided: the pots as the book divides them.
    """
    names: list[str] = []
    split = hand.game.halves == 2
    low_is_won = split and any(
        half == "low" or (half == "" and len(pot.seats) > 1) for pot in divided for half, _, _ in pot.parts
    )
    paid = {seat for pot in divided for _, _, seats in pot.parts for seat in seats}
    merged: list[tuple[int, list[int], Won]] = []
    alone = dict.fromkeys(hand.order, 0)
    for pot in divided:
        left = [seat for seat in pot.seats if seat in paid]
        theirs = _shared_out(pot.amount, left, pot, low_is_won)
        alone = {seat: chips + theirs.get(seat, 0) for seat, chips in alone.items()}
        if any(theirs.get(seat, 0) != pot.won.get(seat, 0) for seat in hand.order):
            names.append(_payment_name(hand, low_is_won, pot))
        # Beaten hands are gone before its pots are made: those left for the same players are one.
        before = merged.pop()[0] if merged and merged[-1][1] == left else 0
        merged.append((before + pot.amount, left, pot))
    together = dict.fromkeys(hand.order, 0)
    for amount, left, pot in merged:
        for seat, chips in _shared_out(amount, left, pot, low_is_won).items():
            together[seat] += chips
    if together != alone:
        names.append("merged_pots")
    return together, names


def _shared_out(amount: int, left: list[int], pot: Won, low_is_won: bool) -> dict[int, int]:
    """Equal shares, the whole rest to the first seat; of a low half that nobody won, among all left."""
    halves = {half: seats for half, _, seats in pot.parts}
    high = halves.get("high") or halves[""]
    shares = [(amount, high)]
    if low_is_won:
        low = halves.get("low") or halves.get("") or left
        shares = [(amount - amount // 2, high), (amount // 2, low)]
    chips: dict[int, int] = {}
    for part, seats in shares:
        share, rest = divmod(part, len(seats))
        for seat in seats:
            chips[seat] = chips.get(seat, 0) + share + (rest if seat == min(seats) else 0)
    return chips


def _payment_name(hand: BookHand, low_is_won: bool, pot: Won) -> str:
    halves = {half for half, _, _ in pot.parts}
    if low_is_won and "high" in halves and "low" not in halves:
        return "side_low"
    if low_is_won and "" in halves:
        return "same_hands"
    return "odd_suit" if hand.game.is_stud else "odd_chip"


# --- How often

SHARE: Final[Mapping[str, float]] = MappingProxyType(
    {
        "short_blind": 0.0548,
        "short_bring_in": 0.0063,
        "ante_all_in": 0.0033,
        "half_bet": 0.0168,
        "cap": 0.0133,
        "covered": 0.0241,
        "reopened": 0.0151,
        "added_up": 0.0001,
        "trimmed_ante": 0.0079,
        "idle": 0.0109,
        "opener": 0.0119,
        "unopened": 0.0165,
        "tied_aces": 0.0021,
        "short_stub": 0.0054,
        "odd_chip": 0.0063,
        "odd_suit": 0.0024,
        "side_low": 0.0004,
        "merged_pots": 0.0028,
        "same_hands": 0.0010,
    }
)
"""In which part of the hands of random_beside.py each is met, of all games alike."""


def too_often(found: Mapping[str, int], hands: int) -> list[str]:
    """The differences met in more hands than five standard deviations above what is known, each as a line."""
    lines = []
    for name, count in found.items():
        expected = SHARE[name] * hands
        most = expected + 5 * sqrt(expected) + 3
        if count > most:
            lines.append(f"{name}: met in {count:,} of {hands:,} hands, known are {expected:,.1f}")
    return lines
