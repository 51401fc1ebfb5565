"""The parts of the tablet's screen that follow from the hand alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from tables import engine
from tables.floor.button import Positions
from tables.models import Seat
from tables.queries.bet_choices import bet_choices
from tables.queries.tablet_shown import Actions, PlateState, PotShown, Told

OPERATIONS_SHOWN = 4
Blind = Literal["", "small", "big", "straddle"]


def blinds_of_setup(setup: engine.Setup) -> dict[int, Blind]:
    """Which blind each seat has put up in the hand in play."""
    words: dict[str, Blind] = {
        "small_blind": "small",
        "big_blind": "big",
        "straddle": "straddle",
    }
    return {post.seat: words[post.kind] for post in setup.posts if post.kind in words}


def blinds_of(positions: Positions | None) -> dict[int, Blind]:
    """Which blind each seat owes in the next hand."""
    if positions is None:
        return {}
    marks: dict[int, Blind] = dict.fromkeys(positions.small_blinds, "small")
    return marks | dict.fromkeys(positions.big_blinds, "big")


def stack_of(seat: Seat, state: engine.State | None) -> int:
    """The chips behind a seat, in the hand in play if there is one."""
    if state is not None and seat.number in state.stacks:
        return state.stacks[seat.number]
    return seat.entry.stack if seat.entry else 0


def plate_state(seat: Seat, state: engine.State | None, positions: Positions | None) -> PlateState:
    """How a chair is drawn."""
    number = seat.number
    if state is None:
        if seat.entry is None:
            return "empty"
        return "waiting" if positions is not None and number in positions.waiting else "in"
    if number not in state.stacks:
        return "empty" if seat.entry is None else "waiting"
    if number in state.folded:
        return "folded"
    if number in state.shown:
        return "shown"
    if number in state.mucked:
        return "mucked"
    return "all_in" if number in state.all_in else "in"


def cards_of(seat: Seat, state: engine.State | None) -> str:
    """The cards of a hand that was tabled; a hand nobody has seen stays unseen."""
    if state is None or seat.number not in state.shown:
        return ""
    return engine.format_cards(state.hole[seat.number])


def known_cards(state: engine.State | None) -> frozenset[str]:
    """Every card of the hand that somebody has recorded: none may be picked twice."""
    if state is None:
        return frozenset()
    known = [*state.board, *(card for cards in state.hole.values() for card in cards)]
    return frozenset(engine.format_cards([card]) for card in known if card != engine.UNKNOWN)


def pots_shown(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> tuple[PotShown, ...]:
    """The pots with those who can win them, and who was said to."""
    if state is None or legal is None:
        return ()
    return tuple(
        PotShown(
            index=pot.index,
            amount=pot.amount,
            is_open=pot.index in legal.pots_to_declare,
            claimants=tuple((s, names.get(s, "")) for s in pot.seats if s not in state.mucked),
            winners=state.declared.get(pot.index, ()),
        )
        for pot in state.pots
    )


def actions_of(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> Actions | None:
    """What the actor may do, with the range and the offered amounts of a raise."""
    if state is None or legal is None or legal.actor is None:
        return None
    return Actions(
        seat=legal.actor,
        name=names.get(legal.actor, ""),
        stack=state.stacks[legal.actor],
        can_check=legal.can_check,
        call_amount=legal.call_amount,
        call_is_all_in=legal.call_is_all_in,
        raise_min=legal.raise_min,
        raise_max=legal.raise_max,
        raise_is_bet=legal.raise_is_bet,
        choices=bet_choices(state, legal),
    )


def last_told(state: engine.State | None, names: Mapping[int, str]) -> tuple[Told, ...]:
    """The last operations, newest first."""
    if state is None:
        return ()
    return tuple(told(operation, names) for operation in reversed(state.history[-OPERATIONS_SHOWN:]))


def told(operation: engine.Operation, names: Mapping[int, str]) -> Told:
    """One operation with the names its sentence needs."""
    seat = getattr(operation, "seat", 0)
    cards: Sequence[engine.Card] = getattr(operation, "cards", ())
    return Told(
        kind=type(operation).__name__,
        seat=seat,
        name=names.get(seat, ""),
        amount=getattr(operation, "amount", 0),
        cards=engine.format_cards(cards),
        seats=getattr(operation, "seats", ()),
        pot=getattr(operation, "pot", 0),
    )
