"""Notices in a real browser: its own service worker is handed what the house has encrypted for it, as it comes out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import expect_soon
from tests.factories import enter, make_tournament
from tests.factories.phones import ORIGIN, Browser
from tests.nursery import nursery_if_any
from tests.processes import LiveFloorman, free_port
from tournament.models import Entry, PhoneNotice, PlayerPhone
from tournament.services.phones.messages import body_for_phone

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# A browser of a test reaches no push service: what that would say is said here, all else is the browser's own.
SUBSCRIBES = """({ endpoint, p256dh, auth }) => {
  const made = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }), unsubscribe: async () => true };
  const kept = () => sessionStorage.getItem("subscribed");
  PushManager.prototype.getSubscription = async () => (kept() ? { ...made, options: {} } : null);
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    sessionStorage.setItem("subscribed", applicationServerKey.length);
    return made;
  };
}"""
# In the service worker. This browser has nothing to show notices on: what it is asked to show is kept.
KEEPS = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.getNotifications = async ({ tag }) => {
    const last = self.shown.filter((each) => each.tag === tag).at(-1);
    return last ? [last] : [];
  };
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    self.shown.push({ title, ...options });
  };
}"""
# It says “denied” before it is asked.
ASKS = "Object.defineProperty(Notification, 'permission', { get: () => 'default' });"


@pytest.fixture
def house(live_floorman: LiveFloorman, page: Page, tmp_path: Path) -> Iterator[str]:
    """A house with a public address; the browser trusts this machine as it would that."""
    environment = live_floorman.environment | {"PUBLIC_URL": ORIGIN, "FLOORMAN_DATA_DIR": os.fspath(tmp_path)}
    with nursery_if_any(environment) as nursery:
        house = LiveFloorman(
            port=free_port(), environment=environment, valkey=live_floorman.valkey, nursery=nursery
        )
        house.start()
        yield house.url
        page.goto("about:blank")
        house.stop(*house.children)


@pytest.fixture
def entry() -> Entry:
    (entry,) = enter(make_tournament(phone_notices=True), "Anna Verdi")
    return entry


def deliver(page: Page, context: BrowserContext, text: str, house: str) -> None:
    """Hand a message to the service worker, as the browser does once it has decrypted it."""
    session = context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(
            each["registrationId"]
            for each in event["registrations"]
            if each["scopeURL"] == f"{house}/my/" and not each["isDeleted"]
        ),
    )
    session.send("ServiceWorker.enable")
    expect_soon(page, lambda: bool(found), expected=True)
    message = {"origin": house, "registrationId": found[0], "data": text}
    session.send("ServiceWorker.deliverPushMessage", message)


REFUSES = "Notification.requestPermission = async () => 'denied';"
NOBODY_ANSWERS = (
    "PushManager.prototype.subscribe = async () => { throw new DOMException('none', 'AbortError'); };"
)
# What the browser does, whether the button is there, and what takes its place.
IN_THE_WAY = (
    (REFUSES, True, "This browser does not let Floorman show notices."),
    (NOBODY_ANSWERS, True, "The browser could not switch notices on."),
    ("delete window.PushManager;", False, "This browser cannot show notices here"),
)


def expect_that_what_is_in_the_way_is_said(context: BrowserContext, house: str, entry: Entry) -> None:
    """Each with its cure, and nothing is switched on."""
    for script, has_button, said in IN_THE_WAY:
        tab = context.new_page()
        tab.add_init_script(ASKS + script)
        tab.goto(f"{house}/my/{entry.link_secret}/")

        button = tab.get_by_role("button", name="Notify me on this phone")
        if has_button:
            button.click()

        expect(tab.get_by_text(said)).to_be_visible()
        expect(button).to_be_hidden()
        expect(tab.get_by_text("On an iPhone they work only from the Home Screen")).to_be_visible()
        tab.close()
    assert not PlayerPhone.objects.exists()


def test_a_phone_is_switched_on_shows_a_notice_once_and_is_switched_off(
    page: Page, context: BrowserContext, house: str, entry: Entry
) -> None:
    context.grant_permissions(["notifications"], origin=house)
    expect_that_what_is_in_the_way_is_said(context, house, entry)
    browser = Browser()
    page.add_init_script(ASKS)
    page.add_init_script(f"({SUBSCRIBES})({json.dumps(browser.posted)})")
    page.goto(f"{house}/my/{entry.link_secret}/")
    expect(page.get_by_role("heading", name="Notices on this phone")).to_be_visible()
    expect(page.locator("#phone-off")).to_be_hidden()

    page.get_by_role("button", name="Notify me on this phone").click()

    expect(page.locator("#phone-off")).to_be_visible()
    expect(page.locator("#phone-on")).to_be_hidden()
    expect(page.locator(".message__text").first).to_have_text(
        "Notices are on. The first one is on its way to this phone."
    )
    assert PlayerPhone.objects.get().endpoint == browser.endpoint
    assert page.evaluate("sessionStorage.getItem('subscribed')") == "65"

    (worker,) = (each for each in context.service_workers if each.url.startswith(house))
    worker.evaluate(KEEPS)
    notice = PhoneNotice.objects.get()
    text = json.dumps(browser.read(body_for_phone(notice)))
    for times in (1, 2):
        deliver(page, context, text, house)
        expect_soon(page, lambda: worker.evaluate("self.shown.length"), times)
    first, second = worker.evaluate("self.shown")
    assert first["icon"].startswith("/static/tournament/icons/192.")
    assert {name: first[name] for name in ("title", "body", "tag", "data")} == {
        "title": "Notices are on.",
        "body": "You are told here when your seat changes, a break ends or your prize is ready.",
        "tag": f"welcome-{notice.phone_id}",
        "data": {"id": notice.notice, "page": f"/my/{entry.link_secret}/"},
    }
    assert (first["renotify"], second["renotify"]) == (True, False)

    page.locator("#phone-off").click()
    expect(page.locator("#phone-on")).to_be_visible()
    assert PlayerPhone.objects.get().ended == "by_hand"
