"""Overlays in a browser: nothing behind them, and the clock is the wall's, to the second and as late as they say."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.factories import ACTOR
from tests.factories.field import started
from tests.processes import LiveFloorman
from tournament.services.clock import pause_clock

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

LATE = 5


def seconds_on(page: Page) -> int:
    """What a clock shows, in seconds."""
    minutes, seconds = page.locator("[role=timer]").inner_text().strip().split(":")
    return int(minutes) * 60 + int(seconds)


def test_nothing_lies_behind_an_overlay_and_its_clock_is_that_of_the_wall(
    browser: Browser, live_floorman: LiveFloorman
) -> None:
    event, _entries = started(4, now=timezone.now() - timedelta(minutes=5))
    studio = browser.new_context(viewport={"width": 1920, "height": 1080}, color_scheme="dark")
    home = f"{live_floorman.url}/t/{event.code}"
    wall, air, late = studio.new_page(), studio.new_page(), studio.new_page()
    wall.goto(f"{home}/clock/")
    air.goto(f"{home}/overlay/?show=clock,stacks,payouts&accent=ff8800&at=bottom-left")
    late.goto(f"{home}/overlay/?show=clock&delay={LATE}")
    for page in (wall, air, late):
        expect(page.locator("html")).to_have_attribute("data-connection", "live")

    picture = Image.open(BytesIO(air.screenshot(omit_background=True))).convert("RGBA")
    assert picture.size == (1920, 1080)
    # Above the boxes and beside them the studio's own picture is seen.
    assert {picture.getpixel(at)[3] for at in ((0, 0), (960, 40), (1900, 540), (1900, 1070))} == {0}  # type: ignore[index]  # four channels
    ground = "getComputedStyle(document.documentElement)"
    assert air.evaluate(f"[{ground}.colorScheme, {ground}.backgroundColor]") == [
        "light only",
        "rgba(0, 0, 0, 0)",
    ]
    box = air.locator(".on-air__box").first.bounding_box()
    assert box is not None
    inside = picture.getpixel((int(box["x"] + 8), int(box["y"] + box["height"] / 2)))
    assert inside[3] > 150  # type: ignore[index]  # four channels
    label = air.locator(".on-air__label").first
    assert label.evaluate("label => getComputedStyle(label).color") == "rgb(255, 136, 0)"

    for _moment in range(3):
        room = seconds_on(wall)
        assert abs(seconds_on(air) - room) <= 1
        assert abs(seconds_on(late) - LATE - room) <= 1
        air.wait_for_timeout(700)

    pause_clock(tournament_id=event.pk, by=ACTOR.at(timezone.now()))
    expect(air.locator(".on-air__label").first).to_contain_text("Paused")
    expect(late.locator(".on-air__label")).not_to_contain_text("Paused")
    expect(late.locator(".on-air__label")).to_contain_text("Paused", timeout=3_000 * LATE)
    assert seconds_on(late) == seconds_on(air) == seconds_on(wall)
    studio.close()
