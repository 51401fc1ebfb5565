"""The stakes of one level of a published session, and levels made of them.

WSOP 2023, event 43 ($50,000 Poker Players Championship), in thousands: nine games, seven hands each.
"""

from dataclasses import replace

from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Level

NO_LIMIT = LevelGame(game="NT", small_blind=50, big_blind=100, ante=150, ante_kind="big_blind")
STUD = LevelGame(game="F7S", ante=50, ante_kind="classic", bring_in=50, small_bet=200, big_bet=400)
LIMIT = LevelGame(game="FT", small_blind=100, big_blind=200, small_bet=200, big_bet=400)
POT_LIMIT = LevelGame(game="PO", small_blind=50, big_blind=100, ante=100, ante_kind="big_blind")

NINE_GAMES = (
    NO_LIMIT,
    STUD,
    replace(LIMIT, game="FO/8"),
    replace(STUD, game="FR"),
    POT_LIMIT,
    LIMIT,
    replace(NO_LIMIT, game="N2L1D"),
    replace(LIMIT, game="F2L3D"),
    replace(STUD, game="F7S/8"),
)


def mixed(*games: LevelGame, hands: int = 7, minutes: int = 20) -> Level:
    return Level.mixed(games=games, hands_per_game=hands, duration_seconds=minutes * 60)


def raised(game: LevelGame, by: int = 2) -> LevelGame:
    """The game for `by` times its stakes."""
    return replace(game, **{field: by * amount for field, amount in game.amounts()})  # type: ignore[arg-type]  # amounts


PUBLISHED_LEVEL = mixed(*NINE_GAMES, minutes=120)
