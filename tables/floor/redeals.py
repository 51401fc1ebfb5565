"""A misdealt hand is redealt, unless the players or stacks it was dealt for have changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def is_dealt_again(*, dealt: Mapping[int, int], stacks: Mapping[int, int]) -> bool:
    """Whether the same players still sit there with the stacks they were dealt in with, both by seat.

    The same button, seats, stakes and level then: a new level applies only after the redeal (TDA 35-C, MIS-04).
    """
    return dealt.items() <= stacks.items()


def loses_the_deal(misdealt: Sequence[bool], *, most: int) -> bool:
    """When players deal themselves, the deal passes on after one misdeal too many in a row (S-122).

    `misdealt`: of the latest hands, the newest first, which were misdeals; at least `most` + 1 of them where
    the table has played as many. `most`: how many in a row are allowed; 0 for any number.
    """
    latest = misdealt[: most + 1]
    return most > 0 and len(latest) > most and all(latest)
