"""For how many a game's deck suffices, whatever a book or the house says: the bound of the deal itself."""

from __future__ import annotations

from tables.engine import GAMES
from tournament.rules.structure.game_sizes import MOST_AT_A_TABLE


def most_dealt(game: str) -> int:
    """Burns counted; no more than a table has seats. Those who seat players ask `game_sizes.most_players`."""
    return min(GAMES[game].most_players, MOST_AT_A_TABLE)
