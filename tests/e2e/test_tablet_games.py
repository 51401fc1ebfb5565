"""Stud, draw and hi-lo by thumb, on the running application."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.views.tablet.access import COOKIE
from tests.breadth import GOES_LONG
from tests.e2e.axe import ALL, LOOKS, objections
from tests.e2e.dealer import ITALIAN_AND_DARK, SIZE, SIZES, Dealer, codes, press
from tests.processes import LiveFloorman
from tests.tables.queries.tablet.test_games import ALL_IN_ON_FOURTH, HI_LO_TO_THE_END, felt_of

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

FEWER_CARDS = pytest.mark.long(reason="fewer cards lie open than in stud")
SMALL = "all => all.map(e => e.getBoundingClientRect()).filter(b => b.width < 64 || b.height < 64).length"


def dealer_at(
    page: Page,
    live: LiveFloorman,
    game: str,
    *,
    players: int = 3,
    stack: int = 1000,
    size: tuple[int, int] = SIZE,
) -> Dealer:
    """A dealer whose tablet has the table."""
    dealer = Dealer(page, live, felt_of(game, *[stack] * players, now=timezone.now()), size)
    dealer.pair()
    dealer.tap("#take-over")
    dealer.expect_recorded()
    return dealer


def test_up_cards_are_told_one_after_the_other_without_leaving_the_picker(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    dealer = dealer_at(live_page, live_floorman, "F7S", players=4)
    dealer.slot("deal")
    dealer.expect_stage("deal_up")
    dealer.taps = 0
    dealer.slot("deal")
    title = live_page.locator("#pick-title")
    expect(title).to_contain_text("Anna Verdi")
    dealer.pick("Kd")
    expect(title).to_contain_text("Bruno Neri")
    expect(live_page.locator('[name=cards][value="Kd"]')).to_be_disabled()
    dealer.pick("2c")
    dealer.tap("#pick-unknown")
    expect(title).to_contain_text("Dario Conti")
    dealer.pick("8h")
    expect(live_page.locator("#sheet-pick")).not_to_be_visible()
    dealer.expect_recorded()
    dealer.slot("unknown")
    dealer.tap("#sheet-opens [value=o2]")
    dealer.expect_actor(2)
    dealer.slot("call")
    dealer.expect_actor(3)
    dealer.expect_recorded()
    assert codes() == ["t1:Kd", "t2:2c", "t3:??", "t4:8h", "o2", "i2"]
    assert dealer.taps == 1 + 4 + 2 + 1


@pytest.mark.long(reason="the same picker, begun at another seat")
def test_a_seat_told_out_of_order_is_not_asked_for_again(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    dealer = dealer_at(live_page, live_floorman, "F7S")
    dealer.slot("deal")
    dealer.expect_stage("deal_up")
    dealer.tap("#plate-2")
    dealer.pick("2c")
    expect(live_page.locator("#pick-title")).to_contain_text("Anna Verdi")
    dealer.pick("Kd")
    expect(live_page.locator("#pick-title")).to_contain_text("Carla Rossi")
    dealer.tap("#sheet-pick [data-close-sheet]")
    dealer.expect_recorded()
    expect(live_page.locator("#slot-deal")).to_contain_text("seat 3")
    assert codes() == ["t2:2c", "t1:Kd"]


@pytest.mark.parametrize("size", SIZES)
def test_a_draw_is_one_tap_and_nothing_moves(
    live_page: Page, live_floorman: LiveFloorman, size: tuple[int, int]
) -> None:
    dealer = dealer_at(live_page, live_floorman, "N5D", size=size)
    before = dealer.boxes()
    dealer.slot("deal")
    for actor in (3, 1, 2):
        dealer.expect_actor(actor)
        dealer.slot("call")
    dealer.expect_stage("draw")
    dealer.expect_recorded()
    assert dealer.boxes() == before
    assert live_page.locator(".slot-pair .slot").evaluate_all(SMALL) == 0
    dealer.tap("[value='d1:??????']")
    expect(live_page.locator("#prompt")).to_contain_text("Bruno Neri")
    dealer.slot("call")
    expect(live_page.locator("#prompt")).to_contain_text("Carla Rossi")
    dealer.tap("#draw-cards")
    expect(live_page.locator("#pick-done")).not_to_be_visible()
    dealer.pick("As", "2c")
    dealer.tap("#pick-done")
    dealer.expect_actor(1)
    dealer.expect_recorded()
    assert codes()[-3:] == ["d1:??????", "d2:", "d3:As2c"]


@pytest.mark.long(
    reason="the sheet of winners in test_tablet.py; tests/tables/queries/tablet/test_games.py has the halves"
)
def test_halves_of_a_pot_are_given_one_after_the_other(live_page: Page, live_floorman: LiveFloorman) -> None:
    dealer = dealer_at(live_page, live_floorman, "FO/8")
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.felt.play(*HI_LO_TO_THE_END, now=timezone.now())
    dealer.expect_stage("showdown")
    dealer.slot("unknown")
    sheet = live_page.locator("#sheet-winners")
    assert sheet.locator(".slot").evaluate_all(SMALL) == 0
    dealer.tap(sheet.get_by_role("group", name="High").get_by_role("button", name="3 Carla Rossi"))
    expect(sheet.locator(".winners__half")).to_have_count(1)
    dealer.tap(sheet.get_by_role("button", name="No low"))
    dealer.expect_stage("between")
    expect(live_page.locator("#plate-3")).to_contain_text("+180 high")


@pytest.mark.long(reason="the sheets of stud are links and forms like those of hold'em")
def test_a_stud_hand_is_opened_without_javascript(live_floorman: LiveFloorman, browser: Any) -> None:
    felt = felt_of("F7S", 1000, 1000, now=timezone.now())
    _device, secret = felt.pair(now=timezone.now())
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies([{"name": COOKIE, "value": secret, "url": live_floorman.url, "httpOnly": True}])
    page = context.new_page()
    page.goto(f"{live_floorman.url}/tablet/table/")
    for selector in ("#take-over", "#slot-deal", "#slot-deal"):
        press(page, selector)
    page.locator('.pick__card:has(input[value="Ah"])').click()
    for selector in ("#pick-done", "#slot-unknown", "#sheet-opens [value=o2]", "#slot-call", "#slot-fold"):
        press(page, selector)
    expect(page.locator("#screen[data-stage=between]")).to_be_visible()
    assert codes() == ["t1:Ah", "o2", "i2", "f1"]
    context.close()


@pytest.mark.long(reason="the felt and the sheets that axe reads in test_tablet.py, with other cards")
@pytest.mark.sampled
@pytest.mark.parametrize(
    ("language", "themes", "rules"),
    [
        pytest.param("en", ("light", "dark"), ALL, id="en"),
        pytest.param("it", ("dark",), LOOKS, id="it", marks=ITALIAN_AND_DARK),
    ],
)
def test_axe_finds_nothing_in_stud_draw_and_hi_lo(
    live_page: Page,
    live_floorman: LiveFloorman,
    context: BrowserContext,
    language: str,
    themes: tuple[str, ...],
    rules: dict[str, Any],
) -> None:
    context.add_cookies([{"name": "django_language", "value": language, "url": live_floorman.url}])
    found = {}
    theme = cycle(themes)

    def look(state: str) -> None:
        found[state] = objections(live_page, rules, theme=next(theme))

    dealer = dealer_at(live_page, live_floorman, "F7S/8")
    dealer.felt.deal(now=timezone.now())
    dealer.felt.play("t1:Kd", now=timezone.now())
    dealer.open()
    look("up-cards")
    if GOES_LONG:
        dealer.slot("unknown")
        look("who opens")
    dealer.felt.play("t2:2c", "t3:??", "o2", now=timezone.now())
    dealer.open()
    look("bring-in")
    dealer = dealer_at(live_page, live_floorman, "N5DJ")
    dealer.felt.deal(now=timezone.now())
    dealer.felt.play("r1:50", "c2", "c3", now=timezone.now())
    dealer.open()
    look("draw")
    if GOES_LONG:
        dealer.felt.play("d1:As", "d2:", "d3:??", "r1:50", "f2", "f3", now=timezone.now())
        dealer.open()
        look("openers")
    dealer = dealer_at(live_page, live_floorman, "FO/8")
    dealer.felt.deal(now=timezone.now())
    dealer.felt.play(*HI_LO_TO_THE_END, now=timezone.now())
    dealer.open()
    if GOES_LONG:
        look("showdown")
    dealer.slot("unknown")
    look("halves")
    assert {state: words for state, words in found.items() if words} == {}


FIVE_DRAWN = ("c3", "c1", "k2", "d1:??", "d2:", "d3:??????", "k1", "k2", "k3")
CHECKED = ("k3", "k1", "k2")
SEVEN_TOLD = (
    "t1:Kc", "t2:2c", "t3:Kd", "i2", "c3", "c1", "t1:Qc", "t2:3c", "t3:Qd", *CHECKED, "t1:Jc", "t2:4c", "t3:Jd",
    *CHECKED, "t1:Tc", "t2:5c", "t3:Td", *CHECKED, *CHECKED,
)  # fmt: skip
BOARD_TOLD = (
    *HI_LO_TO_THE_END[:3],
    "b:8h4h3h",
    "k1",
    "k2",
    "k3",
    "b:7h",
    "k1",
    "k2",
    "k3",
    "b:9h",
    "k1",
    "k2",
    "k3",
)
OUT_OF_PLACE = """() => {
    const isIn = (inner, outer) => inner.left >= outer.left && inner.right <= outer.right
        && inner.top >= outer.top && inner.bottom <= outer.bottom;
    return [...document.querySelectorAll(".plate .card, .plate__word, .plate__stack, .plate .lammer, #undo .card")]
        .filter(e => !isIn(e.getBoundingClientRect(), e.closest(".plate, #undo").getBoundingClientRect()))
        .map(e => `${e.closest("[id]").id}: ${e.textContent}`);
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("game", "codes", "shows"),
    [
        pytest.param(
            "N5D", FIVE_DRAWN, ("s1:TcTdThTs9h", "s2:QcQdQhQs8h", "s3:JcJdJhJs7h"), marks=FEWER_CARDS
        ),
        ("F7S/8", SEVEN_TOLD, ("s1:KcQcJcTcAcAd2d", "s2:2c3c4c5cAs2s6c", "s3:KdQdJdTdKhKs3d")),
        pytest.param(
            "PO6/8", BOARD_TOLD, ("s1:AcKcQcJcTc9c", "s2:AdKdQdJdTd9d", "s3:AsKsQs6h2h3s"), marks=FEWER_CARDS
        ),
    ],
)
def test_hands_that_lie_open_stay_in_their_places(
    live_page: Page,
    live_floorman: LiveFloorman,
    game: str,
    codes: tuple[str, ...],
    shows: tuple[str, ...],
    size: tuple[int, int],
) -> None:
    dealer = dealer_at(live_page, live_floorman, game, stack=123_456_000, size=size)
    before = dealer.boxes()
    dealer.felt.deal(now=timezone.now())
    dealer.felt.play(*codes, now=timezone.now())
    for show in shows:
        dealer.felt.play(show, now=timezone.now())
        dealer.open()
        assert live_page.evaluate(OUT_OF_PLACE) == []
        assert dealer.boxes() == before
    dealer.expect_stage("between")


@pytest.mark.long(
    reason="the same picker and sheets as at the start of the hand; the tests of the views send them"
)
def test_all_in_stud_is_tabled_and_dealt_street_by_street(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    dealer = Dealer(live_page, live_floorman, felt_of("F7S", 1000, 130, 130, now=timezone.now()))
    dealer.pair()
    dealer.tap("#take-over")
    dealer.expect_recorded()
    dealer.slot("deal")
    dealer.expect_stage("deal_up")
    dealer.felt.play(*ALL_IN_ON_FOURTH, now=timezone.now())
    dealer.open()
    dealer.expect_stage("deal_board")
    for plate, cards in (("#plate-3", ("2h", "2d")), ("#plate-2", ("As", "Ad"))):
        dealer.tap(plate)
        dealer.pick(*cards)
        dealer.expect_recorded()
    dealer.slot("deal")
    expect(live_page.locator("#pick-title")).to_have_text("Fifth street: seats 2, 3, in this order")
    dealer.pick("Js", "3c")
    dealer.expect_recorded()
    dealer.slot("unknown")
    dealer.expect_recorded()
    dealer.slot("raise")
    dealer.tap('#sheet-winners [value="w0:2"]')
    dealer.expect_stage("between")
    assert codes()[-5:] == ["s3:2c9c2h2d", "s2:KhQsAsAd", "b:Js3c", "b:????", "w0:2"]
