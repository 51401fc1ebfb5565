"""The books of an evening in a browser: from the payouts to the statement and the reconciliation, a row missing."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role
from tests.factories.books import pay_everything, played_for_money
from tests.processes import LiveFloorman
from tests.tampering import past_the_triggers
from tournament.models import MoneyRow, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="two pages that are read, and are read by the tests of the views")
def test_the_evening_adds_up_and_a_missing_row_is_named(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    tournament, _entries = played_for_money()
    pay_everything(tournament)
    log_in(context, give_role(tournament, Role.REGISTRATION), live_floorman)
    live_page.set_viewport_size({"width": 1180, "height": 820})
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/payouts/")

    live_page.locator("#to-statement").click()
    expect(live_page.locator("#statement")).to_contain_text("Paid bounties of €40 to Anna Verdi.")
    assert objections_in_both_themes(live_page) == []
    live_page.get_by_label("Kind of money").select_option("overlay")
    live_page.get_by_role("button", name="Show", exact=True).click()
    expect(live_page.locator("#statement tbody tr")).to_have_count(1)
    live_page.locator("#to-reconciliation").click()
    expect(live_page.locator("#reconciliation")).to_contain_text("Everything adds up to the cent")

    with past_the_triggers():
        MoneyRow.objects.get(kind="fee", entry__number=3).delete()
    live_page.reload()
    expect(live_page.locator("#reconciliation .is-marked")).to_contain_text("Carla Rossi")
    expect(live_page.locator("#reconciliation .is-marked")).to_contain_text("−€3")
    assert objections_in_both_themes(live_page) == []
