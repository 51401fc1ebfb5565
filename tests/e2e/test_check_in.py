"""Check-in on the desk's page, as the floor goes through it with a thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.e2e.dealer import Dealer, codes
from tests.factories import give_role
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(
    reason="plain forms; the tests of the views send them, and a tablet hears in test_tablet_network.py"
)
@pytest.mark.sampled
def test_players_are_awaited_checked_in_at_the_desk_and_on_the_tablet(
    dealer: Dealer, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    log_in(context, give_role(dealer.felt.tournament, Role.FLOOR), live_floorman)
    desk = context.new_page()
    desk.set_viewport_size({"width": 1180, "height": 820})
    desk.goto(f"{live_floorman.url}/floor/{dealer.felt.tournament.code}/check-in/")
    desk.locator("#open-check-in").click()
    expect(desk.locator("#check-in")).to_contain_text("3 players have not arrived")
    assert objections_in_both_themes(desk) == []
    desk.set_viewport_size({"width": 390, "height": 844})
    for seat in (1, 3):
        desk.locator(f"#arrived-{dealer.felt.entries[seat].pk}").click()
        expect(desk.locator(f"#arrived-{dealer.felt.entries[seat].pk}")).to_have_count(0)
        expect(dealer.page.locator(f"#plate-{seat}")).not_to_contain_text("Absent")
    expect(dealer.page.locator("#plate-2")).to_contain_text("Absent")
    dealer.slot("deal")
    dealer.expect_actor(3)
    assert codes() == ["x:absent,s=2"]
    dealer.tap("#open-players")
    dealer.tap("#back-2")
    dealer.expect_recorded()
    expect(desk.locator("#check-in")).to_contain_text("0 players have not arrived")
