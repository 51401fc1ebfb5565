"""Sessions of PokerGFX as feature tables have them: made-up players and hands, the habits are real; and ours."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from tables.engine import Operation, Setup
from tables.engine.notation.comparing import differences
from tables.engine.notation.gfx.reading import GfxHand, read_session
from tables.engine.notation.gfx.session import GfxError
from tables.engine.notation.gfx.writing import HandToWrite, format_session

Row = tuple[Any, ...]


def events(*rows: Row) -> list[dict[str, Any]]:
    """Rows of (seat, word) or (seat, word, amount); of (card) or (card, board) on the board."""
    listed = []
    for row in rows:
        event = {
            "EventType": "BOARD CARD", "PlayerNum": 0, "BetAmt": 0, "Pot": 0, "BoardCards": None, "BoardNum": 0,
            "NumCardsDrawn": 0, "DateTimeUTC": None,
        }  # fmt: skip
        if isinstance(row[0], int):
            event |= {"PlayerNum": row[0], "EventType": row[1], "BetAmt": row[2] if len(row) > 2 else 0}
        else:
            event |= {"BoardCards": row[0], "BoardNum": row[1] if len(row) > 1 else 1}
        listed.append(event)
    return listed


def board(cards: str, number: int = 1) -> list[Row]:
    return [(card, number) for card in cards.split()]


def players(*rows: Row) -> list[dict[str, Any]]:
    """Rows of (seat, name, before, after), and cards, or a place."""
    listed = []
    for seat, name, start, end, *rest in rows:
        cards = next((each for each in rest if isinstance(each, str)), "")
        place = next((each for each in rest if isinstance(each, int)), -1)
        listed.append(
            {
                "PlayerNum": seat, "Name": name.upper(), "LongName": name, "StartStackAmt": start,
                "EndStackAmt": end, "CumulativeWinningsAmt": end - start, "HoleCards": [cards],
                "SittingOut": False, "EliminationRank": place, "BlindBetStraddleAmt": 0, "VPIPPercent": 40,
                "PreFlopRaisePercent": 20, "AggressionFrequencyPercent": 33, "WentToShowDownPercent": 0,
            }
        )  # fmt: skip
    return listed


def hand(number: int, listed: Sequence[Any], acted: Sequence[Any], **more: Any) -> dict[str, Any]:
    """A hand at 1,000/2,000 with an ante of the big blind; the button is on seat 2."""
    blinds = {
        "AnteType": "BB_ANTE_BB1ST", "BlindLevel": 0, "ButtonPlayerNum": 2, "SmallBlindPlayerNum": 4,
        "SmallBlindAmt": 1000, "BigBlindPlayerNum": 5, "BigBlindAmt": 2000, "ThirdBlindPlayerNum": 0,
        "ThirdBlindAmt": 0,
    }  # fmt: skip
    return {
        "HandNum": number, "StartDateTimeUTC": "2031-03-02T18:04:11.5102244Z", "Duration": "PT2M56.26281S",
        "RecordingOffsetStart": "P739539DT20H4M11.5S", "GameClass": "FLOP", "GameVariant": "HOLDEM",
        "BetStructure": "NOLIMIT", "AnteAmt": 2000, "BombPotAmt": 0, "NumBoards": 1, "RunItNumTimes": 1,
        "Description": "", "FlopDrawBlinds": blinds | {key: more.pop(key) for key in [*more] if key in blinds},
        "StudLimits": {"BringInAmt": 0, "BringInPlayerNum": 1, "HighLimitAmt": 0, "LowLimitAmt": 0},
        "Players": list(listed), "Events": list(acted), **more,
    }  # fmt: skip


RAISED = hand(
    1,
    players(
        (2, "Ilva Brandt", 61_000, 61_000),
        (4, "Noor Castell", 40_000, 39_000),
        (5, "Dov Halloran", 52_000, 43_500),
        (7, "Pia Runeberg", 88_000, 97_500, "10d 9d"),
    ),
    events(
        *[(7, "BET", 4500), (2, "FOLD"), (4, "FOLD"), (5, "CALL", 4500), *board("qd 2c 10h")],
        *[(5, "CHECK"), (7, "BET", 5000), (5, "BET", 12_000), (7, "BET", 30_000), (5, "FOLD")],
    ),
)
"""Raises that are written as bets, folded cards that no antenna read."""
RAISED["Players"][2]["EndStackAmt"] = 52_000 - 2000 - 4500 - 12_000
RAISED["Players"][3]["EndStackAmt"] = 88_000 + 1000 + 2000 + 4500 + 12_000

KNOCK_OUT = hand(
    2,
    players(
        (2, "Ilva Brandt", 61_000, 61_000, "as 3h"),
        (4, "Noor Castell", 11_000, 0, "ks kc", 4),
        (5, "Dov Halloran", 52_000, 48_000, "7h 2c"),
        (7, "Pia Runeberg", 88_000, 103_000, "ah ad"),
        (9, "Tove Lind", 0, 0, "", 5),
    ),
    events(
        *[(7, "BET", 4500), (2, "FOLD"), (4, "ALL IN", 11_000), (5, "FOLD"), (7, "CALL", 11_000)],
        *board("5d 6d js 3c 10c"),
    ),
)
"""An all-in and a call, every card known; one player is out, another has been for some hands."""

EMPTY = hand(3, players((2, "Ilva Brandt", 61_000, 61_000), (7, "Pia Runeberg", 103_000, 103_000)), [])
"""A misdeal, or stacks that were set."""


def session(*hands: Any, **more: Any) -> dict[str, Any]:
    return {
        "CreatedDateTimeUTC": "2031-03-02T17:58:07.5783819Z", "EventTitle": "", "Hands": list(hands),
        "ID": 640602346875783819, "Payouts": [0] * 10, "SoftwareVersion": "PokerGFX 3.2",
        "Type": "FEATURE_TABLE", **more,
    }  # fmt: skip


def text(*hands: Any) -> str:
    return json.dumps(session(*hands))


def read_one(told: Mapping[str, Any]) -> GfxHand:
    """The only hand of a session, whose stacks can be read."""
    [read] = read_session(text(told))
    assert isinstance(read, GfxHand)
    return read


def disagreements(hand: GfxHand | GfxError) -> list[str]:
    """A sentence for each thing in which our rules end otherwise than the file, or why that cannot be said."""
    assert isinstance(hand, GfxHand)
    state = hand.replayed()
    if isinstance(state, GfxError) or isinstance(hand.recorded, GfxError):
        return [str(state)]
    return differences(hand.recorded, state)


def why_not(told: Mapping[str, Any]) -> str:
    """Why a hand cannot be replayed."""
    recorded = read_one(told).recorded
    assert isinstance(recorded, GfxError)
    return str(recorded)


NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)


def write(setup: Setup, operations: Iterable[Operation], **more: Any) -> str:
    names = more.pop("players", [f"Seat {each.seat}" for each in setup.seats])
    ends = NOON + timedelta(seconds=176.25)
    written = HandToWrite(
        number=7, setup=setup, operations=operations, players=names, started_at=NOON, ended_at=ends, **more
    )
    return format_session([written], title="Spring final", begun=NOON)


def told(text: str) -> dict[str, Any]:
    """The only hand of a text."""
    [only] = json.loads(text)["Hands"]
    return cast("dict[str, Any]", only)
