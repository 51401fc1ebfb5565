"""The second factor in a browser: set up with an app, asked for at the log-in, and a session that has ended."""

from __future__ import annotations

import base64

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import make_account, make_tournament
from tests.processes import LiveFloorman

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PASSWORD = "seven red chips and a button"


def code_of(letters: str) -> str:
    secret = base64.b32decode(letters.replace(" ", ""))
    return TOTP(secret, 6, SHA1(), 30).generate(int(timezone.now().timestamp())).decode()


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_a_phone_is_set_up_asked_for_and_replaced_by_a_code_on_paper(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    watch.expected += ["422"]
    vera = make_account("vera")
    vera.set_password(PASSWORD)
    vera.save()
    tournament = make_tournament(vera)
    log_in(context, vera, live_floorman)
    page = live_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_floorman.url}/account/")
    assert objections_in_both_themes(page) == []
    page.get_by_role("link", name="Set up a second factor").click()
    expect(page.locator("svg.qr")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert objections_in_both_themes(page) == []

    page.get_by_label("Code", exact=True).fill(code_of(page.locator(".setup-link code").inner_text()))
    page.get_by_role("button", name="Switch on").click()
    expect(page.locator("#recovery-codes li")).to_have_count(10)
    code = page.locator("#recovery-codes code").first.inner_text()
    assert objections_in_both_themes(page) == []
    page.get_by_role("link", name="I have saved them").click()
    expect(page.locator("main")).to_contain_text("on, 10 recovery codes left")
    page.goto(f"{live_floorman.url}/account/second-factor/")
    assert objections_in_both_themes(page) == []

    page.get_by_role("banner").get_by_role("button", name="Log out").click()
    page.goto(f"{live_floorman.url}/login/")
    page.get_by_label("Username").fill("vera")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    expect(page.get_by_label("Code", exact=True)).to_be_focused()
    page.get_by_label("Code", exact=True).fill("000000")
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.locator(".error-summary")).to_be_focused()
    assert objections_in_both_themes(page) == []
    page.get_by_label("Code", exact=True).fill("")
    page.get_by_text("Phone lost? Use a recovery code").click()
    page.get_by_label("Recovery code").fill(code.lower())
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="My tournaments")).to_be_visible()

    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{live_floorman.url}/floor/{tournament.code}/staff/log/")
    expect(page.locator("main")).to_contain_text("vera logged in with the password and a recovery code.")
    assert objections_in_both_themes(page) == []
    page.goto(f"{live_floorman.url}/floor/{tournament.code}/staff/")
    assert objections_in_both_themes(page) == []


@pytest.mark.long(reason="plain forms; tests/tournament/views/test_sessions.py sends them")
@pytest.mark.sampled
def test_what_was_typed_in_a_session_that_has_ended_is_still_there(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    watch.expected += ["401"]
    log_in(context, make_account("vera"), live_floorman)
    page = live_page
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{live_floorman.url}/floor/new/")
    page.get_by_label("Name").first.fill("Friday Fifty of June")
    Session.objects.all().delete()
    page.locator("main form button[type=submit]").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was saved")
    expect(page.locator("dd", has_text="Friday Fifty of June")).to_be_visible()
    assert objections_in_both_themes(page) == []
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    expect(page.locator("input[name=next]").first).to_have_value("/floor/new/")
