"""Posts: the chips taken before the deal, and the opening they make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, get_args

from tables.engine.cards.cards import Card
from tables.engine.games.stakes import Stakes
from tables.engine.validation import bad_setup, whole

PostKind = Literal["ante", "table_ante", "small_blind", "big_blind", "straddle", "entry_blind", "dead_blind"]
POST_KINDS: Final = frozenset(get_args(PostKind))

Entering = Literal["entry", "missed_small", "missed_both"]
"""What a player owes on sitting down, or coming back, in the middle of an orbit (S-116, S-117)."""

Due = tuple[int, int, PostKind]
"""Seat, amount, kind."""

NO_ANTES: Final[Mapping[int, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SeatStack:
    """A player dealt in: the seat (from 1, clockwise) and the chips before any post."""

    seat: int
    stack: int


@dataclass(frozen=True, slots=True)
class Post:
    """Chips taken before the deal: what the seat actually pays, which is less than due if it is short.

    "ante" is each player's own and dead; "table_ante" is paid by one for all (big-blind ante,
    button ante), dead and wholly in the main pot; so is a "dead_blind", a small blind missed and
    paid later, or a fine. Blinds, straddles and the "entry_blind" of a new player are live. A blind whose seat
    has no chip left for it is posted as 0: it still makes the price and the order of play.
    """

    seat: int
    amount: int
    kind: PostKind


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonAndBlinds:
    """Where button and blinds stand, as the button rule decides (clockwise from the button).

    The button may stand on an empty seat. No small blind = a dead one; several blinds of a kind
    only with a moving button, the last big blind being the one after whom play starts. In stud the
    button is the seat at the dealer's right, the last to be dealt a card, and there are no blinds.
    """

    button: int
    small_blinds: tuple[int, ...] = ()
    big_blinds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A hand after its posts and before its first card; the mappings are keyed by seat.

    Hands take copies of stacks, bets, no_bets (nothing in front of anybody) and hole (no card known);
    those last two and the orders are one for all hands with the same seats.

    order: the seats clockwise from the button; stacks: behind. speaking: the order in
    which the first round acts, from the left of the last blind. missing: what short and dead blinds fall
    short of, which the pot limit before the flop overlooks (TDA 54-B); uncounted: the ante for the table
    where that limit leaves it out of the pot. step: what a first raise adds.
    """

    order: tuple[int, ...]
    stacks: dict[int, int]
    bets: dict[int, int]
    no_bets: dict[int, int]
    hole: dict[int, tuple[Card, ...]]
    antes: Mapping[int, int]
    table_ante: int
    pot: int
    all_in: tuple[int, ...]
    bet_to_match: int
    raises: int
    action_order: tuple[int, ...]
    missing: int
    uncounted: int
    least_bet: int
    raise_increment: int


def clockwise(seats: Iterable[int], *, after: int) -> tuple[int, ...]:
    """Ascending seat numbers, rotated so that the first one left of `after` leads."""
    return _clockwise(tuple(seats), after)


# Hands of the same seats share what is the same in all of them: replays find it in the cache.


@lru_cache(maxsize=1024)
def _clockwise(seats: tuple[int, ...], after: int) -> tuple[int, ...]:
    return tuple([seat for seat in seats if seat > after] + [seat for seat in seats if seat <= after])


@lru_cache(maxsize=1024)
def _nothing(
    order: tuple[int, ...], unknown_hand: tuple[Card, ...]
) -> tuple[dict[int, int], dict[int, tuple[Card, ...]]]:
    """No bets and no cards."""
    return dict.fromkeys(order, 0), dict.fromkeys(order, unknown_hand)


def opening(
    *,
    button: int,
    stacks: dict[int, int],
    posts: Sequence[Post],
    stakes: Stakes,
    carried_pot: int,
    unknown_hand: tuple[Card, ...],
    counts_table_ante: bool,
) -> Opening:
    """What the posts leave: `stacks` of the seats, ascending, is used up.

    carried_pot: chips carried over, all of them in the main pot. unknown_hand: a hand without
    a known card. counts_table_ante: in the pot limit before the flop. Raises InvalidNotation for a post
    that no seat can pay.
    """
    order = clockwise(stacks, after=button)
    no_bets, hole = _nothing(order, unknown_hand)
    bets = no_bets.copy()
    antes: dict[int, int] = {}
    all_in: list[int] = []
    table_ante = pot = carried_pot
    bet_to_match = raises = 0
    last_blind = button
    for post in posts:
        seat, amount, kind = post.seat, post.amount, post.kind
        if seat not in stacks:
            raise bad_setup("posts", seat, "a seat that is dealt in")
        if kind not in POST_KINDS:
            raise bad_setup("posts", kind, "one of " + ", ".join(sorted(POST_KINDS)))
        whole(amount, "posts", at_least=0)
        left = stacks[seat] - amount
        if left < 0:
            raise bad_setup("posts", amount, f"no more than the stack of seat {seat}")
        stacks[seat] = left
        pot += amount
        if amount and not left:
            all_in.append(seat)
        if kind == "ante":
            antes[seat] = antes.get(seat, 0) + amount
        elif kind == "table_ante" or kind == "dead_blind":
            table_ante += amount
        else:
            bets[seat] += amount
            if kind == "big_blind" or kind == "straddle":
                last_blind = seat
                # A short big blind does not lower the bet to match; a straddle raises it (S-029, BLD-01): with the
                # small blind in front, where the button straddles heads-up.
                in_front = bets[seat] if kind == "straddle" else amount
                bet_to_match = max(bet_to_match, in_front, stakes.big_blind)
                raises += kind == "straddle" or not raises
    return Opening(
        order=order,
        stacks=stacks,
        bets=bets,
        no_bets=no_bets,
        hole=hole,
        antes=antes or NO_ANTES,
        table_ante=table_ante,
        pot=pot,
        all_in=tuple(all_in),
        bet_to_match=bet_to_match,
        raises=raises,
        action_order=order if last_blind == button else clockwise(sorted(order), after=last_blind),
        missing=_missing_blinds(stakes, posts),
        uncounted=0 if counts_table_ante else sum([p.amount for p in posts if p.kind == "table_ante"]),
        least_bet=stakes.least_bet,
        raise_increment=max(bet_to_match, stakes.least_bet),
    )


def _missing_blinds(stakes: Stakes, posts: Sequence[Post]) -> int:
    missing = 0
    if not any(post.kind == "big_blind" for post in posts):
        return 0  # a game of antes only has no blind that could be dead
    for kind, due in (("small_blind", stakes.small_blind), ("big_blind", stakes.big_blind)):
        paid = [post.amount for post in posts if post.kind == kind]
        missing += sum([max(due - amount, 0) for amount in paid or [0]])
    return missing


# --- What is due


def posts_due(
    *,
    stakes: Stakes,
    positions: ButtonAndBlinds,
    stacks: Mapping[int, int],
    straddles: Sequence[tuple[int, int]],
    entering: Sequence[tuple[int, Entering]],
    fines: Sequence[tuple[int, int]] = (),
    ante_first: bool,
    table_ante: bool,
) -> tuple[Post, ...]:
    """What is actually taken from the stacks (ascending seats), in order.

    A classic ante comes before the blinds (ANT-01); of blind and table ante a short stack pays
    first what ante_first says. A button ante falls to the last player before an empty button;
    table_ante: whether one is played at all. Fines come last, and are dead.
    """
    due: list[Due] = [(seat, stakes.small_blind, "small_blind") for seat in positions.small_blinds]
    due += [(seat, stakes.big_blind, "big_blind") for seat in positions.big_blinds]
    due += _straddles(straddles, stakes.big_blind, stacks, blinds=due)
    order = clockwise(stacks, after=positions.button)
    due += _entries(entering, stakes, waiting=_before_big_blind(order, positions))
    antes = _table_ante(stakes, positions, order) if table_ante else []
    if stakes.ante_kind == "classic":
        due = [(seat, stakes.ante, "ante") for seat in order] + due
    elif ante_first:
        due = antes + due
    else:
        due = due + antes
    due += [(seat, amount, "dead_blind") for seat, amount in fines if seat in stacks]
    return take(due, stacks)


def _straddles(
    straddles: Sequence[tuple[int, int]], big_blind: int, chips: Mapping[int, int], *, blinds: Sequence[Due]
) -> list[Due]:
    """What each adds to the blind that is in front already: heads-up the small blind may straddle."""
    in_front = {seat: amount for seat, amount, _ in blinds}
    due: list[Due] = []
    least = 2 * big_blind
    for seat, amount in straddles:
        if amount < least:
            raise bad_setup("straddles", amount, f"at least {least}")
        if amount > chips.get(seat, 0):
            raise bad_setup("straddles", amount, f"no more than the stack of seat {seat}")
        due.append((seat, amount - in_front.get(seat, 0), "straddle"))
        least = 2 * amount
    return due


def _before_big_blind(order: Sequence[int], positions: ButtonAndBlinds) -> Sequence[int]:
    """The seats behind the button up to the big blind: a player coming in there waits for it (S-116, S-117)."""
    last = positions.big_blinds[-1:]
    # The button's own blind, as in short deck, has nobody behind the button and before it.
    behind = last and last[0] in order and last[0] != positions.button
    return order[: order.index(last[0]) + 1] if behind else ()


def _entries(
    entering: Sequence[tuple[int, Entering]], stakes: Stakes, *, waiting: Sequence[int]
) -> list[Due]:
    """A new player posts a big blind, live; a small blind that was missed is dead (S-116, S-117)."""
    due: list[Due] = []
    for seat, _owes in entering:
        if seat in waiting:
            raise bad_setup("entering", seat, "a seat that is not between the button and the big blind")
    for seat, owes in entering:
        if owes != "entry":
            due.append((seat, stakes.small_blind, "dead_blind"))
        if owes != "missed_small":
            due.append((seat, stakes.big_blind, "entry_blind"))
    return due


def _table_ante(stakes: Stakes, positions: ButtonAndBlinds, order: Sequence[int]) -> list[Due]:
    """The seat that pays the ante for the table. `order` ends with the button's seat, or the last before it."""
    if stakes.ante_kind == "big_blind":
        return [(seat, stakes.ante, "table_ante") for seat in positions.big_blinds[-1:]]
    if stakes.ante_kind == "button":
        return [(order[-1], stakes.ante, "table_ante")]
    return []


def take(due: Sequence[Due], stacks: Mapping[int, int]) -> tuple[Post, ...]:
    """What is actually paid: as much of each amount due as the stack still holds."""
    left = dict(stacks)
    posts: list[Post] = []
    for seat, amount, kind in due:
        if seat not in left:
            raise bad_setup("positions", seat, "a seat that is dealt in")
        paid = min(amount, left[seat])
        # A blind that cannot be paid still sets the price and the order of play.
        if paid > 0 or (amount and kind in ("small_blind", "big_blind")):
            left[seat] -= paid
            posts.append(Post(seat, paid, kind))
    return tuple(posts)
