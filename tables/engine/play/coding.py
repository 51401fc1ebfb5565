"""The text form of operations: one word each, and one text for one operation."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from tables.engine.cards.cards import format_cards, parse_cards
from tables.engine.errors import InvalidNotation
from tables.engine.play.operations import (
    Action,
    BlindOpen,
    BringIn,
    Call,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    DeclareWinners,
    Discard,
    EndHand,
    Fold,
    Half,
    Muck,
    Opens,
    Operation,
    PutIn,
    RaiseTo,
    Ruling,
    RunBoards,
    Show,
    ShowOpeners,
    TakeOut,
    Undo,
)

_LETTER: Final[Mapping[type, str]] = MappingProxyType(
    {
        DealHole: "h",
        DealUp: "t",
        Opens: "o",
        BringIn: "i",
        Fold: "f",
        Check: "k",
        Call: "c",
        RaiseTo: "r",
        BlindOpen: "l",
        Discard: "d",
        Show: "s",
        Muck: "m",
        ShowOpeners: "j",
        PutIn: "p",
        TakeOut: "a",
    }
)


def encode(operation: Operation) -> str:
    """The text form of an operation, as in the table of operations.py."""
    match operation:
        case DealBoard(cards):
            return f"b:{format_cards(cards)}"
        case RunBoards(count):
            return f"n{count}"
        case DeclareWinners(pot, seats, half):
            return f"w{pot}{half[:1]}:{','.join(map(str, seats))}"
        case EndHand():
            return "e"
        case Ruling():
            return _encode_ruling(operation)
        case Undo(to):
            return f"u{to}"
        case (
            DealHole(seat, cards)
            | DealUp(seat, cards)
            | Discard(seat, cards)
            | Show(seat, cards)
            | ShowOpeners(seat, cards)
        ):
            return f"{_LETTER[type(operation)]}{seat}:{format_cards(cards)}"
        case RaiseTo(seat, amount) | PutIn(seat, amount) | TakeOut(seat, amount):
            return f"{_LETTER[type(operation)]}{seat}:{amount}"
        case _:
            return f"{_LETTER[type(operation)]}{operation.seat}"


def _encode_ruling(ruling: Ruling) -> str:
    parts = [f"x:{ruling.kind}"]
    if ruling.seat:
        parts.append(f"s={ruling.seat}")
    if ruling.asker:
        parts.append(f"q={ruling.asker}")
    if ruling.amount:
        parts.append(f"a={ruling.amount}")
    if ruling.cards:
        parts.append(f"c={format_cards(ruling.cards)}")
    if ruling.inner is not None:
        parts.append(f"o={encode(ruling.inner)}")
    if ruling.floor:
        parts.append("f")
    return ",".join(parts)


MOST_CARDS: Final = 10
"""In one operation."""

_Builder = Callable[[re.Match[str]], Operation]

# Numbers without leading zeros, so that one operation has one text; lengths bound what int() sees.
_SEAT, _AMOUNT, _COUNT, _CARD = (
    r"([1-9][0-9]{0,2})",
    r"([1-9][0-9]{0,17})",
    r"(0|[1-9][0-9]{0,8})",
    "(?:[^,]{2})",
)
_HALVES: Final[Mapping[str, Half]] = MappingProxyType({"": "", "h": "high", "l": "low"})


def _declared(match: re.Match[str]) -> Operation:
    """Only of a low half there may be no winner at all."""
    pot, half, seats, nobodys = match["pot"], match["half"], match["seats"], match["nobodys"]
    winners = tuple([int(seat) for seat in (seats or "").split(",") if seat])
    return DeclareWinners(int(pot), winners, _HALVES[half or nobodys or ""])


def _ruled(match: re.Match[str]) -> Operation:
    inner = decode(match["inner"]) if match["inner"] else None
    assert inner is None or isinstance(inner, Action)  # noqa: S101  # so the pattern
    return Ruling(
        kind=match["kind"],
        seat=int(match["seat"] or 0),
        asker=int(match["asker"] or 0),
        amount=int(match["amount"] or 0),
        cards=parse_cards(match["cards"] or ""),
        inner=inner,
        floor=match["floor"] is not None,
    )


_RULING: Final = (
    rf"x:(?P<kind>[a-z_]{{1,20}})(?:,s=(?P<seat>{_SEAT}))?(?:,q=(?P<asker>{_SEAT}))?"
    rf"(?:,a=(?P<amount>{_AMOUNT}))?(?:,c=(?P<cards>(?:[^,]{{2}}){{1,{MOST_CARDS}}}))?(?:,o=(?P<inner>[fkc]{_SEAT}|r{_SEAT}:{_AMOUNT}))?(?P<floor>,f)?"
)

_FORMS: Final[tuple[tuple[str, _Builder], ...]] = (
    *[
        (f"{_LETTER[kind]}{_SEAT}", lambda m, kind=kind: kind(int(m[1])))
        for kind in (Opens, BringIn, Fold, Check, Call, BlindOpen, Muck)
    ],
    *[
        (f"{_LETTER[kind]}{_SEAT}:{_AMOUNT}", lambda m, kind=kind: kind(int(m[1]), int(m[2])))
        for kind in (RaiseTo, PutIn, TakeOut)
    ],
    *[
        (
            f"{_LETTER[kind]}{_SEAT}:({_CARD}{{{least},{MOST_CARDS}}})",
            lambda m, kind=kind: kind(int(m[1]), parse_cards(m[2])),
        )
        for kind, least in ((DealHole, 1), (DealUp, 1), (Discard, 0), (Show, 0), (ShowOpeners, 1))
    ],
    (f"b:({_CARD}{{1,{MOST_CARDS}}})", lambda m: DealBoard(parse_cards(m[1]))),
    ("n([23])", lambda m: RunBoards(int(m[1]))),
    (
        rf"w(?P<pot>{_COUNT})(?:(?P<half>[hl]?):(?P<seats>{_SEAT}(?:,{_SEAT}){{0,19}})|(?P<nobodys>l):)",
        _declared,
    ),
    ("e", lambda _: EndHand()),
    (_RULING, _ruled),
    (f"u{_COUNT}", lambda m: Undo(int(m[1]))),
)
_FORM_OF: Final[Mapping[str, tuple[str, _Builder]]] = MappingProxyType(
    {pattern[0]: (pattern, build) for pattern, build in _FORMS}
)


@cache
def _pattern(letter: str) -> re.Pattern[str]:
    """Compiled when first needed: all of them together cost milliseconds at every start."""
    return re.compile(_FORM_OF[letter][0])


@lru_cache(maxsize=4096)
def decode(text: str) -> Operation:
    """The inverse of encode; raises InvalidNotation on anything else.

    A record is decoded again with every tap, and many of its words stand in every hand: they are kept.
    """
    form = _FORM_OF.get(text[:1])
    match = _pattern(text[0]).fullmatch(text) if form else None
    if form is None or match is None:
        raise InvalidNotation(
            f"“{text[:40]}” is not an operation: write f3, k3, c3, r3:800, h3:AhKd, b:AhKdTs, "
            "s3:AhKd, m3, w0:3,5 or u12",
            "bad_operation",
            {"text": text[:40]},
        )
    return form[1](match)
