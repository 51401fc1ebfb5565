"""What a player may bet, by the book: TDA 43 (how much), 47 (whether again), 48 (caps), 54 (the pot)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.tables.engine.book.hand import BookHand, Said

Limits = tuple[int, int]


def raise_limits(hand: BookHand, seat: int) -> tuple[Limits | None, str]:
    """The least and the most that a bet or raise may make, or None and why there is none."""
    total = hand.stacks[seat] + hand.front[seat]
    if total <= max(hand.price, hand.owed):
        return None, "no chips"
    if len(hand.behind()) < 2:
        return None, "no opponent"
    if not _is_open(hand, seat):
        return None, "not reopened"
    refusal = _capped(hand)
    if refusal:
        return None, refusal
    low, high = _range(hand, seat)
    return (min(low, total), min(high, total)), ""


# --- How much


def _range(hand: BookHand, seat: int) -> Limits:
    betting, low = hand.game.betting, _least(hand)
    if betting == "no limit":
        return low, hand.stacks[seat] + hand.front[seat]
    if betting == "fixed limit":
        return low, low
    if betting == "spread limit":
        return low, max(low, hand.price + hand.table.stakes["big_bet"])
    # TDA 54: the call first, and then as much as there is with it. Before the flop a short or dead
    # blind counts as if it were whole (54-B).
    there = hand.total + (short_of_blinds(hand) - left_out(hand) if hand.round == 0 else 0)
    call = hand.price - hand.front[seat]
    return low, max(low, hand.price + there + call)


def _least(hand: BookHand) -> int:
    if hand.game.betting == "fixed limit":
        return last_whole_bet(hand) + limit_bet(hand)
    bet = least_bet(hand)
    if not bets(hand) and hand.price <= hand.owed:
        return bet  # nobody has bet; a bring-in is completed
    if hand.price < bet:  # an all-in for less opened
        return 2 * bet if hand.table.rules["short_open_raise"] == "figp" else hand.price + bet
    return hand.price + largest_raise(hand)


def bets(hand: BookHand) -> list[Said]:
    return [each for each in hand.said if each.act == "bet"]


def least_bet(hand: BookHand) -> int:
    stakes = hand.table.stakes
    return stakes["min_bet"] or stakes["big_blind"] or stakes["small_bet"]


def largest_raise(hand: BookHand) -> int:
    """The largest bet or raise of the round so far; the blinds, and a straddle, are a bet.

    A bring-in that nobody put in is nothing to raise: what comes above it is a bet, all of it.
    """
    sizes, in_front = [least_bet(hand), hand.blind_price if hand.round == 0 else 0], False
    for each in hand.said:
        if each.act == "bet":
            sizes.append(each.after - (each.before if in_front or not hand.owed else 0))
        in_front = in_front or each.act in ("bet", "call", "bring_in")
    return max(sizes)


def short_of_blinds(hand: BookHand) -> int:
    """What the blinds that were posted, or were not, lack of what they should be."""
    lacking = 0
    kinds = [kind for _, _, kind in hand.table.posts]
    if "big_blind" not in kinds:
        return 0
    for kind in ("small_blind", "big_blind"):
        whole = hand.table.stakes[kind]
        if kind not in kinds:
            lacking += whole
        lacking += sum(max(whole - amount, 0) for _, amount, posted in hand.table.posts if posted == kind)
    return lacking


def left_out(hand: BookHand) -> int:
    """An ante for the table, where the house does not count it before the flop."""
    if hand.table.rules.get("pot_limit_counts_bba", True):
        return 0
    return sum(amount for _, amount, kind in hand.table.posts if kind == "table_ante")


# --- Fixed limit


def limit_bet(hand: BookHand) -> int:
    stakes = hand.table.stakes
    return stakes["big_bet" if hand.round >= hand.game.big_from else "small_bet"]


def whole_bets(hand: BookHand, said: Sequence[Said] | None = None) -> list[int]:
    """The heights of the bets that count: half a bet or more above the last that counted."""
    heights = [hand.blind_price if hand.round == 0 and not hand.game.is_stud else 0]
    for each in hand.said if said is None else said:
        if each.act != "bet":
            continue
        if (each.after - heights[-1]) * 2 >= limit_bet(hand):
            heights.append(each.after)
    return heights


def last_whole_bet(hand: BookHand) -> int:
    return whole_bets(hand)[-1]


# --- Whether


def _is_open(hand: BookHand, seat: int) -> bool:
    """TDA 47: not to who has acted and faces no full raise since (in limit half a bet)."""
    acts = [each for each in hand.said if each.seat == seat and each.act != "bring_in"]
    if not acts:
        return True
    answered = acts[-1].after
    if acts[-1].act == "call" and answered == hand.owed:
        answered = 0  # a bring-in is no bet: what completes it is faced whole
    faces = hand.price - answered
    if hand.game.betting == "fixed limit":
        return 2 * faces >= limit_bet(hand)
    return faces >= largest_raise(hand)


def _capped(hand: BookHand) -> str:
    if hand.game.betting not in ("fixed limit", "spread limit"):
        return ""
    rules = hand.table.rules
    cap = int(str(rules["limit_cap"]))
    if cap and counted(hand, hand.said) > cap and not is_uncapped(hand, cap):
        return "capped"
    short = hand.game.betting == "fixed limit" and hand.price not in (last_whole_bet(hand), hand.owed)
    if short and rules["limit_under_half"] == "call_only":
        return "under half a bet"
    return ""


def counted(hand: BookHand, said: Sequence[Said]) -> int:
    """Bets and raises that count for the cap: the blinds are the first (WSOP 100)."""
    blinds = hand.blinds if hand.round == 0 else 0
    if hand.game.betting == "spread limit":
        return blinds + [each.act for each in said].count("bet")
    return blinds + len(whole_bets(hand, said)) - 1


def is_uncapped(hand: BookHand, cap: int) -> bool:
    rule = hand.table.rules["limit_heads_up_uncapped"]
    if rule == "last_two":
        return hand.table.last_two
    if rule == "round_begins":
        return hand.heads_up_from_start
    if rule == "never":
        return False
    # RRP: there were only two before the cap was reached.
    return hand.two_from_start or any(
        each.players == 2 and counted(hand, hand.said[:at]) <= cap for at, each in enumerate(hand.said)
    )
