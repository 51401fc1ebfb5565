"""Who has the button and the blinds in one hand: a value that is stored with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tables.floor.errors import FloorError


@dataclass(frozen=True, slots=True, kw_only=True)
class Positions:
    """The positions of one hand, and all that the next hand needs to know of it.

    `button` and `small_blind_position` may be empty seats; the others are players' seats.
    `small_blinds` is empty when the small blind is dead; only a moving button has several posters
    of either blind. In a hand without a button both are empty. `dealt` is in dealing order.
    `first_to_act` is before the flop, `last_to_act` after it. `waiting` are players with chips who
    get no cards in this hand. `marker` is where the disc lies. `owing` lists, for a moving button,
    the seats that still owe a small blind after this hand, once for each they owe; `again` are
    those who post the big blind though they posted it in the hand before.
    """

    button: int
    small_blind_position: int
    big_blind_position: int
    small_blinds: tuple[int, ...]
    big_blinds: tuple[int, ...]
    dealt: tuple[int, ...]
    waiting: frozenset[int]
    first_to_act: int
    last_to_act: int
    marker: int
    owing: tuple[int, ...] = ()
    again: tuple[int, ...] = ()

    @property
    def is_heads_up(self) -> bool:
        """Whether the button is also the small blind: two players are dealt in."""
        return self.button == self.small_blind_position

    @property
    def is_dead_button(self) -> bool:
        """Whether nobody who is dealt in has the button."""
        return self.button not in self.dealt

    @property
    def is_dead_small_blind(self) -> bool:
        """Whether nobody posts a small blind."""
        return not self.small_blinds

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form for storage."""
        return {
            "button": self.button,
            "small_blind_position": self.small_blind_position,
            "big_blind_position": self.big_blind_position,
            "small_blinds": list(self.small_blinds),
            "big_blinds": list(self.big_blinds),
            "dealt": list(self.dealt),
            "waiting": sorted(self.waiting),
            "first_to_act": self.first_to_act,
            "last_to_act": self.last_to_act,
            "marker": self.marker,
            "owing": list(self.owing),
            "again": list(self.again),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> Positions:
        """The positions of a stored form; raises FloorError when it is not one."""
        try:
            return cls(
                button=_seat(values["button"]),
                small_blind_position=_seat(values["small_blind_position"]),
                big_blind_position=_seat(values["big_blind_position"]),
                small_blinds=_seats(values["small_blinds"]),
                big_blinds=_seats(values["big_blinds"]),
                dealt=_seats(values["dealt"]),
                waiting=frozenset(_seats(values["waiting"])),
                first_to_act=_seat(values["first_to_act"]),
                last_to_act=_seat(values["last_to_act"]),
                marker=_seat(values["marker"]),
                owing=_seats(values["owing"]),
                # Hands stored before this was kept have none.
                again=_seats(values.get("again", ())),
            )
        except (KeyError, TypeError) as error:
            raise FloorError(
                "These are not the positions of a hand.",
                code="bad_positions",
                params={"detail": repr(error)},
            ) from error


def _seat(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(value)
    return value


def _seats(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError(value)
    return tuple(_seat(seat) for seat in value)
