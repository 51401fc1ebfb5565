"""Deductions from prizes in a browser: set by the director, withheld at the desk, on the slip and in the books."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import close_messages, objections_in_both_themes
from tests.factories import give_role
from tests.factories.field import bust, started
from tests.processes import LiveFloorman
from tournament.models import Payout, Role
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="the views say it of each page, and test_money_taps.py pays in a browser")
def test_a_tax_and_a_share_of_the_staff_are_withheld_of_a_prize(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    scheme = payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000)))
    tournament, entries = started(4, now=timezone.now(), payout_scheme_data=scheme)
    for loser in entries[:0:-1]:
        bust(tournament, loser, winner=entries[0], now=timezone.now())
    log_in(context, give_role(tournament, Role.DIRECTOR), live_floorman)
    live_page.set_viewport_size({"width": 390, "height": 844})
    floor = f"{live_floorman.url}/floor/{tournament.code}"
    live_page.goto(f"{floor}/settings/")
    live_page.locator("#to-deductions").click()
    first = live_page.get_by_role("group", name="Deduction 1")
    first.get_by_label("Name").fill("Withholding tax")
    first.get_by_label("Percent").fill("20")
    first.get_by_label("Prizes above").fill("50")
    second = live_page.get_by_role("group", name="Deduction 2")
    second.get_by_label("Name").fill("Staff")
    second.get_by_label("Percent").fill("3")
    live_page.locator("#save-deductions").click()
    expect(live_page.locator("#messages")).to_contain_text(
        "Changed what is withheld from prizes: Withholding tax, 20 percent, Staff, 3 percent."
    )
    close_messages(live_page)
    live_page.set_viewport_size({"width": 1180, "height": 820})
    assert objections_in_both_themes(live_page) == []

    prize = Payout.objects.get(entry=entries[0])
    live_page.goto(f"{floor}/payouts/")
    row = live_page.get_by_role("row").filter(has=live_page.locator(f"#pay-{prize.pk}"))
    expect(row).to_contain_text("net €79.30")
    live_page.locator(f"#pay-{prize.pk}").click()
    expect(live_page.locator("#pay")).to_contain_text("including €10.70 withheld")
    close_messages(live_page)
    assert objections_in_both_themes(live_page) == []

    live_page.goto(f"{floor}/payouts/{prize.pk}/slip/")
    expect(live_page.locator(".slip")).to_contain_text("Withheld: Withholding tax")
    assert objections_in_both_themes(live_page) == []
    live_page.goto(f"{floor}/reconciliation/")
    expect(live_page.locator("#main")).to_contain_text("Everything adds up to the cent")
    expect(live_page.locator("#kind-withheld")).to_contain_text("€10.70")
    assert objections_in_both_themes(live_page) == []
