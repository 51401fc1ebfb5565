"""Hands as text: PHH files in and out, and the one-line form of logs and tests."""

from __future__ import annotations

from tables.engine.notation.fields import PhhError
from tables.engine.notation.line import format_line, parse_line
from tables.engine.notation.phh import RecordedHand, format_phh, join_phhs, read_hand, read_phh, split_phh

__all__ = [
    "PhhError",
    "RecordedHand",
    "format_line",
    "format_phh",
    "join_phhs",
    "parse_line",
    "read_hand",
    "read_phh",
    "split_phh",
]
