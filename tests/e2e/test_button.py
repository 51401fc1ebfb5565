"""A floor manager puts a wrong button right from the console: four taps, seen on the dealer's tablet at once."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.e2e.dealer import Dealer
from tests.factories import give_role
from tests.factories.felt import Felt, make_felt
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def felt() -> Felt:
    """Five players at a table of nine after a hand: the button was on seat 5."""
    felt = make_felt(*[10_000] * 5, now=timezone.now())
    felt.deal(now=timezone.now())
    felt.play("f3", "f4", "f5", "f1", now=timezone.now())
    return felt


def console(context: BrowserContext, live: LiveFloorman, felt: Felt) -> Page:
    log_in(context, give_role(felt.tournament, Role.FLOOR), live)
    page = context.new_page()
    page.goto(f"{live.url}/floor/{felt.tournament.code}/")
    return page


@pytest.mark.long(
    reason="tests/tables/views/console/test_button.py has the whole sheet; test_tablet_network.py a tablet that hears"
)
@pytest.mark.sampled
def test_a_wrong_button_is_put_right_in_four_taps_and_the_tablet_shows_it(
    felt: Felt, live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    expect(live_page.locator("[data-seat='1'] .lammer--button")).to_be_visible()
    floor = console(context, live_floorman, felt)

    floor.locator("#open-1").click()
    floor.locator("#button-open").click()
    expect(floor.locator("#button-title")).to_be_focused()
    floor.locator("#button-at-3").click()
    expect(floor.locator(".set-button__hands tbody tr")).to_have_count(3)
    expect(floor.locator(".set-button__hands tbody tr").first).to_contain_text("4 Dario Conti")
    assert objections_in_both_themes(floor) == []
    floor.locator("#button-apply").click()

    expect(floor.locator("#messages")).to_contain_text("Set the button of the next hand at table 1")
    expect(live_page.locator("[data-seat='3'] .lammer--button")).to_be_visible()
    floor.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.locator("[data-seat='1'] .lammer--button")).to_be_visible()


@pytest.mark.long(
    reason="the other ways on the same sheet; tests/tables/views/console/test_button.py has them all"
)
def test_a_dead_small_blind_is_chosen_and_a_hand_in_play_is_corrected(
    felt: Felt, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = console(context, live_floorman, felt)
    floor.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/?button=5")
    floor.get_by_role("link", name="Dead small blind, big blind 1").click()
    expect(floor.locator("#button")).to_contain_text("Dead small blind on empty seat 9")
    floor.locator("#button-apply").click()
    expect(floor.locator("#felt")).to_contain_text("Next hand: button on seat 5")
    # Reloaded, the page does not open the form again.
    expect(floor).to_have_url(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/")
    assert felt.deal(now=timezone.now()).setup.button == 5

    floor.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/")
    floor.locator("#button-open").click()
    expect(floor.locator("#button-title")).to_contain_text("Button of hand 2")
    floor.locator("#button-at-1").click()
    floor.locator("#button-apply").click()
    expect(floor.locator("#messages")).to_contain_text(
        "Corrected the button of hand 2 at table 1: button seat 1"
    )


def test_the_seat_tapped_last_is_shown_when_an_answer_is_late(
    felt: Felt, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # What htmx writes of a request that it gives up for a later one.
    watch.expected += ["htmx:sendAbort", "htmx:afterRequest"]
    floor = console(context, live_floorman, felt)
    floor.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/?button=0")
    late: list[Route] = []

    def keep(route: Route) -> None:
        late.append(route)

    floor.route("**/*part=button&button=3", keep)

    floor.locator("#button-at-3").click()
    floor.locator("#button-at-4").click()

    expect(floor.locator("#button-apply")).to_contain_text("Set the button at seat 4")
    assert [route.request.failure for route in late] == ["net::ERR_ABORTED"]
