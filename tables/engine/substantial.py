"""Substantial action: what has happened that can no longer be taken back (TDA 36, S-120)."""

from __future__ import annotations

from tables.engine.progress import Progress


def substantial_action(p: Progress) -> bool:
    """Whether this street's betting has seen it: two actions one of which put chips in, or any
    three; at home any two. Posted blinds never count. A bring-in does: completing was the choice
    (no source says).
    """
    if p.setup.rules.substantial_action == "any_two":
        return p.actions >= 2
    return p.actions >= 3 or (p.actions == 2 and p.chip_actions > 0)


def misdeal_refusal(p: Progress) -> str:
    """Why the hand can no longer be a misdeal, "" while it can (TDA 35-D)."""
    return "after substantial action the hand goes on" if p.street or substantial_action(p) else ""
