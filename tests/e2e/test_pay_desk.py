"""The cash desk in a browser: ready on the phone, paid by two people on two devices, and the slip in one tap."""

from __future__ import annotations

from dataclasses import dataclass
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
from tournament.models import Entry, Payout, Role, SidePrize, Tournament
from tournament.services.cash.ready import make_ready
from tournament.services.prizes.side_prizes import add_side_prize, award_side_prize

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Three who have won, and the pages of the cashier and of a second person."""

    tournament: Tournament
    entries: list[Entry]
    cashier: Page
    live: LiveFloorman
    another_device: OpenDevice

    @property
    def by(self) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, "by": ACTOR.at(after(60))}

    @property
    def address(self) -> str:
        return f"{self.live.url}/floor/{self.tournament.code}/payouts/"

    def payout(self, place: int) -> Payout:
        return Payout.objects.get(entry=self.entries[place - 1])

    def win(self, place: int, name: str, amount: int) -> SidePrize:
        """Give a side prize to the player of this place."""
        prize = add_side_prize(name=name, amount=amount, is_from_pool=False, **self.by)
        award_side_prize(prize_id=prize.pk, entry_id=self.entries[place - 1].pk, **self.by)
        return prize

    def second_person(self) -> Page:
        other = self.another_device(1180, 820)
        log_in(other, give_role(self.tournament, Role.FLOOR, "flora"), self.live)
        floor = other.new_page()
        floor.goto(self.address)
        return floor

    def expect_waiting(self) -> None:
        expect(self.cashier.locator("#messages")).to_contain_text("is waiting for a second person")
        close_messages(self.cashier)


@pytest.fixture
def desk(
    live_page: Page, context: BrowserContext, another_device: OpenDevice, live_floorman: LiveFloorman
) -> Desk:
    tournament, entries = played_for_money()
    Tournament.objects.filter(pk=tournament.pk).update(
        two_people_from=200_00, id_from=150_00, tax_form_from=200_00, pay_place="Cash desk, first floor"
    )
    log_in(context, give_role(tournament, Role.REGISTRATION, "rita"), live_floorman)
    live_page.set_viewport_size({"width": 1024, "height": 768})
    return Desk(
        tournament=tournament,
        entries=entries,
        cashier=live_page,
        live=live_floorman,
        another_device=another_device,
    )


@pytest.mark.long(
    reason="the tests of the views have both people and each form; test_money_taps.py pays in a browser"
)
@pytest.mark.sampled
def test_a_large_prize_is_ready_paid_by_two_people_and_printed(desk: Desk) -> None:
    first, second, page = desk.payout(1), desk.payout(2), desk.cashier
    page.goto(desk.address)
    assert objections_in_both_themes(page) == []

    own = desk.another_device(390, 844).new_page()
    own.goto(f"{desk.live.url}/my/{desk.entries[0].link_secret}/")
    expect(own.locator("main")).to_contain_text("Place 1st")
    page.locator(f"#ready-{first.pk}").click()
    expect(own.locator("main")).to_contain_text("Your prize is ready: €250.")
    expect(own.locator("main")).to_contain_text("Cash desk, first floor")
    assert objections_in_both_themes(own) == []

    # Two taps: the tick and the button. What another desk does meanwhile leaves the tick alone.
    page.locator(f"#seen-{first.pk}").check()
    make_ready(payout_id=second.pk, **desk.by)
    expect(page.locator(f"#not-ready-{second.pk}")).to_be_visible()
    page.locator(f"#pay-{first.pk}").click()
    desk.expect_waiting()
    expect(page.locator("#pay")).to_contain_text("Waiting for a second person")

    floor = desk.second_person()
    assert objections_in_both_themes(floor) == []
    floor.get_by_role("button", name="Confirm €250").click()
    expect(floor.locator("#messages")).to_contain_text("Confirmed the payment of €250")
    expect(page.locator("#pay")).not_to_contain_text("Waiting for a second person")
    expect(own.locator("main")).to_contain_text("Your prize of €250 has been paid.")

    # One tap for a prize of which nothing is asked but the slip.
    address = page.locator(f"#slip-{first.pk}").get_attribute("href")
    words = lines_of(page.context.request.get(f"{desk.live.url}{address}").body())
    assert words[words.index("Paid by") :][:4] == ["Paid by", "rita", "Confirmed by", "flora"]
    assert "ID and tax form seen." in words
    expect(page.locator(f"#seen-{second.pk}")).to_be_visible()


@pytest.mark.long(reason="the same two people and buttons, for prizes of another kind")
@pytest.mark.sampled
def test_a_side_prize_and_several_that_reach_the_limit_together_are_paid_by_two_people(desk: Desk) -> None:
    side, page = desk.win(2, "High hand", 220_00), desk.cashier
    page.goto(desk.address)
    page.locator(f"#seen-side-{side.pk}").check()
    page.locator(f"#pay-side-{side.pk}").click()
    desk.expect_waiting()
    assert objections_in_both_themes(page) == []
    floor = desk.second_person()
    floor.get_by_role("button", name="Confirm €220").click()
    expect(floor.locator("#messages")).to_contain_text("Confirmed the payment of €220")
    expect(page.locator("#side-prizes")).to_contain_text("Paid")

    # Prize and side prize that reach the limit together are one payment, asked for and confirmed in a tap each.
    third = desk.entries[2]
    desk.win(3, "Last aces", 110_00)
    page.locator(f"#all-seen-{third.pk}").check()
    page.locator(f"#pay-all-{third.pk}").click()
    expect(page.locator("#messages")).to_contain_text("€210 for")
    close_messages(page)
    # The hand has left the spot of the first one, near which the second may come to lie.
    floor.mouse.move(*ASIDE)
    floor.reload()
    prize = floor.locator("[data-rows='prizes'] tr", has_text=third.player.name)
    expect(prize).to_contain_text("Prize €100, Last aces €110")
    assert objections_in_both_themes(floor) == []
    prize.get_by_role("button", name="Confirm €210").click()
    expect(floor.locator("#messages")).to_contain_text("Confirmed the payment of €210")
    expect(page.locator("#pay")).not_to_contain_text("Waiting for a second person")
