"""Hands as text: PHH files in and out, and the one-line form of logs and tests.

Open Hand History has modules of its own, `ohh_read` and `ohh_write`: so that only its users load JSON.
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
