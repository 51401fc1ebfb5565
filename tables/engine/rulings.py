"""Irregularities as data: which rulings there are, by which rule, who decides, what they need.

What a ruling does is in ruling_effects.py, the words for people are outside of the engine. A ruling
is recorded like an action and undone like one; free words about it belong to the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

By = Literal["dealer", "floor"]
Need = Literal["seat", "amount", "cards", "inner"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingKind:
    """One irregularity. rules: its sources and numbers. by: who may decide it; what needs the floor
    is refused until the floor has confirmed it. needs: the fields without which it says nothing.
    """

    kind: str
    rules: tuple[str, ...]
    by: By
    needs: frozenset[Need] = frozenset()


def _kind(kind: str, *rules: str, by: By, needs: str = "") -> RulingKind:
    names: Mapping[str, Need] = {"s": "seat", "a": "amount", "c": "cards", "o": "inner"}
    return RulingKind(kind=kind, rules=rules, by=by, needs=frozenset([names[each] for each in needs]))


RULINGS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        each.kind: each
        for each in (
            # Action
            _kind("out_of_turn", "TDA 53-A", "TDA 58", "W90", "S-038", by="dealer", needs="so"),
            _kind("skipped", "TDA 53-B", by="floor", needs="s"),
            _kind("string_bet", "TDA 42", "TDA 56", "S-023", by="dealer", needs="so"),
            _kind("short_raise", "TDA 43", "W95", "S-032", by="dealer", needs="so"),
            _kind("undercall", "TDA 51", by="dealer", needs="so"),
            _kind("accepted_action", "TDA 49", by="dealer", needs="s"),
            _kind("accepted_raise", "TDA 52", by="floor", needs="sa"),
            _kind("corrected_bet", "TDA 52-A", "TDA 52-B", by="floor", needs="sa"),
            _kind("returned_bet", "TDA 1", by="floor", needs="sa"),
            _kind("chips_behind", "TDA 62", by="floor", needs="sa"),
            _kind("chips_behind_to", "TDA 62", by="floor", needs="s"),
            # The deal
            _kind("misdeal", "TDA 35", "W88", "S-121", by="floor"),
            _kind("fouled_deck", "TDA 35-D", by="floor"),
            _kind("exposed_card", "TDA 35-A", "TDA RP-10", "S-124", by="dealer", needs="c"),
            _kind("wrong_cards", "TDA 35-A", "TDA 37", "W88", "S-123", by="floor", needs="sa"),
            _kind("premature_board", "TDA RP-5", "W90", by="floor", needs="c"),
            _kind("four_card_flop", "TDA 39-A", by="floor"),
            _kind("no_burn", "TDA 39-B", by="floor"),
            _kind("boxed_card", "TDA 35-A", by="dealer"),
            _kind("stub_count", "TDA RP-10H", by="dealer", needs="a"),
            # The hand
            _kind("dead_hand", "TDA 35", "TDA 66", "W108", "S-107", "S-108", "S-123", by="floor", needs="s"),
            _kind("retrieved", "TDA 14", "TDA 15", "TDA 65", by="floor", needs="s"),
            _kind("asked_to_see", "TDA 18-B", "S-102", by="dealer", needs="sa"),
            _kind("declared_hand", "S-047", by="dealer", needs="sc"),
            _kind("false_opening", "S-064", by="floor", needs="s"),
        )
    }
)
"""By kind. "seat" is whom it concerns; the asker's seat is the "amount" of asked_to_see."""
