"""The console of a small room: a tap on a seat, a tap on what happens there, and back again by undo."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories.floor import Floor
from tests.processes import LiveFloorman

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

CONSOLE: ViewportSize = {"width": 1180, "height": 820}
PHONE: ViewportSize = {"width": 390, "height": 844}


def open_console(
    page: Page, context: BrowserContext, live: LiveFloorman, size: ViewportSize, *players: int
) -> Floor:
    floor = Floor(Client(), *players)
    log_in(context, floor.account, live)
    page.set_viewport_size(size)
    page.goto(live.url + floor.home)
    expect(page.locator("html")).to_have_attribute("data-connection", "live")
    return floor


@pytest.mark.parametrize(
    "size",
    [pytest.param(CONSOLE, marks=pytest.mark.long(reason="a phone has less room")), PHONE],
    ids=["console", "phone"],
)
def test_a_player_is_moved_by_two_taps_where_the_room_is_shown_and_back_by_undo(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, size: ViewportSize
) -> None:
    floor = open_console(live_page, context, live_floorman, size, 4, 3, 4)

    live_page.locator("#seat-1-4").click()
    expect(live_page.locator("#seat-title")).to_be_focused()
    expect(live_page.locator("#seat-1-4")).to_have_attribute("aria-current", "true")
    expect(live_page.locator("#seat-1-4")).to_be_in_viewport(ratio=1)
    live_page.get_by_role("button", name="Table 2, seat 5").click()

    expect(live_page.locator("#seat-2-5")).to_contain_text("Dario Conti")
    assert floor.where(floor.seats[1, 4]) == (2, 5)
    expect(live_page.locator("#seat-title")).to_contain_text("Table 1, seat 4")
    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.locator("#seat-1-4")).to_contain_text("Dario Conti")
    assert floor.where(floor.seats[1, 4]) == (1, 4)


def test_the_panel_opens_by_the_keyboard_and_leaves_the_focus_where_it_came_from(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    open_console(live_page, context, live_floorman, CONSOLE, 3, 3)

    live_page.locator("#seat-2-1").press("Enter")
    expect(live_page.locator("#seat-title")).to_be_focused()
    live_page.keyboard.press("Escape")

    expect(live_page.locator("#seat")).to_be_empty()
    expect(live_page.locator("#seat-2-1")).to_be_focused()
    assert live_page.url.endswith("/")


def test_what_another_console_does_is_seen_while_a_stack_is_typed(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = open_console(live_page, context, live_floorman, CONSOLE, 3, 3)
    live_page.locator("#seat-1-1").click()
    live_page.get_by_text("Correct the stack").click()
    live_page.locator("#seat [name=stack]").fill("9,5")

    floor.post("tables/2/move/", entry=str(floor.seats[2, 3].pk), to="1-9")

    expect(live_page.locator("#seat-1-9")).to_contain_text("Fabio Riva")
    expect(live_page.locator("#seat [name=stack]")).to_have_value("9,5")
    expect(live_page.locator("#seat [name=stack]")).to_be_focused()


@pytest.mark.long(reason="axe reads the console in test_alarms.py")
@pytest.mark.sampled
def test_the_maps_and_the_panel_are_objections_in_both_themes(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = open_console(live_page, context, live_floorman, CONSOLE, 9, 8, 3)
    floor.deal(1)
    floor.post("tables/2/lock/", seat="9", locked="1")
    live_page.locator("#seat-1-2").click()
    expect(live_page.locator("#seat-title")).to_contain_text("Bruno Neri")

    assert objections_in_both_themes(live_page) == []
