"""The desk's queue in two browsers: a phone joins, the desk registers in one tap, the phone hears of it by itself."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import OpenDevice, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role, make_player, make_tournament
from tests.factories.house.things import wait_in_queue
from tests.factories.prices import MEMBER, priced
from tests.processes import LiveFloorman
from tournament.models import Entry, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(
    reason="plain forms; the tests of the views send them, and test_setup_and_desk.py has a desk that hears"
)
@pytest.mark.sampled
def test_a_phone_joins_the_queue_and_the_desk_registers_it_in_one_tap(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, another_device: OpenDevice
) -> None:
    tournament = make_tournament(phone_queue=True)
    known = make_player("Anna Verdi", club_number="7")
    wait_in_queue(tournament, "Bruno Neri", now=timezone.now())
    log_in(context, give_role(tournament, Role.REGISTRATION), live_floorman)
    desk = live_page
    desk.goto(f"{live_floorman.url}/floor/{tournament.code}/desk/")
    phone = another_device(390, 844).new_page()

    phone.goto(f"{live_floorman.url}/t/{tournament.code}/register/")
    assert objections_in_both_themes(phone) == []
    phone.get_by_label("Your name").fill("Verdi Anna")
    phone.get_by_role("button", name="Join the queue").click()
    expect(phone.locator(".my-seat__number")).to_have_text("2")
    assert objections_in_both_themes(phone) == []

    # The desk hears of the phone by itself; the first in the queue goes, and the phone hears of that.
    expect(desk.locator("#queue li")).to_have_count(2)
    assert objections_in_both_themes(desk) == []
    desk.locator("#queue li", has_text="Bruno Neri").get_by_role("button", name="Dismiss").click()
    expect(phone.locator("#place [role=status]")).to_contain_text("You are next: please go to the desk.")

    # One tap for a player of the house.
    desk.locator(f"[id$='-{known.pk}']", has_text="Register").click()
    expect(desk.locator("#receipt-title")).to_be_attached()
    expect(phone.locator("#place [role=status]")).to_contain_text("You are registered.")
    phone.get_by_role("link", name="My seat").last.click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Anna Verdi")
    assert Entry.objects.get().player_id == known.pk
    desk.reload()
    expect(desk.locator("#queue")).to_contain_text("Nobody is waiting.")


@pytest.mark.long(reason="a paper and a page that are read by the tests of the views")
@pytest.mark.sampled
def test_the_code_hangs_on_the_wall_and_on_paper_and_a_phone_says_its_price(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, another_device: OpenDevice
) -> None:
    tournament = make_tournament(phone_queue=True, **priced(MEMBER))
    log_in(context, give_role(tournament, Role.REGISTRATION), live_floorman)
    for width, height in ((1920, 1080), (390, 844)):
        live_page.set_viewport_size({"width": width, "height": height})
        live_page.goto(f"{live_floorman.url}/t/{tournament.code}/room/")
        expect(live_page.locator("#board-queue svg.qr")).to_be_visible()
        assert live_page.evaluate("document.documentElement.scrollWidth") <= width
    assert objections_in_both_themes(live_page) == []
    live_page.set_viewport_size({"width": 1180, "height": 820})
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/desk/queue/poster/")
    expect(live_page.locator(".poster svg.qr")).to_be_visible()
    assert objections_in_both_themes(live_page) == []

    phone = another_device(390, 844).new_page()
    phone.goto(f"{live_floorman.url}/t/{tournament.code}/register/")
    phone.get_by_label("Your name").fill("Anna Verdi")
    phone.get_by_label("Member €47").check()
    assert objections_in_both_themes(phone) == []
    phone.get_by_role("button", name="Join the queue").click()
    expect(phone.locator("#place")).to_contain_text("You said: Member €47. The desk decides.")
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/desk/")
    expect(live_page.locator("#queue li")).to_contain_text("says: Member €47")
