"""The rows of a structure: a level, of one game or of several, and a break."""

from dataclasses import dataclass
from typing import Final, Self, TypeAlias

from tournament.rules.structure.errors import (
    MAX_BREAK_SECONDS,
    MAX_CHIP_VALUES,
    MAX_CHIPS,
    MAX_LABEL_LENGTH,
    MAX_LEVEL_HANDS,
    MAX_LEVEL_SECONDS,
    StructureError,
    require_int,
    require_text,
)
from tournament.rules.structure.level_games import AMOUNTS, AnteKind, LevelGame, check_games, grouped

_STAKES: Final = ("game", "ante_kind", *AMOUNTS)

HANDS_AN_HOUR: Final = 25
"""What a table with a dealer plays, as long as nobody has measured this one."""


def planned_seconds(hands: int, *, hands_an_hour: int = HANDS_AN_HOUR) -> int:
    """About how long a level of so many hands takes: nothing ends by it, it is only what plans are made with."""
    return min(MAX_LEVEL_SECONDS, round(hands * 3600 / hands_an_hour))


@dataclass(frozen=True, slots=True)
class Lasts:
    """How long a row lasts: `seconds`, in a level by hands those it is planned with; else `hands` is 0."""

    seconds: int
    hands: int = 0


def lasting_hands(hands: int) -> Lasts:
    return Lasts(planned_seconds(hands), hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One level: the stakes in force for `duration_seconds`, or until every player has played `hands` hands.

    A level by hands (TDA RP-19) has no end of its own on the clock; its `duration_seconds` are `planned_seconds`.

    `game` is the code of the game dealt ("NT" no-limit hold'em); its stakes are those of
    `LevelGame`. A mixed level has two or more `games`, of which every table plays
    `hands_per_game` hands each in that order, for ever; with 0 the dealer chooses one of them
    before each hand. With `orbit_from` players or more at a table each game lasts an orbit there instead
    (0: never; APT 2025: from 4, then six hands of each). Its own game and stakes are those of the first
    (make it with `Level.mixed`).
    """

    small_blind: int
    big_blind: int
    ante: int = 0
    ante_kind: AnteKind = "none"
    duration_seconds: int
    game: str = "NT"
    small_bet: int = 0
    big_bet: int = 0
    bring_in: int = 0
    min_bet: int = 0
    games: tuple[LevelGame, ...] = ()
    hands_per_game: int = 0
    hands: int = 0
    orbit_from: int = 0

    def __post_init__(self) -> None:
        require_int(self.hands, field="hands", low=0, high=MAX_LEVEL_HANDS)
        require_int(self.duration_seconds, field="duration", low=1, high=MAX_LEVEL_SECONDS)
        check_games(self.games, hands_per_game=self.hands_per_game, orbit_from=self.orbit_from)
        own = self._own_stakes()
        if self.games and own != self.games[0]:
            raise StructureError(
                "the stakes of the level differ from those of its first game.",
                code="first_game_differs",
                field="games",
                cure="Use the first game’s stakes for the level.",
            )

    @classmethod
    def mixed(
        cls,
        *,
        games: tuple[LevelGame, ...],
        hands_per_game: int,
        duration_seconds: int,
        hands: int = 0,
        orbit_from: int = 0,
    ) -> Self:
        """A level of several games; of a single one it becomes a level of that game."""
        if not games:
            check_games(games, hands_per_game=hands_per_game)
        stakes = {name: getattr(games[0], name) for name in _STAKES}
        if len(games) == 1:
            return cls(duration_seconds=duration_seconds, hands=hands, **stakes)
        return cls(
            duration_seconds=duration_seconds,
            games=games,
            hands_per_game=hands_per_game,
            hands=hands,
            orbit_from=orbit_from,
            **stakes,
        )

    @property
    def is_mixed(self) -> bool:
        return bool(self.games)

    @property
    def is_by_hands(self) -> bool:
        return self.hands > 0

    @property
    def is_dealers_choice(self) -> bool:
        return self.is_mixed and self.hands_per_game == 0

    @property
    def is_by_orbit(self) -> bool:
        """Whether its games last an orbit, at tables with enough players."""
        return self.orbit_from > 0

    @property
    def all_games(self) -> tuple[LevelGame, ...]:
        """The games with their stakes: one, unless the level is mixed."""
        return self.games or (self._own_stakes(),)

    @property
    def grouped_games(self) -> tuple[tuple[tuple[str, ...], LevelGame], ...]:
        """The games that are played for the same, together: codes and stakes."""
        return grouped(self.all_games)

    @property
    def bets(self) -> tuple[tuple[int, int], ...]:
        """The bets or blinds of its games, each pair once."""
        pairs = [
            (game.small_bet, game.big_bet) if game.small_bet else (game.small_blind, game.big_blind)
            for game in self.all_games
        ]
        return tuple(dict.fromkeys(pair for pair in pairs if any(pair)))

    def stakes_of(self, game: str) -> LevelGame:
        """What `game` is played for in this level; KeyError if it is not played."""
        return {each.game: each for each in self.all_games}[game]

    def amounts(self) -> tuple[tuple[str, int], ...]:
        """The amounts players of its (first) game must be able to pay, by field name, zeros left out."""
        return self._own_stakes().amounts()

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form, read back by `period_from_dict`."""
        data: dict[str, object] = {
            "kind": "level",
            "small_blind": self.small_blind,
            "big_blind": self.big_blind,
            "ante": self.ante,
            "ante_kind": self.ante_kind,
            "duration_seconds": self.duration_seconds,
            "game": self.game,
            "small_bet": self.small_bet,
            "big_bet": self.big_bet,
        }
        data |= {name: getattr(self, name) for name in ("bring_in", "min_bet") if getattr(self, name)}
        if self.games:
            data["games"] = [game.to_dict() for game in self.games]
            data["hands_per_game"] = self.hands_per_game
        if self.orbit_from:
            data["orbit_from"] = self.orbit_from
        if self.hands:
            data["hands"] = self.hands
        return data

    def _own_stakes(self) -> LevelGame:
        return LevelGame(**{name: getattr(self, name) for name in _STAKES})


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """A break; `chips_removed` are the chip values coloured up during it."""

    duration_seconds: int
    chips_removed: tuple[int, ...] = ()
    label: str = ""

    def __post_init__(self) -> None:
        require_int(self.duration_seconds, field="duration", low=1, high=MAX_BREAK_SECONDS)
        if len(self.chips_removed) > MAX_CHIP_VALUES:
            raise StructureError(
                "%(count)s chip values are removed.",
                code="too_many_chip_values",
                field="chips_removed",
                cure="Remove at most %(high)s values in one break.",
                count=len(self.chips_removed),
                high=MAX_CHIP_VALUES,
            )
        for value in self.chips_removed:
            require_int(value, field="chips_removed", low=1, high=MAX_CHIPS)
        if len(set(self.chips_removed)) != len(self.chips_removed):
            raise StructureError(
                "the same chip value is removed twice.",
                code="chip_value_twice",
                field="chips_removed",
                cure="List each chip value once.",
            )
        require_text(self.label, field="label", low=0, high=MAX_LABEL_LENGTH)

    def to_dict(self) -> dict[str, object]:
        """JSON-safe form, read back by `period_from_dict`."""
        return {
            "kind": "break",
            "duration_seconds": self.duration_seconds,
            "chips_removed": list(self.chips_removed),
            "label": self.label,
        }


Period: TypeAlias = Level | Break
