"""The console of a larger room: on a phone by staff who walk, and by the keyboard of the desk."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tables.models import Table, TableStatus
from tables.services.table.messages import call_floor
from tests.browsers import log_in
from tests.e2e.axe import objections, objections_in_both_themes
from tests.factories import ACTOR
from tests.factories.floor import Floor
from tests.processes import LiveFloorman
from tournament.models import Entry

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

DESK: ViewportSize = {"width": 1180, "height": 820}
PHONE: ViewportSize = {"width": 390, "height": 844}
# Eight tables: two too many for seat maps; the last is short.
ROOM = (5, 5, 5, 5, 5, 5, 5, 2)
# What has the focus, by its id.
FOCUS = "() => document.activeElement.id"


def open_console(page: Page, context: BrowserContext, live: LiveFloorman, size: ViewportSize) -> Floor:
    floor = Floor(Client(), *ROOM)
    log_in(context, floor.account, live)
    page.set_viewport_size(size)
    page.goto(live.url + floor.home)
    expect(page.locator("html")).to_have_attribute("data-connection", "live")
    return floor


def call(floor: Floor, number: int) -> None:
    call_floor(
        tournament_id=floor.tournament.pk, table_id=floor.table(number).pk, by=ACTOR.at(timezone.now())
    )


def test_staff_who_walk_see_the_tables_that_need_them_come_and_go(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = open_console(live_page, context, live_floorman, PHONE)
    shown = live_page.locator("#grid .tcard__number")
    need = live_page.locator("#show-need")
    # Under the thumb from the first moment, above eight tables to scroll through.
    expect(need).to_be_in_viewport(ratio=1)

    need.click()
    expect(shown).to_have_text(["Table 8"])
    call(floor, 3)
    expect(shown).to_have_text(["Table 3", "Table 8"])
    expect(need).to_contain_text("2")
    live_page.locator("#calls").get_by_role("button", name="Done").click()
    expect(shown).to_have_text(["Table 8"])

    live_page.locator("#grid .tcard").click()
    expect(live_page.get_by_role("heading", name="Table 8")).to_be_visible()


@pytest.mark.long(reason="the same number as on the phone above")
@pytest.mark.sampled
def test_the_number_in_need_follows_while_all_tables_are_shown(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = open_console(live_page, context, live_floorman, DESK)
    expect(live_page.locator("#show-need")).to_contain_text("1")

    call(floor, 3)

    expect(live_page.locator("#show-need")).to_contain_text("2")
    expect(live_page.locator("#table-3")).to_contain_text("Floor")
    assert objections_in_both_themes(live_page) == []


@pytest.mark.long(reason="the panel of test_seat_maps.py; the tests of the views find by name")
def test_a_player_found_by_name_is_acted_on_where_the_room_is_shown(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = open_console(live_page, context, live_floorman, PHONE)

    live_page.locator("#find-input").fill("anna v")
    live_page.get_by_role("link", name="Anna Verdi").click()
    expect(live_page.locator("#seat-title")).to_be_focused()
    expect(live_page.locator("#seat-title")).to_contain_text("Table 1, seat 1 Anna Verdi")
    live_page.get_by_role("button", name="Absent").click()

    expect(live_page.locator("#table-1")).to_contain_text("Absent")
    assert Entry.objects.get(pk=floor.seats[1, 1].pk).is_absent


def test_tables_are_walked_held_and_released_by_the_keyboard_alone(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = open_console(live_page, context, live_floorman, DESK)
    keys = live_page.keyboard

    def focus_after(*presses: str) -> list[str]:
        found = []
        for key in presses:
            keys.press(key)
            found.append(live_page.evaluate(FOCUS))
        return found

    assert focus_after("j", "j", "k", "k", "n") == ["table-1", "table-2", "table-1", "table-8", "table-8"]
    assert focus_after("j", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft") == [
        "table-1",
        "table-2",
        "table-7",
        "table-2",
        "table-1",
    ]
    keys.press("h")
    expect(live_page.locator("#hold")).to_be_focused()
    keys.press("Enter")
    expect(live_page.locator("#table-1")).to_contain_text("On hold")
    assert Table.objects.get(pk=floor.table(1).pk).status == TableStatus.HELD


def test_no_key_acts_while_somebody_types_or_once_keys_are_off(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    open_console(live_page, context, live_floorman, DESK)
    keys = live_page.keyboard

    keys.press("/")
    keys.type("hj?1")
    expect(live_page.locator("#find-input")).to_have_value("hj?1")
    keys.press("Escape")
    keys.press("?")
    expect(live_page.locator("#shortcuts")).to_be_visible()
    assert objections(live_page) == []
    live_page.get_by_label("Letters, digits and signs act as keys in this browser").uncheck()
    keys.press("Escape")
    for key in ("j", "/", "?", "4"):
        keys.press(key)

    expect(live_page.locator("#shortcuts")).to_be_hidden()
    assert live_page.evaluate(FOCUS) not in ("table-1", "find-input")
    assert live_page.url.endswith("/")
    live_page.reload()
    keys.press("j")
    assert live_page.evaluate(FOCUS) != "table-1"
