"""A hand without the cards that the table did not see: what may be given to everybody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tables.engine.cards.cards import UNKNOWN, Card
from tables.engine.errors import EngineError
from tables.engine.games.setup import Setup
from tables.engine.hand import apply, replay
from tables.engine.play.operations import DealBoard, DealHole, Discard, Operation, Ruling, Show
from tables.engine.state import State


def as_seen(setup: Setup, operations: Iterable[Operation]) -> tuple[Operation, ...] | None:
    """The same hand as somebody beside the table could have written it down; `operations` are those that count.

    No card becomes known face down, cards are changed unseen, and a hand that was shown names its cards then. Chips and
    places are the same. None where they do not follow without a card that nobody saw: openers among the cards that were
    thrown away, a ruling about a hand.
    """
    whole = part = replay(setup, [])
    seen: list[Operation] = []
    try:
        for operation in operations:
            before, whole = whole, apply(whole, operation)
            told = _told(operation, before, whole)
            if told is not None:
                part = apply(part, told)
                seen.append(told)
    except EngineError:
        return None
    is_alike = (part.is_complete, part.stacks, part.awards) == (whole.is_complete, whole.stacks, whole.awards)
    return tuple(seen) if is_alike else None


def _told(operation: Operation, before: State, whole: State) -> Operation | None:
    """What is written of it; None: nothing. `before` and `whole` are the hand around it."""
    match operation:
        case DealHole(seat, _):
            # Later on nobody can say which of the cards lay face up: they are written in any order.
            if before.phase != "deal_up":
                return None
            cards = tuple(
                card if face == "u" else UNKNOWN
                for card, face in zip(whole.hole[seat], whole.faces, strict=False)
            )
            return DealHole(seat, cards) if any(cards) else None
        case Discard(seat, cards):
            return Discard(seat, (UNKNOWN,) * len(cards))
        case Ruling(kind="penalty"):
            # Why somebody sits out is the floor's business.
            return replace(operation, kind="absent")
        case DealBoard(cards) if whole.game.is_stud and whole.board == before.board:
            return DealBoard(seen_of_run_out(cards, before, whole))
        case Show(seat, _):
            shown = whole.hole[seat]
            return Show(seat, shown if any(shown) else ())
        case _:
            return operation


def seen_of_run_out(cards: Iterable[Card], before: State, after: State) -> tuple[Card, ...]:
    """Of the cards that a street of stud has dealt to the players of a run-out those that lie face up or tabled, the
    others unknown.
    """
    return tuple(
        card if seat in after.shown or after.faces[len(after.hole[seat]) - 1] == "u" else UNKNOWN
        for seat, card in zip(before.contending, cards, strict=True)
    )
