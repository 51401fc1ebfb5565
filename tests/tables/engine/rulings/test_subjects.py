"""Whom a ruling can concern: the seats that the floor is offered."""

from __future__ import annotations

import pytest

from tables.engine import State
from tables.engine.legal_actions import ruling_seats
from tests.tables.engine.hands import on_street, play, table

FLOP = on_street(1, table(900, 900, 900, 900))
BET = play(FLOP, "r1:100 c2")
RIVER = play(on_street(3, table(900, 900, 900, 900)), "r1:100 c2 c3 f4")


@pytest.mark.parametrize(
    ("state", "kind", "seats"),
    [
        (BET, "out_of_turn", (4,)),
        (BET, "skipped", (3, 4)),
        (BET, "string_bet", (3,)),
        (BET, "undercall", (3,)),
        (BET, "accepted_raise", (3,)),
        (BET, "corrected_bet", (1, 2, 3, 4)),
        (BET, "returned_bet", (1, 2)),
        (BET, "chips_behind", (1, 2, 3, 4)),
        (BET, "chips_behind_to", (1, 2, 3, 4)),
        (play(BET, "x:chips_behind,s=1,a=100,f"), "chips_behind_to", (2, 3, 4)),
        (play(BET, "f3"), "dead_hand", (1, 2, 4)),
        (RIVER, "string_bet", ()),
        (RIVER, "asked_to_see", (1,)),
        (play(RIVER, "m1"), "retrieved", (1,)),
        (play(RIVER, "m1"), "exposed_hand", (2, 3)),
        (RIVER, "false_opening", ()),
        (play(table(900, 900, 900, game="N5D")), "false_opening", ()),
        (play(table(900, 900, 900, game="N5D"), "r3:200"), "false_opening", (3,)),
    ],
)
def test_the_seats_that_a_ruling_can_concern(state: State, kind: str, seats: tuple[int, ...]) -> None:
    assert ruling_seats(state, kind) == seats
