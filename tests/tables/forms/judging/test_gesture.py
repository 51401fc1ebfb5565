"""What was said and put in, as it is tapped together."""

from __future__ import annotations

import pytest

from tables.engine.gestures.gesture import Gesture
from tables.forms.judging.gesture import MOST_CHIPS, GestureFields, read_gesture_fields

NOTHING = GestureFields(
    seat=3,
    said="",
    amount=0,
    chips=(),
    later=(),
    front=(),
    is_pulled=False,
    chips_first=False,
    pile="chips",
)


def test_nothing_told_is_the_player_in_turn_and_no_gesture() -> None:
    assert read_gesture_fields({}, seat=3) == NOTHING
    assert not NOTHING.is_told


def test_chips_are_added_to_the_pile_that_is_chosen_and_taken_back() -> None:
    fields = read_gesture_fields({"chips": "1000-500", "later": "100", "pile": "later", "add": "25"}, seat=3)
    assert (fields.chips, fields.later, fields.pile) == ((1000, 500), (100, 25), "later")
    assert read_gesture_fields({"chips": "1000-500", "back": "1"}, seat=3).chips == (1000,)
    assert read_gesture_fields({"front": "1000", "pile": "front", "back": "1"}, seat=3).front == ()


@pytest.mark.parametrize(
    ("data", "gesture"),
    [
        ({"said": "raise", "amount": "8,000"}, Gesture(said="raise", amount=8000)),
        ({"amount": "1.400"}, Gesture(said="amount", amount=1400)),
        (
            {"said": "call", "chips": "5000", "first": "1"},
            Gesture(said="call", chips=(5000,), chips_first=True),
        ),
        ({"chips": "500", "later": "500-100"}, Gesture(chips=(500,), later=(500, 100))),
        ({"chips": "500", "front": "25-25"}, Gesture(chips=(500,), in_front=(25, 25))),
        ({"chips": "500", "front": "25-25", "pulled": "1"}, Gesture(chips=(500,), in_front=())),
    ],
)
def test_what_is_told_makes_a_gesture(data: dict[str, str], gesture: Gesture) -> None:
    assert read_gesture_fields(data, seat=3).gesture == gesture


def test_what_makes_no_sense_is_left_out() -> None:
    data = {"seat": "x", "said": "shout", "amount": "-5", "chips": "0-a--7", "pile": "pot", "add": "1e9"}
    fields = read_gesture_fields(data, seat=3)
    assert fields == GestureFields(
        seat=3,
        said="",
        amount=0,
        chips=(7,),
        later=(),
        front=(),
        is_pulled=False,
        chips_first=False,
        pile="chips",
    )
    assert len(read_gesture_fields({"chips": "-".join(["25"] * 90), "add": "25"}, seat=3).chips) == MOST_CHIPS
