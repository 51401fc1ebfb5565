"""The games of one level and what each is played for.

A level has one game, or several that follow each other at every table by a number of hands. Games
are the codes that the tables know ("NT", "F7S/8"); here only the letters of a code are read, to
know which amounts its players are asked for.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final, Literal, TypeAlias, get_args

from tournament.rules.structure.errors import (
    MAX_CHIPS,
    MAX_GAME_LENGTH,
    MAX_GAMES,
    MAX_HANDS_PER_GAME,
    MAX_ORBIT_FROM,
    StructureError,
    require_choice,
    require_int,
    require_text,
)

AnteKind: TypeAlias = Literal["none", "classic", "big_blind", "button"]
ANTE_KINDS: Final[tuple[AnteKind, ...]] = get_args(AnteKind)

AMOUNTS: Final = ("small_blind", "big_blind", "ante", "small_bet", "big_bet", "bring_in", "min_bet")
"""The fields of a game's stakes that are chips."""

StakesKind: TypeAlias = Literal[
    "blinds", "button_blind", "limit", "stud", "stud_no_limit", "antes", "antes_limit"
]

_STUD: Final = frozenset({"7S", "5S", "R"})  # behind the letter of the betting, in front of "/8"
_ANTES: Final = frozenset({"5DA", "5DJ", "5DP"})  # draw opened by an ante; "b" or "w" may follow for a joker
_WITH_BLINDS: Final[frozenset[StakesKind]] = frozenset({"blinds", "button_blind", "limit"})
_ASKED: Final[Mapping[StakesKind, tuple[str, ...]]] = {
    "blinds": ("small_blind", "big_blind", "ante", "ante_kind"),
    # Short deck as Triton plays it: one live blind, on the button.
    "button_blind": ("big_blind", "min_bet", "ante", "ante_kind"),
    "limit": ("small_blind", "big_blind", "small_bet", "big_bet", "ante", "ante_kind"),
    "stud": ("ante", "bring_in", "small_bet", "big_bet"),
    "stud_no_limit": ("ante", "bring_in", "min_bet"),
    "antes": ("ante", "min_bet"),
    "antes_limit": ("ante", "small_bet", "big_bet"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelGame:
    """One game of a level with its stakes; whatever it is not played for is 0.

    `ante` is one amount: paid by each player ("classic"), by the big blind or by the button for
    the table. `small_bet` and `big_bet` are the bets of fixed limit, `bring_in` what the first to
    act must post in stud, `min_bet` the minimum bet where no big blind says it.
    """

    game: str
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    ante_kind: AnteKind = "none"
    small_bet: int = 0
    big_bet: int = 0
    bring_in: int = 0
    min_bet: int = 0

    def __post_init__(self) -> None:
        for field in AMOUNTS:
            require_int(getattr(self, field), field=field, low=0, high=MAX_CHIPS)
        require_choice(self.ante_kind, field="ante_kind", choices=ANTE_KINDS)
        require_text(self.game, field="game", low=1, high=MAX_GAME_LENGTH)

    def amounts(self) -> tuple[tuple[str, int], ...]:
        """The amounts players must be able to pay, by field name, zeros left out."""
        return tuple((field, getattr(self, field)) for field in AMOUNTS if getattr(self, field))

    @property
    def least_bet(self) -> int:
        """What a bet is measured by: the small bet of fixed limit, else the minimum bet, else the big blind."""
        return self.small_bet or self.min_bet or self.big_blind

    @property
    def ante_kind_dealt(self) -> AnteKind:
        """Who pays the ante of a hand: where no blinds are posted nobody can pay it for the table, so each does."""
        return self.ante_kind if posts_blinds(self.game) or not self.ante else "classic"

    def is_played_for_the_same(self, other: "LevelGame") -> bool:
        """Whether only the games differ."""
        return self.ante_kind == other.ante_kind and self.amounts() == other.amounts()

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form without what is at its default, read back by `level_game_from_dict`."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value not in (0, "none")}


_FIELDS: Final = frozenset(LevelGame.__slots__)


def level_game_from_dict(data: object) -> LevelGame:
    """A game of a level from its JSON form; raises StructureError that names the field."""
    if not isinstance(data, Mapping) or "game" not in data:
        raise StructureError(
            "this is not a game with stakes.",
            code="not_a_game",
            field="games",
            cure="Choose a game and enter its stakes.",
        )
    for name in data:
        if name not in _FIELDS:
            raise StructureError(
                "a game does not have this field.",
                code="unknown_field",
                field=str(name)[:MAX_GAME_LENGTH],
                cure="Remove it.",
            )
    return LevelGame(**data)


def check_games(games: Sequence[LevelGame], *, hands_per_game: int, orbit_from: int = 0) -> None:
    """Raise StructureError unless there are no games at all, or two or more: a rotation, or with no
    number of hands the repertoire of dealer's choice (S-014). Orbits are for rotations, and for two players or more.
    """
    lowest = 2 if orbit_from else 0
    require_int(orbit_from, field="orbit_from", low=lowest, high=MAX_ORBIT_FROM if games else 0)
    if orbit_from and not hands_per_game:
        raise StructureError(
            "the dealer chooses the game, and it lasts an orbit.",
            code="orbit_and_choice",
            field="hands_per_game",
            cure="Say how many hands a game lasts with fewer players, or leave the orbits out.",
        )
    if not games:
        require_int(hands_per_game, field="hands_per_game", low=0, high=0)
        return
    require_int(hands_per_game, field="hands_per_game", low=0, high=MAX_HANDS_PER_GAME)
    if not 2 <= len(games) <= MAX_GAMES:
        raise StructureError(
            "there are %(count)s games in this level.",
            code="wrong_number_of_games",
            field="games",
            cure="Use 2 to %(high)s games, or a level with a single game.",
            count=len(games),
            high=MAX_GAMES,
        )
    codes = [game.game for game in games]
    if len(set(codes)) < len(codes):
        # Where a table stands in the rotation follows from the game it plays.
        raise StructureError(
            "the same game is in this level twice.",
            code="game_twice",
            field="games",
            cure="List each game once.",
        )


def stakes_kind(game: str) -> StakesKind:
    """What a game of this code is played for."""
    if game in ("IT", "XR"):
        return "antes"
    is_limit = game[:1] in ("F", "S")
    if game[1:].partition("/")[0] in _STUD:
        return "stud" if is_limit else "stud_no_limit"
    if game[1:4] in _ANTES:
        return "antes_limit" if is_limit else "antes"
    if game == "NS":
        return "button_blind"
    return "limit" if game[:1] == "F" else "blinds"


def posts_blinds(game: str) -> bool:
    """Whether blinds bring the first chips in; in stud and in draw with antes they are not posted."""
    return stakes_kind(game) in _WITH_BLINDS


def stakes_fields(game: str) -> tuple[str, ...]:
    """The fields of LevelGame that a director fills in for a game of this code, in order.

    Where the kind of ante is not asked, each player pays it.
    """
    return _ASKED[stakes_kind(game)]


def stakes_like(game: str, others: Sequence[LevelGame]) -> LevelGame:
    """A proposal for `game` beside the `others` of its level, 0 where they say nothing.

    Games of the same kind are played for the same. Otherwise the proportions are those of the
    WSOP Players Championship: the big blind of no and pot limit is half the small bet of fixed
    limit, ante and bring-in of stud a quarter of it.
    """
    kind = stakes_kind(game)
    for other in others:
        if stakes_kind(other.game) == kind:
            return replace(other, game=game)
    bet = _limit_bet(others)
    quarter, half = bet // 4, bet // 2
    proposed = {
        "small_blind": half if kind == "limit" else quarter,
        "big_blind": bet if kind == "limit" else half,
        "ante": {"limit": 0, "blinds": half, "button_blind": half}.get(kind, quarter),
        "small_bet": bet,
        "big_bet": min(2 * bet, MAX_CHIPS),
        "bring_in": quarter,
        "min_bet": half,
    }
    amounts = {name: proposed[name] for name in stakes_fields(game) if name in proposed}
    ante_kind: AnteKind = "big_blind" if kind == "blinds" else "classic"
    return LevelGame(game=game, ante_kind=ante_kind if amounts["ante"] else "none", **amounts)


def grouped(games: Iterable[LevelGame]) -> tuple[tuple[tuple[str, ...], LevelGame], ...]:
    """Games that are played for the same, together: their codes, and one of them for the stakes."""
    groups: list[tuple[list[str], LevelGame]] = []
    for game in games:
        known = next((codes for codes, first in groups if first.is_played_for_the_same(game)), None)
        if known is None:
            groups.append(([game.game], game))
        else:
            known.append(game.game)
    return tuple((tuple(codes), first) for codes, first in groups)


def _limit_bet(others: Sequence[LevelGame]) -> int:
    """The small bet of fixed limit that belongs to these stakes."""
    for other in others:
        if other.least_bet:
            return other.small_bet or min(2 * other.least_bet, MAX_CHIPS)
    return 0
