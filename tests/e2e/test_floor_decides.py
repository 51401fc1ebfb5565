"""What the floor decides about a player in the middle of a hand, from the console: the clock, a penalty, out."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from tables.changes.decision_clock import ClockCalled
from tables.services.table.messages import call_floor
from tests.browsers import log_in
from tests.e2e.axe import close_messages, objections
from tests.factories import ACTOR
from tests.factories.floor import Floor
from tests.processes import LiveFloorman
from tournament.models import Entry, EntryStatus, LogEntry, Penalty

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="the panel of test_seat_maps.py, with other forms; the tests of the views send them")
def test_the_clock_a_penalty_out_of_a_call_and_a_disqualification_in_a_hand(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = Floor(Client(), 4, 3)
    floor.deal(1)
    call_floor(tournament_id=floor.tournament.pk, table_id=floor.table(1).pk, by=ACTOR.at(floor.began))
    log_in(context, floor.account, live_floorman)
    live_page.set_viewport_size({"width": 1180, "height": 820})
    live_page.goto(live_floorman.url + floor.home)
    expect(live_page.locator("html")).to_have_attribute("data-connection", "live")
    seat = live_page.locator("#seat")

    # The clock: the seat of the player in turn, the button.
    live_page.locator("#seat-1-3").click()
    seat.locator("#call-clock").click()
    expect(seat.get_by_role("timer")).to_contain_text("0:2")
    assert ClockCalled.of(LogEntry.objects.get(verb="clock_called")).seat == 3

    # A penalty in three taps from the call.
    live_page.get_by_role("region", name="Floor called").get_by_role("link", name="Penalty").click()
    live_page.locator("#open-penalty-2").click()
    expect(seat.locator("#penalty-round-1")).to_be_visible()
    close_messages(live_page)
    assert objections(live_page) == []
    seat.locator("#penalty-round-1").click()
    expect(live_page.locator(".message", has_text="1 missed round (4 hands)")).to_be_visible()
    assert Penalty.objects.get().entry_id == floor.seats[1, 2].pk

    # Out in the middle of the hand: dead at once, gone when it is over.
    live_page.locator("#seat-1-4").click()
    expect(seat.locator("#seat-title")).to_contain_text("seat 4")
    seat.locator("#penalty").click()
    # A hand that comes back: what has come to lie beside the last tap would be deaf, were the news in between.
    live_page.mouse.move(5, 5)
    seat.locator("#disqualify").click()
    expect(live_page.locator(".message", has_text="out when hand 1 at table 1 is over")).to_be_visible()
    expect(live_page.locator("#seat-1-4")).to_contain_text("leaves")
    close_messages(live_page)
    assert objections(live_page) == []
    floor.play(1, "f3", "f1")
    expect(live_page.locator("#seat-1-4")).to_contain_text("free")
    out = floor.seats[1, 4]
    assert Entry.objects.get(pk=out.pk).status == EntryStatus.ELIMINATED
