"""Operations: what a dealer records, one small frozen value each, with a one-word text form.

| value                | text        | meaning                                                 |
|----------------------|-------------|---------------------------------------------------------|
| DealHole(3, AhKd)    | h3:AhKd     | seat 3 holds these cards (?? = unknown)                 |
| DealUp(3, 6d)        | t3:6d       | seat 3's face-up card of this street                    |
| DealBoard(AhKdTs)    | b:AhKdTs    | these cards come on the board; in a run-out of stud one |
|                      |             | to each contender                                       |
| RunBoards(2)         | n2          | the rest of the board is dealt so many times, the pots  |
|                      |             | are divided among the boards                            |
| Opens(3)             | o3          | seat 3 acts first by its up-cards                       |
| BringIn(3)           | i3          | posts the bring-in                                      |
| Fold(3)              | f3          |                                                         |
| Check(3)             | k3          |                                                         |
| Call(3)              | c3          | calls, all-in if the stack is shorter                   |
| RaiseTo(3, 800)      | r3:800      | bets or raises to 800 in total on this street           |
| BlindOpen(3)         | l3          | opens blind, or doubles a blind opening (buio)          |
| Discard(3, AsQs)     | d3:AsQs     | changes these cards; none = stands pat                  |
| Show(3, AhKd)        | s3:AhKd     | tables the hand; no cards = those already recorded      |
| Muck(3)              | m3          | gives the hand up unseen                                |
| ShowOpeners(3, JhJs) | j3:JhJs     | proves that the hand could open                         |
| DeclareWinners(0, …) | w0:3,5      | seats 3 and 5 win pot 0 (the main pot)                  |
|                      | w0l:5       | … its low half (h the high one; w0l: nobody has a low)  |
| PutIn(3, 400)        | p3:400      | into the pot of a game recorded by its result           |
| TakeOut(3, 900)      | a3:900      | out of it                                               |
| EndHand()            | e           | the hand is over; what is left carries over             |
| Ruling(…)            | x:misdeal,f | what went wrong, and what was decided; with a seat s=,  |
|                      |             | who asked q=, an amount a=, cards c=, an action o=:     |
|                      |             | x:out_of_turn,s=6,o=r6:800                              |
| Undo(12)             | u12         | only the first 12 effective operations stay             |
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from tables.engine.cards.cards import Card
from tables.engine.errors import IllegalAction

Half = Literal["", "high", "low"]


@dataclass(frozen=True, slots=True)
class _OfSeat:
    """An operation with nothing but its seat; two are equal only if they are of one kind."""

    seat: int


@dataclass(frozen=True, slots=True)
class _OfSeatAndCards:
    seat: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class _OfSeatAndAmount:
    seat: int
    amount: int


# --- Cards


class DealHole(_OfSeatAndCards):
    """A seat's cards become known: all of them, unknown ones staying as they were, or fewer, which
    are then those dealt last among the unknown face-down ones.
    """

    __slots__ = ()


class DealUp(_OfSeatAndCards):
    """A seat's face-up card of this street; it may be unknown."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DealBoard:
    """The cards of the next street; they may be unknown. In a run-out of stud a card to each contender,
    clockwise from the dealer's left, unless the card is a community card.
    """

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RunBoards:
    """An all-in run-out is dealt more than once: from here on the board comes so many times, each to its end."""

    count: int


class Discard(_OfSeatAndCards):
    """Cards changed in a draw, none to stand pat; as many unknown ones take their place."""

    __slots__ = ()


# --- Bets


class Opens(_OfSeat):
    """The seat that acts first, where the up-cards are not recorded or the table let another seat act."""

    __slots__ = ()


class BringIn(_OfSeat):
    __slots__ = ()


class Fold(_OfSeat):
    __slots__ = ()


class Check(_OfSeat):
    __slots__ = ()


class Call(_OfSeat):
    __slots__ = ()


class RaiseTo(_OfSeatAndAmount):
    """A bet or raise; amount is the seat's total of this street, blinds in it, antes not."""

    __slots__ = ()


Action = Fold | Check | Call | RaiseTo
"""What a player in turn may do in any betting round; also what can be said out of turn."""


class BlindOpen(_OfSeat):
    """Buio, controbuio, contro-controbuio: a bet before looking, by how many came before (S-089)."""

    __slots__ = ()


# --- Showdown


class Show(_OfSeatAndCards):
    """A contender tables the hand; no cards means the ones already recorded."""

    __slots__ = ()


class Muck(_OfSeat):
    __slots__ = ()


class ShowOpeners(_OfSeatAndCards):
    """The cards that opened, a discarded one that was kept aside included (S-064, DRW-01)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DeclareWinners:
    """The winners of a pot (0 = main), or of a half of it, where the cards are not known."""

    pot: int
    seats: tuple[int, ...]
    half: Half = ""


# --- A game recorded by its result


class PutIn(_OfSeatAndAmount):
    __slots__ = ()


class TakeOut(_OfSeatAndAmount):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class EndHand:
    pass


# --- What went wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """An irregularity and what was decided: kind, rule and needs are in rulings.kinds.

    seat: the player concerned; asker: the player who asked for it. inner: the action it is about. floor: whether
    the floor decided it, or confirmed the dealer.
    """

    kind: str
    seat: int = 0
    asker: int = 0
    amount: int = 0
    cards: tuple[Card, ...] = ()
    inner: Action | None = None
    floor: bool = False


ACTION_RULINGS: Final = frozenset({"string_bet", "short_raise", "undercall"})
"""Rulings that are themselves the action of the seat in turn."""

SITTING_OUT: Final = frozenset({"absent", "penalty"})
"""Rulings that the deal itself makes."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Rewinds: the first `to` effective operations stay; the record keeps everything."""

    to: int


Operation = (
    DealHole | DealUp | DealBoard | RunBoards | Opens | BringIn | Fold | Check | Call | RaiseTo | BlindOpen
    | Discard | Show | Muck | ShowOpeners | DeclareWinners | PutIn | TakeOut | EndHand | Ruling | Undo
)  # fmt: skip


def effective(operations: Iterable[Operation]) -> tuple[Operation, ...]:
    """The operations that count: every undo, and what it rewound, taken out.

    Raises IllegalAction for an undo that rewinds nothing.
    """
    kept: list[Operation] = []
    for operation in operations:
        if isinstance(operation, Undo):
            if not 0 <= operation.to < len(kept):
                raise IllegalAction(
                    f"nothing to undo: the hand has {len(kept)} operations and {operation.to} would stay",
                    "nothing_to_undo",
                    {"operations": len(kept), "to": operation.to},
                )
            del kept[operation.to :]
        else:
            kept.append(operation)
    return tuple(kept)


def acted(operation: Operation) -> Operation | None:
    """The action that an operation is, also one by a ruling."""
    if isinstance(operation, Ruling):
        return operation.inner if operation.kind in ACTION_RULINGS else None
    return operation
