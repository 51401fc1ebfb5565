"""The cash desk in a browser: ready on the phone, paid by two people on two devices, and the slip in one tap."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import OpenDevice, log_in
from tests.e2e.axe import close_messages, objections_in_both_themes
from tests.e2e.finger import ASIDE
from tests.factories import ACTOR, after, give_role
from tests.factories.books import played_for_money
from tests.pdf_text import lines_of
from tests.processes import LiveFloorman
from tournament.models import Payout, Role, Tournament
from tournament.services.cash.ready import make_ready
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.sampled
def test_a_large_prize_is_ready_paid_by_two_people_and_printed(
    live_page: Page, context: BrowserContext, another_device: OpenDevice, live_floorman: LiveFloorman
) -> None:
    tournament, entries = played_for_money()
    Tournament.objects.filter(pk=tournament.pk).update(
        two_people_from=200_00, id_from=150_00, tax_form_from=200_00, pay_place="Cash desk, first floor"
    )
    first, second = (Payout.objects.get(entry=entry) for entry in entries[:2])
    of: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(after(60))}
    side = add_side_prize(name="High hand", amount=220_00, is_from_pool=False, **of)
    award_side_prize(prize_id=side.pk, entry_id=entries[1].pk, **of)
    home = f"{live_floorman.url}/floor/{tournament.code}"
    log_in(context, give_role(tournament, Role.REGISTRATION, "rita"), live_floorman)
    live_page.set_viewport_size({"width": 1024, "height": 768})
    live_page.goto(f"{home}/payouts/")
    assert objections_in_both_themes(live_page) == []

    own = another_device(390, 844).new_page()
    own.goto(f"{live_floorman.url}/my/{entries[0].link_secret}/")
    expect(own.locator("main")).to_contain_text("Place 1st")
    live_page.locator(f"#ready-{first.pk}").click()
    expect(own.locator("main")).to_contain_text("Your prize is ready: €250.")
    expect(own.locator("main")).to_contain_text("Cash desk, first floor")
    assert objections_in_both_themes(own) == []

    # Two taps: the tick and the button. What another desk does meanwhile leaves the tick alone.
    live_page.locator(f"#seen-{first.pk}").check()
    make_ready(payout_id=second.pk, **of)
    expect(live_page.locator(f"#not-ready-{second.pk}")).to_be_visible()
    live_page.locator(f"#pay-{first.pk}").click()
    expect(live_page.locator("#messages")).to_contain_text("is waiting for a second person")
    close_messages(live_page)
    expect(live_page.locator("#pay")).to_contain_text("Waiting for a second person")
    assert objections_in_both_themes(live_page) == []

    other = another_device(1180, 820)
    log_in(other, give_role(tournament, Role.FLOOR, "flora"), live_floorman)
    floor = other.new_page()
    floor.goto(f"{home}/payouts/")
    assert objections_in_both_themes(floor) == []
    floor.get_by_role("button", name="Confirm €250").click()
    expect(floor.locator("#messages")).to_contain_text("Confirmed the payment of €250")
    expect(live_page.locator("#pay")).not_to_contain_text("Waiting for a second person")

    # A side prize above the limits goes the same way.
    live_page.locator(f"#seen-side-{side.pk}").check()
    live_page.locator(f"#pay-side-{side.pk}").click()
    expect(live_page.locator("#messages")).to_contain_text("is waiting for a second person")
    close_messages(live_page)
    assert objections_in_both_themes(live_page) == []
    # The hand has left the spot of the first one, near which the second may come to lie.
    floor.mouse.move(*ASIDE)
    floor.reload()
    floor.get_by_role("button", name="Confirm €220").click()
    expect(floor.locator("#messages")).to_contain_text("Confirmed the payment of €220")
    expect(live_page.locator("#side-prizes")).to_contain_text("Paid")
    expect(own.locator("main")).to_contain_text("Your prize of €250 has been paid.")

    # Prize and side prize that reach the limit together are one payment, asked for and confirmed in a tap each.
    third = entries[2]
    side = add_side_prize(name="Last aces", amount=110_00, is_from_pool=False, **of)
    award_side_prize(prize_id=side.pk, entry_id=third.pk, **of)
    live_page.locator(f"#all-seen-{third.pk}").check()
    live_page.locator(f"#pay-all-{third.pk}").click()
    expect(live_page.locator("#messages")).to_contain_text("€210 for")
    close_messages(live_page)
    floor.reload()
    prize = floor.locator("[data-rows='prizes'] tr", has_text=third.player.name)
    expect(prize).to_contain_text("Prize €100, Last aces €110")
    assert objections_in_both_themes(floor) == []
    prize.get_by_role("button", name="Confirm €210").click()
    expect(floor.locator("#messages")).to_contain_text("Confirmed the payment of €210")
    expect(live_page.locator("#pay")).not_to_contain_text("Waiting for a second person")

    # One tap for a prize of which nothing is asked but the slip.
    address = live_page.locator(f"#slip-{first.pk}").get_attribute("href")
    words = lines_of(context.request.get(f"{live_floorman.url}{address}").body())
    assert words[words.index("Paid by") :][:4] == ["Paid by", "rita", "Confirmed by", "flora"]
    assert "ID and tax form seen." in words
    expect(live_page.locator(f"#seen-{second.pk}")).to_be_visible()
