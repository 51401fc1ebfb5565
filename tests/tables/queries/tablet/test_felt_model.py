"""What the tablet is given to continue by itself, and what it is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tables import engine
from tables.queries.table.hand import Replay, replay_of
from tables.queries.tablet.felt_model import FeltModel, felt_model
from tests.tables.queries.tablet.test_actions import state_of

FLOP = ("c3", "c1", "k2", "b:2c3d4h")


def replayed(*stacks: int, codes: tuple[str, ...], game: str = "NT") -> Replay:
    state = state_of(*stacks, codes=codes, game=game)
    return replay_of(state.setup, state.history)


def model(*codes: str, game: str = "NT") -> dict[str, Any]:
    return read(felt_model(replayed(1000, 1000, 1000, codes=codes, game=game)))


def read(told: FeltModel | None) -> dict[str, Any]:
    assert told is not None
    return {"start": json.loads(told.start), "played": told.played.split()}


def test_a_hand_with_a_board_is_told_from_its_deal_with_all_that_was_played() -> None:
    told = model(*FLOP, "r1:200")
    assert told["played"] == ["c3", "c1", "k2", "b:2c3d4h", "r1:200"]
    assert (told["start"]["pot"], told["start"]["dealt"]) == (150, [0, 3, 1, 1])


def test_hole_cards_told_in_advance_are_not_in_it() -> None:
    told = felt_model(replayed(1000, 1000, 1000, codes=("h2:AsAh", "c3")))
    assert read(told)["played"] == ["x", "c3"]
    assert "As" not in str(told)


def test_what_was_undone_is_not_in_it() -> None:
    assert model("c3", "r1:300", "u1")["played"] == ["c3"]


@pytest.mark.parametrize(
    "codes",
    [
        ("f3", "f1"),
        (*FLOP, "k1", "k2", "k3", "b:??", "k1", "k2", "k3", "b:??", "k1", "k2", "k3"),
        ("x:out_of_turn,s=2,o=f2",),
    ],
    ids=["over", "showdown", "ruling"],
)
def test_nothing_is_told_where_more_than_chips_and_turns_decide(codes: tuple[str, ...]) -> None:
    assert felt_model(replayed(1000, 1000, 1000, codes=codes)) is None


def test_stud_is_told_street_by_street_also_the_last_that_opens_without_a_word() -> None:
    setup = engine.Setup.for_level(
        game="F7S",
        rules=engine.HOUSE_RULES["tda2024"],
        stakes=engine.Stakes(small_bet=100, big_bet=200, ante=10, ante_kind="classic", bring_in=25),
        positions=engine.ButtonAndBlinds(button=3),
        seats=tuple(engine.SeatStack(seat, 5_000) for seat in (1, 2)),
    )
    third = ("t1:9h", "t2:3c", "i2")
    codes = [*third, "c1"]
    for card, other in (("9c", "4c"), ("9d", "5c"), ("2h", "6d")):
        codes += [f"t1:{card}", f"t2:{other}", "k1", "k2"]
    told = [
        read(felt_model(replay_of(setup, [engine.decode(code) for code in played])))
        for played in (third, codes)
    ]
    assert [(each["start"]["street"], each["played"]) for each in told] == [(0, ["i2"]), (4, [])]
    assert told[1]["start"]["dealt"] == []


def test_where_it_starts_stays_the_same_while_the_hand_is_played() -> None:
    early, late = (
        felt_model(replayed(*[5000] * 9, codes=codes)) for codes in (("f3",), ("f3", "c4", "r5:300"))
    )
    assert early is not None
    assert late is not None
    assert early.start == late.start
    assert len(early.start) < 800
