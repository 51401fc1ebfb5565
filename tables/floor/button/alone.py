"""A player who is alone at a table at the start: the others are absent (WSOP 36).

After five minutes the button advances every two minutes, in a heads-up event every minute, and the player who is there
gets the blinds. A hand in which all others are killed after the deal does just that: it ends by itself. Where a game
begins with antes, a round of them comes for each minute and each seat that was sold: a hand in as many minutes.
"""

from __future__ import annotations

from collections.abc import Collection

from tables.floor.reasons import Reason, reason

HEADS_UP_SEATS = 2


def alone_at_table(
    *, seated: Collection[int], absent: Collection[int], seats_per_table: int, only_antes: bool = False
) -> Reason | None:
    """What to do where one of the `seated` players, who have chips, is there and all others are `absent`.

    `only_antes`: the game of the next hand has no blinds.
    """
    present = set(seated) - set(absent)
    if len(seated) < 2 or len(present) != 1:
        return None
    seat = min(present)
    if seats_per_table == HEADS_UP_SEATS:
        return reason("alone_heads_up", seat=seat)
    return reason("alone_antes", seat=seat, count=len(seated)) if only_antes else reason("alone", seat=seat)
