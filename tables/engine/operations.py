"""Operations: what a dealer records, one small frozen value each, with a one-word text form.

| value                | text        | meaning                                                 |
|----------------------|-------------|---------------------------------------------------------|
| DealHole(3, AhKd)    | h3:AhKd     | seat 3 holds these cards (?? = unknown)                 |
| DealBoard(AhKdTs)    | b:AhKdTs    | these cards come on the board                           |
| Fold(3)              | f3          |                                                         |
| Check(3)             | k3          |                                                         |
| Call(3)              | c3          | calls, all-in if the stack is shorter                   |
| RaiseTo(3, 800)      | r3:800      | bets or raises to 800 in total on this street           |
| Show(3, AhKd)        | s3:AhKd     | tables the hand; no cards = those already recorded      |
| Muck(3)              | m3          | gives the hand up unseen                                |
| DeclareWinners(0, …) | w0:3,5      | seats 3 and 5 win pot 0 (the main pot)                  |
| Undo(12)             | u12         | only the first 12 effective operations stay             |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tables.engine.cards import Card, format_cards, parse_cards
from tables.engine.errors import IllegalAction, InvalidNotation


@dataclass(frozen=True, slots=True)
class DealHole:
    """A seat's hole cards become known, in part or whole; unknown cards stay as they were."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealBoard:
    """The cards of the next street; they may be unknown."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Fold:
    seat: int


@dataclass(frozen=True, slots=True)
class Check:
    seat: int


@dataclass(frozen=True, slots=True)
class Call:
    seat: int


@dataclass(frozen=True, slots=True)
class RaiseTo:
    """A bet or raise; amount is the seat's total of this street, blinds in it, antes not."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Show:
    """A contender tables the hand; no cards means the ones already recorded."""

    seat: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Muck:
    seat: int


@dataclass(frozen=True, slots=True)
class DeclareWinners:
    """Who wins a pot (0 = main) where the cards are not known."""

    pot: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """Rewinds: the first `to` effective operations stay; the record keeps everything."""

    to: int


Operation = DealHole | DealBoard | Fold | Check | Call | RaiseTo | Show | Muck | DeclareWinners | Undo


def encode(operation: Operation) -> str:
    """The text form of an operation, as in the table above."""
    match operation:
        case DealHole(seat, cards):
            return f"h{seat}:{format_cards(cards)}"
        case DealBoard(cards):
            return f"b:{format_cards(cards)}"
        case RaiseTo(seat, amount):
            return f"r{seat}:{amount}"
        case Show(seat, cards):
            return f"s{seat}:{format_cards(cards)}"
        case DeclareWinners(pot, seats):
            return f"w{pot}:{','.join(map(str, seats))}"
        case Undo(to):
            return f"u{to}"
        case _:
            return f"{_LETTER[type(operation)]}{operation.seat}"


_LETTER: Final[Mapping[type, str]] = MappingProxyType({Fold: "f", Check: "k", Call: "c", Muck: "m"})

_Builder = Callable[[re.Match[str]], Operation]

# Numbers without leading zeros, so that one operation has one text; lengths bound what int() sees.
_SEAT, _AMOUNT, _COUNT, _CARD = r"([1-9][0-9]{0,2})", r"([1-9][0-9]{0,17})", r"(0|[1-9][0-9]{0,8})", "(?:..)"
_FORMS: Final[tuple[tuple[re.Pattern[str], _Builder], ...]] = (
    (re.compile(rf"f{_SEAT}"), lambda m: Fold(int(m[1]))),
    (re.compile(rf"k{_SEAT}"), lambda m: Check(int(m[1]))),
    (re.compile(rf"c{_SEAT}"), lambda m: Call(int(m[1]))),
    (re.compile(rf"r{_SEAT}:{_AMOUNT}"), lambda m: RaiseTo(int(m[1]), int(m[2]))),
    (re.compile(rf"h{_SEAT}:({_CARD}{{1,10}})"), lambda m: DealHole(int(m[1]), parse_cards(m[2]))),
    (re.compile(rf"b:({_CARD}{{1,10}})"), lambda m: DealBoard(parse_cards(m[1]))),
    (re.compile(rf"s{_SEAT}:({_CARD}{{0,10}})"), lambda m: Show(int(m[1]), parse_cards(m[2]))),
    (re.compile(rf"m{_SEAT}"), lambda m: Muck(int(m[1]))),
    (
        re.compile(rf"w{_COUNT}:({_SEAT}(?:,{_SEAT}){{0,19}})"),
        lambda m: DeclareWinners(int(m[1]), tuple(map(int, m[2].split(",")))),
    ),
    (re.compile(rf"u{_COUNT}"), lambda m: Undo(int(m[1]))),
)
_FORM_OF: Final[Mapping[str, tuple[re.Pattern[str], _Builder]]] = MappingProxyType(
    {form[0].pattern[0]: form for form in _FORMS}
)


def decode(text: str) -> Operation:
    """The inverse of encode; raises InvalidNotation on anything else."""
    form = _FORM_OF.get(text[:1])
    match = form[0].fullmatch(text) if form else None
    if form is None or match is None:
        raise InvalidNotation(
            f"“{text[:40]}” is not an operation: write f3, k3, c3, r3:800, h3:AhKd, b:AhKdTs, "
            "s3:AhKd, m3, w0:3,5 or u12",
            "bad_operation",
            {"text": text[:40]},
        )
    return form[1](match)


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
