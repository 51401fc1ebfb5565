"""Chops: how the players left may divide the prizes between them instead of playing for all of them.

Methods. ICM values each stack by the Independent Chip Model; of more than fifty players by an approximation, which the
players are told. A chip chop gives everybody the lowest prize left and
divides the rest by chips. An equal chop divides by heads. Custom amounts are what the players say. Money may stay to be
played for; it goes to the winner, or to first and second place. It is taken off the highest prizes, so that the lowest
stays safe.

A further chop, of those who are left after one: the shares agreed on are theirs whatever happens, and the prizes they
play for are what was left to play for. These the methods divide; custom amounts divide the shares again as well.

Rounding rule, stated to players: every share is rounded down to the rounding unit; the units left go one each to
those whose shares lost most by it, where that is equal to the larger stack, and less than a unit to the largest stack.
So the shares and the money left to play for are the prizes, to the minor unit.

A chip chop may give the largest stack more than first prize, which nobody can win by playing; ICM never does.

Sources: Malmuth-Harville (`icm`); the chip count method as Gaming Today of 22 September 2009 has it.
"""

from collections.abc import Sequence
from math import floor, gcd
from typing import Final, Literal, TypeAlias

from tournament.rules.payouts.icm import icm_approximation, icm_values
from tournament.rules.payouts.prizes import prize_shares
from tournament.rules.payouts.schemes import PrizeError

ChopMethod: TypeAlias = Literal["icm", "chip_chop", "equal", "custom"]
FairMethod: TypeAlias = Literal["icm", "chip_chop", "equal"]

# Those that work the shares out, in the order in which they are shown.
FAIR_METHODS: Final[tuple[FairMethod, ...]] = ("icm", "chip_chop", "equal")
# These need to know every stack.
BY_STACK: Final[frozenset[ChopMethod]] = frozenset({"icm", "chip_chop"})
MAX_PLAYERS: Final = 200
# Up to so many ICM takes some milliseconds.
MOST_EXACT: Final = 50


def is_approximate(method: str, *, players: int) -> bool:
    """Whether the shares of so many are an approximation of what the method says."""
    return method == "icm" and players > MOST_EXACT


class ChopError(PrizeError):
    """Prizes that cannot be chopped in this way; `params` hold what is missing."""


def check_chop(
    *,
    is_in_play: bool,
    is_registration_closed: bool,
    is_round_open: bool,
    pays_seats: bool,
    players: int,
    prizes: int,
) -> None:
    """Raise ChopError where the players left, so many, cannot divide `prizes` now: the sum of those they play for."""
    if not is_in_play:
        raise ChopError("The tournament is not in play.", code="not_in_play")
    if not is_registration_closed:
        raise ChopError(
            "Registration is open: the prizes are not known yet. Close it first.", code="registration_open"
        )
    if pays_seats:
        raise ChopError("A satellite pays seats: they are not divided.", code="pays_seats")
    if is_round_open:
        raise ChopError(
            "A hand of hand-for-hand is under way: its places are not known yet. Wait until every table is done.",
            code="round_open",
        )
    _require_players(players)
    if not prizes:
        raise ChopError("There are no prizes left to divide.", code="no_prizes")


def check_chop_fits(ladder: Sequence[int], *, players: int, prizes: int) -> None:
    """Raise ChopError where a chop of `prizes` by so many players no longer divides what their places pay."""
    due = sum(ladder[:players])
    if due != prizes:
        raise ChopError(
            "The players left have agreed to divide %(total)s, but their places pay %(pool)s now. Undo the chop in the"
            " log and agree on it again.",
            code="chop_does_not_fit",
            total=prizes,
            pool=due,
        )


def chop_shares(
    method: FairMethod,
    *,
    prizes: Sequence[int],
    stacks: Sequence[int],
    played_for: int = 0,
    unit: int = 1,
) -> tuple[int, ...]:
    """What each of the players left gets, in the order of their `stacks`, in minor units.

    `prizes` are those of the places left, first place first; `stacks` may be 0 for an equal chop of unknown ones.
    Shares and `played_for` add up to the prizes. Raises ChopError.
    """
    _require_players(len(stacks))
    if method in BY_STACK and min(stacks) <= 0:
        raise ChopError("Every stack has to be known for this chop.", code="stack_unknown")
    shared = prizes_shared(prizes, players=len(stacks), played_for=played_for)
    total, lowest = sum(shared), shared[-1]
    if is_approximate(method, players=len(stacks)):
        above = icm_approximation(stacks, [prize - lowest for prize in shared])
        values: Sequence[float] = [lowest + value for value in above]
    elif method == "icm":
        values = icm_values(stacks, shared)
    elif method == "chip_chop":
        rest, chips = total - lowest * len(stacks), sum(stacks)
        values = [lowest + rest * stack / chips for stack in stacks]
    else:
        values = [total / len(stacks)] * len(stacks)
    return _rounded(values, total=total, stacks=stacks, unit=gcd(unit, lowest))


def check_custom_shares(
    shares: Sequence[int], *, prizes: Sequence[int], sure: int = 0, played_for: int = 0
) -> None:
    """Raise ChopError unless these shares and the money left to play for are the prizes.

    `sure` is what those left have agreed on before, all together.
    """
    _require_players(len(shares))
    total = sum(prizes[: len(shares)]) + sure
    divided = sum(shares) + played_for
    if min(shares) < 0 or played_for < 0:
        raise ChopError("An amount is negative.", code="negative")
    if divided != total:
        raise ChopError(
            "The amounts add up to %(total)s, the prizes left are %(pool)s.",
            code="shares_do_not_sum",
            total=divided,
            pool=total,
            missing=total - divided,
        )


def check_left(first: int, second: int) -> None:
    """Raise ChopError where second place would play for more than the winner: to lose would pay."""
    if second > first:
        raise ChopError(
            "Second place cannot play for more than first place.",
            code="second_above_first",
            first=first,
            second=second,
        )


def left_shares(left: Sequence[int], *, first: int, last: int, unit: int) -> tuple[int, ...]:
    """What each of those who share places `first` to `last` gets of the money left to play for, first place first."""
    paid = [amount for amount in left if amount]
    return prize_shares(paid, first=first, last=last, unit=unit)


def most_to_play_for(prizes: Sequence[int], *, players: int) -> int:
    """What may be left to play for: all that lies above the lowest prize, of which everybody left is sure."""
    left = _prizes_left(prizes, players)
    return sum(left) - left[-1] * players


def prizes_shared(prizes: Sequence[int], *, players: int, played_for: int = 0) -> tuple[int, ...]:
    """The prizes of the places left without what is played for: it is taken off the highest, down to the next ones.

    So no place is worth more than a better one. Raises ChopError where it would reach the lowest prize.
    """
    left = _prizes_left(prizes, players)
    most = most_to_play_for(left, players=players)
    if not 0 <= played_for <= most:
        raise ChopError(
            "At most %(most)s can be left to play for: the lowest prize is safe.",
            code="too_much_to_play_for",
            most=most,
        )
    for cut in range(1, players + 1):
        level = left[cut] if cut < players else 0
        height = sum(left[:cut]) - played_for
        if height >= level * cut:
            each, odd = divmod(height, cut)
            return (*(each + (place < odd) for place in range(cut)), *left[cut:])
    raise AssertionError("the lowest prizes are not cut")


def _prizes_left(prizes: Sequence[int], players: int) -> tuple[int, ...]:
    left = tuple(prizes[:players])
    return left + (0,) * (players - len(left))


def _require_players(count: int) -> None:
    if not 2 <= count <= MAX_PLAYERS:
        raise ChopError(
            "A chop is between 2 and %(most)s players.", code="players_out_of_range", most=MAX_PLAYERS
        )


def _rounded(values: Sequence[float], *, total: int, stacks: Sequence[int], unit: int) -> tuple[int, ...]:
    """The values in units, as the head of this file says. A share that is whole is whole to a millionth of a unit."""
    units = [floor(value / unit) for value in values]
    lost = [round(value / unit - whole, 6) for value, whole in zip(values, units, strict=True)]
    first = sorted(range(len(values)), key=lambda player: (-lost[player], -stacks[player], player))
    left, loose = divmod(total, unit)
    for player in first[: left - sum(units)]:
        units[player] += 1
    shares = [whole * unit for whole in units]
    shares[max(range(len(stacks)), key=lambda player: stacks[player])] += loose
    return tuple(shares)
