"""Which game of a rotation is dealt next.

Theory of operation. A rotation is a circle of different games. A table's place in the circle is not stored;
it follows from what was played there. The last game continues until it has been played often enough in a row,
then the next of the circle follows; a table that has played none of them yet begins with the first. New
stakes, or another number of hands, therefore change nothing about the place, and a hand that is undone gives
its turn back too.

Games are codes of the catalogue; how they are played does not matter here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from tables.engine.errors import InvalidNotation


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotation:
    """Two or more different games in the order of play, `hands` of each in a row; None: by level.

    Raises InvalidNotation for fewer games, a game twice or no hands.
    """

    code: str
    name: str
    games: tuple[str, ...]
    hands: int | None = None

    def __post_init__(self) -> None:
        if len(self.games) < 2 or len(set(self.games)) < len(self.games):
            raise _bad("games", self.games, "two or more games, each once")
        if self.hands is not None and self.hands < 1:
            raise _bad("hands", self.hands, "a whole number from 1, or none")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTurn:
    """What is dealt next: `left` hands of `game`, that one included, and then `following`.

    `left` is None where the game lasts as long as its level.
    """

    game: str
    left: int | None
    following: str


def turn(rotation: Rotation, played: Sequence[str]) -> GameTurn:
    """Whose turn it is after the games `played`, oldest first: one for each hand of the table.

    Of a rotation by level it is one for each level before this one. Only the last run of one game
    is looked at, so the latest `rotation.hands` are enough.
    """
    games, length = rotation.games, rotation.hands or 1
    place, run = 0, 0
    if played and played[-1] in games:
        place = games.index(played[-1])
        run = sum(1 for _ in takewhile(lambda game: game == played[-1], reversed(played)))
    if run >= length:
        place, run = (place + 1) % len(games), 0
    return GameTurn(
        game=games[place],
        left=None if rotation.hands is None else length - run,
        following=games[(place + 1) % len(games)],
    )


def orbit_turn(rotation: Rotation, *, game: str, left: int, players: int) -> GameTurn:
    """The same where games last an orbit: `left` hands of `game` are to come, 0 once its orbit is over.

    The next game then has as many hands as `players`. A game that is not of the rotation gives its turn to the first.
    """
    games = rotation.games
    if game not in games:
        place, left = 0, players
    elif left:
        place = games.index(game)
    else:
        place, left = (games.index(game) + 1) % len(games), players
    return GameTurn(game=games[place], left=left, following=games[(place + 1) % len(games)])


HORSE: Final = Rotation(code="HORSE", name="HORSE", games=("FT", "FO/8", "FR", "F7S", "F7S/8"))
"""Hold'em, Omaha eight-or-better, razz, seven-card stud, stud eight-or-better (S-015)."""

EIGHT_GAME: Final = Rotation(
    code="8G",
    name="8-game mix",
    games=("F2L3D", "FT", "FO/8", "FR", "F7S", "F7S/8", "NT", "PO"),
    hands=6,
)

NINE_GAME: Final = Rotation(
    code="9G",
    name="9-game mix",
    games=("NT", "F7S", "FO/8", "FR", "PO", "FT", "N2L1D", "F2L3D", "F7S/8"),
    hands=7,
)
"""The order and the hands of the WSOP 2023 $50,000 Poker Players Championship, final table."""

ROTATIONS: Final = {rotation.code: rotation for rotation in (HORSE, EIGHT_GAME, NINE_GAME)}


def _bad(field: str, value: object, wanted: str) -> InvalidNotation:
    shown = repr(value)[:40]
    return InvalidNotation(
        f"{field} cannot be {shown}: {wanted}",
        "bad_rotation",
        {"field": field, "value": shown, "wanted": wanted},
    )
