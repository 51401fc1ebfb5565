"""Two flights and a Day 2 in a browser: from the set-up to the winner on the wall."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import make_account
from tests.factories.field import bust
from tests.factories.flights import Flights
from tests.processes import LiveFloorman
from tournament.models import Entry, EntryStatus, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

DAY_1A = {"Anna": 18_000, "Bruno": 12_000}
DAY_1B = {"Anna": 5_000, "Carla": 15_000}


def add_flight(page: Page, name: str) -> None:
    page.get_by_label("Name of the flight").fill(name)
    page.locator("#add-flight").click()
    expect(page.locator("[data-rows=flights]")).to_contain_text(name)


def count_bags(page: Page, stacks: dict[str, int]) -> None:
    for row in page.locator(".bags__row").all():
        name = next(name for name in stacks if name in row.inner_text())
        row.locator("input").first.fill(str(stacks[name]))
    page.locator("#count-bags").click()
    expect(page.locator("#messages")).to_contain_text("Counted the bags of table 1")


def several_stacks(page: Page, settings: str, way: str) -> None:
    page.goto(settings)
    if not page.get_by_label("Several stacks of one player").is_visible():
        page.locator("#settings-flights summary").click()
    page.get_by_label("Several stacks of one player").select_option(label=way)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#messages")).to_contain_text("Settings saved.")


@pytest.mark.long(reason="pages whose forms are plain; the tests of the views send them")
def test_two_flights_and_a_day_2_from_the_set_up_to_the_winner(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # The bags with a difference and without a reason.
    watch.expected.append("422")
    flights = Flights(began=timezone.now() - timedelta(hours=1), name="Open", flight_stacks="added")
    floor = f"{live_floorman.url}/floor"
    log_in(context, make_account(), live_floorman)
    page = live_page
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(f"{floor}/{flights.event.code}/flights/")
    add_flight(page, "Open, Day 1A")
    add_flight(page, "Open, Day 1B")
    assert objections_in_both_themes(page) == []
    day_1a, day_1b = Tournament.objects.filter(flight_of=flights.event).order_by("pk")

    for flight, names, stacks in (
        (day_1a, ("Anna", "Bruno", "Dario"), DAY_1A),
        (day_1b, ("Anna", "Carla"), DAY_1B),
    ):
        flights.enter(flight, *names)
        page.goto(f"{floor}/{flight.code}/")
        page.locator("#draw-seats").click()
        page.get_by_role("button", name="Shuffle up and deal").click()
        expect(page.locator("#status-pause")).to_be_visible()
        flights.lose(flight, stacks)
        flights.stop(flight)
        page.goto(f"{floor}/{flight.code}/bags/?table=1")
        if flight == day_1a:
            # A wrong bag is found, and one that nobody has accepted holds up the draw of Day 2.
            count_bags(page, DAY_1A | {"Bruno": 11_500})
            expect(page.locator("#bags")).to_contain_text("500 chips missing")
            page.locator("#accept-bags").click()
            expect(page.locator(".error-summary")).to_contain_text("500 missing, at table 1")
            page.goto(f"{floor}/{flights.event.code}/flights/")
            expect(page.locator("#bring-stacks")).to_have_count(0)
            page.goto(f"{floor}/{flights.event.code}/")
            expect(page.locator("#to-flights")).to_be_visible()
            page.goto(f"{floor}/{flight.code}/bags/?table=1")
        count_bags(page, stacks)
        page.locator("#accept-bags").click()
        expect(page.locator("#bags")).to_contain_text("these are the stacks of the next day")

    for way, goes_on in (
        (
            "Best stack forward; smaller ones are forfeited",
            "the stacks of 3 players from the flights: 45,000 chips",
        ),
        (
            "Best stack forward; smaller ones get the smallest prizes",
            "1 smaller stack is out for the smallest prize",
        ),
    ):
        several_stacks(page, f"{floor}/{flights.event.code}/settings/", way)
        page.goto(f"{floor}/{flights.event.code}/flights/")
        expect(page.locator("[data-rows=several]")).to_contain_text("18,000")
        page.locator("#bring-stacks").click()
        expect(page.locator("#messages")).to_contain_text(goes_on)
        page.locator("#messages").get_by_role("button", name="Undo").last.click()
        expect(page.locator("#bring-stacks")).to_be_visible()
    several_stacks(page, f"{floor}/{flights.event.code}/settings/", "All stacks are combined")
    page.goto(f"{floor}/{flights.event.code}/flights/")
    expect(page.locator("[data-rows=several]")).to_contain_text("23,000")
    page.locator("#bring-stacks").click()
    expect(page.locator("#messages")).to_contain_text(
        "the stacks of 3 players from the flights: 50,000 chips"
    )
    assert objections_in_both_themes(page) == []
    page.goto(f"{floor}/{flights.event.code}/")
    page.locator("#draw-seats").click()
    page.get_by_role("button", name="Shuffle up and deal").click()
    expect(page.locator("#status-pause")).to_be_visible()

    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(
        f"{live_floorman.url}/my/{Entry.objects.get(tournament=day_1a, player__name='Anna').link_secret}/"
    )
    page.locator("#my-day-two").click()
    expect(page.locator(".my-seat")).to_contain_text("Seat")

    standing = Entry.objects.filter(tournament=flights.event).exclude(status=EntryStatus.VOID)
    anna, bruno, carla = standing.order_by("number")
    flights.event.refresh_from_db()
    for loser in (carla, bruno):
        bust(flights.event, loser, winner=anna, now=timezone.now())
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live_floorman.url}/t/{flights.event.code}/clock/")
    expect(page.locator(".wall__winner")).to_contain_text("Anna")
