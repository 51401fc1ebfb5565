"""Operations and their text form; undo."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine import (
    UNKNOWN,
    Call,
    Check,
    DealBoard,
    DealHole,
    DeclareWinners,
    Fold,
    IllegalAction,
    InvalidNotation,
    Muck,
    Operation,
    RaiseTo,
    RunBoards,
    Show,
    Undo,
    apply,
    decode,
    effective,
    encode,
    parse_cards,
    replay,
)
from tables.engine.cards.cards import DECK
from tests.tables.engine.hands import play, table

EXAMPLES: list[tuple[Operation, str]] = [
    (DealHole(3, parse_cards("AhKd")), "h3:AhKd"),
    (DealHole(10, (UNKNOWN,) * 4), "h10:????????"),
    (DealBoard(parse_cards("AhKdTs")), "b:AhKdTs"),
    (RunBoards(2), "n2"),
    (RunBoards(3), "n3"),
    (Fold(3), "f3"),
    (Check(3), "k3"),
    (Call(3), "c3"),
    (RaiseTo(3, 800), "r3:800"),
    (Show(3, parse_cards("AhKd")), "s3:AhKd"),
    (Show(3), "s3:"),
    (Muck(3), "m3"),
    (DeclareWinners(0, (3, 5)), "w0:3,5"),
    (Undo(12), "u12"),
    (Undo(0), "u0"),
]


@pytest.mark.parametrize(("operation", "text"), EXAMPLES, ids=[text for _, text in EXAMPLES])
def test_operation_has_a_text_and_back(operation: Operation, text: str) -> None:
    assert encode(operation) == text
    assert decode(text) == operation


@pytest.mark.parametrize(
    "text",
    [
        "", "x3", "f", "f0", "f03", "f3 ", " f3", "f3:1", "f-3", "f٣", "k3,4", "r3", "r3:", "r3:0", "r3:-5",
        "r3:1e3", "r3:1.5", "r3:" + "9" * 19, "r3:" + "9" * 10_000, "h3:", "h3:A", "h3:1x", "b:", "b3:Ah",
        "b:" + "??" * 11, "s3", "m", "w0:", "w0", "w:3", "w0:3,", "w0:3;5", "u", "u-1", "u01", "F3",
        "f3\n", "n", "n1", "n4", "n22", "w0:" + ",".join(["3"] * 21), "h1234:AhKd",
    ],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        decode(text)


seats = st.integers(1, 999)
cards = st.lists(st.sampled_from([*DECK, UNKNOWN]), min_size=1, max_size=10).map(tuple)
OPERATIONS: st.SearchStrategy[Operation] = st.one_of(
    st.builds(DealHole, seats, cards),
    st.builds(DealBoard, cards),
    st.builds(RunBoards, st.integers(2, 3)),
    st.builds(Fold, seats),
    st.builds(Check, seats),
    st.builds(Call, seats),
    st.builds(RaiseTo, seats, st.integers(1, 10**18 - 1)),
    st.builds(Show, seats, cards),
    st.builds(Muck, seats),
    st.builds(DeclareWinners, st.integers(0, 99), st.lists(seats, min_size=1, max_size=20).map(tuple)),
    st.builds(Undo, st.integers(0, 10**9 - 1)),
)


@given(OPERATIONS)
def test_text_form_is_symmetric(operation: Operation) -> None:
    assert decode(encode(operation)) == operation


@given(st.text(max_size=12))
def test_decode_refuses_or_reproduces(text: str) -> None:
    try:
        operation = decode(text)
    except InvalidNotation:
        return
    assert encode(operation) == text


def test_operations_of_different_kinds_differ() -> None:
    assert len({Fold(3), Check(3), Call(3), Muck(3)}) == 4


def test_effective_takes_out_what_was_undone() -> None:
    log: list[Operation] = [Fold(1), Call(2), Undo(1), Check(2), Fold(3), Undo(2), Undo(1), Call(4)]
    assert effective(log) == (Fold(1), Call(4))


@pytest.mark.parametrize("to", [2, 3, -1])
def test_undo_of_nothing_is_refused(to: int) -> None:
    with pytest.raises(IllegalAction, match="nothing to undo") as caught:
        effective([Fold(1), Call(2), Undo(to)])
    assert caught.value.code == "nothing_to_undo"


def test_undo_rewinds_to_any_earlier_operation() -> None:
    setup = table(1000, 1000, 1000)
    state = play(setup, "c3 c1 k2 b:AhKdTs k1 r2:500")
    assert apply(state, Undo(1)) == play(setup, "c3")
    assert play(state, "u4 r1:100") == play(setup, "c3 c1 k2 b:AhKdTs r1:100")
    assert play(state, "u0") == replay(setup, ())


def test_undone_hand_may_be_completed_again() -> None:
    setup = table(1000, 1000)
    done = play(setup, "f2")
    assert done.is_complete
    assert play(done, "u0 c2 k1").phase == "deal_board"


def test_log_with_undos_replays_to_the_state() -> None:
    setup = table(1000, 1000, 1000)
    words = ["c3", "c1", "u1", "f1", "k2", "b:??????", "u3", "b:AhKdTs"]
    assert replay(setup, [decode(word) for word in words]) == play(setup, " ".join(words))


def test_refused_undo_changes_nothing() -> None:
    state = play(table(1000, 1000), "c2")
    with pytest.raises(IllegalAction):
        apply(state, Undo(1))
    assert state == play(table(1000, 1000), "c2")
