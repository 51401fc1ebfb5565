"""Mystery bounties: what the envelopes hold, and in which order the knock-outs take them.

One envelope for every player left when they are made up, the winner's own included: each of them is knocked out once
but the last, who takes what is left. Together they hold the bounty money to the cent.

The order is drawn from a seed, so that everybody can draw it again:

1. The envelopes are numbered from 1, the largest value first.
2. Each one gets the SHA-256 of the seed, a slash and its number: "seed/1".
3. They are taken in the order of these hashes, the smallest first.

The SHA-256 of the seed alone is published before the first one is taken, the seed after the last one is open. Nobody
can change the order in between without a seed of the same hash.

An order that is known is never used again: where the end of the tournament is undone, what nobody has won is redrawn in
the same way from a seed of its own. The SHA-256 of that seed is published beforehand too, from the start on.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tournament.rules.payouts.bounties import BountyError, BountyWon, settle_bounties

# How often the smallest value the larger ones are, and which part of the envelopes hold at least that: of a hundred,
# one ten times, eight four times, twenty-five twice.
STEPS: Final = ((2, 4), (4, 12))
TOP: Final = 10
# Values that people like, each a multiple of a coin or a note.
ROUND: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeLine:
    """So many envelopes hold `value` minor units each."""

    value: int
    count: int

    @property
    def total(self) -> int:
        return self.value * self.count


def lines_of(values: Iterable[int]) -> tuple[EnvelopeLine, ...]:
    """Values as lines, the largest first."""
    in_order = sorted(values, reverse=True)
    return tuple(EnvelopeLine(value=value, count=len(list(same))) for value, same in groupby(in_order))


def values_of(lines: Iterable[EnvelopeLine]) -> tuple[int, ...]:
    """What each envelope holds, the largest first: envelope 1, 2 and so on of the draw."""
    return tuple(sorted((line.value for line in lines for _ in range(line.count)), reverse=True))


def check_envelopes(lines: Sequence[EnvelopeLine], *, money: int, players: int) -> None:
    """Raise BountyError unless there is an envelope for every player left and together they hold `money`."""
    if any(line.value < 1 or line.count < 1 for line in lines):
        raise BountyError("Every envelope holds something.", code="empty_envelope")
    envelopes = sum(line.count for line in lines)
    if envelopes < players:
        raise BountyError(
            "Each of the %(players)s players left has an envelope, the winner too: %(envelopes)s are %(by)s too few.",
            code="too_few_envelopes",
            players=players,
            envelopes=envelopes,
            by=players - envelopes,
        )
    if envelopes > players:
        raise BountyError(
            "Each of the %(players)s players left has an envelope, the winner too: %(envelopes)s are %(by)s too many.",
            code="too_many_envelopes",
            players=players,
            envelopes=envelopes,
            by=envelopes - players,
        )
    total = sum(line.total for line in lines)
    if total < money:
        raise BountyError(
            "The envelopes hold %(total)s and the bounty money is %(pool)s: %(missing)s is missing.",
            code="envelopes_too_small",
            total=total,
            pool=money,
            missing=money - total,
        )
    if total > money:
        raise BountyError(
            "The envelopes hold %(total)s and the bounty money is %(pool)s: %(missing)s too much.",
            code="envelopes_too_large",
            total=total,
            pool=money,
            missing=total - money,
        )


def suggest_envelopes(*, money: int, players: int) -> tuple[EnvelopeLine, ...]:
    """A ladder to start from: few large envelopes, many of about half the average; what rounding leaves is in the top.

    None where there is not a minor unit for everybody.
    """
    if players < 1 or money < players:
        return ()
    times = [1] * players
    for step, part in STEPS:
        for place in range(max(1, players // part) if players >= step else 0):
            times[place] = step
    times[0] = min(TOP, players)
    if money < sum(times):
        times = [1] * players
    smallest = _rounded(money // sum(times))
    values = [smallest * each for each in times]
    values[0] += money - sum(values)
    return lines_of(values)


def draw_order(values: Sequence[int], *, seed: str) -> tuple[int, ...]:
    """The values in the order in which knock-outs take them; `values` are those of envelope 1, 2 and so on."""
    numbers = sorted(range(1, len(values) + 1), key=lambda number: _hash(f"{seed}/{number}"))
    return tuple(values[number - 1] for number in numbers)


def published_hash(seed: str) -> str:
    """What is published of the seed before the first envelope is taken."""
    return _hash(seed)


def redraw_seed(reserve: str, number: int) -> str:
    """The seed of a redraw, the first of them number 1. It says nothing of the others without the reserve."""
    return _hash(f"{reserve}/{number}")


def share_envelope(value: int, *, eliminated: int, winners: Sequence[int]) -> tuple[BountyWon, ...]:
    """What those who have knocked a player out get of the envelope, the odd cents to the first of them (BTY-03)."""
    heads = {eliminated: value, **dict.fromkeys(winners, 0)}
    return settle_bounties(heads, taken={eliminated: winners}).won


def is_time(*, players_left: int, begins_at: int | None, places_paid: int) -> bool:
    """Whether the field is down to the number of players that was announced; without one, to the money."""
    return 0 < players_left <= (places_paid if begins_at is None else begins_at)


def _rounded(amount: int) -> int:
    """The largest round amount of about as much: a multiple of a unit that goes into it five times at least."""
    unit = 1
    while unit * 10 * 5 <= amount:
        unit *= 10
    unit = max(unit * each for each in ROUND if each == 1 or unit * each * 5 <= amount)
    return amount // unit * unit


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
