"""A player leaves the table and comes back: the dealer and the floor say so in two taps, the rest needs none."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browsers import log_in
from tests.e2e.axe import ALL, objections, objections_in_both_themes
from tests.e2e.dealer import Dealer, codes
from tests.e2e.steps import keep_the_message
from tests.factories import give_role
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def floor_at_the_table(
    dealer: Dealer, context: BrowserContext, live_floorman: LiveFloorman, query: str = ""
) -> Page:
    """Somebody of the floor has opened the dealer's table."""
    log_in(context, give_role(dealer.felt.tournament, Role.FLOOR), live_floorman)
    floor = context.new_page()
    floor.goto(f"{live_floorman.url}/floor/{dealer.felt.tournament.code}/tables/1/{query}")
    return floor


@pytest.mark.sampled
def test_an_absent_player_costs_two_taps_and_no_more(dealer: Dealer) -> None:
    page = dealer.page
    dealer.tap("#open-players")
    expect(page.locator("#sheet-players")).to_be_visible()
    assert objections_in_both_themes(page) == []
    dealer.tap("#absent-2")
    assert dealer.taps == 2
    dealer.expect_recorded()
    expect(page.locator("#plate-2")).to_contain_text("Absent")

    dealer.slot("deal")
    dealer.expect_actor(3)
    assert codes() == ["x:absent,s=2"]
    # The script plays the hand on without the absent player, as without any network.
    dealer.slot("fold")
    dealer.expect_stage("between")
    assert dealer.felt.stacks() == {1: 10_050, 2: 8_400, 3: 12_300}

    # The player is there before anybody has acted, and plays.
    dealer.slot("deal")
    dealer.expect_actor(1)
    dealer.tap("#open-players")
    expect(page.locator("#back-2")).to_contain_text("since hand 1")
    dealer.tap("#back-2")
    dealer.expect_recorded()
    expect(page.locator("#plate-2")).not_to_contain_text("Absent")
    assert codes()[2:] == ["x:absent,s=2", "u0"]


@pytest.mark.long(
    reason="the panel of a seat as in test_large_console.py, and a tablet that hears as in test_tablet_network.py"
)
def test_the_floor_marks_a_seat_in_one_tap_and_undoes_it(
    dealer: Dealer, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = floor_at_the_table(dealer, context, live_floorman, "?seat=2")
    floor.locator("#absence").click()
    expect(floor.locator("#messages")).to_contain_text("absent from hand 1 (table 1, seat 2).")
    expect(floor.locator("#seat-2")).to_contain_text("absent")
    keep_the_message(floor)
    assert objections(floor, ALL) == []
    expect(dealer.page.locator("#plate-2")).to_contain_text("Absent")
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.slot("fold")
    dealer.expect_stage("between")
    expect(floor.locator("#felt")).to_contain_text("1 hand dealt")
    floor.locator("#messages").get_by_role("button", name="Undo").click()
    expect(floor.locator("#seat-2")).not_to_contain_text("absent")
    expect(dealer.page.locator("#plate-2")).not_to_contain_text("Absent")


@pytest.mark.long(reason="an answer that comes after the news finds its place in test_locked_payouts.py")
def test_news_do_not_take_a_seat_away_while_it_is_looked_at(
    dealer: Dealer, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    """The felt is fetched again before the answer to the tap comes; the answer finds its place all the same."""
    floor = floor_at_the_table(dealer, context, live_floorman)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    floor.route("**/tables/1/?seat=2", hold)
    floor.locator("#seat-2").click()
    with floor.expect_response("**?part=felt*"):
        floor.evaluate("htmx.trigger(document.body, 'reconnect')")
    held[0].continue_()
    expect(floor.locator("#penalty")).to_be_visible()


@pytest.mark.long(reason="the same panel of a seat, with another form")
def test_a_penalty_is_given_in_three_taps_and_counted_by_the_deal(
    dealer: Dealer, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = floor_at_the_table(dealer, context, live_floorman)
    floor.locator("#seat-2").click()
    floor.locator("#penalty").click()
    assert objections(floor, ALL) == []
    floor.locator("#penalty-hand").click()
    expect(floor.locator("#messages")).to_contain_text("1 missed hand. Conduct (TDA 71).")
    expect(floor.locator("#seat-2")).to_contain_text("penalty 1")
    expect(dealer.page.locator("#plate-2")).to_contain_text("Penalty 1")
    dealer.slot("deal")
    dealer.expect_actor(3)
    expect(dealer.page.locator("#plate-2")).to_contain_text("Penalty: last hand")
    assert codes() == ["x:penalty,s=2"]
    dealer.slot("fold")
    dealer.expect_stage("between")
    expect(dealer.page.locator("#plate-2")).not_to_contain_text("Penalty")


@pytest.mark.long(reason="the same panel of a seat, with another form")
def test_a_player_is_disqualified_in_three_taps_and_brought_back(
    dealer: Dealer, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = floor_at_the_table(dealer, context, live_floorman)
    floor.locator("#seat-2").click()
    floor.locator("#leave").click()
    assert objections(floor, ALL) == []
    floor.locator("#penalty").click()
    floor.locator("#disqualify").click()
    expect(floor.locator("#messages")).to_contain_text("8,450 chips are out of play. Conduct (TDA 71).")
    expect(floor.locator("#seat-2")).to_contain_text("free")
    expect(dealer.page.locator("#plate-2")).to_contain_text("Empty")
    floor.locator("#messages").get_by_role("button", name="Undo").click()
    expect(floor.locator("#seat-2")).to_contain_text("8,450")
    expect(dealer.page.locator("#plate-2")).to_contain_text("8,450")
