"""A floor manager's evening: three tables, recorded in three ways; whatever happens is done, undone and done again."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tables.models import Table
from tests.e2e.floor_manager import FloorManager
from tests.e2e.room import CONSOLE, OpenDevice, Room
from tests.e2e.steps import Steps, by_log
from tests.factories import names
from tests.processes import LiveFloorman
from tournament.models import Entry, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SEATS = 8
# In per cent, from first place down: twelve of 24 are paid.
SHARES = "25 17 12 9 8 7 6 5 4 3 2 2"
*EARLY, LATE, WAITING = names(24)
# Of those who entered early.
NO_SHOW, ABSENT = EARLY[20:]
TABLET, RESULTS, BUSTS = 1, 2, 3


@pytest.fixture
def room(live_page: Page, live_floorman: LiveFloorman, another_device: OpenDevice, output_path: str) -> Room:
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
    set_up(room, floor, steps)
    check_in(floor, steps)
    start(room, floor, steps)
    steps.expect_log()


# --- The room is set up


def set_up(room: Room, floor: FloorManager, steps: Steps) -> None:
    """24 seats at three tables, recorded in three ways; 22 players are drawn to them."""
    room.log_in_by_link()
    page = room.director
    page.goto(f"{room.live.url}/floor/new/")
    page.get_by_label("Name").fill("Sunday at the club")
    with page.expect_navigation():
        page.locator("main form [type=submit]").click()
    room.code = Tournament.objects.get().code
    room.floor("settings/")
    page.locator("[name=seats_per_table]").fill(str(SEATS))
    page.get_by_label("Fixed percentages").check()
    page.locator("[name$=shares]").fill(SHARES)
    page.locator("main form.stack [type=submit]").click()
    expect(page.locator("#messages")).to_contain_text("saved")
    room.accept(page, "settings")
    steps.take(
        "no-show-rule", lambda: floor.set_rule("no_show_level", "2"), says="removed at the start of level: 2"
    )
    enter_early(room)
    steps.take("draw", floor.draw_seats, undo=by_log, says="Drew the seats", by_chance=True)
    steps.take("results", lambda: floor.record(RESULTS, "results"), says="Results only")
    steps.take("busts-only", lambda: floor.record(BUSTS, "busts"), undo=by_log, says="Busts only")


def enter_early(room: Room) -> None:
    """22 players from a list."""
    page = room.floor("import/")
    page.locator("[name=text]").fill("\n".join(["name", *EARLY]))
    page.locator("[name=what]").first.check()
    page.locator("[value=preview]").click()
    expect(page.locator("#preview")).to_contain_text(str(len(EARLY)))
    room.accept(page, "import")
    page.locator("[value=run]").click()
    expect(page.locator("[value=run]")).to_have_count(0)
    assert Entry.objects.count() == len(EARLY)


def check_in(floor: FloorManager, steps: Steps) -> None:
    """All arrive but two."""
    steps.take("open-check-in", floor.open_check_in, undo=by_log, says="Opened check-in")
    first, *others = EARLY[:20]
    steps.take("arrived", lambda: floor.check_in(first), undo=by_log, says=f"{first} has arrived")
    for name in others:
        floor.check_in(name)


# --- The first level


def start(room: Room, floor: FloorManager, steps: Steps) -> None:
    lock_a_seat(floor, steps)
    room.pair(TABLET)
    steps.take("start", floor.start_clock, undo=by_log, says="Started the clock")


def lock_a_seat(floor: FloorManager, steps: Steps) -> None:
    """Of the two seats that are free, one is for the camera."""
    table = Table.objects.filter(seats__entry=None).distinct().order_by("number").first()
    assert table is not None
    seat = table.seats.filter(entry=None).order_by("number")[0].number
    steps.take("lock", lambda: floor.lock(table.number, seat, reason="Camera"), says="Camera")
