"""Substantial action: what has happened that can no longer be undone (TDA 36, S-120)."""

from __future__ import annotations

from tables.engine.games.house_rules import HouseRules
from tables.engine.play.progress import Progress


def substantial_action(p: Progress) -> bool:
    """Whether this street's betting has seen it. Posted blinds never count; a bring-in does:
    completing was the choice (no source says).
    """
    return is_substantial(p.setup.rules, p.actions, p.chip_actions)


def is_substantial(rules: HouseRules, actions: int, with_chips: int) -> bool:
    """Two actions one of which put chips in, or any three; at home any two."""
    if rules.substantial_action == "any_two":
        return actions >= 2
    return actions >= 3 or (actions == 2 and with_chips > 0)
