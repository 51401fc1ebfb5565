"""Hand-for-hand from the console: two taps, a light for each table there and on the wall, run-outs released."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections, objections_in_both_themes
from tests.factories import give_role
from tests.factories.rounds import Rounds
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

FIVE_PAID = (500_00, 300_00, 200_00, 100_00, 80_00)


@pytest.fixture
def room() -> Rounds:
    """Two tables of three, five places paid: one player from the money."""
    return Rounds((9000, 9000, 5000), (9000, 9000, 7000), paid=FIVE_PAID, now=timezone.now())


@pytest.mark.long(
    reason="plain forms; the tests of the views send them, and each screen hears in a test of its own"
)
@pytest.mark.sampled
def test_two_taps_start_it_and_the_board_and_the_wall_follow_the_tables(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, room: Rounds
) -> None:
    code = room.tournament.code
    log_in(context, give_role(room.tournament, Role.FLOOR), live_floorman)
    wall = context.new_page()
    wall.set_viewport_size({"width": 1920, "height": 1080})
    wall.goto(f"{live_floorman.url}/t/{code}/hand-for-hand/")
    expect(wall.locator("#rounds")).to_contain_text("Tables deal freely")
    live_page.goto(f"{live_floorman.url}/floor/{code}/")

    live_page.locator("#start-hand-for-hand").click()
    expect(live_page.locator("#stop-title")).to_contain_text("Hand-for-hand")
    expect(live_page.locator("#light-1")).to_contain_text("Not dealt yet")
    expect(wall.locator("#light-1")).to_contain_text("Not dealt yet")

    room.lose(1, 3, release=False)
    expect(live_page.locator("#light-1")).to_contain_text("All-in, waiting")
    expect(wall.locator("#light-1")).to_contain_text("All-in, waiting")
    assert objections_in_both_themes(live_page) + objections(wall) == []

    live_page.locator("#run-out-1").click()
    expect(live_page.locator("#messages")).to_contain_text("Run-out released: table 1.")
    room.lose(1, 3, deal=False)
    expect(wall.locator(".busts")).to_contain_text("Carla Rossi")
    expect(wall.locator("#light-1")).to_contain_text("Done")
    room.lose(2, 3, release=False)
    room.release(2)
    room.lose(2, 3, deal=False)

    expect(wall.locator("#rounds")).to_contain_text("Tables deal freely")
    expect(live_page.locator("#stop-title")).to_have_count(0)
    assert [room.prize(1, 3), room.prize(2, 3)] == [40_00, 40_00]


@pytest.mark.long(reason="plain forms; test_phone.py measures the pages of the floor")
def test_on_a_phone_the_room_is_stopped_and_resumed_with_a_thumb(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, room: Rounds
) -> None:
    live_page.set_viewport_size({"width": 390, "height": 844})
    log_in(context, give_role(room.tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{room.tournament.code}/")

    live_page.locator("#stop-tool summary").click()
    live_page.locator("#announce-hands").click()
    expect(live_page.locator("#stop-title")).to_contain_text("Hold after these hands")
    assert live_page.evaluate("document.documentElement.scrollWidth") <= 390
    live_page.locator("#end-stop").click()

    expect(live_page.locator("#stop-title")).to_have_count(0)
    live_page.locator("#messages").get_by_role("button", name="Undo").last.click()
    expect(live_page.locator("#stop-title")).to_contain_text("Hold after these hands")
