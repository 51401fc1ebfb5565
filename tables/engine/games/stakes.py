"""Stakes: what a level demands of a hand, in chips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, cast, get_args

from tables.engine.validation import bad_setup, check_fields, whole

AnteKind = Literal["none", "classic", "big_blind", "button"]
ANTE_KINDS: Final = get_args(AnteKind)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What the level demands, in chips; chip is the smallest denomination in play.

    unit is what every amount that the chips can make is a multiple of (25 with chips of 25, 100 and
    500; 5 with chips of 10 and 25); 0: not known, and nothing is held against it.

    The ante is per player ("classic") or one for the table ("big_blind", "button"). Fixed limit
    needs small_bet and big_bet, spread limit takes them as the least and the greatest bet. bring_in
    is the first bet of stud. min_bet is the minimum bet where it is not the big blind: games of antes
    (the cip of Italian poker among them), short deck after the flop.
    """

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    ante_kind: AnteKind = "none"
    small_bet: int = 0
    big_bet: int = 0
    chip: int = 1
    bring_in: int = 0
    min_bet: int = 0
    unit: int = 0
    least_bet: int = field(init=False, compare=False, repr=False)
    """The least a bet may be."""

    def __post_init__(self) -> None:
        for name in _AMOUNTS:
            whole(getattr(self, name), name, at_least=0)
        whole(self.chip, "chip", at_least=1)
        if self.ante_kind not in ANTE_KINDS:
            raise bad_setup("ante_kind", self.ante_kind, "one of " + ", ".join(ANTE_KINDS))
        least_bet = self.min_bet or self.big_blind or self.small_bet
        object.__setattr__(self, "least_bet", least_bet)
        if not least_bet:
            raise bad_setup(
                "big_blind", 0, "a big blind, a min_bet or a small_bet says what the minimum bet is"
            )

    def rounded_up(self, amount: int) -> int:
        """The least amount from this one on that the chips can make; unit is known."""
        return -(-amount // self.unit) * self.unit

    def rounded_down(self, amount: int) -> int:
        """The greatest amount up to this one that the chips can make; unit is known."""
        return amount // self.unit * self.unit

    def to_dict(self) -> dict[str, object]:
        """JSON-safe; keys at their default are left out, the blinds never."""
        data: dict[str, object] = {"small_blind": self.small_blind, "big_blind": self.big_blind}
        if self.ante or self.ante_kind != "none":
            data |= {"ante": self.ante, "ante_kind": self.ante_kind}
        if self.small_bet or self.big_bet:
            data |= {"small_bet": self.small_bet, "big_bet": self.big_bet}
        if self.chip != 1:
            data["chip"] = self.chip
        return data | {
            name: amount for name in ("bring_in", "min_bet", "unit") if (amount := getattr(self, name))
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Stakes:
        """The inverse of to_dict; raises InvalidNotation naming the bad field."""
        check_fields(data, _FIELDS, required={"small_blind", "big_blind"})
        return cls(**cast("dict[str, Any]", data))


_FIELDS: Final = {each.name for each in fields(Stakes) if each.init}
_AMOUNTS: Final = (
    "small_blind", "big_blind", "ante", "small_bet", "big_bet", "bring_in", "min_bet", "unit",
)  # fmt: skip
