"""A floor manager's evening: three tables, recorded in three ways; whatever happens is done, undone and done again."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browsers import OpenDevice, Watch
from tests.e2e import evening_to_the_bubble as early
from tests.e2e import evening_to_the_winner as late
from tests.e2e.floor_manager import FloorManager
from tests.e2e.room import CONSOLE, Room
from tests.e2e.steps import Steps
from tests.processes import LiveFloorman

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def room(
    live_page: Page,
    live_floorman: LiveFloorman,
    another_device: OpenDevice,
    output_path: str,
    watch: Watch,
) -> Room:
    # The desk is asked before an entry waits: an answer that browsers list among the errors.
    watch.expected.append("422")
    live_page.set_viewport_size({"width": CONSOLE[0], "height": CONSOLE[1]})
    Path(output_path).mkdir(parents=True, exist_ok=True)
    return Room(
        live=live_floorman, open_device=another_device, director=live_page, pictures=Path(output_path)
    )


@pytest.mark.long(
    reason="each of its steps has a browser test of its own; this one undoes them all in one evening"
)
def test_whatever_happens_in_an_evening_is_done_undone_and_done_again(room: Room) -> None:
    floor, steps = FloorManager(room), Steps(room)
    early.set_up(room, floor, steps)
    no_show, absent = early.players_at(early.BUSTS)[0], early.players_at(early.TABLET)[0]
    early.check_in(floor, steps, without=(no_show, absent))
    early.start(room, floor, steps)
    early.late_entries(floor, steps)
    early.first_hands(room, floor, steps, absent)
    early.remove_and_fill(room, floor, steps, no_show)
    early.punish(floor, steps)
    steps.expect_log()
    late.bust_to_two_tables(room, floor, steps)
    late.play_the_bubble(room, floor, steps)
    late.draw_the_final_table(room, floor, steps)
    late.play_to_the_winner(room, floor, steps)
    late.pay_the_prizes(room, floor, steps)
    steps.expect_log()
