"""Chips in play by the piece: what was handed out, and what it has become since the smallest chips left.

Players make change among themselves, so that pieces come into play only as they are handed out, and change only where a
value leaves: all of it becomes chips of the next one (TDA 24).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesDue:
    """By value the pieces that are to be in play, and `beside` them the chips in play that no piece is known for.

    Those were removed or corrected since, and may be below 0.
    """

    pieces: Mapping[int, int]
    beside: int


def pieces_of(amount: int, *, stack: Mapping[int, int], values: Collection[int]) -> dict[int, int]:
    """What chips are handed out for an amount: those of a starting stack for as many chips, else the fewest there are.

    `stack`: by value the pieces of a starting stack; `values`: the chips of the event. What they cannot make is left
    out.
    """
    if amount == sum(value * count for value, count in stack.items()):
        return dict(stack)
    made: dict[int, int] = {}
    for value in sorted(values, reverse=True):
        count, amount = divmod(amount, value)
        if count:
            made[value] = count
    return made


def pieces_due(
    handed_out: Iterable[Mapping[int, int]],
    *,
    in_play: int,
    left: Mapping[int, int],
    values: Collection[int],
) -> PiecesDue:
    """What is to be in play of what was `handed_out`, once the values of `left` are out; `in_play`: all chips.

    A value that has left becomes the next larger one of `values` that has not, with the chips that its race has brought
    into play, or below 0 taken out of it; without a larger one it stays.
    """
    due: Counter[int] = Counter()
    for pieces in handed_out:
        due.update(pieces)  # below 0 for what came back
    for value in sorted(left):
        larger = [each for each in values if each > value and each not in left]
        if not larger or value not in due:
            continue
        due[min(larger)] += (due.pop(value) * value + left[value]) // min(larger)
    pieces = {value: count for value, count in sorted(due.items()) if count}
    return PiecesDue(pieces=pieces, beside=in_play - sum(value * count for value, count in pieces.items()))
