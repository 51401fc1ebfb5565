"""From the forced bets of a PHH hand to a Setup.

PHH lists players from the first one left of the button, the button last; heads-up the big blind
first, the button second, and then antes and blinds stand the other way round than the players.
There is no field for the button, for a dead small blind or for the kind of an ante: all are read
from the amounts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Generic, TypeVar

from tables.engine.games.catalogue import GAMES
from tables.engine.games.house_rules import HouseRules
from tables.engine.games.posts import Post, PostKind, SeatStack
from tables.engine.games.setup import Setup
from tables.engine.games.stakes import AnteKind, Stakes

Amount = TypeVar("Amount", bound=int | Decimal)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedBets(Generic[Amount]):
    """The amounts a hand starts from; antes and blinds in the order of the file's arrays.

    A negative blind is one posted to come in. bring_in is 0 but in stud; min_bet is 0 in fixed
    limit, small_bet and big_bet are 0 elsewhere.
    """

    antes: Sequence[Amount]
    blinds: Sequence[Amount]
    bring_in: Amount
    min_bet: Amount
    small_bet: Amount
    big_bet: Amount

    def amounts(self) -> list[Amount]:
        return [*self.antes, *self.blinds, self.bring_in, self.min_bet, self.small_bet, self.big_bet]

    def times(self, scale: int) -> ForcedBets[int]:
        """In whole chips."""
        return ForcedBets(
            antes=[int(amount * scale) for amount in self.antes],
            blinds=[int(amount * scale) for amount in self.blinds],
            bring_in=int(self.bring_in * scale),
            min_bet=int(self.min_bet * scale),
            small_bet=int(self.small_bet * scale),
            big_bet=int(self.big_bet * scale),
        )


def build_setup(
    *, game: str, rules: HouseRules, seats: Sequence[int], stacks: Sequence[int], bets: ForcedBets[int]
) -> Setup:
    """The setup of a hand; seats and stacks in the order of the players.

    Raises InvalidNotation where the parts make no hand.
    """
    payers = _payers(game, seats)
    blinds = _blinds(bets, payers)
    ante_kind, antes = _antes(bets, payers, blinds)
    own, table = (antes, []) if ante_kind == "classic" else ([], antes)
    due = own + (table + blinds if rules.bba_order == "ante_first" else blinds + table)
    stack_of = dict(zip(seats, stacks, strict=True))
    amounts = {kind: amount for _, amount, kind in reversed(blinds)}
    big_blind = amounts.get("big_blind", 0) or bets.min_bet or bets.small_bet
    is_stud = GAMES[game].is_stud
    return Setup(
        game=game,
        rules=rules,
        stakes=Stakes(
            small_blind=amounts.get("small_blind", 0),
            big_blind=0 if is_stud else min(big_blind, bets.min_bet or big_blind),
            ante=max(bets.antes, default=0),
            ante_kind=ante_kind,
            small_bet=bets.small_bet,
            big_bet=bets.big_bet,
            bring_in=bets.bring_in,
            min_bet=bets.min_bet if is_stud else 0,
        ),
        button=seats[-1],
        seats=tuple(SeatStack(seat, stack_of[seat]) for seat in sorted(seats)),
        posts=_take(due, stack_of),
        # Two players may well be the last two; then limit betting knows no cap.
        last_two=len(seats) == 2,
    )


Due = tuple[int, int, PostKind]


def _blinds(bets: ForcedBets[int], payers: Sequence[int]) -> list[Due]:
    """Small blind, big blind, then straddles. A first blind as large as the bet, and none after it,
    is the big blind: the small blind is dead. Below nothing stand the blinds of new players.
    Heads-up a small blind above the big one is the straddle of the button, the small blind in it.
    """
    due: list[Due] = []
    bet = bets.min_bet or bets.small_bet
    has_small = len(bets.blinds) > 1 and (bets.blinds[1] > 0 or 0 < bets.blinds[0] < bet)
    big = bets.blinds[1 if has_small else 0]
    straddled = len(payers) == 2 and bets.blinds[0] > max(big, bet) and big > 0
    for at, (seat, amount) in enumerate(zip(payers, bets.blinds, strict=True)):
        if amount < 0:
            due.append((seat, -amount, "entry_blind"))
        elif amount:
            if at == 0 and has_small and not straddled:
                due.append((seat, amount, "small_blind"))
            else:
                due.append((seat, amount, "straddle" if amount > big > 0 else "big_blind"))
    return due[::-1] if straddled else due


def _antes(bets: ForcedBets[int], payers: Sequence[int], blinds: Sequence[Due]) -> tuple[AnteKind, list[Due]]:
    """One player's ante is the table ante, no matter who pays it; it is never given back."""
    paying = [(seat, amount) for seat, amount in zip(payers, bets.antes, strict=True) if amount]
    if len(paying) != 1:
        return ("classic" if paying else "none"), [(seat, amount, "ante") for seat, amount in paying]
    [(seat, amount)] = paying
    is_big_blind = any(seat == blind[0] and blind[2] == "big_blind" for blind in blinds)
    return ("big_blind" if is_big_blind else "button"), [(seat, amount, "table_ante")]


def _take(due: Sequence[Due], stack_of: Mapping[int, int]) -> tuple[Post, ...]:
    left = dict(stack_of)
    posts = []
    for seat, amount, kind in due:
        paid = min(amount, left[seat])
        left[seat] -= paid
        # A blind of which nothing is left to pay still makes the price and the order of play.
        if paid or kind in ("small_blind", "big_blind"):
            posts.append(Post(seat, paid, kind))
    return tuple(posts)


def _payers(game: str, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats in the order of the arrays: the other way round for two, where there is a button."""
    return tuple(reversed(seats)) if len(seats) == 2 and GAMES[game].has_button else tuple(seats)


_DEAD: Final = frozenset(("ante", "table_ante", "dead_blind"))


def forced_bets(setup: Setup, seats: Sequence[int]) -> ForcedBets[int]:
    """The inverse of build_setup as far as the amounts can say it.

    seats: in the order of the players. A post that took a player's last chip stands for the full
    amount due.
    """
    stakes = setup.stakes
    due = {"small_blind": stakes.small_blind, "big_blind": stakes.big_blind, "ante": stakes.ante}
    due["table_ante"] = stakes.ante
    left = {each.seat: each.stack for each in setup.seats}
    antes, blinds = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    for post in setup.posts:
        left[post.seat] -= post.amount
        is_short = left[post.seat] == 0
        amount = max(post.amount, due.get(post.kind, 0)) if is_short else post.amount
        if post.kind == "entry_blind":
            blinds[post.seat] -= amount
        else:
            (antes if post.kind in _DEAD else blinds)[post.seat] += amount
    payers = _payers(setup.game, seats)
    # A level may state the bets of limit for another of its games.
    limit = GAMES[setup.game].betting in ("fixed_limit", "spread_limit")
    return ForcedBets(
        antes=[antes[seat] for seat in payers],
        blinds=[blinds[seat] for seat in payers],
        bring_in=stakes.bring_in,
        min_bet=0 if limit else stakes.least_bet,
        small_bet=stakes.small_bet if limit else 0,
        big_bet=stakes.big_bet if limit else 0,
    )
