"""A bubble prize and a side prize in the browser: set, awarded in three taps, paid, printed, taken back."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import ACTOR, give_role
from tests.factories.felt import Felt, make_felt
from tests.pdf_text import lines_of
from tests.processes import LiveFloorman
from tournament.models import Payout, Role, SidePrize, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

TWO = payout_scheme_to_dict(FixedShares(shares=(600_000, 400_000)))


def home_of_director(context: BrowserContext, live: LiveFloorman, felt: Felt) -> str:
    log_in(context, give_role(felt.tournament, Role.DIRECTOR), live)
    return f"{live.url}/floor/{felt.tournament.code}"


@pytest.mark.long(reason="the pages of any prizes; the tests of the views send each of their forms")
@pytest.mark.sampled
def test_a_bubble_prize_is_set_and_a_side_prize_added_awarded_paid_and_taken_back(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    live_page.set_viewport_size({"width": 1180, "height": 820})
    felt = make_felt(*(10_000,) * 5, now=timezone.now(), payout_scheme_data=TWO)  # €225
    home = home_of_director(context, live_floorman, felt)
    live_page.goto(f"{home}/settings/")
    live_page.get_by_label("Bubble prize").fill("30")
    live_page.get_by_role("button", name="Save").click()
    expect(live_page.locator("#messages")).to_contain_text("Settings saved.")

    live_page.goto(f"{home}/payouts/")
    ladder = live_page.locator("#pay table").last.locator("tbody tr")
    expect(ladder.nth(2)).to_contain_text("€30")
    expect(ladder.nth(2)).to_contain_text("Bubble prize")
    live_page.locator("#add-side-prize").click()
    live_page.get_by_label("Side prize for").fill("Last woman")
    live_page.get_by_label("Amount").fill("20")
    live_page.get_by_label("From the prize pool: the ladder gets smaller").check()
    assert objections_in_both_themes(live_page) == []
    live_page.get_by_role("button", name="Add", exact=True).click()
    expect(live_page.locator("#messages")).to_contain_text("Added the side prize “Last woman”")
    expect(live_page.locator("#pay table").last.locator("tbody tr").first).to_contain_text("€105")
    assert objections_in_both_themes(live_page) == []

    # Two taps from the payouts, and one to pay.
    prize = SidePrize.objects.get()
    live_page.locator(f"#award-{prize.pk}").click()
    expect(live_page.locator("#to-entry-3")).to_be_visible()
    assert objections_in_both_themes(live_page) == []
    live_page.locator("#to-entry-3").click()
    expect(live_page.locator("#messages")).to_contain_text("to Carla Rossi")
    live_page.locator(f"#pay-side-{prize.pk}").click()
    expect(live_page.locator(f"#void-side-{prize.pk}")).to_be_visible()
    address = live_page.locator(f"#slip-side-{prize.pk}").get_attribute("href")
    assert "Last woman" in lines_of(context.request.get(f"{live_floorman.url}{address}").body())
    live_page.locator(f"#void-side-{prize.pk}").click()
    live_page.locator(f"#take-back-{prize.pk}").click()
    expect(live_page.locator(f"#remove-side-{prize.pk}")).to_be_visible()
    live_page.locator(f"#award-{prize.pk}").click()
    live_page.get_by_label("Name or entry number").fill("elena")
    live_page.locator("#to-entry-5").click()
    expect(live_page.locator("#side-prizes")).to_contain_text("Elena Gallo")


@pytest.mark.long(
    reason="the pages say it to the client of the views, and the desk pays prizes in test_money_taps.py"
)
def test_who_has_the_bubble_prize_and_the_side_prize_collects_both(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    live_page.set_viewport_size({"width": 1180, "height": 820})
    felt = make_felt(*(10_000,) * 5, now=timezone.now(), payout_scheme_data=TWO, bubble_prize=30_00)
    by: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(timezone.now())}
    prize = add_side_prize(name="Last woman", amount=20_00, is_from_pool=True, **by)
    award_side_prize(prize_id=prize.pk, entry_id=felt.entries[5].pk, **by)
    home = home_of_director(context, live_floorman, felt)
    live_page.goto(f"{home}/side-prizes/{prize.pk}/slip/")
    expect(live_page.locator("article.slip")).to_contain_text("Last woman")
    assert objections_in_both_themes(live_page) == []
    live_page.goto(f"{home}/tables/1/")
    for seat, name in ((5, "Elena Gallo"), (4, "Dario Conti"), (3, "Carla Rossi")):
        live_page.locator(f"#bust-{seat}").click()
        if seat == 5:
            live_page.locator("#by-nobody").click()
        expect(live_page.locator("#messages")).to_contain_text(f"{name} is out in ")
    assert list(Payout.objects.values_list("entry__player__name", "amount")) == [("Carla Rossi", 30_00)]
    live_page.goto(f"{home}/payouts/{Payout.objects.get().pk}/slip/")
    expect(live_page.locator("article.slip")).to_contain_text("3rd, bubble prize")
    assert objections_in_both_themes(live_page) == []
    # Third place has the bubble prize, and was named last woman before.
    live_page.goto(f"{home}/payouts/")
    live_page.locator(f"#take-back-{prize.pk}").click()
    live_page.locator(f"#award-{prize.pk}").click()
    live_page.locator("#to-entry-3").click()
    expect(live_page.locator("#pay")).to_contain_text("+ €20 side prizes or bounties: €50 to collect")
    live_page.reload()
    assert objections_in_both_themes(live_page) == []
    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.goto(f"{live_floorman.url}/my/{Payout.objects.get().entry.link_secret}/")
    own = live_page.locator("#my-money")
    expect(own).to_contain_text("Bubble prize, 3rd")
    expect(own.locator("tfoot")).to_contain_text("€50")
    assert objections_in_both_themes(live_page) == []
    for address in (f"{live_floorman.url}/t/{felt.tournament.code}/payouts/", f"{home}/reconciliation/"):
        live_page.goto(address)
        assert objections_in_both_themes(live_page) == []
    assert reconciliation(Tournament.objects.get()).faults == 0
