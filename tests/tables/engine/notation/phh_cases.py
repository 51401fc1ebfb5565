"""PHH texts for tests: a small one with fields to replace."""

from __future__ import annotations

from tables.engine.notation import RecordedHand, read_phh


def phh(**fields: object) -> str:
    """A three-handed no-limit hand as a PHH text, with some fields replaced, or left out by None."""
    values: dict[str, object] = {
        "variant": '"NT"',
        "antes": "[0, 0, 0]",
        "blinds_or_straddles": "[1, 2, 0]",
        "min_bet": "2",
        "starting_stacks": "[200, 200, 200]",
        "actions": '["p3 f", "p1 cc", "p2 cc"]',
    }
    values |= fields
    return "\n".join(f"{name} = {value}" for name, value in values.items() if value is not None)


def read(**fields: object) -> RecordedHand:
    [hand] = read_phh(phh(**fields))
    return hand
