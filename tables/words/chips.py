"""Chips that came or went, in words."""

from __future__ import annotations

from tournament.words.writer import Writer


def signed(chips: int, writer: Writer) -> str:
    """A difference of chips: "+50", "−25", "0"."""
    return f"+{writer.chips(chips)}" if chips > 0 else writer.chips(chips)
