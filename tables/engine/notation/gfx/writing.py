"""Writing a PokerGFX session: what `read_gfx` reads back, to the last operation.

What the software keeps of a player over the session and no hand says (its statistics in percent) is left out, and so is
the offset in a recording that we do not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from tables.engine.games.setup import Setup
from tables.engine.hand import replay
from tables.engine.notation.gfx.hand import hand_fields, known_holes
from tables.engine.notation.gfx.reading import plain_hand
from tables.engine.notation.gfx.session import gfx_error
from tables.engine.notation.gfx.words import write_cards
from tables.engine.notation.json_objects import Node, format_json
from tables.engine.notation.own_fields import OWN, own_fields
from tables.engine.play.operations import Operation, effective

VERSION: Final = "PokerGFX 3.2"
"""Whose form the session has."""

IN_PLAY: Final = -1
PAYOUTS: Final = 10
FIRST_DAY: Final = datetime(1, 1, 1, tzinfo=UTC)
"""A session is numbered by tenths of a microsecond from here to its begin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandToWrite:
    """players: names in the order of setup.seats. The times with their time zone; ended_at None: in play. level: its
    number, 0 without one. places: of those who are out, by seat.
    """

    number: int
    setup: Setup
    operations: Iterable[Operation]
    players: Sequence[str]
    started_at: datetime
    ended_at: datetime | None = None
    level: int = 0
    places: Mapping[int, int] = field(default_factory=dict)


def format_session(
    hands: Iterable[HandToWrite], *, title: str, begun: datetime, is_final_table: bool = False
) -> str:
    """The text of a session that was begun then, its hands oldest first.

    Raises UnknownToPokerGfx for a game the format has no words for, IllegalAction where the operations are not a
    lawful hand, and ValueError for a moment without a time zone.
    """
    won: dict[tuple[int, str], int] = {}
    session = {
        "CreatedDateTimeUTC": _utc(begun),
        "EventTitle": title,
        "Hands": [_hand(hand, won) for hand in hands],
        "ID": (begun - FIRST_DAY) // timedelta(microseconds=1) * 10,
        "Payouts": [0] * PAYOUTS,
        "SoftwareVersion": VERSION,
        "Type": "FINAL_TABLE" if is_final_table else "FEATURE_TABLE",
    }
    return format_json(session)


def _hand(hand: HandToWrite, won: dict[tuple[int, str], int]) -> dict[str, object]:
    """won: by seat and name what the session has brought so far."""
    setup, operations = hand.setup, effective(hand.operations)
    recorded = hand_fields(setup, operations, level=hand.level) | {
        "Players": _players(hand, operations, won),
    }
    own = _own_fields(recorded, setup, operations)
    return {
        "HandNum": hand.number,
        "StartDateTimeUTC": _utc(hand.started_at),
        "Duration": _duration((hand.ended_at or hand.started_at) - hand.started_at),
        "Description": "",
        **recorded,
        "StudLimits": {"BringInAmt": 0, "BringInPlayerNum": 0, "HighLimitAmt": 0, "LowLimitAmt": 0},
        **({OWN: own} if own else {}),
    }


def _players(
    hand: HandToWrite, operations: tuple[Operation, ...], won: dict[tuple[int, str], int]
) -> list[dict[str, object]]:
    state = replay(hand.setup, operations)
    holes = known_holes(state)
    players: list[dict[str, object]] = []
    for each, name in zip(hand.setup.seats, hand.players, strict=True):
        end = state.stacks[each.seat]
        if state.is_complete:
            won[each.seat, name] = won.get((each.seat, name), 0) + end - each.stack
        players.append(
            {
                "PlayerNum": each.seat,
                "Name": name,
                "LongName": name,
                "StartStackAmt": each.stack,
                # Of a hand in play nobody knows how it ends.
                "EndStackAmt": end if state.is_complete else None,
                "CumulativeWinningsAmt": won.get((each.seat, name), 0),
                "HoleCards": [write_cards(holes.get(each.seat, ()))],
                "SittingOut": False,
                "EliminationRank": hand.places.get(each.seat, IN_PLAY),
                "BlindBetStraddleAmt": 0,
            }
        )
    return players


def _own_fields(
    recorded: Mapping[str, object], setup: Setup, operations: tuple[Operation, ...]
) -> dict[str, object]:
    """What a reader of the plain fields would get wrong."""
    node = Node("", recorded, gfx_error)
    return own_fields(
        setup,
        operations,
        plain_setup=lambda: plain_hand(node).setup(setup.rules),
        plain_operations=lambda: plain_hand(node).operations(setup),
    )


def _utc(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError("a moment has no time zone")
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f0Z")


def _duration(lasted: timedelta) -> str:
    """As in PT1H2M3.5S: parts that are nothing are left out."""
    seconds = lasted / timedelta(seconds=1)
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    parts = [f"{hours}H" if hours else "", f"{minutes}M" if minutes else ""]
    tail = f"{rest:.6f}".rstrip("0").rstrip(".")
    return "PT" + "".join(parts) + (f"{tail}S" if tail != "0" or not any(parts) else "")
