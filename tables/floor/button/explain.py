"""What is unusual about a hand's button and blinds, in words a dealer uses."""

from __future__ import annotations

from tables.floor.button.positions import Positions
from tables.floor.reasons import Reason, reason
from tables.floor.rules import FloorRules


def explain_positions(
    positions: Positions, rules: FloorRules, *, has_blinds: bool = True
) -> tuple[Reason, ...]:
    """The reasons behind dead buttons and blinds, several blinds and players who wait; often none.

    Of a hand without a button only where the button rests. `has_blinds` is False for a game around a
    button in which nobody posts a small and a big blind: nothing is said of them.
    """
    if not positions.big_blinds:
        return (reason("button_rests", seat=positions.marker),)
    reasons = []
    if positions.button in positions.waiting:
        reasons.append(_dead_button("button_passes_over", positions))
    elif positions.is_dead_button:
        reasons.append(_dead_button("dead_button" if has_blinds else "dead_button_no_blinds", positions))
    if has_blinds:
        reasons += _blinds(positions, rules)
    shown = {positions.button, positions.small_blind_position}
    waits = "newcomer_waits" if rules.button_rule == "dead" else "newcomer_waits_walking"
    reasons += [reason(waits, seat=seat) for seat in sorted(positions.waiting - shown)]
    return tuple(reasons)


def is_unusual(positions: Positions) -> bool:
    """Whether there is anything to explain: for those who ask at every tap."""
    return (
        len(positions.big_blinds) != 1
        or positions.is_dead_button
        or positions.is_dead_small_blind
        or bool(positions.waiting)
        or bool(positions.again)
    )


def _blinds(positions: Positions, rules: FloorRules) -> list[Reason]:
    reasons = []
    if positions.is_dead_small_blind:
        reasons.append(_dead_small_blind(positions, rules))
    if len(positions.big_blinds) > 1:
        reasons.append(reason("several_big_blinds", count=len(positions.big_blinds)))
    return [*reasons, *(reason("big_blind_again", seat=seat) for seat in positions.again)]


def _dead_button(code: str, positions: Positions) -> Reason:
    return reason(code, seat=positions.button, last=positions.last_to_act)


def _dead_small_blind(positions: Positions, rules: FloorRules) -> Reason:
    if rules.button_rule == "moving":
        return reason("no_small_blind_due")
    seat = positions.small_blind_position
    return reason("small_blind_waits" if seat in positions.waiting else "dead_small_blind", seat=seat)
