"""A bounty from the table to the cash desk: a player is knocked out by two, both are paid, one payment is voided."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tournament.models import Entry, MoneyKind, MoneyRow, Role
from tournament.queries.payouts.bounties import bounty_money

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(
    reason="plain forms; the tests of the views send them, and test_money_taps.py pays in a browser"
)
@pytest.mark.sampled
def test_a_progressive_bounty_is_shared_by_two_and_paid_in_three_taps(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    live_page.set_viewport_size({"width": 390, "height": 844})
    felt = make_felt(
        *(10_000, 20_000, 10_000, 5_000),
        now=timezone.now(),
        buy_in_bounty=25_00,
        bounty_kind="progressive",
        late_registration_level=3,
    )
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    home = f"{live_floorman.url}/floor/{felt.tournament.code}"
    live_page.goto(f"{home}/tables/1/")
    live_page.get_by_text("Several out in one hand").click()
    several = live_page.locator("form:has(#bust-several)")
    several.locator(f"input[name=out][value='{felt.entries[3].pk}']").check()
    for seat in (1, 2):
        several.locator(f"input[name=by][value='{felt.entries[seat].pk}']").check()
    several.get_by_role("button", name="All ticked are out").click()
    expect(live_page.locator("#messages")).to_contain_text("Knocked out by Anna Verdi and Bruno Neri.")
    expect(live_page.locator("#messages")).to_contain_text("Anna Verdi wins €6.25 of the bounty")

    live_page.set_viewport_size({"width": 1180, "height": 820})
    live_page.goto(f"{home}/payouts/")
    # Three taps: to the bounties, the one player, the other.
    live_page.locator("#to-bounties").click()
    page = live_page.locator("#bounties")
    expect(page).to_contain_text("adds up")
    assert objections_in_both_themes(live_page) == []
    live_page.locator(f"#pay-{felt.entries[1].pk}").click()
    expect(live_page.locator("#messages")).to_contain_text("Paid €6.25 to Anna Verdi.")
    live_page.locator(f"#pay-{felt.entries[2].pk}").click()
    expect(live_page.locator("#messages")).to_contain_text("Paid €6.25 to Bruno Neri.")
    assert bounty_money(felt.tournament).paid == 12_50

    live_page.locator(f"#void-{felt.entries[2].pk}").click()
    expect(live_page.locator(f"#pay-{felt.entries[2].pk}")).to_contain_text("Pay €6.25")
    assert objections_in_both_themes(live_page) == []
    amounts = MoneyRow.objects.filter(kind=MoneyKind.BOUNTY_PAID).order_by("pk")
    assert list(amounts.values_list("amount", flat=True)) == [-6_25, -6_25, 6_25]

    live_page.set_viewport_size({"width": 390, "height": 844})
    anna = Entry.objects.get(pk=felt.entries[1].pk)
    live_page.goto(f"{live_floorman.url}/my/{anna.link_secret}/")
    expect(live_page.get_by_text("On my head")).to_be_visible()
    assert objections_in_both_themes(live_page) == []
