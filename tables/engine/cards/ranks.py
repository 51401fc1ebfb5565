"""Ranks and suits by their letters."""

from __future__ import annotations

from typing import Final

RANKS: Final = "23456789TJQKA"
"""The lowest first."""

SUITS: Final = "cdhs"
"""Clubs, diamonds, hearts, spades: the lowest first where suits decide."""
