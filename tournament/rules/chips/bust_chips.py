"""Where the chips go of players who are put out without a recorded hand.

The chips at the table stay the same. Their owner is known only if one player won them all and could win them;
otherwise each of those who may have them gets a share for the books, and is to be counted.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """The chips on record; where they are not known only the sum of a table is right."""

    chips: int
    is_known: bool = True


def stacks_after_bust(
    stacks: Mapping[int, Stack], *, out: Collection[int], won_by: Collection[int]
) -> Mapping[int, Stack]:
    """The stacks of those who stay, by player; `stacks` are those of the whole table before the hand.

    Without `won_by` anybody who stays may have won. At least one player must stay.
    """
    staying = {player: stack for player, stack in stacks.items() if player not in out}
    lost = [stacks[player] for player in out]
    winners = [player for player in staying if player in won_by] or list(staying)
    is_known = len(winners) == 1 and all(stack.is_known for stack in lost)
    # Nobody wins more of a player than they had themselves: somebody else has the rest.
    uncovered = is_known and len(staying) > 1 and staying[winners[0]].chips < max(s.chips for s in lost)
    share, odd_chips = divmod(sum(stack.chips for stack in lost), len(winners))
    after = {}
    for player, stack in staying.items():
        place = winners.index(player) if player in winners else None
        won = 0 if place is None else share + (place < odd_chips)
        stays_known = stack.is_known and not uncovered and (place is None or is_known)
        after[player] = Stack(chips=stack.chips + won, is_known=stays_known)
    return after
