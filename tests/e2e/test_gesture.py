""" "What counts?" with a thumb: on the tablet in front of the dealer, and on the floor's phone."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import objections, objections_in_both_themes
from tests.e2e.dealer import Dealer
from tests.e2e.held import Held
from tests.factories import give_role
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="the sheet of the test below; the tests of the views record what it counts as")
@pytest.mark.sampled
def test_the_dealer_taps_what_was_said_and_put_in_and_records_what_it_counts_as(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    felt = make_felt(*[10_000] * 4, now=timezone.now())
    felt.deal(now=timezone.now())
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    dealer.tap("#irregular")
    dealer.tap("#what-counts")
    dealer.tap("#gesture-chip-25")
    dealer.tap("#gesture-chip-25")
    expect(live_page.locator(".gesture__outcome")).to_have_text("Call.")
    expect(live_page.locator("#gesture-chip-25")).to_be_focused()
    # In one line: of a longer text axe asks what lies under the sheet behind each line.
    expect(live_page.locator(".gesture__why")).to_have_text("It is exactly the amount to call. (TDA 41)")
    assert objections_in_both_themes(live_page) == []
    dealer.tap("#gesture-back")
    dealer.tap("#gesture-back")
    dealer.tap("#gesture-chip-500")
    live_page.locator("#gesture-said-raise").check()
    expect(live_page.locator(".gesture__outcome")).to_have_text("Raise to 500.")
    dealer.tap(".gesture__foot button[value='r3:500']")
    expect(live_page.locator("#sheet-irregular")).not_to_be_visible()
    expect(live_page.locator("[data-seat='3']").first).to_contain_text("500")
    expect(live_page.locator("#outbox")).to_have_attribute("data-state", "idle")
    assert felt.play("f4").bet_to_match == 500


def test_taps_that_are_quicker_than_the_network_all_count(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    felt = make_felt(*[10_000] * 4, now=timezone.now())
    felt.deal(now=timezone.now())
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    dealer.tap("#irregular")
    dealer.tap("#what-counts")
    asked: list[str] = []
    live_page.on("request", lambda request: asked.append(request.url))
    held = Held(live_page, "**/tablet/table/?sheet=*")
    dealer.tap("#gesture-chip-500")
    dealer.tap("#gesture-chip-25")
    dealer.tap("#gesture-chip-25")
    dealer.tap("#gesture-back")
    live_page.locator("#gesture-said-raise").check()
    live_page.locator("#gesture-amount").press_sequentially("52")
    held.wait_for(5)
    held.let_go()
    expect(live_page.locator(".gesture__outcome")).to_have_text("Raise to 525.")
    expect(live_page.locator("#gesture-amount")).to_have_value("52")
    expect(live_page.locator("#gesture-amount")).to_be_focused()
    # Half a number is not told; the whole one is, once the field is left.
    assert "amount=52" not in " ".join(asked)
    live_page.keyboard.type("0")
    with live_page.expect_response("**/tablet/table/?*amount=520*"):
        live_page.locator("#gesture-first").check()


@pytest.mark.long(reason="the same form on another device")
def test_taps_that_are_quicker_than_the_network_all_count_on_the_floors_phone(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # What was asked before is called off, of which htmx makes an error in the console.
    watch.expected += ["htmx:sendAbort", "htmx:afterRequest"]
    felt = make_felt(*[10_000] * 4, now=timezone.now())
    felt.deal(now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/what-counts/")
    held = Held(live_page, "**/what-counts/?*")
    for tapped in ("#gesture-chip-500", "#gesture-chip-25", "#gesture-said-raise"):
        live_page.locator(tapped).click()
    held.wait_for(3)
    held.let_go()
    expect(live_page.locator(".gesture__outcome")).to_have_text("Raise to 525.")


@pytest.mark.long(reason="the same form on another device; the tests of the views record the call")
def test_the_floor_rules_on_an_undercall_from_a_phone(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = make_felt(*[10_000] * 4, now=timezone.now())
    felt.deal(now=timezone.now())
    felt.play("r3:200", "r4:900", now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/")
    live_page.locator("#what-counts-open").click()
    live_page.locator("#gesture-chip-500").click()
    expect(live_page.locator(".gesture__outcome")).to_have_text("The floor decides: Call or Fold.")
    assert objections(live_page) == []
    live_page.get_by_role("button", name="Record: Call").click()
    expect(live_page.locator("#messages")).to_contain_text("Ruled at table 1, hand 1: seat 1, call")
