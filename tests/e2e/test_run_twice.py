"""A hand run twice: agreed and dealt on the tablet, read on the console and on the page of the hand."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.e2e.dealer import Dealer
from tests.factories import give_role
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

FIRST, SECOND = ("2c", "7d", "9s", "3h", "4c"), ("Kc", "Ts", "8s", "3c", "5c")


def deal_board(dealer: Dealer, cards: tuple[str, ...]) -> None:
    for street in (cards[:3], cards[3:4], cards[4:]):
        dealer.expect_recorded()
        dealer.slot("deal")
        dealer.pick(*street)


def board(number: int, cards: tuple[str, ...]) -> re.Pattern[str]:
    """A board by its name and its cards, as they are read: "2♣︎c two of clubs"."""
    read = [f"{'10' if card[0] == 'T' else card[0]}.{{1,2}}{card[1]}" for card in cards] or ["–"]
    return re.compile(rf"Board {number}\W+" + ".*".join(read), re.DOTALL)


@pytest.mark.long(
    reason="the buttons and sheets of any board; the tests of the views and of the engine deal the second one"
)
def test_an_all_in_is_run_twice_for_half_the_pot_each_and_the_floor_sees_both_boards(
    live_page: Page, live_floorman: LiveFloorman, context: BrowserContext
) -> None:
    twice = {"engine": {"run_out_boards": 2}}
    felt = make_felt(1_000, 800, 900, rule_overrides=twice, now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.slot("fold")
    dealer.slot("raise")
    dealer.tap(live_page.get_by_role("button", name="All-in"))
    dealer.slot("call")
    dealer.expect_stage("deal_board")
    dealer.expect_recorded()
    dealer.tap(live_page.get_by_role("button", name="Twice if all agree"))
    expect(live_page.locator("#prompt")).to_contain_text("Deal the Flop · Board 1")

    console, history = context.new_page(), context.new_page()
    home = f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/"
    for page, address in ((console, home), (history, f"{home}hands/1/")):
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("data-connection", "live")
    for seat, hand in ((1, ("Ah", "Ad")), (2, ("Kh", "Kd"))):
        dealer.tap(f"#plate-{seat}")
        dealer.pick(*hand)
    deal_board(dealer, FIRST)
    expect(live_page.locator("#prompt")).to_contain_text("Deal the Flop · Board 2")
    for page, place in ((console, ".felt__cloth"), (history, ".facts")):
        expect(page.locator(place)).to_contain_text(board(1, FIRST))
        expect(page.locator(place)).to_contain_text(board(2, ()))
    dealer.expect_recorded()
    dealer.slot("deal")
    expect(live_page.locator("#pick-title")).to_have_text("Flop · Board 2")
    dealer.pick(*SECOND[:3])
    expect(console.locator(".felt__cloth")).to_contain_text(board(2, SECOND[:3]))
    assert objections_in_both_themes(console) == []
    for card in SECOND[3:]:
        dealer.expect_recorded()
        dealer.slot("deal")
        dealer.pick(card)

    dealer.expect_stage("between")
    dealer.expect_recorded()
    assert felt.stacks() == {1: 1_000, 2: 800, 3: 900}
    assert objections_in_both_themes(live_page) == []
    for number, cards in ((1, FIRST), (2, SECOND)):
        expect(history.locator(".facts")).to_contain_text(board(number, cards))
        expect(live_page.locator(".felt__board").nth(number - 1)).to_contain_text(board(number, cards))
    won = "Anna Verdi wins 800 (Board 1); Bruno Neri wins 800 (Board 2)"
    expect(history.locator(".pot")).to_contain_text(won)
    assert objections_in_both_themes(history) == []
    history.get_by_role("link", name="Who wins, and why: Board 2").click()
    expect(history.locator("main")).to_contain_text("three of a kind, kings")
