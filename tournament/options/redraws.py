"""With how many players left all seats are redrawn, as a structure names it: "24, 16, 9"."""

from __future__ import annotations

import re
from typing import Final

MOST: Final = 12
FEWEST_PLAYERS: Final = 2


class RedrawCountError(ValueError):
    """One part of the list that is not a number of players, or appears twice: `typed` is that part."""

    def __init__(self, typed: str) -> None:
        super().__init__(f"not a number of players: {typed}")
        self.typed = typed


def read_redraw_counts(text: str) -> tuple[int, ...]:
    """The numbers, the largest first. Raises RedrawCountError, for more than twelve too."""
    counts: list[int] = []
    for part in filter(None, re.split(r"[\s,;/]+", text)):
        count = int(part) if re.fullmatch(r"[0-9]{1,5}", part) else 0
        if count < FEWEST_PLAYERS or count in counts or len(counts) == MOST:
            raise RedrawCountError(part)
        counts.append(count)
    return tuple(sorted(counts, reverse=True))
