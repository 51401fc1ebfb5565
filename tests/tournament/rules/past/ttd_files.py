"""Files as The Tournament Director saves them, with made-up players, in its newer form and in the older one."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal
from zlib import crc32

from tests.tournament.rules.past.writing import Map, written
from tournament.rules.past.events import EarlierEvent
from tournament.rules.past.literal import Made

Form = Literal["new", "old"]

# 14 March 2026, 20:00 UTC.
START = 1_773_518_400_000
MINUTE = 60_000
DAY = 24 * 60 * MINUTE
FIRST = (
    "Ada",
    "Bo",
    "Cleo",
    "Dino",
    "Edda",
    "Falco",
    "Gaia",
    "Hugo",
    "Ines",
    "Jago",
    "Kira",
    "Lino",
    "Mara",
    "Nevio",
)
LAST = (
    "Alder",
    "Birch",
    "Cedar",
    "Dogwood",
    "Elder",
    "Fir",
    "Gorse",
    "Hazel",
    "Ivy",
    "Juniper",
    "Larch",
    "Maple",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyInMade:
    """out: minutes after the start, None while the player is in. by: places of the hitmen in the list of players."""

    out: float | None = None
    by: tuple[int, ...] = ()
    amount: float = 20
    rake: tuple[float, ...] | None = (2,)
    rebuys: int = 0
    add_ons: int = 0
    bounty: float = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMade:
    first: str = ""
    last: str = ""
    nickname: str = ""
    buy_ins: tuple[BuyInMade, ...] = (BuyInMade(),)
    hits_adjustment: int = 0
    points_adjustment: float = 0
    info: Mapping[str, str] = field(default_factory=dict)


FOUR = (
    PlayerMade(
        first="Ada", last="Alder", nickname="The Ant", info={"Email": "ada@example.org", "Phone": "000"}
    ),
    PlayerMade(
        first="Bo", last="Birch", buy_ins=(BuyInMade(out=30, by=(2,)), BuyInMade(out=120, by=(0,), rebuys=1))
    ),
    PlayerMade(first="Cleo", last="Cedar", buy_ins=(BuyInMade(out=90, by=(0, 1)),), points_adjustment=100),
    PlayerMade(nickname="Dino D", buy_ins=(BuyInMade(out=60, add_ons=1),), hits_adjustment=1),
)


def make_field(count: int, *, seed: int = 1) -> tuple[PlayerMade, ...]:
    """So many players, some with two buy-ins, rebuys and add-ons; the first one wins, each has a hitman."""
    rng = random.Random(seed)
    return tuple(_player(number, count, rng) for number in range(count))


def _player(number: int, count: int, rng: random.Random) -> PlayerMade:
    by = (rng.randrange(number),) if number else ()
    last = BuyInMade(
        out=(count - number) * 2 + 60 if number else None,
        by=by,
        rebuys=rng.choice((0, 0, 1, 2)),
        add_ons=rng.choice((0, 1)),
    )
    early = BuyInMade(
        out=rng.randrange(1, 60), by=(rng.choice([each for each in (0, 1, 2) if each != number]),)
    )
    return PlayerMade(
        first=FIRST[number % len(FIRST)],
        last=f"{LAST[number // len(FIRST) % len(LAST)]} {number // (len(FIRST) * len(LAST)) + 1}",
        buy_ins=(early, last) if rng.random() < 0.2 and count > 2 else (last,),
        info={"Email": f"player{number}@example.org"},
    )


def make_ttd_file(
    players: Sequence[PlayerMade] = FOUR,
    *,
    form: Form = "new",
    prizes: Sequence[float] = (70, 39),
    encoding: str = "utf-8",
    **changes: Any,
) -> bytes:
    """The file. prizes: of the places from the first on, awarded to the players of that place by their order out.

    changes: other fields of the tournament, by their name in the file. Its id is that of its title and its moment.
    """
    fields = {**_tournament(players, form, prizes), **changes}
    fields.setdefault("UUID", uuid_of(crc32(f"{fields['Title']} {fields['StartTime']}".encode())))
    tournament = Made("Tournament", fields)
    value = {"V": "3.3" if form == "new" else "2.5", "T": tournament}
    return written(value).encode(encoding)


def uuid_of(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


def _tournament(players: Sequence[PlayerMade], form: Form, prizes: Sequence[float]) -> dict[str, Any]:
    keyed: dict[str, Any] = {
        uuid_of(number): _made_player(number, each) for number, each in enumerate(players)
    }
    is_new = form == "new"
    return {
        "LeagueName": "Woodland League",
        "SeasonName": "Spring",
        "Title": "Friday in the Woods",
        "StartTime": START,
        "PointsForPlaying": Made("UserFormula", {"Formula": "n - r + 1\n"}),
        "Financials": _financials() if is_new else Made("GameFinancials", {"BuyinFee": 20, "AddOnRebuyFee": 10}),
        "Players": Made("GamePlayers", {"Players": Map(keyed) if is_new else keyed}),
        "Levels": Made("GameLevels", {"Levels": _levels()}),
        "Prizes": Made("GamePrizes", {"Prizes": _prizes(players, prizes)}),
        "Chips": Made("GameChips", {"Chips": [Made("GameChip", {"Denomination": each, "Color": "#00ff00"})
                                              for each in (25, 100, 500, 1_000)]}),
        "Layout": Made("LO.Column", {"Cells": [Made("LO.Cell", {"Text": "<b>clock</b>", "Weight": Decimal("0.5")})]}),
    }  # fmt: skip


def _made_player(number: int, player: PlayerMade) -> Made:
    names: dict[str, Any] = {"Nickname": player.nickname, "Firstname": player.first, "Lastname": player.last}
    return Made(
        "GamePlayer",
        {
            "UUID": uuid_of(number),
            "Name": Made("PlayerName", names),
            "Info": Made("PlayerInfo", {**player.info}),
            "HitsAdjustment": player.hits_adjustment,
            "PointsAdjustment": _number(player.points_adjustment),
            "Buyins": [_buy_in(each) for each in player.buy_ins],
        },
    )


def _buy_in(buy_in: BuyInMade) -> Made:
    rake = (
        {}
        if buy_in.rake is None
        else {"Rake": Made("PerPlayerRake", [_number(each) for each in buy_in.rake])}
    )
    out = None
    if buy_in.out is not None:
        out = Made(
            "GameBustOut",
            {
                "Time": START + round(buy_in.out * MINUTE),
                "Round": 3,
                "HitmanUUID": [uuid_of(each) for each in buy_in.by],
                "Seat": Made("GameSeat", {"Table": 1, "Seat": 4}),
            },
        )
    return Made(
        "GameBuyin",
        {
            "Time": START,
            "Round": 1,
            "Amount": _number(buy_in.amount),
            "PersonalBounty": _number(buy_in.bounty),
            **rake,
            "Chips": 10_000,
            "ProfileName": "Standard",
            "Rebuys": [Made("GameRebuy", {"Amount": 10, "Rake": Made("PerPlayerRake", [0])})] * buy_in.rebuys,
            "AddOns": [Made("GameAddOn", {"Amount": 10, "ProfileName": "Double"})] * buy_in.add_ons,
            "BustOut": out,
        },
    )


def _financials() -> Made:
    def profiles(*made: dict[str, Any]) -> Made:
        return Made("BuyConfig", {"Profiles": [Made("FeeProfile", each) for each in made]})

    rake = Made("PerPlayerRake", [2])
    return Made(
        "FinancialConfig",
        {
            "Buyins": profiles({"Name": "Standard", "Fee": 20, "Rake": rake, "Chips": 10_000}),
            "Rebuys": profiles({"Name": "Standard", "Fee": 10, "Chips": 10_000}),
            "AddOns": profiles(
                {"Name": "Double", "Fee": 10, "Rake": Made("PerPlayerRake", [1]), "Chips": 20_000}
            ),
            "FixedRake": Made("FixedRakeConfig", {"Amount": 0}),
        },
    )


def _levels() -> list[Any]:
    def level(small: int, *, ante: int = 0) -> Made:
        blinds = {"Minutes": 20, "SmallBlind": small, "BigBlind": small * 2, "Ante": ante, "Limit1": 0}
        return Made("GameRound", {**blinds, "GameType": 0, "GameName": "No-limit hold'em"})

    return [level(25), level(50), Made("GameBreak", {"Minutes": 10, "ChipUp": True}), level(100, ante=200)]


def _prizes(players: Sequence[PlayerMade], amounts: Sequence[float]) -> list[Any]:
    def minutes(number: int) -> float:
        out = players[number].buy_ins[-1].out if players[number].buy_ins else -1.0
        return float("inf") if out is None else out

    order = sorted(range(len(players)), key=minutes, reverse=True)
    return [
        Made(
            "GamePrize",
            {
                "Description": f"Place {place}",
                "Type": 0,
                "Recipient": place,
                "AmountType": 1,
                "Amount": 50,
                "CalculatedAmount": _number(amount),
                "AwardedToPlayers": [uuid_of(order[place - 1])] if place <= len(order) else [],
                "Lock": False,
            },
        )
        for place, amount in enumerate(amounts, start=1)
    ]


def _number(value: float) -> int | Decimal:
    return int(value) if value == int(value) else Decimal(str(value))


# --- Parts of files, and of what they are read as


def codes(event: EarlierEvent) -> list[str]:
    return [note.code for note in event.notes]


def places(event: EarlierEvent) -> list[int]:
    return [player.place for player in event.players]


def one(*buy_ins: BuyInMade, first: str = "Edda", **changes: Any) -> PlayerMade:
    return PlayerMade(first=first, buy_ins=buy_ins, **changes)


def prize(amount: Any, *, place: int = 0, to: tuple[int, ...] = ()) -> Made:
    awarded: list[Any] = [uuid_of(each) for each in to]
    return Made("GamePrize", {"Recipient": place, "CalculatedAmount": amount, "AwardedToPlayers": awarded})


def prizes(*made: Made) -> dict[str, Any]:
    return {"Prizes": Made("GamePrizes", {"Prizes": list(made)})}
