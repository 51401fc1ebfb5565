"""The strip of alarms in a browser: it comes and goes by itself, moves nothing under a thumb, and reads well."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections
from tests.factories import give_role
from tests.factories.field import started
from tests.processes import LiveFloorman
from tournament.models import Heartbeat, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

ASK = """() => globalThis.htmx.ajax("GET", document.getElementById("alarms").getAttribute("hx-get"), {
    source: document.getElementById("alarms"), target: document.getElementById("alarms"),
})"""

# However slow the machine is: so many milliseconds after the first call.
TIME_STANDS = """after => {
    globalThis.began ??= Date.now();
    Date.now = () => globalThis.began + after;
}"""


def test_the_strip_comes_by_itself_waits_for_the_thumb_and_goes(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    tournament, _ = started(18, now=timezone.now() - timedelta(minutes=5))
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/")
    alarm = live_page.locator("[data-alarm=worker_silent]")
    tabs = live_page.locator(".tabs").first
    before = tabs.bounding_box()
    Heartbeat.objects.create(name="worker", at=timezone.now() - timedelta(minutes=10, seconds=5))

    live_page.evaluate(TIME_STANDS, 0)
    live_page.locator("#find-input").click()
    live_page.evaluate(ASK)
    assert alarm.count() == 0, "somebody has just tapped"
    assert tabs.bounding_box() == before

    live_page.evaluate(TIME_STANDS, 2_600)
    live_page.evaluate(ASK)
    expect(alarm).to_contain_text("The worker has been silent for 10 minutes.")
    for theme in ("light", "dark"):
        live_page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        assert objections(live_page) == []

    Heartbeat.objects.all().delete()
    live_page.evaluate(ASK)
    expect(alarm).to_have_count(0)
    assert tabs.bounding_box() == before
