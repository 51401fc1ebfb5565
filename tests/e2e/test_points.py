"""Points by formula in a browser: tried as it is typed, saved, and followed on a phone while two players bust."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role
from tests.factories.field import bust, started
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(
    reason="test_verdict.py answers as one types; the tests of the views try and save a formula"
)
@pytest.mark.sampled
def test_a_formula_is_tried_as_it_is_typed_and_its_points_are_followed_on_a_phone(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    tournament, entries = started(6, now=timezone.now())
    log_in(context, give_role(tournament, Role.DIRECTOR), live_floorman)
    page = live_page
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(f"{live_floorman.url}/floor/{tournament.code}/points/")
    page.locator("#id_formula").fill("n - ramk")
    expect(page.locator("#tried")).to_contain_text("perhaps “rank” is meant")
    page.locator("#id_formula").fill("(n - r) * 10")
    expect(page.locator("#tried .points-sample li").first).to_have_text("1st 50")
    assert objections_in_both_themes(page) == []
    page.locator("#save-formula").click()
    expect(page.locator("#messages")).to_contain_text("The formula of the points is saved.")

    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_floorman.url}/t/{tournament.code}/")
    page.locator("#to-points").click()
    first, second = entries[0].player.name, entries[1].player.name
    rows = page.locator("#points tbody tr")
    expect(rows.nth(0)).to_contain_text(first)
    expect(rows.nth(1)).to_contain_text("in, 2nd")
    assert objections_in_both_themes(page) == []
    for loser in (1, 0):
        bust(tournament, entries[loser], winner=entries[5], now=timezone.now())
    expect(rows.nth(0)).to_contain_text(entries[5].player.name)
    # The first to go out is last, the second before.
    expect(rows.nth(4)).to_contain_text(first)
    expect(rows.nth(5)).to_contain_text(second)
    expect(rows.nth(5)).to_contain_text("6th")
