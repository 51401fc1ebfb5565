"""Stacks that were counted again at a table where not all of them were known.

The chips of the table stay the same: what is counted is known from then on, and what is left belongs to those who were
not counted. With everybody counted the counts have to make the table's chips, or chips are missing or too many.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.rules.chips.bust_chips import Stack
from tournament.rules.errors import RulesError


class CountError(RulesError):
    """Counts that the chips of the table cannot make."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The stacks after a count, by player; `difference` is what was counted beyond the table's chips, negative for
    chips that are missing.
    """

    stacks: Mapping[int, Stack]
    difference: int


def count_table(stacks: Mapping[int, Stack], counts: Mapping[int, int]) -> Counted:
    """What a count of some or all players makes of a table's stacks.

    Raises CountError if nothing would be left for somebody who was not counted and whose stack is not known.
    """
    after = {**stacks} | {player: Stack(chips=chips) for player, chips in counts.items()}
    open_ones = [player for player, stack in after.items() if not stack.is_known]
    rest = sum(stack.chips for stack in stacks.values())
    rest -= sum(stack.chips for stack in after.values() if stack.is_known)
    if not open_ones:
        return Counted(stacks=after, difference=-rest)
    shares = shares_of(rest, open_ones)
    if shares is None:
        raise CountError(
            "The counts leave %(rest)s chips for %(players)s players who were not counted. Count again.",
            code="nothing_left",
            rest=rest,
            players=len(open_ones),
        )
    left = {player: Stack(chips=chips, is_known=False) for player, chips in shares.items()}
    return Counted(stacks=after | left, difference=0)


def shares_of(chips: int, players: Sequence[int]) -> Mapping[int, int] | None:
    """Chips for the books of players whose stacks nobody knows, by player; None if they are not a chip for each."""
    if not players:
        return None
    share, odd_chips = divmod(chips, len(players))
    if share < 1:
        return None
    return {player: share + (place < odd_chips) for place, player in enumerate(players)}
