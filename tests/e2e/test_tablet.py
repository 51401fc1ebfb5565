"""The dealer's tablet in a browser, on the running application: whole hands by thumb, with the taps counted."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.services.table.messages import send_message
from tables.services.table.tablets import make_pairing_code
from tables.views.tablet.access import COOKIE
from tests.e2e.axe import ALL, LOOKS, objections
from tests.e2e.dealer import ITALIAN_AND_DARK, SIZES, Dealer, codes, press
from tests.factories import ACTOR
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


# --- A whole hand


def test_whole_hand_from_pairing_to_the_pot(live_page: Page, live_floorman: LiveFloorman) -> None:
    felt = make_felt(10_000, 8_450, 12_300, now=timezone.now())
    dealer = Dealer(live_page, live_floorman, felt)
    code = make_pairing_code(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(timezone.now())
    ).code
    live_page.goto(f"{live_floorman.url}/tablet/pair/{code}/")
    live_page.get_by_role("button", name="Pair this tablet").click()
    dealer.expect_ready()
    dealer.expect_stage("between")

    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.slot("raise")
    dealer.tap(live_page.get_by_role("button", name="3 BB"))
    dealer.slot("fold")
    dealer.slot("call")
    dealer.expect_stage("deal_board")
    dealer.slot("deal")
    dealer.pick("Ah", "Td", "2c")
    dealer.expect_stage("betting")
    dealer.slot("call")
    dealer.slot("raise")
    dealer.tap(live_page.get_by_role("button", name="1/2 pot"))
    dealer.slot("call")
    dealer.expect_stage("deal_board")
    dealer.slot("deal")
    dealer.pick("9s")
    dealer.expect_stage("betting")
    dealer.slot("call")
    dealer.slot("call")
    dealer.expect_stage("deal_board")
    dealer.slot("unknown")
    dealer.expect_stage("betting")
    dealer.slot("call")
    dealer.slot("call")
    dealer.expect_stage("showdown")
    dealer.slot("deal")
    dealer.pick("As", "Ks")
    expect(live_page.locator("#plate-2 .plate__cards, #plate-3 .plate__cards")).to_have_count(1)
    dealer.slot("fold")
    dealer.expect_stage("between")
    assert codes() == [
        "r3:150",
        "f1",
        "c2",
        "b:AhTd2c",
        "k2",
        "r3:175",
        "c2",
        "b:9s",
        "k2",
        "k3",
        "b:??",
        "k2",
        "k3",
        "s2:AsKs",
        "m3",
    ]
    assert felt.stacks() == {1: 9_975, 2: 8_450 + 150 + 25 + 175, 3: 12_300 - 325}
    actions = len([code for code in codes() if code[0] in "fkcr"])
    assert actions == 10
    # Deal, ten actions of which two are bets, three streets of 4, 2 and 1 taps, show of 3, muck.
    assert dealer.taps == 1 + 12 + 7 + 3 + 1


@pytest.mark.long(reason="test_tablet_network.py bets by the same keypad")
def test_bet_of_any_amount_goes_by_the_keypad(dealer: Dealer) -> None:
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.slot("raise")
    for key in ("1", "2", "00"):
        dealer.tap(f'[data-key="{key}"]')
    expect(dealer.page.locator("#amount")).to_have_value("1200")
    dealer.tap("#keypad-done")
    dealer.expect_recorded()
    assert codes() == ["r3:1200"]


@pytest.mark.long(
    reason="the button of test_tablet_offline.py; the tests of the views undo a hand that is over"
)
def test_last_operation_is_undone_with_one_tap_also_when_it_ended_the_hand(dealer: Dealer) -> None:
    dealer.slot("deal")
    dealer.slot("fold")
    dealer.slot("fold")
    dealer.expect_stage("between")
    dealer.tap("#undo")
    dealer.expect_actor(1)
    dealer.expect_stage("betting")


def test_winner_is_named_without_cards_for_each_pot_in_turn(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    dealer = Dealer(live_page, live_floorman, make_felt(500, 2_000, 1_000, now=timezone.now()))
    dealer.pair()
    dealer.slot("deal")
    dealer.slot("raise")
    dealer.tap(live_page.get_by_role("button", name="All-in"))
    dealer.slot("call")
    dealer.expect_actor(2)
    dealer.slot("call")
    for _street in range(3):
        dealer.expect_stage("deal_board")
        dealer.expect_recorded()
        dealer.slot("unknown")
    dealer.expect_stage("showdown")
    dealer.slot("unknown")
    sheet = live_page.locator("#sheet-winners")
    dealer.tap(sheet.get_by_role("button", name="1 Anna Verdi"))
    expect(sheet.locator(".winners")).to_have_count(1)
    dealer.tap(sheet.get_by_role("button", name="3 Carla Rossi"))
    dealer.expect_stage("between")
    assert dealer.felt.stacks() == {1: 1_500, 2: 1_000, 3: 1_000}


# --- Nothing moves under the thumb


@pytest.mark.parametrize("size", SIZES)
def test_buttons_keep_their_boxes_in_every_state_and_are_big_enough(
    live_page: Page, live_floorman: LiveFloorman, size: tuple[int, int]
) -> None:
    felt = make_felt(500, 2_000, 1_000, now=timezone.now())
    dealer = Dealer(live_page, live_floorman, felt, size)
    dealer.pair()
    seen = {"between": dealer.boxes()}

    def note(state: str) -> None:
        dealer.expect_recorded()
        seen[state] = dealer.boxes()

    dealer.slot("deal")
    dealer.expect_actor(3)
    note("to call")
    dealer.slot("call")
    seen["not confirmed"] = dealer.boxes()
    dealer.expect_actor(1)
    dealer.slot("call")
    dealer.expect_actor(2)
    note("to check")
    dealer.slot("call")
    dealer.expect_stage("deal_board")
    note("deal the flop")
    dealer.slot("unknown")
    dealer.expect_actor(1)
    dealer.slot("raise")
    dealer.tap(live_page.get_by_role("button", name="All-in"))
    dealer.expect_actor(2)
    note("all-in to call")
    dealer.slot("call")
    dealer.expect_actor(3)
    dealer.slot("fold")
    dealer.expect_stage("deal_board")
    note("run-out")
    dealer.slot("unknown")
    dealer.expect_recorded()
    dealer.slot("unknown")
    dealer.expect_stage("showdown")
    note("showdown")
    send_message(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        text="A long message from the floor that says a great many things " * 4,
        by=ACTOR.at(timezone.now()),
    )
    expect(live_page.locator("#read-message")).to_be_visible()
    note("message")
    dealer.slot("unknown")
    dealer.tap(live_page.get_by_role("button", name="2 Bruno Neri"))
    dealer.expect_stage("between")
    note("after the hand")
    assert {state: boxes for state, boxes in seen.items() if boxes != seen["between"]} == {}

    boxes = list(seen["between"].values())
    width, height = size
    for box in boxes:
        assert box["width"] >= 64
        assert box["height"] >= 64
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    assert all(gap(one, other) >= 8 for one in boxes for other in boxes if one != other)
    assert live_page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def gap(one: dict[str, float], other: dict[str, float]) -> float:
    """Pixels between two boxes, along the axis on which they are apart."""
    across = max(one["x"], other["x"]) - min(one["x"] + one["width"], other["x"] + other["width"])
    down = max(one["y"], other["y"]) - min(one["y"] + one["height"], other["y"] + other["height"])
    return max(across, down)


def test_taps_right_after_a_change_are_ignored(dealer: Dealer) -> None:
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.expect_recorded()
    # However long the browser takes over both taps, no time passes between them, and they come long after the deal.
    dealer.page.evaluate("const later = performance.now() + 1_000; performance.now = () => later")
    dealer.page.locator("#slot-fold").dblclick()
    dealer.page.evaluate("delete performance.now")
    dealer.expect_actor(1)
    dealer.expect_recorded()
    assert codes() == ["f3"]


def test_every_control_of_the_sheets_is_big_enough(dealer: Dealer) -> None:
    dealer.slot("deal")
    dealer.slot("raise")
    small = "all => all.map(e => e.getBoundingClientRect()).filter(b => b.width < 64 || b.height < 64).length"
    assert dealer.page.locator("#sheet-bet .slot").evaluate_all(small) == 0
    dealer.tap("#sheet-bet [data-close-sheet]")
    for slot in ("call", "call", "call", "deal"):
        dealer.slot(slot)
    assert (
        dealer.page.locator("#sheet-pick .slot:not([hidden]), .pick__card:not([hidden])").evaluate_all(small)
        == 0
    )


# --- Keyboard, script and eyes


def test_focus_stays_on_the_button_that_was_pressed(dealer: Dealer) -> None:
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.page.locator("#slot-fold").focus()
    dealer.page.keyboard.press("Enter")
    dealer.expect_actor(1)
    dealer.expect_recorded()
    expect(dealer.page.locator("#slot-fold")).to_be_focused()


def test_hand_is_played_without_javascript(live_floorman: LiveFloorman, browser: Any) -> None:
    felt = make_felt(1_000, 1_000, now=timezone.now())
    _device, secret = felt.pair(now=timezone.now())
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies([{"name": COOKIE, "value": secret, "url": live_floorman.url, "httpOnly": True}])
    page = context.new_page()
    page.goto(f"{live_floorman.url}/tablet/table/")
    for selector in ("#slot-deal", "#slot-call", "#slot-call", "#slot-deal"):
        press(page, selector)
    for card in ("Ah", "Kd", "7c"):
        page.locator(f'.pick__card:has(input[value="{card}"])').click()
    press(page, "#pick-done")
    press(page, "#slot-raise")
    page.locator("#amount").fill("200")
    press(page, "#keypad-done")
    press(page, "#slot-fold")
    expect(page.locator("#screen[data-stage=between]")).to_be_visible()
    assert codes() == ["c2", "k1", "b:AhKd7c", "r1:200", "f2"]
    context.close()


@pytest.mark.parametrize(
    ("language", "themes", "rules"),
    [
        pytest.param("en", ("light", "dark"), ALL, id="en"),
        pytest.param("it", ("dark",), LOOKS, id="it", marks=ITALIAN_AND_DARK),
    ],
)
def test_axe_finds_nothing_on_any_state_of_the_tablet(
    dealer: Dealer, language: str, themes: tuple[str, ...], rules: dict[str, Any], context: BrowserContext
) -> None:
    context.add_cookies([{"name": "django_language", "value": language, "url": dealer.live.url}])
    page = dealer.page
    found = {}
    theme = cycle(themes)

    def look(state: str) -> None:
        found[state] = objections(page, rules, theme=next(theme))

    page.goto(f"{dealer.live.url}/tablet/")
    look("pair")
    dealer.open()
    look("between")
    dealer.slot("deal")
    dealer.expect_actor(3)
    look("betting")
    dealer.slot("raise")
    look("bet sheet")
    dealer.tap(page.locator(".bet__choices .slot").last)
    dealer.expect_actor(1)
    dealer.slot("call")
    dealer.expect_actor(2)
    dealer.slot("fold")
    dealer.expect_stage("deal_board")
    look("run-out")
    dealer.slot("deal")
    look("picker")
    dealer.pick("Ah", "Td", "2c")
    for _street in range(2):
        dealer.expect_recorded()
        dealer.slot("unknown")
    dealer.expect_stage("showdown")
    dealer.slot("unknown")
    look("winners")
    dealer.tap("#sheet-winners [data-close-sheet]")
    dealer.tap("#open-menu")
    look("menu")
    assert {state: words for state, words in found.items() if words} == {}
