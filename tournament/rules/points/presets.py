"""Formulas ready to use, as leagues have published them, by the word that they are called by."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PRESETS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # A point for each player who is out before, and one for playing.
        "linear": "n - r + 1",
        "square_root": "10 * sqrt(n) / sqrt(r)",
        # PokerStars' tournament leaderboards.
        "pokerstars": "10 * sqrt(n) / sqrt(r) * (1 + log10(buyinFee + 0.25))",
        "table": "lswitch(r, 25, 18, 13, 9, 6, 4, 3, 2, 1)",
        # What the player has won of the prize pool, in hundredths.
        "share": "if(pot > 0, 100 * prizeWinnings / pot, 0)",
        # The World Series' leaderboard.
        "wsop": "log10(pot) / sqrt(r / n)",
    }
)
