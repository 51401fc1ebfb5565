"""Prices in a browser: made by the director, sold at the desk in two taps, removed and put back."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role, make_player, make_tournament
from tests.factories.prices import LATE, MEMBER, STAFF, priced
from tests.processes import LiveFloorman
from tournament.models import Entry, Role, Tournament
from tournament.rules.payouts.prices import PriceProfile

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def open_floor(
    page: Page, context: BrowserContext, live: LiveFloorman, address: str, *prices: PriceProfile
) -> Tournament:
    tournament = make_tournament(**priced(*prices))
    make_player("Anna Verdi")
    log_in(context, give_role(tournament, Role.DIRECTOR), live)
    page.goto(f"{live.url}/floor/{tournament.code}/{address}")
    return tournament


@pytest.mark.long(reason="the two taps of test_money_taps.py, with a price; the tests of the views sell each")
@pytest.mark.sampled
def test_a_member_is_sold_an_entry_in_two_taps(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    live_page.set_viewport_size({"width": 390, "height": 844})
    # Late is to be paid since spring: the price of members is chosen by hand.
    tournament = open_floor(live_page, context, live_floorman, "desk/", LATE, MEMBER, STAFF)
    taps = 0

    live_page.locator("#q").click()
    taps += 1
    live_page.locator("#q").press_sequentially("anna")
    expect(live_page.get_by_role("button", name="Register Late €60")).to_be_visible()
    assert live_page.evaluate("document.documentElement.scrollWidth") <= 390
    live_page.set_viewport_size({"width": 1180, "height": 820})
    assert objections_in_both_themes(live_page) == []
    live_page.get_by_role("button", name="Member €47").click()
    taps += 1

    expect(live_page.locator(".desk-receipt")).to_contain_text("€47 (Member)")
    assert (taps, Entry.objects.get(tournament=tournament).price_name) == (2, "Member")


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_a_price_is_made_removed_and_put_back(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    tournament = open_floor(live_page, context, live_floorman, "prices/", MEMBER)

    live_page.locator("#id_name").fill("Early")
    live_page.locator("#id_total").fill("40,50")
    live_page.locator("#id_prize").fill("39")
    live_page.locator("#id_fee").fill("1.50")
    live_page.locator("#id_ends_at").fill("2099-03-14T21:15")
    live_page.locator("#save-price").click()
    expect(live_page.locator("tr.is-marked")).to_contain_text("Early")
    assert objections_in_both_themes(live_page) == []
    live_page.locator("tr", has_text="Member").get_by_role("button", name="Remove").click()
    expect(live_page.locator("main table")).not_to_contain_text("Member")
    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.locator("main table")).to_contain_text("Member")

    assert [price.name for price in Tournament.objects.get(pk=tournament.pk).prices] == ["Member", "Early"]
    live_page.set_viewport_size({"width": 390, "height": 844})
    assert live_page.evaluate("document.documentElement.scrollWidth") <= 390
