"""Web hooks in a browser: added on a phone, the secret copied, a test that a real worker delivers."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from standardwebhooks import Webhook

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role, make_tournament
from tests.processes import LiveFloorman, wait_until
from tests.tournament.services.hooks.receiver import receiving
from tournament.models import HookDelivery, HookEndpoint, HookState, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(
    reason="plain forms; the tests of the views send them, and those of the services receive what is sent"
)
@pytest.mark.sampled
def test_a_hook_is_added_on_a_phone_and_its_test_arrives(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    live_page.set_viewport_size({"width": 390, "height": 844})
    tournament = make_tournament()
    log_in(context, give_role(tournament, Role.DIRECTOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/hooks/")
    with receiving() as receiver:
        live_page.get_by_label("Address of the receiver").fill(receiver.url)
        live_page.get_by_label("Player out, with the place").check()
        live_page.get_by_label("The receiver is in this network").check()
        assert objections_in_both_themes(live_page) == []
        live_page.get_by_role("button", name="Add", exact=True).press("Enter")
        live_page.get_by_role("button", name="Show the secret").click()
        secret = live_page.locator("#secret").inner_text()
        assert live_page.evaluate("document.documentElement.scrollWidth") <= 390
        assert objections_in_both_themes(live_page) == []
        live_page.get_by_role("button", name="Send a test").click()
        expect(live_page.locator("tbody")).to_contain_text("webhook.test")
        expect(live_page.get_by_role("button", name="Show the secret")).to_have_count(0)

        live_floorman.start_celery()

        wait_until(
            lambda: HookDelivery.objects.filter(state=HookState.DELIVERED).exists(), "the test message"
        )
        (heard,) = receiver.heard
    assert Webhook(secret).verify(heard.body, dict(heard.headers))["type"] == "webhook.test"
    live_page.reload()
    expect(live_page.locator("tbody")).to_contain_text("Delivered, 1 try")
    assert objections_in_both_themes(live_page) == []
    live_page.set_viewport_size({"width": 320, "height": 640})
    assert live_page.evaluate("document.documentElement.scrollWidth") <= 320
    assert HookEndpoint.objects.get().last_success_at
    live_page.get_by_role("button", name="Remove").click()
    expect(live_page.get_by_text("No web hook has been added yet.")).to_be_visible()
    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.get_by_role("link", name="/hooks")).to_be_visible()
