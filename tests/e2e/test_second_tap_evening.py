"""A whole evening with a second tap on every spot: it must end as the same evening did that was played without.

How that one ended is kept in evening_of_knock_outs.json. Where the evening itself has changed, it is played with one
tap each, and its end is kept, by

    FLOORMAN_TESTS=long ONE_TAP_EACH=1 pytest -m "" tests/e2e/test_second_tap_evening.py
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browsers import OpenDevice, Watch
from tests.e2e import evening_of_knock_outs as evenings
from tests.e2e.cash_desk import CashDesk
from tests.e2e.finger import NervousFinger
from tests.e2e.floor_manager import FloorManager
from tests.e2e.room import CONSOLE, Room
from tests.e2e.steps import Steps
from tests.e2e.whole_state import broken
from tests.processes import LiveFloorman

KEPT = Path(__file__).with_name("evening_of_knock_outs.json")

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def play(room: Room) -> dict[str, object]:
    """The evening from the first price to the closed till; what has come of it."""
    floor, steps = FloorManager(room), Steps(room, undoes=False)
    desk = CashDesk(room, floor)
    evenings.open_the_house(room, floor, desk)
    evening = evenings.seat_them(room, floor, desk, steps)
    evenings.rebuy_period(evening)
    evenings.to_two_tables(evening)
    evenings.to_the_bubble(evening)
    evenings.to_the_winner(evening)
    evenings.pay_everybody(evening)
    evenings.close_the_till(evening)
    assert broken() == []
    return evenings.outcome(evening)


@pytest.mark.long(reason="each list is tapped twice in test_second_taps.py; this one adds up a whole evening")
def test_an_evening_with_a_second_tap_on_every_spot_ends_as_one_without(
    live_page: Page,
    live_floorman: LiveFloorman,
    another_device: OpenDevice,
    output_path: str,
    watch: Watch,
) -> None:
    # What the desk asks back is an answer that browsers list among the errors.
    watch.expected.append("422")
    # Where the first answer has taken the second tap's form away, steady.js puts the message in its place.
    watch.expected.append("htmx:oobErrorNoTarget, #messages")
    live_page.set_viewport_size({"width": CONSOLE[0], "height": CONSOLE[1]})
    nervous = None if "ONE_TAP_EACH" in os.environ else NervousFinger(live_page)
    room = Room(
        live=live_floorman,
        open_device=another_device,
        director=live_page,
        pictures=Path(output_path),
        finger=nervous,
    )
    # As it is read from a file.
    ended = json.loads(json.dumps(play(room)))
    if nervous is None:
        lines = (f"{json.dumps(role)}: {json.dumps(end)}" for role, end in sorted(ended.items()))
        KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        return
    plain = json.loads(KEPT.read_text(encoding="utf-8"))
    assert nervous.late < nervous.taps / 10, f"{nervous.late} of {nervous.taps} taps had no second one"
    assert {part: end for part, end in ended.items() if end != plain[part]} == {}, nervous.again
    assert ended.keys() == plain.keys()
