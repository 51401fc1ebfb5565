"""The bags of the day's end: from the console to the slips, with a thumb and with a keyboard."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.services.stops.last_hands import announce_last_hands
from tests.browsers import Watch, log_in
from tests.e2e.axe import LOOKS, objections, objections_in_both_themes
from tests.factories import ACTOR, give_role
from tests.factories.rounds import Rounds
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_bags_are_counted_flagged_accepted_and_undone(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # The refusal without a reason.
    watch.expected.append("422")
    now = timezone.now()
    room = Rounds((10_000, 10_000, 10_000), (10_000, 10_000, 10_000), now=now)
    announce_last_hands(tournament_id=room.tournament.pk, card="2c", by=ACTOR.at(now))
    log_in(context, give_role(room.tournament, Role.FLOOR), live_floorman)
    live_page.set_viewport_size({"width": 1180, "height": 820})
    live_page.goto(f"{live_floorman.url}/floor/{room.tournament.code}/")
    live_page.locator("#to-bags").click()
    expect(live_page.get_by_role("heading", name="Bags", exact=True)).to_be_visible()

    live_page.locator(".bags__table").first.click()
    count(live_page, "10000", "10000", "10000")
    expect(live_page.locator("#table-bags-title")).to_contain_text("Bags of table 2")
    count(live_page, "10000", "10000", "9500")
    expect(live_page.locator("#bags")).to_contain_text("500 chips missing (table 2)")
    live_page.locator("[data-close-message]").click()
    assert objections_in_both_themes(live_page) == []

    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.locator("#accept-bags").click()
    expect(live_page.locator(".error-summary")).to_contain_text("500 missing, at table 2")
    live_page.get_by_label("Reason").fill("a chip fell off the table")
    live_page.locator("#accept-bags").click()
    expect(live_page.locator("#bags")).to_contain_text("these are the stacks of the next day")

    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.locator("#bags")).to_contain_text("500 chips missing (table 2)")
    live_page.get_by_label("Reason").fill("counted twice")
    live_page.locator("#accept-bags").click()
    live_page.locator("#bag-slips").click()
    # One for the player, one for the bag.
    expect(live_page.locator(".slip")).to_have_count(12)
    expect(live_page.locator(".slip__chips").last).to_have_text("9,500 chips")
    live_page.set_viewport_size({"width": 1180, "height": 820})
    assert objections(live_page, LOOKS, theme="dark") == []


def count(page: Page, *chips: str) -> None:
    """The bags of the table that is open, by the keyboard alone."""
    page.locator(".bags__row input").first.focus()
    for each in chips:
        page.keyboard.type(each)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def test_a_scanner_goes_from_bag_to_bag_and_the_sum_follows(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    now = timezone.now()
    room = Rounds((10_000, 10_000), now=now, bag_tags="numbers")
    announce_last_hands(tournament_id=room.tournament.pk, card="2c", by=ACTOR.at(now))
    log_in(context, give_role(room.tournament, Role.FLOOR), live_floorman)
    live_page.set_viewport_size({"width": 1180, "height": 820})
    live_page.goto(f"{live_floorman.url}/floor/{room.tournament.code}/bags/?table=1")
    live_page.locator(".bags__row input").first.focus()

    # A scanner ends what it has read with Enter.
    for typed in ("10000", "214", "9500"):
        live_page.keyboard.type(typed)
        live_page.keyboard.press("Enter")
    expect(live_page.locator("#table-bags-sum")).to_contain_text("500 missing")
    live_page.keyboard.type("215")
    live_page.keyboard.press("Enter")

    expect(live_page.locator("#messages")).to_contain_text("(bag 214)")
    expect(live_page.locator("#messages")).to_contain_text("(bag 215)")
