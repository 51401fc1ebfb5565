"""A satellite of three seats from its settings to the last payment: play stops by itself, and the bust is undone."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tournament.models import Payout, Role, Tournament, TournamentStatus

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(
    reason="the pages of any prizes; tests/tables/test_money_ways_out.py gives the seats by them"
)
@pytest.mark.sampled
def test_play_stops_at_three_seats_and_each_is_paid_in_a_tap(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    live_page.set_viewport_size({"width": 1180, "height": 820})
    felt = make_felt(*(10_000,) * 5, now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.DIRECTOR), live_floorman)
    home = f"{live_floorman.url}/floor/{felt.tournament.code}"

    live_page.goto(f"{home}/settings/")
    live_page.get_by_label("Satellite: seats").check()
    live_page.get_by_label("Value of a seat").fill("60")
    assert objections_in_both_themes(live_page) == []
    live_page.get_by_role("button", name="Save").click()
    expect(live_page.locator("#messages")).to_contain_text("Settings saved.")
    live_page.goto(f"{home}/payouts/")
    expect(live_page.locator("#pay tbody tr").first).to_contain_text("1–3")
    expect(live_page.locator("#pay tbody tr").first).to_contain_text("Seat")
    expect(live_page.locator("#pay tbody tr").nth(1)).to_contain_text("€45")

    live_page.goto(f"{home}/tables/1/")
    for seat, name in ((5, "Elena Gallo"), (4, "Dario Conti")):
        live_page.locator(f"#bust-{seat}").click()
        if seat == 5:
            live_page.locator("#by-nobody").click()
        expect(live_page.locator("#messages")).to_contain_text(f"{name} is out in {seat}th place")
    assert Tournament.objects.get().status == TournamentStatus.FINISHED
    live_page.locator("#messages").get_by_role("button", name="Undo").last.click()
    expect(live_page.locator("#bust-4")).to_be_visible()
    assert Tournament.objects.get().status == TournamentStatus.RUNNING
    live_page.locator("#bust-4").click()
    expect(live_page.locator("#messages")).to_contain_text("Dario Conti is out in 4th place")

    live_page.goto(f"{live_floorman.url}/t/{felt.tournament.code}/clock/")
    expect(live_page.locator("body")).to_contain_text("3 seats won")
    live_page.set_viewport_size({"width": 390, "height": 844})
    for address in (f"{live_floorman.url}/t/{felt.tournament.code}/payouts/", f"{home}/payouts/"):
        live_page.goto(address)
        # Without what the table's page still had to say.
        live_page.reload()
        assert objections_in_both_themes(live_page) == []
    for payout in Payout.objects.filter(entry__place_first=1):
        live_page.locator(f"#pay-{payout.pk}").click()
        expect(live_page.locator(f"#pay-{payout.pk}")).to_have_count(0)
    paid = Payout.objects.filter(paid_at__isnull=False).values_list("amount", flat=True)
    assert list(paid) == [60_00, 60_00, 60_00]
    live_page.goto(f"{home}/log/")
    expect(live_page.get_by_text("Play stops, 3 seats are won").first).to_be_visible()
