"""A finished event of another system, whatever file it was read from.

Money is an integer in minor units, two decimals whatever the currency, which no file but our own names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Final, Literal

from tournament.rules.past.errors import NOTES

PriceKind = Literal["buy_in", "rebuy", "add_on"]
# Of an event in its file.
LONGEST_ID: Final = 80
# Of a player, besides a name: kept out of every dict.
_KEPT_BACK: Final = "contact"


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierNote:
    """Something about an event that was read: `code` is one of NOTES, whose sentence `data` fills."""

    code: str
    data: Mapping[str, object] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """The English template, to be translated and then filled."""
        return NOTES[self.code]

    def __str__(self) -> str:
        return self.sentence % self.data if self.data else self.sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierPlayer:
    """One player of an event.

    place: the winner's is 1; 0 is unknown. spent: buy-ins, rebuys and add-ons with their fees. knock_outs: buy-ins of
    others that this player ended, each one whole even where several shared it. hits_adjustment: added to them by hand.
    knocked_out_by: who ended the last buy-in, as places in `EarlierEvent.players` counted from 0. points: as the file
    has them, None where it has none. points_adjustment: added by hand after a formula. contact: personal fields by
    their name in the file, empty unless they were asked for.
    """

    name: str
    nickname: str = ""
    place: int = 0
    prize: int = 0
    entries: int = 1
    rebuys: int = 0
    add_ons: int = 0
    spent: int = 0
    knock_outs: int = 0
    hits_adjustment: Decimal = Decimal(0)
    knocked_out_by: tuple[int, ...] = ()
    points: Decimal | None = None
    points_adjustment: Decimal = Decimal(0)
    contact: Mapping[str, str] = field(default_factory=dict, repr=False)

    def to_dict(self) -> dict[str, object]:
        """JSON-safe, without the personal fields."""
        values = {name: getattr(self, name) for name in self.__slots__ if name != _KEPT_BACK}
        points = None if self.points is None else str(self.points)
        return {
            **values,
            "knocked_out_by": list(self.knocked_out_by),
            "hits_adjustment": str(self.hits_adjustment),
            "points": points,
            "points_adjustment": str(self.points_adjustment),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierLevel:
    """A level or a break; chips in units. limits: of fixed-limit games, the small bet first."""

    duration_seconds: int
    is_break: bool = False
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    limits: tuple[int, ...] = ()
    game: str = ""

    def to_dict(self) -> dict[str, object]:
        """JSON-safe."""
        return {**{name: getattr(self, name) for name in self.__slots__}, "limits": list(self.limits)}


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierPrice:
    """What could be bought: `amount` is the whole price, of which `fee` does not go into the pool."""

    kind: PriceKind
    name: str
    amount: int
    fee: int = 0
    chips: int = 0

    def to_dict(self) -> dict[str, object]:
        """JSON-safe."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierBullet:
    """A buy-in with its times, in minutes since the first of its event: what a forecast learns from, without a name.

    out_minute, out_level: None of the winner's; out_level counts from 1, and is None where the file does not have it.
    more: rebuys and add-ons, as minute and chips.
    """

    minute: float
    chips: int
    out_minute: float | None = None
    out_level: int | None = None
    more: tuple[tuple[float, int], ...] = ()

    def to_list(self) -> list[object]:
        """JSON-safe, as files of finished events have an entry."""
        return [self.minute, self.chips, self.out_minute, self.out_level]


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierEvent:
    """One event.

    day: at the venue, None where the file does not say. began: aware, in the zone that the reader was given; None where
    the file has no time. pool: prize money after fees. prizes: of the places from the first on, as planned. hits:
    (knocked out, by whom) of each buy-in that ended by somebody, as places in `players` counted from 0, in the order of
    the players and of their buy-ins. chips: denominations. formula: of its points, as it stands in the file.
    bullets: buy-ins by their time, where the file has times for all of them. own_id: by which the file knows the event,
    however often it is saved; "" where it has none. field_entries, field_players: of the whole field, where the file
    says so beside those it names. currency: its code, "" where the file does not say it.
    """

    name: str
    players: tuple[EarlierPlayer, ...]
    own_id: str = ""
    field_entries: int = 0
    field_players: int = 0
    currency: str = ""
    league: str = ""
    season: str = ""
    day: date | None = None
    began: datetime | None = None
    game: str = ""
    pool: int = 0
    fees: int = 0
    prizes: tuple[int, ...] = ()
    hits: tuple[tuple[int, int], ...] = ()
    levels: tuple[EarlierLevel, ...] = ()
    chips: tuple[int, ...] = ()
    prices: tuple[EarlierPrice, ...] = ()
    formula: str = ""
    source: str = ""
    notes: tuple[EarlierNote, ...] = ()
    bullets: tuple[EarlierBullet, ...] = ()

    @property
    def entries(self) -> int:
        return max(self.field_entries, sum(player.entries for player in self.players))

    @property
    def people(self) -> int:
        """How many played."""
        return max(self.field_players, len(self.players))

    @property
    def paid(self) -> int:
        """What the players were paid."""
        return sum(player.prize for player in self.players)

    @property
    def difference(self) -> int:
        """What the pool has more than was paid."""
        return self.pool - self.paid

    def to_dict(self) -> dict[str, object]:
        """JSON-safe, without personal fields; sums are in it."""
        names = (
            "name",
            "league",
            "season",
            "game",
            "source",
            "pool",
            "fees",
            "entries",
            "paid",
            "difference",
        )
        return {
            **{name: getattr(self, name) for name in names},
            "day": self.day.isoformat() if self.day else None,
            "began": self.began.isoformat() if self.began else None,
            "players": [player.to_dict() for player in self.players],
            "prizes": list(self.prizes),
            "hits": [list(hit) for hit in self.hits],
            "levels": [level.to_dict() for level in self.levels],
            "chips": list(self.chips),
            "prices": [price.to_dict() for price in self.prices],
            "formula": self.formula,
            **self._course(),
            "notes": [{"code": note.code, "data": dict(note.data), "text": str(note)} for note in self.notes],
        }

    def _course(self) -> dict[str, object]:
        """The buy-ins, with what more was bought; nothing where their times are not known."""
        if not self.bullets:
            return {}
        return {
            "ent": [bullet.to_list() for bullet in self.bullets],
            "add": [list(bought) for bullet in self.bullets for bought in bullet.more],
        }
