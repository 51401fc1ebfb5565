"""In which order a house fills the seats of its tables, as a director writes it: "1 3 5 7 9 2 4 6 8"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

LAST_SEAT: Final = 10


class SeatOrderError(ValueError):
    """One part of the list that names none of the seats, or one twice: `typed` is that part."""

    def __init__(self, typed: str) -> None:
        super().__init__(f"no seat: {typed}")
        self.typed = typed


def read_seat_order(text: str) -> tuple[int, ...]:
    """The seats in their order. Raises SeatOrderError."""
    order: list[int] = []
    for part in filter(None, re.split(r"[\s,;]+", text)):
        seat = int(part) if re.fullmatch(r"[0-9]{1,2}", part) else 0
        if not 1 <= seat <= LAST_SEAT or seat in order:
            raise SeatOrderError(part)
        order.append(seat)
    return tuple(order)


def in_fill_order(seats: Iterable[int], order: Sequence[int]) -> list[int]:
    """The seats as they are filled: those of the order first, the others by number."""
    places = {seat: place for place, seat in enumerate(order)}
    return sorted(seats, key=lambda seat: (places.get(seat, len(places)), seat))
