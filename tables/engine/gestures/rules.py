"""The rules by which a gesture is read: one ordered table, RULES.

A row may only reread the gesture (the chips came before the words; "five" is 500): the search
continues below it. The first row that gives operations decides. Numbers refer to TDA 2024 and WSOP 2024;
S-... to docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from tables.engine.gestures.gesture import Declaration, Gesture, Operations, Situation
from tables.engine.play.operations import Fold

TINY: Final = 10
"""New chips worth no more than this part of what is due are for the floor: TDA 41 names no figure, and
gives a fiftieth as its example."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GestureRule:
    """A row: when it applies, and how it rereads the gesture, or which operations it gives.

    floor: the operations are choices of the floor. at_least: the player may still name more.
    """

    code: str
    sources: tuple[str, ...]
    when: Callable[[Situation], bool]
    reads: Callable[[Situation], Gesture] | None = None
    means: Callable[[Situation], Operations] = Situation.passive
    floor: bool = False
    at_least: bool = False


# --- What the rows ask.


def _said(*words: Declaration) -> Callable[[Situation], bool]:
    return lambda situation: situation.gesture.said in words


def _chips_only(situation: Situation) -> bool:
    return bool(situation.gesture.chips) and not situation.gesture.amount


def _nothing_named(situation: Situation) -> bool:
    return not situation.gesture.chips and not situation.gesture.amount


def _one_chip(situation: Situation) -> bool:
    return _chips_only(situation) and len(situation.counted) == 1


def _quiet_call(situation: Situation) -> bool:
    """Facing a bet with no raise declared: the chips or the number decide."""
    return situation.facing and not situation.says_raise


def _undercall(situation: Situation) -> bool:
    return _quiet_call(situation) and situation.heard < situation.call_to


def _wants_more(situation: Situation) -> bool:
    if situation.says_raise or situation.gesture.said in ("all_in", "pot"):
        return True
    return not _nothing_named(situation) and situation.heard > situation.call_to


def _is_unclear(situation: Situation) -> bool:
    """A number too small for any bet, which does not complete the call either (TDA 57)."""
    amount, least = situation.gesture.amount, situation.state.setup.stakes.big_blind
    if situation.gesture.said in ("all_in", "pot") or not 0 < amount < least:
        return False
    return situation.heard != situation.call_to and any(situation.lawful_units())


def _up_to_pot(situation: Situation) -> list[int]:
    return [amount for amount in situation.lawful_units() if amount <= situation.state.pot_total]


def _named(situation: Situation, amount: int) -> Gesture:
    return replace(situation.gesture, amount=amount)


# --- The table.

RULES: Final = (
    GestureRule(
        code="bound_out_of_turn",
        sources=("TDA 53-A", "TDA 58"),
        when=lambda s: s.bound is not None,
        means=Situation.as_declared,
    ),
    # Which of words and chips, and how much of them.
    GestureRule(
        code="chips_first",
        sources=("TDA 40-A",),
        when=lambda s: s.gesture.chips_first and bool(s.gesture.chips and s.gesture.said),
        reads=lambda s: replace(s.gesture, said="", amount=0, chips_first=False),
    ),
    GestureRule(
        code="raise_in_two_motions",
        sources=("TDA 42", "WSOP Live 174"),
        when=lambda s: s.completes_a_raise and s.state.setup.rules.raise_motions == "two",
        reads=lambda s: replace(s.gesture, chips=(*s.gesture.chips, *s.gesture.later), later=()),
    ),
    GestureRule(
        code="string_bet",
        sources=("TDA 42", "TDA 56", "S-023"),
        when=lambda s: (
            bool(s.gesture.later) and _chips_only(s) and s.gesture.said in ("", "call", "raise", "bet")
        ),
        reads=lambda s: s.gesture,
    ),
    # Words that name an action.
    GestureRule(
        code="fold_unfaced",
        sources=("TDA 58",),
        when=lambda s: s.gesture.said == "fold" and not s.facing,
        means=lambda s: (Fold(s.seat),),
    ),
    GestureRule(code="fold", sources=("TDA 50-A",), when=_said("fold"), means=lambda s: (Fold(s.seat),)),
    GestureRule(
        code="check_faced",
        sources=("TDA 55",),
        when=lambda s: s.gesture.said == "check" and s.facing,
        means=Situation.call_or_fold,
    ),
    GestureRule(code="check", sources=("TDA 3",), when=_said("check")),
    GestureRule(
        code="call_unfaced",
        sources=("TDA 55-A",),
        when=lambda s: s.gesture.said == "call" and not s.facing,
    ),
    GestureRule(code="call", sources=("TDA 41", "TDA 51-A", "S-023"), when=_said("call")),
    # Numbers said without their unit.
    GestureRule(
        code="unclear_amount",
        sources=("TDA 57",),
        when=lambda s: _is_unclear(s) and bool(_up_to_pot(s)),
        reads=lambda s: _named(s, max(_up_to_pot(s))),
    ),
    GestureRule(
        code="unit_left_out",
        sources=("TDA 57",),
        when=lambda s: _is_unclear(s) and 10 * s.gesture.amount < s.state.setup.stakes.big_blind,
        reads=lambda s: _named(s, min(s.lawful_units())),
    ),
    # What limits any bet or raise.
    GestureRule(
        code="beyond_stack",
        sources=("TDA 1",),
        when=lambda s: _chips_only(s) and s.out > s.total and s.gesture.said not in ("all_in", "pot"),
        means=lambda s: s.passive_or_raise(s.total),
        floor=True,
    ),
    GestureRule(
        code="all_in_call",
        sources=("TDA 41", "S-024"),
        when=lambda s: s.facing and s.total <= s.call_to and (_wants_more(s) or s.heard == s.call_to),
    ),
    GestureRule(
        code="raise_not_open",
        sources=("TDA 47", "TDA 48", "WSOP 96", "WSOP 100"),
        when=lambda s: not s.can_raise and _wants_more(s),
    ),
    GestureRule(
        code="all_in_above_limit",
        sources=("TDA 52-B",),
        when=lambda s: s.gesture.said == "all_in" and s.total > s.most,
        means=lambda s: s.to(s.most),
    ),
    GestureRule(code="all_in", sources=("TDA 43-A",), when=_said("all_in"), means=lambda s: s.to(s.total)),
    GestureRule(
        code="pot",
        sources=("TDA 54-A",),
        when=lambda s: s.gesture.said == "pot" and s.state.game.betting == "pot_limit",
        means=lambda s: s.to(s.most),
    ),
    GestureRule(
        code="pot_without_pot_limit",
        sources=("TDA 54-D",),
        when=_said("pot"),
        means=lambda s: s.to(s.out if s.gesture.chips else s.least),
        at_least=True,
    ),
    # Neither number nor chips.
    GestureRule(
        code="raise_unfaced",
        sources=("TDA 55-B",),
        when=lambda s: s.says_raise and not s.facing and _nothing_named(s),
        means=lambda s: s.to(s.least),
        at_least=True,
    ),
    GestureRule(
        code="raise_unnamed",
        sources=("TDA 43-A", "TDA 51-A"),
        when=lambda s: s.says_raise and _nothing_named(s),
        means=lambda s: s.to(s.least),
        at_least=True,
    ),
    GestureRule(
        code="bet_faced",
        sources=("TDA 57",),
        when=lambda s: s.gesture.said == "bet" and _nothing_named(s),
        means=lambda s: s.passive_or_raise(s.least),
        floor=True,
    ),
    GestureRule(
        code="pulled_in",
        sources=("TDA 46-B",),
        when=lambda s: _nothing_named(s) and s.facing and s.front < s.own,
        means=lambda s: s.passive_or_raise(s.least),
    ),
    GestureRule(code="nothing_done", sources=(), when=_nothing_named, means=lambda _s: ()),
    # A bet is faced and no raise was declared.
    GestureRule(
        code="prior_chips",
        sources=("TDA 46-C", "WSOP 98"),
        when=lambda s: _quiet_call(s) and _chips_only(s) and s.own > 0,
        reads=lambda s: s.gesture,
    ),
    GestureRule(
        code="tiny_chips",
        sources=("TDA 41",),
        when=lambda s: _undercall(s) and _chips_only(s) and sum(s.gesture.chips) * TINY <= s.call_to - s.own,
        means=Situation.call_or_fold,
        floor=True,
    ),
    GestureRule(
        code="undercall_heads_up",
        sources=("TDA 51-B",),
        when=lambda s: _undercall(s) and len(s.state.live) == 2,
    ),
    GestureRule(
        code="undercall_of_opening",
        sources=("TDA 51-B",),
        when=lambda s: _undercall(s) and s.faces_opening_bet,
    ),
    GestureRule(
        code="undercall", sources=("TDA 51-B",), when=_undercall, means=Situation.call_or_fold, floor=True
    ),
    GestureRule(
        code="exact_call",
        sources=("TDA 41",),
        when=lambda s: _quiet_call(s) and s.heard == s.call_to,
    ),
    GestureRule(
        code="overchip",
        sources=("TDA 44", "WSOP 97"),
        when=lambda s: _quiet_call(s) and _one_chip(s),
    ),
    GestureRule(
        code="every_chip_needed",
        sources=("TDA 45-A",),
        when=lambda s: _quiet_call(s) and _chips_only(s) and s.every_chip_is_needed,
    ),
    GestureRule(
        code="last_chips",
        sources=("TDA 43-A", "TDA 45-B"),
        when=lambda s: _quiet_call(s) and s.heard >= s.total,
        means=lambda s: s.to(s.total),
    ),
    GestureRule(
        code="less_than_half",
        sources=("TDA 43-A", "TDA 45-B"),
        when=lambda s: not s.says_raise and not s.opens and not s.is_half_a_raise,
    ),
    # It is a bet or a raise: how much.
    GestureRule(
        code="above_maximum",
        sources=("TDA 52-B",),
        when=lambda s: s.heard > s.most,
        means=lambda s: s.to(s.most),
    ),
    GestureRule(
        code="bet_below_minimum",
        sources=("TDA 52-A", "S-029"),
        when=lambda s: s.opens and s.heard < s.least,
        means=lambda s: s.to(s.least),
    ),
    GestureRule(
        code="raise_below_minimum",
        sources=("TDA 43-A",),
        when=lambda s: s.says_raise and s.heard < s.least,
        means=lambda s: s.to(s.least),
    ),
    GestureRule(
        code="raise_completed",
        sources=("TDA 43-A", "WSOP 95", "S-032"),
        when=lambda s: s.heard < s.least,
        means=lambda s: s.to(s.least),
    ),
    GestureRule(
        code="raise_with_overchip",
        sources=("TDA 44", "WSOP 97"),
        when=lambda s: s.says_raise and not s.opens and _one_chip(s),
        means=lambda s: s.to(s.heard),
    ),
    GestureRule(
        code="bet_of_overchip",
        sources=("TDA 44", "WSOP 97"),
        when=lambda s: s.opens and _one_chip(s),
        means=lambda s: s.to(s.heard),
    ),
    GestureRule(
        code="raise_to_total",
        sources=("TDA 43-B",),
        when=lambda s: s.says_raise and not s.opens,
        means=lambda s: s.to(s.heard),
    ),
    GestureRule(code="bet", sources=("TDA 40",), when=lambda s: s.opens, means=lambda s: s.to(s.heard)),
    GestureRule(
        code="raise_by_half_or_more",
        sources=("TDA 43-A", "TDA 45-B"),
        when=lambda _s: True,
        means=lambda s: s.to(s.heard),
    ),
)
"""The rows in the order in which they are asked."""

SOURCES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"no_betting": (), **{rule.code: rule.sources for rule in RULES}}
)
"""The numbers of the rules behind each code."""
