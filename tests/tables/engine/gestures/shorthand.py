"""Gestures for the tests of `tables.engine.gestures.interpretation`, and their readings in a short form."""

from __future__ import annotations

from tables.engine import Stakes, State, encode
from tables.engine.gestures.gesture import Declaration, Gesture
from tables.engine.gestures.interpretation import Interpretation, interpret
from tests.tables.engine.hands import on_street, play, table

B25, B100, B200, B1000 = Stakes(25, 50), Stakes(100, 200), Stakes(200, 400), Stakes(1000, 2000)
FOUR = (90_000,) * 4
TWO_25 = (25, 25)

Short = tuple[str, tuple[str, ...], int]
Seen = tuple[int, ...]


def short(read: Interpretation) -> Short:
    """What it comes to, by which rows, and the chips that go back (or, negative, are due).

    "r3:400+" is the least of what may be named, "c3 f3" are the player's choices, "? c3 f3" the floor's.
    """
    what = " ".join(encode(each) for each in read.choices)
    if read.operation is not None:
        what = encode(read.operation) + "+" * read.at_least
    return "? " * read.floor + what, read.rules, read.chips_back - read.chips_due


def reading(
    state: State,
    said: Declaration = "",
    amount: int = 0,
    *chips: int,
    in_front: Seen | None = None,
    chips_first: bool = False,
    later: Seen = (),
) -> Short:
    return short(
        interpret(
            state,
            Gesture(
                said=said, amount=amount, chips=chips, in_front=in_front, chips_first=chips_first, later=later
            ),
        )
    )


def puts(state: State, *chips: int, in_front: Seen | None = None, later: Seen = ()) -> Short:
    """Chips without a word."""
    return reading(state, "", 0, *chips, in_front=in_front, later=later)


def flop(*stacks: int, stakes: Stakes = B25, game: str = "NT") -> State:
    return on_street(1, table(*stacks, stakes=stakes, game=game))


def act_10() -> State:
    """UTG made it 1,100 over blinds of 250 and 500: a raise of 600."""
    return play(table(*FOUR, stakes=Stakes(250, 500)), "r3:1100")


def act_13() -> State:
    """25-50, the button makes it 600; the big blind of two 25s lies in front of seat 2."""
    return play(table(*FOUR, stakes=B25), "f3 r4:600 f1")
