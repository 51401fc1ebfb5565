"""Pots: built from what everyone put in, split among winners. Pure arithmetic on seats and chips.

Order of construction (TDA 21, BBA-04, POT-03, POT-05): an ante paid for the whole table lies in the main pot;
each player's own ante and bets are cut into layers by what the all-in players could put in; chips of folded
players stay in the layers they reached. Uncalled bets were returned before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from tables.engine.play.operations import Half


class Pot(NamedTuple):
    """index 0 is the main pot; seats may win it, clockwise from the button."""

    index: int  # type: ignore[assignment]  # a pot is not a list of numbers: tuple.index is never used
    amount: int
    seats: tuple[int, ...]


class Award(NamedTuple):
    """What a seat takes out of a pot; half: "high" or "low" where the pot was divided; board: from 1, which one it was
    won on where several divide the pot.
    """

    pot: int
    seat: int
    amount: int
    half: Half = ""
    board: int = 0


class Returned(NamedTuple):
    """An uncalled bet going back to the stack it came from."""

    seat: int
    amount: int


# Made in every hand; calling the class would cost twice as much.
new_pot: Callable[[tuple[int, int, tuple[int, ...]]], Pot] = partial(tuple.__new__, Pot)
new_award: Callable[[tuple[int, int, int, Half, int]], Award] = partial(tuple.__new__, Award)
new_returned: Callable[[tuple[int, int]], Returned] = partial(tuple.__new__, Returned)

_ALL: Final = 1 << 62


def build_pots(
    *,
    live: Sequence[int],
    capped: Collection[int],
    antes: Mapping[int, int],
    bets: Mapping[int, int],
    table_ante: int,
) -> tuple[Pot, ...]:
    """The pots of the chips given, main pot first; empty pots are left out.

    live: seats still in the hand, clockwise from the button; capped: those who are all-in
    and can win no more from anyone than they put in themselves; antes and bets: what each seat, in
    the hand or not, has put in of its own (dead and live chips).
    """
    if not capped:
        amount = sum(bets.values()) + sum(antes.values()) + table_ante
        return (new_pot((0, amount, tuple(live))),) if amount else ()
    # A player who has bet at all has paid the ante in full: only a player all-in on it is cut there.
    reach = {seat: (_ALL, bets[seat]) if bets[seat] else (antes.get(seat, 0), 0) for seat in capped}
    pots: list[Pot] = []
    below, amount = (0, 0), table_ante
    for level in [*sorted(set(reach.values())), (_ALL, _ALL)]:
        amount += _layer(antes, below[0], level[0]) + _layer(bets, below[1], level[1])
        seats = tuple([seat for seat in live if seat not in reach or reach[seat] >= level])
        if amount and seats:
            pots.append(Pot(len(pots), amount, seats))
            amount = 0
        below = level
    if amount:
        # Chips of folded players above everyone still in: no further pot can hold them.
        pots[-1] = pots[-1]._replace(amount=pots[-1].amount + amount)
    return tuple(pots)


def _layer(chips: Mapping[int, int], bottom: int, top: int) -> int:
    """What lies between two heights in everybody's column of chips."""
    return sum([min(height, top) - bottom for height in chips.values() if height > bottom])


def uncalled_bet(bets: Mapping[int, int], live: Collection[int]) -> Returned | None:
    """The part of the highest bet of this street that nobody matched, folded players included."""
    heights = sorted(bets.values())
    first = heights[-1]
    if first == heights[-2]:
        return None
    for seat in live:
        if bets[seat] == first:
            return new_returned((seat, first - heights[-2]))
    return None


def split_pot(*, amount: int, winners: Sequence[int], chip: int) -> list[tuple[int, int]]:
    """(seat, chips) for each winner, given in the order in which odd chips are due.

    Equal shares in whole chips of the smallest denomination; odd chips go one each to the first of
    them (TDA 20-A, WSOP 73), a rest smaller than a chip to the first of all.
    """
    if len(winners) == 1:
        return [(winners[0], amount)]
    share, rest = divmod(amount // chip, len(winners))
    shares = [(seat, (share + (place < rest)) * chip) for place, seat in enumerate(winners)]
    shares[0] = (shares[0][0], shares[0][1] + amount % chip)
    return shares
