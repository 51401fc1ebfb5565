"""Cash carried in a browser: to the safe in two taps and an amount, to a colleague, back by the undo, and the count."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import ACTOR, NOW, give_role, make_account, make_tournament
from tests.processes import LiveFloorman
from tournament.models import CashTransfer, Role, Till
from tournament.services.cash.tills import open_till

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def objections_on_a_phone(page: Page) -> list[str]:
    """But for tabs that the edge of the screen cuts: axe cannot tell what stands behind half a word."""
    found = objections_in_both_themes(page)
    return [line for line in found if "<a href=" not in line or "obscured by another element" not in line]


def is_wider_than_the_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.long(
    reason="each step has its test of the views, and a till is opened, counted and closed in test_tills.py"
)
def test_cash_goes_to_the_safe_and_to_a_colleague_and_comes_back(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # More than the till should hold is refused.
    watch.expected.append("422")
    tournament = make_tournament()
    rita = give_role(tournament, Role.DIRECTOR, "rita")
    for account in (rita, make_account("ugo")):
        open_till(tournament_id=tournament.pk, account_id=account.pk, opening_float=200_00, by=ACTOR.at(NOW))
    log_in(context, rita, live_floorman)
    live_page.set_viewport_size({"width": 1024, "height": 768})
    home = f"{live_floorman.url}/floor/{tournament.code}"
    live_page.goto(f"{home}/tills/")

    # One tap to the till, one for the transfer: a drop is what stands there.
    live_page.locator("#own-till").click()
    form = live_page.locator("#transfer")
    expect(form.get_by_label("Drop into the safe")).to_be_checked()
    form.get_by_label("Amount").fill("120")
    form.get_by_role("button", name="Transfer").click()
    expect(live_page.locator("#messages")).to_contain_text(
        "Dropped €120 from the till of rita into the safe."
    )

    # To a colleague one tap more.
    form.get_by_label("Transfer to the till of ugo").check()
    form.get_by_label("Amount").fill("500")
    form.get_by_role("button", name="Transfer").click()
    expect(form).to_contain_text("The till of rita should not hold that much.")
    assert objections_in_both_themes(live_page) == []
    form.get_by_label("Amount").fill("30.50")
    form.get_by_label("Reason, if there is one").fill("No small notes")
    form.get_by_role("button", name="Transfer").click()
    expect(live_page.locator("#transfers")).to_contain_text("No small notes")
    # Without the message, which covers what stands below it.
    live_page.goto(live_page.url)
    assert objections_in_both_themes(live_page) == []

    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.goto(live_page.url)
    assert objections_on_a_phone(live_page) == []
    assert not is_wider_than_the_screen(live_page)
    row = live_page.locator("#transfers tr", has_text="€120")
    assert (row.get_by_role("button").bounding_box() or {"height": 0})["height"] >= 44
    row.get_by_role("button", name="Undo").click()
    expect(live_page.locator("#messages")).to_contain_text("Undone: Dropped €120")
    expect(row).to_contain_text("undone by rita")

    live_page.get_by_label("Cash counted").fill("169.50")
    live_page.get_by_role("button", name="Close till").click()
    expect(live_page.locator("#messages")).to_contain_text("€169.50 counted, no difference.")
    expect(live_page.locator("main")).to_contain_text("to undo a transfer, undo the closing in the log first")
    assert CashTransfer.objects.count() == 3
    assert Till.objects.get(account=rita).expected == 169_50

    live_page.goto(f"{home}/tills/day/")
    expect(live_page.locator("#safe")).to_contain_text("€0")
    assert objections_on_a_phone(live_page) == []
    assert not is_wider_than_the_screen(live_page)
