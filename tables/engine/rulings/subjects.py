"""Whom a ruling can concern, and what can have been done: what the floor is asked once a kind is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from tables.engine.play.operations import ACTION_RULINGS
from tables.engine.play.progress import Progress
from tables.engine.rulings.moments import asking

Done = Literal["fold", "check", "call", "raise", "chips", "declared"]
"""What a player did: an action; chips put in without a word; or chips with a declared raise."""

OF_ACTOR: Final = ACTION_RULINGS | {"accepted_raise"}
"""Rulings on what the seat in turn has done."""

DONE: Final[Mapping[str, tuple[Done, ...]]] = MappingProxyType(
    {
        "out_of_turn": ("fold", "check", "call", "raise"),
        "string_bet": ("check", "call", "raise"),
        "short_raise": ("chips", "declared"),
        "undercall": ("call", "fold"),
    }
)
"""What can have been done, by kind of ruling; nothing to choose in the others."""


def subjects(p: Progress, kind: str) -> list[int]:
    """The seats of this hand that a ruling can concern, ascending: the contenders, with exceptions."""
    match kind:
        case "out_of_turn":
            seats = p.queue[1:]
        case "skipped":
            seats = p.queue
        case "corrected_bet":
            seats = [seat for seat in p.live if p.totals[seat]]
        case "returned_bet":
            seats = [seat for seat in p.live if p.bets[seat]]
        case "retrieved":
            seats = list(p.mucked)
        case "asked_to_see":
            seats = list({seat for hands in asking(p).values() for seat in hands})
        case "false_opening":
            seats = [p.cards.opener] if p.cards is not None and p.cards.opener is not None else []
        case "chips_behind":
            seats = p.live
        case "chips_behind_to":
            aside = p.irregularities.aside if p.irregularities is not None else {}
            seats = [seat for seat in p.live if seat not in aside]
        case _ if kind in OF_ACTOR:
            seats = [] if p.actor is None else [p.actor]
        case _:
            seats = p.contending
    return sorted(seats)
