"""A level as the interface writes it: what each of its games is played for."""

from __future__ import annotations

from typing import Literal

from ninja import Schema
from pydantic import Field

from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Level


class StakesOfGame(Schema):
    """What one game is played for, in chips; what it is not played for is 0."""

    game: str = Field(description="The code of the game: NT is no-limit hold’em")
    small_blind: int
    big_blind: int
    ante: int
    ante_kind: Literal["none", "classic", "big_blind", "button"] = Field(
        description="Who pays it: nobody, each player, the big blind or the button for the table"
    )
    small_bet: int
    big_bet: int
    bring_in: int
    min_bet: int


class StakesOfLevel(StakesOfGame):
    """A level; of a mixed one the stakes are those of its first game, and `games` has all of them."""

    games: list[StakesOfGame]
    hands_per_game: int = Field(description="Of a mixed level; 0: the dealer chooses, or there is one game")
    orbit_from: int = Field(
        description="With so many players at a table each game lasts an orbit there; 0: never"
    )


def stakes_of(level: Level) -> StakesOfLevel:
    first, *_others = games = [_of_game(each) for each in level.all_games]
    return StakesOfLevel(
        **first.dict(), games=games, hands_per_game=level.hands_per_game, orbit_from=level.orbit_from
    )


def stakes_or_none(level: Level | None) -> StakesOfLevel | None:
    return None if level is None else stakes_of(level)


def _of_game(game: LevelGame) -> StakesOfGame:
    return StakesOfGame(
        game=game.game,
        small_blind=game.small_blind,
        big_blind=game.big_blind,
        ante=game.ante,
        ante_kind=game.ante_kind_dealt,
        small_bet=game.small_bet,
        big_bet=game.big_bet,
        bring_in=game.bring_in,
        min_bet=game.min_bet,
    )
