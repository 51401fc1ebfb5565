"""What a director asks for when a structure is made, and how it is refused."""

from dataclasses import dataclass
from math import gcd
from typing import Final

from tournament.rules.structure.errors import (
    MAX_CHIPS,
    MAX_ORBIT_FROM,
    MAX_PERIODS,
    StructureError,
    require_int,
)
from tournament.rules.structure.level_games import AnteKind

MOST_PLAYERS: Final = 20_000
MOST_STACK: Final = 100_000_000
SHORTEST_SECONDS: Final = 30 * 60
LONGEST_SECONDS: Final = 7 * 24 * 3600
# Play that starts with fewer big blinds gives a remark in the check; with more than the last nobody has to play a hand.
LEAST_DEPTH: Final = 20
MOST_DEPTH: Final = 1_000
LEVEL_MINUTES: Final = (10, 12, 15, 20, 25, 30, 40, 60)
# The check remarks on more than four hours of play without a break.
LONGEST_PLAY_SECONDS: Final = 4 * 3600
LONGEST_BREAK_SECONDS: Final = 3 * 3600
SHORTEST_LEVEL_SECONDS: Final = 60
SHORTEST_PLAY_SECONDS: Final = 10 * 60
SHORTEST_BREAK_SECONDS: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureWishes:
    """What a structure is made from; raises StructureError that names the field.

    - `fewest_players`, `most_players`: who is expected; the sheet is made for the middle.
    - `stack`: what a player starts with; `rebuys`: stacks expected on top (rebuys, re-entries, add-ons); `chips`: all
      that is in play where that is known, 0 where it follows from both.
    - `chip_values`: the chip set, each value once.
    - `seconds`: from the first hand to the last, breaks included.
    - `level_seconds`: of each level; 0 chooses one of LEVEL_MINUTES.
    - `break_every`: seconds of play between breaks, 0 for none; `break_seconds` of each break.
    - `ante_kind` from level `ante_from` on.
    - `games`: codes; several are a rotation of `hands_per_game` hands each (0: dealer’s choice), or of an orbit each at
      tables of `orbit_from` players or more (0: never).
    - `depth`: big blinds at the start; 0 chooses.
    """

    fewest_players: int
    most_players: int
    stack: int
    chip_values: tuple[int, ...]
    seconds: int
    rebuys: int = 0
    level_seconds: int = 0
    break_every: int = 80 * 60
    break_seconds: int = 10 * 60
    ante_kind: AnteKind = "big_blind"
    ante_from: int = 5
    games: tuple[str, ...] = ("NT",)
    hands_per_game: int = 8
    orbit_from: int = 0
    depth: int = 0
    chips: int = 0

    def __post_init__(self) -> None:
        require_int(self.fewest_players, field="players", low=2, high=MOST_PLAYERS)
        require_int(self.most_players, field="players", low=self.fewest_players, high=MOST_PLAYERS)
        require_int(self.stack, field="stack", low=1, high=MOST_STACK)
        require_int(self.rebuys, field="rebuys", low=0, high=10 * MOST_PLAYERS)
        require_int(self.chips, field="chips", low=0, high=MAX_CHIPS)
        require_int(self.orbit_from, field="games", low=0, high=MAX_ORBIT_FROM)
        require_int(self.seconds, field="duration", low=SHORTEST_SECONDS, high=LONGEST_SECONDS)
        if self.level_seconds:
            require_int(
                self.level_seconds, field="level", low=SHORTEST_LEVEL_SECONDS, high=LONGEST_PLAY_SECONDS
            )
            self._check_levels()
        if self.break_every:
            require_int(
                self.break_every, field="breaks", low=SHORTEST_PLAY_SECONDS, high=LONGEST_PLAY_SECONDS
            )
            require_int(
                self.break_seconds, field="break", low=SHORTEST_BREAK_SECONDS, high=LONGEST_BREAK_SECONDS
            )
        require_int(self.ante_from, field="ante", low=1, high=200)
        if self.depth:
            require_int(self.depth, field="depth", low=LEAST_DEPTH, high=MOST_DEPTH)
        self._check_chips()
        self._check_in_play()
        self._check_games()

    @property
    def players(self) -> int:
        """For whom the sheet is made."""
        return (self.fewest_players + self.most_players + 1) // 2

    def chips_in_play(self, players: int) -> int:
        """What so many players and the rebuys expected of them bring; rebuys go with the players."""
        return self.chips or self.stack * players + self.stack * self.rebuys * players // self.players

    def _check_levels(self) -> None:
        if self.seconds > MAX_PERIODS * self.level_seconds:
            raise StructureError(
                "so many levels are more than a structure has.",
                code="too_many_levels",
                field="level",
                cure="Enter at least %(minutes)s minutes.",
                minutes=-(-self.seconds // MAX_PERIODS // 60),
            )

    def _check_chips(self) -> None:
        if not self.chip_values:
            raise StructureError(
                "there are no chips.", code="no_chips", field="chips", cure="Enter chip values."
            )
        for value in self.chip_values:
            require_int(value, field="chips", low=1, high=MOST_STACK)
        unit = gcd(*self.chip_values)
        if self.stack % unit:
            raise StructureError(
                "a stack of %(stack)s cannot be made with these chips.",
                code="stack_not_payable",
                field="stack",
                cure="Enter a multiple of %(unit)s.",
                stack=self.stack,
                unit=unit,
            )
        least = 2 * LEAST_DEPTH * min(self.chip_values)
        if self.stack < least:
            raise StructureError(
                "a stack of %(stack)s has too few of the smallest chip.",
                code="stack_too_small",
                field="stack",
                cure="Enter at least %(least)s, or smaller chips.",
                stack=self.stack,
                least=least,
            )

    def _check_in_play(self) -> None:
        """Blinds rise to a part of all chips, and no amount of a structure may be above MAX_CHIPS."""
        if self.chips_in_play(self.most_players) <= MAX_CHIPS:
            return
        field, cure = (
            ("rebuys", "Enter fewer stacks on top, or a smaller stack.")
            if self.stack * self.most_players <= MAX_CHIPS
            else ("stack", "Enter a smaller stack, or fewer players.")
        )
        raise StructureError(
            "this would be more chips in play than %(high)s.",
            code="too_many_chips",
            field=field,
            cure=cure,
            high=MAX_CHIPS,
        )

    def _check_games(self) -> None:
        if not self.games:
            raise StructureError("there is no game.", code="no_game", field="games", cure="Choose a game.")
        if len(set(self.games)) != len(self.games):
            raise StructureError(
                "a game stands twice.", code="game_twice", field="games", cure="List each game once."
            )
