"""The same hand as a PHH text and as an Open Hand History object, as other houses write them: no field of ours."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tables.engine import replay
from tables.engine.notation import RecordedHand, read_phh
from tables.engine.notation.ohh.reading import read_ohh
from tests.tables.engine.notation.ohh_cases import actions, rounds

Acted = Sequence[tuple[Any, ...]]

STREETS = ("Preflop", "Flop", "Turn", "River")


def phh(
    stacks: Sequence[float],
    actions: Sequence[str],
    *,
    blinds: Sequence[float] = (5, 10),
    finishing: Sequence[float] | None = None,
    game: str = "NT",
) -> RecordedHand:
    """Players from the left of the button; heads-up the big blind first."""
    blinds = [*blinds, *[0] * (len(stacks) - len(blinds))]
    fields = [
        f"variant = '{game}'",
        f"antes = {[0] * len(stacks)}",
        f"blinds_or_straddles = {list(blinds)}",
        "min_bet = 10",
        f"starting_stacks = {list(stacks)}",
        f"actions = {list(actions)}",
    ]
    if finishing is not None:
        fields.append(f"finishing_stacks = {list(finishing)}")
    [hand] = read_phh("\n".join(fields))
    return hand


def ohh(
    stacks: Sequence[float],
    *streets: tuple[str, Any, Acted],
    won: Mapping[int, float] | None = None,
    game: str = "Holdem",
) -> RecordedHand:
    """Seats 1, 2, … with the last one the button; streets as (name, cards, actions), won by seat."""
    return read_object(
        {
            "game_type": game,
            "bet_limit": {"bet_type": "NL" if game == "Holdem" else "PL"},
            "dealer_seat": len(stacks),
            "small_blind_amount": 5,
            "big_blind_amount": 10,
            "ante_amount": 0,
            "players": [
                {"id": seat, "seat": seat, "name": f"P{seat}", "starting_stack": stack}
                for seat, stack in enumerate(stacks, start=1)
            ],
            "rounds": rounds(*[(name, cards, actions(*acted)) for name, cards, acted in streets]),
            "pots": [pot_of(won)] if won else [],
        }
    )


def pot_of(won: Mapping[int, float]) -> dict[str, Any]:
    wins = [{"player_id": seat, "win_amount": amount} for seat, amount in won.items()]
    return {"number": 0, "amount": sum(won.values()), "rake": 0, "player_wins": wins}


def read_object(fields: Mapping[str, Any]) -> RecordedHand:
    [hand] = read_ohh(json.dumps({"ohh": fields}))
    return hand


def end_of(hand: RecordedHand) -> list[int | float] | str:
    """The stacks in the order of the file, in its units, or what the hand is short of."""
    state = replay(hand.setup, hand.operations)
    if not state.is_complete:
        return state.phase
    return [stack if isinstance(stack, int) else float(stack) for stack in hand.in_file_order(state.stacks)]
