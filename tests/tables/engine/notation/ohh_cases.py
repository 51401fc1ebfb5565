"""Open Hand History as other houses write it: made-up players and hands, the habits are real; and ours."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any, cast

from tables.engine import Operation, Setup
from tables.engine.notation.ohh.reading import read_ohh
from tables.engine.notation.ohh.writing import format_ohh
from tables.engine.notation.recorded_hand import RecordedHand

Row = Sequence[Any]


def actions(*rows: Row) -> list[dict[str, Any]]:
    """Rows of (player, action), and an amount, or cards, or both."""
    listed = []
    for number, (player, word, *rest) in enumerate(rows):
        action: dict[str, Any] = {"action_number": number, "player_id": player, "action": word}
        for value in rest:
            action["amount" if isinstance(value, (int, float)) else "cards"] = value
        listed.append(action)
    return listed


def players(*rows: tuple[int, int, str, float]) -> list[dict[str, Any]]:
    return [
        {"id": number, "seat": seat, "name": name, "starting_stack": stack}
        for number, seat, name, stack in rows
    ]


def rounds(*rows: tuple[str, Any, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return [
        {"id": number, "street": street, "cards": cards, "actions": acted}
        for number, (street, cards, acted) in enumerate(rows)
    ]


CASH: dict[str, Any] = {
    "spec_version": "1.2.2",
    "internal_version": "1.2.2",
    "network_name": "Northern Rooms",
    "site_name": "Kingfisher",
    "game_type": "Holdem",
    "table_name": "Adriatic 7",
    "table_size": "6",
    "game_number": "7700123",
    "start_date_utc": "2022-11-05T21:14:09",
    "currency": "EUR",
    "ante_amount": 0.00,
    "small_blind_amount": 0.25,
    "big_blind_amount": 0.50,
    "bet_limit": {"bet_cap": 0.00, "bet_type": "NL"},
    "hero_player_id": 3,
    "dealer_seat": 1,
    "players": players((0, 1, "Vesna", 50.0), (1, 3, "Otto", 38.75), (2, 4, "Ludo", 61.2), (3, 6, "Mirek", 50.0)),
    "rounds": rounds(
        (
            "Preflop",
            "",
            actions(
                (1, "Post SB", 0.25), (2, "Post BB", 0.5), (3, "Dealt Cards", ["8h", "8s"]), (3, "Raise", 1.25),
                (0, "Fold", 0), (1, "Call", 1.0), (2, "Fold", 0),
            ),
        ),
        (
            "Flop",
            ["Qc", "8d", "3s"],
            actions((1, "Check", 0), (3, "Bet", 1.75), (1, "Raise", 5.5), (3, "Raise", 13.25), (1, "Fold", 0)),
        ),
        ("Showdown", None, actions((3, "Mucks Cards"))),
    ),
    "pots": [
        {"number": 0, "amount": 14.0, "rake": 0.7, "player_wins": [{"player_id": 3, "win_amount": 13.3}]}
    ],
}  # fmt: skip
"""Four players, an uncalled raise, a rake, and a winner who does not show."""

TOURNAMENT: dict[str, Any] = {
    "spec_version": "1.4.6",
    "internal_version": "2.0.1",
    "network_name": "Lighthouse",
    "site_name": "Lighthouse",
    "tournament": True,
    "tournament_info": {
        "tournament_number": "T-5521",
        "name": "Sunday Deep",
        "start_date_utc": "2023-03-12T18:00:00Z",
        "currency": "USD",
        "buyin_amount": 20.0,
        "fee_amount": 2.0,
        "initial_stack": 10000,
        "type": "MTT",
        "flags": ["Deep"],
        "speed": {"type": "Normal", "round_time": 900},
    },
    "game_number": "88-11",
    "start_date_utc": "2023-03-12T19:31:40Z",
    "table_name": "T-5521 table 4",
    "game_type": "Holdem",
    "bet_limit": {"bet_type": "NL", "bet_cap": 0},
    "table_size": 8,
    "currency": "USD",
    "dealer_seat": 8,
    "small_blind_amount": 200,
    "big_blind_amount": 400,
    "ante_amount": 400,
    "hero_player_id": 3,
    "flags": [],
    "players": [
        *players((12, 5, "Dunja", 18300), (3, 8, "Emir", 9100), (7, 2, "Berta", 12000), (9, 4, "Cosmo", 2600)),
        {"id": 20, "seat": 6, "name": "Away", "starting_stack": 5000, "is_sitting_out": True},
    ],
    "rounds": rounds(
        (
            "Preflop",
            [],
            actions(
                (9, "Post Ante", 400), (7, "Post SB", 200), (9, "Post BB", 400), (3, "Dealt Cards", ["Ah", "Kh"]),
                (12, "Raise", 1000), (3, "Raise", 2600), (7, "Fold"), (9, "Call", 1800), (12, "Call", 1600),
            ),
        ),
        ("Flop", ["7c", "7h", "2d"], actions((12, "Check"), (3, "Bet", 3000), (12, "Call", 3000))),
        ("Turn", ["Kc"], actions((12, "Check"), (3, "Bet", 3500), (12, "Call", 3500))),
        ("River", ["4s"], []),
        (
            "Showdown",
            [],
            actions(
                (3, "Shows Cards", ["Ah", "Kh"]), (12, "Shows Cards", ["Qs", "Qd"]),
                (9, "Shows Cards", ["Td", "Tc"]),
            ),
        ),
    ),
    "pots": [
        {"number": 0, "amount": 7200, "rake": 0, "player_wins": [{"player_id": 3, "win_amount": 7200}]},
        {"number": 1, "amount": 13800, "rake": 0, "player_wins": [{"player_id": 3, "win_amount": 13800}]},
    ],
    "tournament_bounties": [],
}  # fmt: skip
"""A big-blind ante, a short stack called all-in, a side pot; one player sits out."""

OMAHA: dict[str, Any] = {
    "spec_version": "1.4.7",
    "internal_version": "5.4",
    "network_name": "Harbour",
    "site_name": "Harbour Club",
    "tournament": False,
    "game_number": "H-3-908",
    "start_date_utc": "2024-02-01T22:05:00Z",
    "table_name": "Harbour 3",
    "game_type": "Omaha",
    "bet_limit": {"bet_type": "PL"},
    "table_size": 6,
    "currency": "EUR",
    "dealer_seat": 5,
    "small_blind_amount": 1,
    "big_blind_amount": 2,
    "ante_amount": 0,
    "hero_player_id": None,
    "flags": ["Observed"],
    "players": players(
        (1, 1, "Ines", 200), (2, 2, "Jarl", 200), (3, 3, "Kaya", 200), (4, 4, "Lev", 200), (5, 5, "Mona", 200)
    ),
    "rounds": rounds(
        (
            "Preflop",
            None,
            actions(
                (4, "Post Dead", 1), (1, "Post SB", 1), (2, "Post BB", 2), (4, "Post Extra Blind", 2),
                (3, "Straddle", 4), (4, "Call", 2), (5, "Fold"), (1, "Call", 3), (2, "Fold"), (3, "Check"),
            ),
        ),
        ("Flop", ["Jh", "Th", "4c"], actions((1, "Check"), (3, "Bet", 15), (4, "Call", 15), (1, "Fold"))),
        ("Turn", ["2s"], actions((3, "Check"), (4, "Check"))),
        ("River", ["9d"], actions((3, "Bet", 45), (4, "Call", 45))),
        (
            "Showdown",
            None,
            actions((3, "Shows Cards", ["Kh", "Qh", "7s", "7d"]), (4, "Mucks Cards"), (5, "Stands Up")),
        ),
    ),
    "pots": [
        {"number": 1, "amount": 135, "rake": 3, "player_wins": [{"player_id": 3, "win_amount": 132}]},
    ],
}  # fmt: skip
"""Observed: a straddle, a player who comes in with a live and a dead post, a muck."""


def text(hand: Mapping[str, object]) -> str:
    return json.dumps({"ohh": hand}, indent=2)


def read(hand: Mapping[str, object]) -> RecordedHand:
    [read] = read_ohh(text(hand))
    return read


def changed(hand: Mapping[str, object], path: str, value: object) -> dict[str, Any]:
    """A copy in which the field at a path such as "rounds.0.actions.3.amount" is another, or gone (...)."""
    copy = deepcopy(dict(hand))
    at: Any = copy
    *steps, last = path.split(".")
    for step in steps:
        at = at[_place(at, step)]
    if value is ...:
        del at[_place(at, last)]
    else:
        at[_place(at, last)] = value
    return copy


def _place(inside: object, step: str) -> int | str:
    return int(step) if isinstance(inside, list) else step


NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)


def write(setup: Setup, operations: Iterable[Operation], **more: Any) -> str:
    return format_ohh(setup, operations, game_number="12-7", started_at=NOON, **more)


def told(text: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(text)["ohh"])
