"""A till in a browser: opened, a player sold an entry in three taps, counted with a difference, closed and reopened."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role, make_player, make_tournament
from tests.processes import LiveFloorman
from tournament.models import Role, Till

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_a_till_is_opened_counted_with_a_difference_closed_and_reopened(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # A count that differs is refused until the reason is given.
    watch.expected.append("422")
    tournament = make_tournament()
    make_player("Anna Verdi")
    log_in(context, give_role(tournament, Role.FLOOR, "rita"), live_floorman)
    live_page.set_viewport_size({"width": 1180, "height": 820})
    home = f"{live_floorman.url}/floor/{tournament.code}"
    live_page.goto(f"{home}/payouts/")
    live_page.locator("#to-tills").click()
    expect(live_page.get_by_label("Opening float")).to_be_visible()
    assert objections_in_both_themes(live_page) == []
    live_page.get_by_label("Opening float").fill("200")
    live_page.get_by_role("button", name="Open till").click()
    expect(live_page.locator("#messages")).to_contain_text("rita opened a till with a float of €200.")

    live_page.goto(f"{home}/desk/?q=anna")
    live_page.get_by_role("button", name="Register").first.click()
    expect(live_page.get_by_text("€50").first).to_be_visible()

    live_page.goto(f"{home}/tills/")
    live_page.locator("#own-till").click()
    expect(live_page.locator("#cash")).to_contain_text("€50")
    live_page.get_by_label("Cash counted").fill("245.50")
    live_page.get_by_role("button", name="Close till").click()
    expect(live_page.locator("main")).to_contain_text("Difference: −€4.50")
    assert objections_in_both_themes(live_page) == []
    live_page.get_by_label("Reason for a difference").fill("Wrong change given")
    live_page.get_by_role("button", name="Close till").click()
    expect(live_page.locator("#messages")).to_contain_text("€245.50 counted, €4.50 short.")
    assert objections_in_both_themes(live_page) == []

    live_page.goto(f"{home}/tills/")
    live_page.locator("#to-day-report").click()
    expect(live_page.locator("main")).to_contain_text("−€4.50")
    assert objections_in_both_themes(live_page) == []

    live_page.goto(f"{home}/log/")
    live_page.locator("li", has_text="€4.50 short").get_by_role("button", name="Undo").click()
    expect(live_page.locator("#messages")).to_contain_text("Undone")
    assert Till.objects.get().closed_at is None
