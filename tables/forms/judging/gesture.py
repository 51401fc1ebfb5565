"""What a player said and which chips moved, as somebody at the table tells it: chips are tapped one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from tables.engine.gestures.gesture import Declaration, Gesture

SAID: Final[tuple[Declaration, ...]] = get_args(Declaration)
LARGEST_AMOUNT: Final = 10**12
MOST_CHIPS: Final = 40

Pile = Literal["chips", "later", "front"]
PILES: Final[tuple[Pile, ...]] = get_args(Pile)


@dataclass(frozen=True, slots=True, kw_only=True)
class GestureFields:
    """The fields of the form. `pile` is where tapped chips go: put in now, added by a further motion, or there from
    before. `front`: "" all of the earlier bet still lies there, "pulled" the player took it back, "left" what of it
    is listed."""

    seat: int
    said: Declaration
    amount: int
    chips: tuple[int, ...]
    later: tuple[int, ...]
    front: tuple[int, ...]
    is_pulled: bool
    chips_first: bool
    pile: Pile

    @property
    def is_told(self) -> bool:
        """Whether anything was said or done yet."""
        return bool(self.said or self.amount or self.chips or self.later or self.front or self.is_pulled)

    @property
    def gesture(self) -> Gesture:
        in_front: tuple[int, ...] | None = self.front or None
        return Gesture(
            # A number alone is an amount; a number after a word that takes none is not heard.
            said="amount" if self.amount and not self.said else self.said,
            amount=self.amount,
            chips=self.chips,
            in_front=() if self.is_pulled else in_front,
            chips_first=self.chips_first,
            later=self.later,
        )

    def pile_of(self, name: Pile) -> tuple[int, ...]:
        return {"chips": self.chips, "later": self.later, "front": self.front}[name]


def read_gesture_fields(data: Mapping[str, str], *, seat: int) -> GestureFields:
    """The fields as they were filled, after the tap that they may end with: `add` puts a chip on the pile, `back`
    takes the last one away. What makes no sense is left out: nothing is recorded by it. `seat` is the one whose turn
    it is, unless another was chosen."""
    said = data.get("said", "")
    pile: Pile = next((each for each in PILES if each == data.get("pile")), "chips")
    piles = {name: _chips(data.get(name, "")) for name in PILES}
    if chip := _number(data.get("add", "")):
        piles[pile] = (*piles[pile], chip)[:MOST_CHIPS]
    elif data.get("back"):
        piles[pile] = piles[pile][:-1]
    return GestureFields(
        seat=_number(data.get("seat", "")) or seat,
        said=next((word for word in SAID if word == said), ""),
        amount=_number(data.get("amount", "")),
        chips=piles["chips"],
        later=piles["later"],
        front=piles["front"],
        is_pulled=bool(data.get("pulled")),
        chips_first=bool(data.get("first")),
        pile=pile,
    )


def _number(typed: str) -> int:
    """A number of chips as it was typed, 0 for anything else."""
    digits = "".join(each for each in typed if each not in " .,'’")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > len(str(LARGEST_AMOUNT)):
        return 0
    return min(int(digits), LARGEST_AMOUNT)


def _chips(listed: str) -> tuple[int, ...]:
    chips = [_number(each) for each in listed.split("-")]
    return tuple(chip for chip in chips if chip)[:MOST_CHIPS]
