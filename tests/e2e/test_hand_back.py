"""Buy-ins handed back in a browser: a cancelled event worked off at the desk, and a no-show's after the evening."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role
from tests.processes import LiveFloorman
from tests.tables.services.desk.test_handing_back import Cancelled
from tests.tournament.services.field.test_no_shows import Evening
from tournament.models import MoneyRow, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="plain forms; tests/tables/test_money_ways_out.py hands back by the same pages")
@pytest.mark.sampled
def test_a_cancelled_event_is_worked_off_from_the_console_with_a_tap_each_and_an_undo(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    event = Cancelled()
    first, *others = event.entries
    log_in(context, give_role(event.tournament, Role.FLOOR), live_floorman)
    live_page.set_viewport_size({"width": 1024, "height": 768})
    live_page.goto(f"{live_floorman.url}/floor/{event.tournament.code}/")
    live_page.locator("#hand-back").click()
    expect(live_page.locator("#left")).to_have_text("Cancelled: 3 buy-ins to hand back, €183")
    assert objections_in_both_themes(live_page) == []

    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.locator(f"#hand-back-{first.pk}").click()
    expect(live_page.locator("#messages")).to_contain_text(f"Handed €61 back to {first.player.name}")
    expect(live_page.locator("#left")).to_contain_text("2 buy-ins to hand back, €122")
    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.locator("#left")).to_contain_text("3 buy-ins to hand back, €183")
    for entry in (first, *others):
        live_page.locator(f"#hand-back-{entry.pk}").click()
        expect(live_page.locator(f"#hand-back-{entry.pk}")).to_have_count(0)
    expect(live_page.locator("#hand-back-queue")).to_contain_text("No buy-in is left to hand back.")
    # Without the messages, and the edge of the narrow menu, which lies over the page.
    live_page.set_viewport_size({"width": 1024, "height": 768})
    live_page.reload()
    assert objections_in_both_themes(live_page) == []
    assert sum(MoneyRow.objects.values_list("amount", flat=True)) == 0


@pytest.mark.long(reason="plain forms; tests/tables/test_money_ways_out.py hands back by the same pages")
@pytest.mark.sampled
def test_a_no_show_gets_the_buy_in_back_on_the_players_page_when_all_is_over(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    evening = Evening()
    evening.play_out()
    log_in(context, give_role(evening.tournament, Role.FLOOR), live_floorman)
    live_page.set_viewport_size({"width": 1024, "height": 768})
    home = f"{live_floorman.url}/floor/{evening.tournament.code}"
    live_page.goto(f"{home}/hand-back/")
    expect(live_page.locator("#left")).to_have_text("The buy-in of 1 no-show is at the desk: €50")
    assert objections_in_both_themes(live_page) == []
    live_page.get_by_role("link", name=evening.absent.player.name).click()
    expect(live_page.locator("#buy-in-at-the-desk")).to_contain_text("removed as a no-show")
    assert objections_in_both_themes(live_page) == []
    live_page.locator(f"#hand-back-{evening.absent.pk}").click()
    expect(live_page.locator("#messages")).to_contain_text("a no-show, back: €50")
    expect(live_page.locator("#buy-in-at-the-desk")).to_have_count(0)
