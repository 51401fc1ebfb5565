"""Mixed levels of games that need no more than a board, and hands that are over at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tables import engine
from tables.models import Hand
from tests.factories import NOW
from tests.factories.felt import Felt, make_felt
from tests.tournament.rules.mixed import raised
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure

NO_LIMIT = LevelGame(game="NT", small_blind=25, big_blind=50, ante=75, ante_kind="big_blind")
POT_LIMIT = LevelGame(game="PO", small_blind=25, big_blind=50)
LIMIT = LevelGame(game="FT", small_blind=50, big_blind=100, small_bet=100, big_bet=200)
STUD = LevelGame(game="F7S", ante=25, ante_kind="classic", bring_in=25, small_bet=100, big_bet=200)
# A level of nothing but stud.
STUD_LEVEL = Level(
    small_blind=0,
    big_blind=0,
    ante=25,
    ante_kind="classic",
    bring_in=50,
    small_bet=100,
    big_bet=200,
    duration_seconds=1200,
    game="F7S",
)


def mixed(*games: LevelGame, hands: int = 2) -> Level:
    return Level.mixed(games=games, hands_per_game=hands, duration_seconds=1200)


def sheet(*periods: Level | Break) -> Structure:
    return Structure(periods=periods)


def mixed_felt(*periods: Level | Break, players: int = 3, stack: int = 10_000) -> Felt:
    """A table of a tournament with these levels; without any, two of three games, two hands each.

    Late registration ends with the last level but one.
    """
    games = (NO_LIMIT, POT_LIMIT, LIMIT)
    structure = sheet(*(periods or (mixed(*games), mixed(*(raised(game) for game in games)))))
    last = structure.level_count - 1
    return make_felt(*[stack] * players, structure=structure, late_registration_level=last)


def fold_out(felt: Felt, *, now: datetime = NOW) -> Hand:
    """Deal a hand that everybody folds to the last player."""
    hand = felt.deal(now=now)
    state = engine.replay(hand.setup, [])
    while not state.is_complete:
        state = felt.play(f"f{state.actor}", now=now)
    return hand


def games_of(hands: Sequence[Hand]) -> list[str]:
    return [hand.game for hand in hands]
