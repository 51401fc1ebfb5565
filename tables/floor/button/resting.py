"""The button of a mixed game while a game without one is played (TDA 11-B, WSOP 67b).

Theory of operation. After the last hand with blinds the button moves once, to where the next hand
with blinds would have it, and rests there as long as stud is played; the next hand with blinds
starts there. So stud leaves no trace: the table keeps the last hand that had a button, and everything follows
from that hand. It says where the disc lies during stud, who would have the big blind (and moves first when
tables are balanced), and where the button is when hold'em comes back, with the players at the table by then.
A table that has played only stud remembers nothing, and its first hand with blinds finds its own button.

In a hand without a button nobody has a blind and nobody waits for the button: every player with
chips is dealt in. A player who sat down since the last hand with a button is still new when it comes back.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tables.floor.button.positions import Positions


def positions_at_rest(positions: Positions, *, live: Collection[int]) -> Positions:
    """A hand without a button at a table whose next hand with blinds would have `positions`.

    `dealt` begins at the dealer's left, with the lowest seat: they sit between the last seat and
    seat 1 (WSOP 85). The cards decide who acts first.
    """
    dealt = tuple(sorted(live))
    return replace(
        positions,
        small_blinds=(),
        big_blinds=(),
        again=(),
        dealt=dealt,
        waiting=frozenset(),
        first_to_act=dealt[0],
        last_to_act=dealt[-1],
    )


def positions_to_follow(previous: Positions | None, dealt: Positions, *, rests: bool) -> Positions | None:
    """The positions that the hand after `dealt` follows from; `previous` those that `dealt` did.

    `rests`: `dealt` is a hand without a button.
    """
    return previous if rests else dealt
