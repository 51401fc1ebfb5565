"""House rules of one hand: the keys on which the rule books disagree, and who answers what.

A profile is one value; a tournament picks one and may replace single keys. The whole value is
stored with each hand, so that an old hand replays under the rules it was played by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final, Literal, cast, get_args

from tables.engine.errors import InvalidNotation

ShortOpenRaise = Literal["rrp", "figp"]
LimitHeadsUp = Literal["last_two", "round_begins", "becomes", "never"]
LimitUnderHalf = Literal["complete", "call_only"]
BigBlindAnteOrder = Literal["blind_first", "ante_first"]
OddIdentical = Literal["even", "literal"]
SidePotOrder = Literal["newest_first", "main_first"]
SeeHands = Literal["tda", "any_dealt_in"]
SubstantialAction = Literal["tda", "any_two"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """What holds at this table where rule books differ (rules.md, section 6).

    short_open_raise
        No and pot limit, after an opening all-in below the minimum bet: "rrp" the raise adds at
        least the minimum bet (20 of 100 → 120), "figp" it makes at least twice the minimum (200).
    limit_cap
        Raises allowed after the bet in fixed limit (the big blind is the bet); 0 = no cap.
    limit_heads_up_uncapped
        When the cap falls away: "last_two" only when two players are left in the event (TDA 48),
        "round_begins" a betting round that begins with two players who can bet (S1, WL127),
        "becomes" the pot is heads-up before the cap is reached (RRP), "never".
    limit_under_half
        Fixed limit, after an all-in of less than half a bet: who has not acted may "complete" the
        bet (RRP, WL129), or "call_only" (S1).
    bba_order
        A stack too short for big blind and big-blind ante pays the "blind_first" (TDA RP-11 of
        2024) or the "ante_first" (2019).
    odd_identical
        Both halves of a split pot won by the same hands: "even" over the whole pot (W73) or
        "literal" half by half (TDA 20).
    side_pot_order
        Which pot is shown for and paid first: "newest_first" (TDA) or "main_first".
    see_hands
        Who may ask to see a called hand: a caller of the river bet, the last aggressor's ("tda",
        rule 18), or "any_dealt_in" player any hand (S0).
    substantial_action
        "tda" rule 36: two actions one of which puts chips in, or any three; "any_two" (S0).
    all_in_tabled
        Whether TDA 16 holds: with a player all-in and the betting over nobody may muck. Off for
        records of hands that were played otherwise.
    """

    short_open_raise: ShortOpenRaise = "rrp"
    limit_cap: int = 4
    limit_heads_up_uncapped: LimitHeadsUp = "last_two"
    limit_under_half: LimitUnderHalf = "complete"
    bba_order: BigBlindAnteOrder = "blind_first"
    odd_identical: OddIdentical = "even"
    side_pot_order: SidePotOrder = "newest_first"
    see_hands: SeeHands = "tda"
    substantial_action: SubstantialAction = "tda"
    all_in_tabled: bool = True

    def to_dict(self) -> dict[str, object]:
        """Every key and its value, ready for JSON."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> HouseRules:
        """The inverse of to_dict; a key left out has its default.

        Raises InvalidNotation for an unknown key or value, naming both and what would be right.
        """
        for key, value in data.items():
            _check_key(key, value)
        return cls(**cast("dict[str, Any]", data))


CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "short_open_raise": get_args(ShortOpenRaise),
        "limit_heads_up_uncapped": get_args(LimitHeadsUp),
        "limit_under_half": get_args(LimitUnderHalf),
        "bba_order": get_args(BigBlindAnteOrder),
        "odd_identical": get_args(OddIdentical),
        "side_pot_order": get_args(SidePotOrder),
        "see_hands": get_args(SeeHands),
        "substantial_action": get_args(SubstantialAction),
    }
)
"""The lawful values of each key that is a choice of words, the first being the default."""


def _check_key(key: str, value: object) -> None:
    if key in CHOICES:
        right, wanted = value in CHOICES[key], "one of " + ", ".join(CHOICES[key])
    elif key == "limit_cap":
        right, wanted = type(value) is int and value >= 0, "a whole number from 0 (no cap)"
    elif key == "all_in_tabled":
        right, wanted = type(value) is bool, "true or false"
    else:
        raise InvalidNotation(f"unknown house rule “{key}”", "unknown_house_rule", {"key": key})
    if not right:
        raise InvalidNotation(
            f"house rule “{key}” cannot be {value!r}: {wanted}",
            "bad_house_rule",
            {"key": key, "value": repr(value), "wanted": wanted},
        )


HOUSE_RULES: Final[Mapping[str, HouseRules]] = MappingProxyType(
    {
        "tda2024": HouseRules(),
        "wsop2024": HouseRules(),
        "figp": HouseRules(
            short_open_raise="figp",
            limit_cap=3,
            limit_heads_up_uncapped="round_begins",
            limit_under_half="call_only",
        ),
        "home": HouseRules(
            limit_cap=3,
            limit_heads_up_uncapped="becomes",
            see_hands="any_dealt_in",
            substantial_action="any_two",
        ),
        "italian": HouseRules(
            limit_cap=3,
            limit_heads_up_uncapped="becomes",
            see_hands="any_dealt_in",
            substantial_action="any_two",
        ),
        "draw_room": HouseRules(limit_cap=3, limit_heads_up_uncapped="round_begins"),
    }
)
"""The profiles of design.md 7. Where a profile's own source is silent the TDA's answer holds."""
