"""A phone or a screen on the wall has the wrong date and lies in another time zone: it shows the time of the house."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from tests.factories.field import started
from tests.processes import LiveFloorman, wait_until
from tournament.models import Tournament
from tournament.rules import clock as clock_rules

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

WRONG = """
const Right = Date;
window.Date = class extends Right {
    constructor(...given) { given.length ? super(...given) : super(window.Date.now()); }
    static now() { return Right.now() + %d; }
};
"""


def words(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def right(tournament: Tournament, at: datetime) -> int:
    return clock_rules.remaining_seconds(tournament.clock, tournament.structure, now=at)


@pytest.mark.parametrize("days", [-1, 1])
def test_the_wall_on_a_device_with_the_wrong_time_shows_the_time_left(
    days: int, new_context: Callable[..., BrowserContext], live_floorman: LiveFloorman
) -> None:
    tournament, _ = started(4, now=timezone.now() - timedelta(minutes=5))
    context = new_context(timezone_id="Pacific/Auckland", viewport={"width": 1280, "height": 800})
    context.add_init_script(WRONG % (days * 86_400_000))
    page = context.new_page()
    page.goto(f"{live_floorman.url}/t/{tournament.code}/clock/")
    expect(page.locator("html")).to_have_attribute("data-connection", "live")
    assert abs(page.evaluate("Date.now() / 1000") - timezone.now().timestamp()) > 23 * 3600
    seen: set[str] = set()

    def is_right() -> bool:
        before = timezone.now()
        shown = page.locator(".wall__time").inner_text().strip()
        after = timezone.now()
        most, least = right(tournament, before - timedelta(seconds=1)), right(tournament, after)
        assert shown in {words(each) for each in range(least, most + 1)}
        seen.add(shown)
        return len(seen) >= 3

    wait_until(is_right, "three readings of the clock", seconds=20)
