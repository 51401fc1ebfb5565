"""A dispute on the page of a hand: the window follows the table, the dispute is noted, decided and undone."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.e2e.dealer import Dealer
from tests.factories import give_role
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_the_window_closes_with_the_next_hand_and_a_dispute_is_decided(
    dealer: Dealer, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    log_in(context, give_role(dealer.felt.tournament, Role.FLOOR), live_floorman)
    dealer.slot("deal")
    dealer.slot("fold")
    dealer.slot("fold")
    dealer.expect_recorded()
    page = context.new_page()
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(f"{live_floorman.url}/floor/{dealer.felt.tournament.code}/tables/1/hands/1/")
    windows = page.locator("#windows")
    expect(windows).to_contain_text("open until the next hand (TDA 22)")

    page.get_by_text("Note a dispute").click()
    page.get_by_label("What is disputed").fill("the ante of seat 2 is missing")
    page.get_by_label("Chips and pots").check()
    assert objections_in_both_themes(page) == []
    page.locator("#open-dispute").click()
    page.get_by_label("Decision").fill("the pot stands")
    page.get_by_role("button", name="Decide").click()
    expect(page.locator("#disputes")).to_contain_text("Decision: the pot stands")
    page.locator("#messages").get_by_role("button", name="Undo").first.click()
    expect(page.get_by_label("Decision")).to_be_visible()

    dealer.slot("deal")
    expect(windows).to_contain_text("with the next hand (TDA 22)")
    expect(windows).to_contain_text("open until substantial action on the next hand (TDA 22)")
