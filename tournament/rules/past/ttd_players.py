"""The players of a file of The Tournament Director: who they are, what they bought, how each buy-in ended."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, TypeAlias

from tournament.rules.past.errors import PastFileError
from tournament.rules.past.events import PriceKind
from tournament.rules.past.literal import Value
from tournament.rules.past.ttd_setup import rake_of
from tournament.rules.past.ttd_values import (
    Fields,
    decimal,
    fields_of,
    listed,
    money,
    text,
    type_of,
    whole,
)

MOST_PLAYERS: Final = 5_000
# Knock-outs or points that somebody gave or took by hand.
MOST_BY_HAND: Final = 1_000_000
# An address, a remark.
LONGEST_CONTACT: Final = 1_000

Rakes: TypeAlias = Mapping[tuple[PriceKind, str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BustRead:
    """How a buy-in ended. at: milliseconds, compared with those of others only. hitmen: ids; none in a surrender."""

    at: Decimal
    hitmen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletRead:
    """When a buy-in was made and ended, in milliseconds and levels (from 1), and its chips; None where nobody knows.

    more: chips of rebuys and add-ons, with their time, or that of the buy-in.
    """

    at: Decimal
    chips: int
    out_at: Decimal | None
    out_level: int | None
    more: tuple[tuple[Decimal, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRead:
    """One player as the file has it: `buy_ins` in their order, None for one that has not ended.

    bullets: the same with their times, empty where the file has none.
    """

    ids: frozenset[str]
    name: str
    nickname: str
    contact: Mapping[str, str]
    buy_ins: tuple[BustRead | None, ...]
    rebuys: int
    add_ons: int
    spent: int
    fees: int
    bounties: int
    hits_adjustment: Decimal
    points_adjustment: Decimal
    bullets: tuple[BulletRead, ...] = ()

    @property
    def last(self) -> BustRead | None:
        return self.buy_ins[-1]


def players_of(tournament: Fields, *, rakes: Rakes, with_contact: bool) -> list[PlayerRead]:
    """Everybody, in the order of the file, those too who never bought in. Raises PastFileError."""
    keyed = list(_keyed(tournament.get("Players")))
    if len(keyed) > MOST_PLAYERS:
        raise PastFileError("too_many_players", most=MOST_PLAYERS)
    players = [
        _player(fields_of(value), key, number, rakes=rakes, with_contact=with_contact)
        for number, (key, value) in enumerate(keyed, start=1)
    ]
    seen = set[str]()
    for player in players:
        if seen & player.ids:
            raise PastFileError("same_player_twice", name=player.name)
        seen |= player.ids
    return players


def _keyed(value: Value) -> Iterator[tuple[str, Value]]:
    """Players with the id under which the file has them, if it does: `new GamePlayers({Players: …})`, or by id."""
    fields = fields_of(value)
    if type_of(value) or "Players" in fields:
        value = fields.get("Players")
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        for each in value:
            yield "", each
    else:
        raise PastFileError("no_players")


def _player(fields: Fields, key: str, number: int, *, rakes: Rakes, with_contact: bool) -> PlayerRead:
    name, nickname = _names(fields)
    if not name:
        raise PastFileError("no_name", number=number)
    buy_ins = [fields_of(each) for each in listed(fields.get("Buyins"))]
    bought = list(_purchases(fields, buy_ins))
    # A rake is part of what was paid: of an entry for nothing there is none.
    fees = [min(_rake(kind, each, rakes), money(each, "Amount")) for kind, each in bought]
    return PlayerRead(
        ids=frozenset({key, text(fields, "UUID")} - {""}),
        name=name,
        nickname=nickname if nickname != name else "",
        contact=_contact(fields) if with_contact else {},
        buy_ins=tuple(_bust(each) for each in buy_ins),
        rebuys=sum(kind == "rebuy" for kind, _ in bought),
        add_ons=sum(kind == "add_on" for kind, _ in bought),
        spent=sum(money(each, "Amount") for _, each in bought),
        fees=sum(fees),
        bounties=sum(money(each, "PersonalBounty") for _, each in bought),
        hits_adjustment=decimal(fields, "HitsAdjustment", least=-MOST_BY_HAND, most=MOST_BY_HAND),
        points_adjustment=decimal(fields, "PointsAdjustment", least=-MOST_BY_HAND, most=MOST_BY_HAND),
        bullets=tuple(_bullets(buy_ins)),
    )


def _names(fields: Fields) -> tuple[str, str]:
    """The name, in older files a text of its own, and the nickname, which is the name where there is no other."""
    plain = text(fields, "Name")
    names = fields if plain else {**fields, **fields_of(fields.get("Name"))}
    nickname = text(names, "Nickname")
    whole_name = " ".join(part for part in (text(names, "Firstname"), text(names, "Lastname")) if part)
    return whole_name or plain or nickname, nickname


def _contact(fields: Fields) -> dict[str, str]:
    info = fields_of(fields.get("Info"))
    return {
        name: value.strip()
        for name, value in info.items()
        if isinstance(value, str) and value.strip() and len(value) <= LONGEST_CONTACT
    }


def _purchases(player: Fields, buy_ins: list[Fields]) -> Iterator[tuple[PriceKind, Fields]]:
    """Buy-ins, and rebuys and add-ons, which stand with their buy-in or, in older files, with the player."""
    for buy_in in buy_ins:
        yield "buy_in", buy_in
    for holder in (*buy_ins, player):
        for rebuy in listed(holder.get("Rebuys")):
            yield "rebuy", fields_of(rebuy)
        for add_on in listed(holder.get("AddOns")):
            yield "add_on", fields_of(add_on)


def _rake(kind: PriceKind, purchase: Fields, rakes: Rakes) -> int:
    """As it was taken then; where the purchase does not say, what its price says."""
    if purchase.get("Rake") is not None:
        return rake_of(purchase["Rake"])
    return rakes.get((kind, text(purchase, "ProfileName")), 0)


def _bust(buy_in: Fields) -> BustRead | None:
    value = buy_in.get("BustOut")
    if value is None:
        return None
    fields = fields_of(value)
    hitmen = fields.get("HitmanUUID")
    named = [hitmen] if isinstance(hitmen, str) else listed(hitmen)
    return BustRead(
        at=decimal(fields, "Time"),
        # An id twice is one player.
        hitmen=tuple(dict.fromkeys(each for each in named if isinstance(each, str) and each)),
    )


def _bullets(buy_ins: list[Fields]) -> Iterator[BulletRead]:
    for buy_in in buy_ins:
        try:
            bullet = _bullet(buy_in)
        except PastFileError:
            continue  # results are worth having without it
        if bullet.at > 0 and bullet.chips > 0:
            yield bullet


def _bullet(buy_in: Fields) -> BulletRead:
    at, out = decimal(buy_in, "Time"), fields_of(buy_in.get("BustOut"))
    return BulletRead(
        at=at,
        chips=whole(buy_in, "Chips"),
        out_at=decimal(out, "Time") if out else None,
        out_level=whole(out, "Round") or None,
        more=tuple(_more_chips(buy_in, at)),
    )


def _more_chips(buy_in: Fields, at: Decimal) -> Iterator[tuple[Decimal, int]]:
    for each in (*listed(buy_in.get("Rebuys")), *listed(buy_in.get("AddOns"))):
        bought = fields_of(each)
        chips = whole(bought, "Chips")
        if chips:
            yield decimal(bought, "Time") or at, chips
