"""A television in the room: taken in by its code, given something else to show within a second, alone again after it
was removed.
"""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import OpenDevice, log_in
from tests.e2e.axe import objections
from tests.factories import ACTOR, make_account, make_tournament
from tests.processes import LiveFloorman
from tournament.services.screen_messages import tell_screens

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_a_television_follows_what_the_floor_gives_it(
    live_page: Page, context: BrowserContext, another_device: OpenDevice, live_floorman: LiveFloorman
) -> None:
    account = make_account()
    tournament = make_tournament(account)
    television = another_device(1920, 1080).new_page()
    television.goto(f"{live_floorman.url}/screen/")
    code = television.locator(".screen-waits__code")
    expect(code).to_be_visible()
    assert objections(television) == []

    log_in(context, account, live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/screens/")
    assert objections(live_page) == []
    live_page.get_by_label("Code on the television").fill(code.inner_text())
    live_page.get_by_role("textbox", name="Name").fill("Bar")
    live_page.locator("#take-screen").click()
    expect(live_page.locator(".screens")).to_contain_text("Bar")
    expect(television.locator("[data-board]")).to_be_visible()
    expect(television.locator("html")).to_have_attribute("data-connection", "live")
    expect(live_page.locator(".screens .badge")).to_have_text("On")
    assert objections(live_page) == []

    live_page.locator(".screens a", has_text="Change").click()
    live_page.locator("button[value=rounds]").click()
    expect(television.locator("#shown .rounds")).to_be_visible(timeout=2_000)
    assert objections(live_page) == []
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/screens/")
    expect(live_page.locator(".wall-picture .rounds")).to_be_visible()

    live_page.locator(".screens a", has_text="Change").click()
    live_page.locator("button[value=structure]").click()
    expect(television.locator("#shown .framed")).to_contain_text("Structure")
    assert objections(television) == []
    tell_screens(tournament_id=tournament.pk, text="Dinner is served", minutes=5, by=ACTOR.at(timezone.now()))
    expect(television.locator("#shown")).to_contain_text("Dinner is served", timeout=2_000)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/screens/")
    live_page.locator("#end-message").click()
    expect(television.locator("#shown .framed")).to_contain_text("Structure")

    live_page.locator(".screens a", has_text="Change").click()
    live_page.locator("button", has_text="Remove").click()
    expect(code).to_be_visible()
