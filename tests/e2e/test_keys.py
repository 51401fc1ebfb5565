"""The keys of every staff page: its list, its search, the tabs, and the undo of what was just done."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.factories import enter, make_account, make_tournament
from tests.processes import LiveFloorman

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_a_staff_page_is_used_by_its_keys(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    account = make_account()
    tournament = make_tournament(account)
    enter(tournament, "Anna Verdi")
    log_in(context, account, live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/screens/message/")
    live_page.locator("h1").click()
    live_page.keyboard.press("?")
    expect(live_page.locator("#shortcuts")).to_be_visible()
    live_page.keyboard.press("Escape")
    expect(live_page.locator("#shortcuts")).to_be_hidden()

    live_page.get_by_label("Message").fill("Dinner / 3 courses")
    live_page.keyboard.press("Enter")
    expect(live_page.locator("#message-on-screens")).to_contain_text("Dinner / 3 courses")
    live_page.wait_for_load_state()
    live_page.keyboard.press("Control+z")
    expect(live_page.locator("#message-on-screens")).to_have_count(0)

    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/players/")
    live_page.keyboard.press("/")
    live_page.keyboard.type("Anna")
    live_page.keyboard.press("Enter")
    expect(live_page).to_have_url(f"{live_floorman.url}/floor/{tournament.code}/players/?q=Anna")
    # The address is there before the scripts that hear the keys.
    live_page.wait_for_load_state()
    live_page.keyboard.press("2")
    expect(live_page.locator(".tabs a[aria-current]")).to_have_text("Room")
