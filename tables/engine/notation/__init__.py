"""Hands as text: PHH files in and out, and the one-line form of logs and tests.

Open Hand History (`ohh`) and sessions of PokerGFX (`gfx`) are rooms of their own. It has more modules because what
several formats share, the JSON, the actions, the fields of ours, stands beside them once.
"""

from __future__ import annotations

from tables.engine.notation.fields import PhhError
from tables.engine.notation.line import format_line, parse_line
from tables.engine.notation.phh.hands import format_phh, join_phhs, read_hand, read_hands, read_phh
from tables.engine.notation.recorded_hand import RecordedHand

__all__ = [
    "PhhError",
    "RecordedHand",
    "format_line",
    "format_phh",
    "join_phhs",
    "parse_line",
    "read_hand",
    "read_hands",
    "read_phh",
]
