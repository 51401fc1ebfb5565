"""The dealer's tablet in a browser, on the running application: whole hands by thumb, with the taps counted."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tables import engine
from tables.models import HandOperation
from tables.services.hands import record_operation
from tables.services.messages import hold_table, release_table, send_message
from tables.services.tablets import make_pairing_code, revoke_device, take_over_table
from tables.views.access import COOKIE
from tests.browsers import Watch
from tests.e2e.axe import ALL, LOOKS, objections
from tests.factories import ACTOR
from tests.processes import LiveFloorman
from tests.tables.felt import Felt, make_felt

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SIZES = [(1024, 768), (768, 1024), (1180, 820)]
SLOTS = ("undo", "call-floor", "slot-fold", "slot-call", "slot-raise", "slot-deal", "slot-unknown")
MEASURE = """names => Object.fromEntries(names.map(name => {
    const { x, y, width, height } = document.getElementById(name).getBoundingClientRect();
    return [name, { x, y, width, height }];
}))"""
# A little longer than the tablet ignores taps after a change.
GUARD_MS = 320


class Dealer:
    """A dealer at a paired tablet; counts the taps."""

    def __init__(self, page: Page, live: LiveFloorman, felt: Felt, size: tuple[int, int] = SIZES[0]) -> None:
        self.page, self.live, self.felt = page, live, felt
        self.taps = 0
        page.set_viewport_size({"width": size[0], "height": size[1]})

    def pair(self) -> None:
        """Take the tablet's cookie as the pairing form gives it, without the form."""
        self.device, secret = self.felt.pair(now=timezone.now())
        self.page.context.add_cookies(
            [{"name": COOKIE, "value": secret, "url": self.live.url, "httpOnly": True}]
        )
        self.open()

    def open(self) -> None:
        self.page.goto(f"{self.live.url}/tablet/table/")
        expect(self.page.locator("html")).to_have_attribute("data-tablet", "ready")
        expect(self.page.locator("html")).to_have_attribute("data-connection", "live")

    def tap(self, target: str | Locator) -> None:
        place = self.page.locator(target) if isinstance(target, str) else target
        expect(place).not_to_have_attribute("aria-disabled", "true")
        self.page.wait_for_timeout(GUARD_MS)
        place.click()
        self.taps += 1

    def slot(self, name: str) -> None:
        self.tap(f"#slot-{name}")

    def pick(self, *cards: str) -> None:
        for card in cards:
            self.tap(f'.pick__card:has(input[value="{card}"])')

    def expect_stage(self, stage: str) -> None:
        expect(self.page.locator(f"#screen[data-stage={stage}]")).to_be_visible()

    def expect_recorded(self) -> None:
        expect(self.page.locator("#outbox")).to_have_attribute("data-state", "idle")

    def expect_actor(self, seat: int) -> None:
        expect(self.page.locator("#screen")).to_have_attribute("data-actor", str(seat))

    def boxes(self) -> dict[str, dict[str, float]]:
        """Measured in one go: the screen may be swapped at any moment."""
        return dict(self.page.evaluate(MEASURE, list(SLOTS)))


def codes() -> list[str]:
    return list(HandOperation.objects.order_by("pk").values_list("code", flat=True))


@pytest.fixture
def dealer(live_page: Page, live_floorman: LiveFloorman) -> Dealer:
    dealer = Dealer(live_page, live_floorman, make_felt(10_000, 8_450, 12_300, now=timezone.now()))
    dealer.pair()
    return dealer


# --- A whole hand


def test_whole_hand_from_pairing_to_the_pot(live_page: Page, live_floorman: LiveFloorman) -> None:
    felt = make_felt(10_000, 8_450, 12_300, now=timezone.now())
    dealer = Dealer(live_page, live_floorman, felt)
    code = make_pairing_code(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, actor=ACTOR, now=timezone.now()
    ).code
    live_page.goto(f"{live_floorman.url}/tablet/pair/{code}/")
    live_page.get_by_role("button", name="Pair this tablet").click()
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
        actor=ACTOR,
        now=timezone.now(),
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
    dealer.page.wait_for_timeout(GUARD_MS)
    dealer.page.locator("#slot-fold").dblclick()
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
    assert dealer.page.locator("#sheet-pick .slot:not([hidden]), .pick__card").evaluate_all(small) == 0


# --- The network


def test_taps_made_without_network_are_sent_in_order_when_it_is_back(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "[object Event]"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    context.set_offline(True)
    dealer.slot("call")
    expect(dealer.page.locator("#plate-1")).to_have_class(re.compile("is-actor"))
    dealer.slot("fold")
    expect(dealer.page.locator("#outbox-word")).to_have_text("Not sent yet: 2")
    expect(dealer.page.locator("#plate-2")).to_have_class(re.compile("is-actor"))
    assert codes() == []
    context.set_offline(False)
    dealer.expect_recorded()
    dealer.expect_actor(2)
    assert codes() == ["c3", "f1"]


def test_taps_survive_a_reload_and_a_closed_tab(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "[object Event]", "Failed to load resource"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    block = "**/tablet/table/act/"
    context.route(block, lambda route: route.abort())
    dealer.slot("call")
    dealer.slot("fold")
    expect(dealer.page.locator("#outbox-word")).to_have_text("Not sent yet: 2")
    dealer.page.reload()
    expect(dealer.page.locator("#outbox-word")).to_contain_text("2")
    dealer.page.close()
    context.unroute(block)
    dealer.page = context.new_page()
    dealer.open()
    dealer.expect_recorded()
    assert codes() == ["c3", "f1"]


def test_lost_answer_is_asked_for_again_and_the_tap_counts_once(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "Failed to load resource"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort()

    context.route("**/tablet/table/act/", lose_the_first_answer)
    dealer.slot("call")
    dealer.expect_recorded()
    dealer.expect_actor(1)
    assert (codes(), len(lost)) == (["c3"], 1)


def test_answer_of_a_stranger_is_not_taken_for_the_servers(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    """A hotel's log-in page says 200 to everything."""
    dealer.slot("deal")
    dealer.expect_actor(3)
    portal = "**/tablet/table/act/"
    context.route(portal, lambda route: route.fulfill(status=200, body="<h1>Welcome, please log in</h1>"))
    dealer.slot("call")
    expect(dealer.page.locator("#outbox-word")).to_have_text("Not sent yet: 1")
    assert codes() == []
    context.unroute(portal)
    dealer.expect_recorded()
    assert codes() == ["c3"]


def test_refused_tap_stops_the_queue_and_lists_what_was_not_applied(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "409", "[object Event]"]
    felt = dealer.felt
    dealer.slot("deal")
    dealer.expect_actor(3)
    context.set_offline(True)
    dealer.slot("call")
    dealer.slot("fold")
    record_operation(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        operation=engine.Fold(3),
        actor=ACTOR,
        now=timezone.now(),
    )
    context.set_offline(False)
    dialog = dealer.page.locator("#sheet-unapplied")
    expect(dialog).to_be_visible()
    expect(dialog.locator("#unapplied-reason")).to_contain_text("The table has changed")
    expect(dialog.locator("li")).to_have_text(["Seat 3 calls", "Seat 1 folds"])
    expect(dealer.page.locator("#outbox-word")).to_have_text("Stopped: 2")
    dealer.page.reload()
    expect(dialog).to_be_visible()
    dealer.tap("#unapplied-done")
    dealer.expect_recorded()
    dealer.expect_actor(1)
    assert codes() == ["f3"]
    dealer.slot("fold")
    dealer.expect_stage("between")


def test_illegal_amount_is_refused_with_its_range(dealer: Dealer, watch: Watch) -> None:
    watch.expected += ["422"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.slot("raise")
    for key in ("6", "0"):
        dealer.tap(f'[data-key="{key}"]')
    dealer.tap("#keypad-done")
    expect(dealer.page.locator("#unapplied-reason")).to_contain_text("at least 100 and at most 12,300")
    dealer.tap("#unapplied-done")
    dealer.expect_actor(3)
    assert codes() == []


def test_full_storage_is_said_before_a_tap_is_taken(dealer: Dealer) -> None:
    dealer.page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full') } }")
    dealer.slot("deal")
    expect(dealer.page.locator("#outbox-word")).to_contain_text("nothing was taken")
    dealer.expect_stage("between")
    assert dealer.felt.fresh().version == 0


# --- Two tablets and the floor


def test_tablet_that_was_taken_over_from_says_so_and_can_take_the_table_back(dealer: Dealer) -> None:
    second, _secret = dealer.felt.pair(now=timezone.now())
    take_over_table(device_id=second.pk, now=timezone.now())
    page = dealer.page
    expect(page.get_by_text("Read only: another tablet records this table.")).to_be_visible()
    expect(page.locator("#slot-deal")).to_have_attribute("aria-disabled", "true")
    dealer.tap("#take-over")
    expect(page.locator("#screen")).to_have_attribute("data-writes", "1")
    dealer.slot("deal")
    dealer.expect_stage("betting")


def test_floor_is_called_and_its_words_are_read_without_a_reload(dealer: Dealer) -> None:
    felt, page = dealer.felt, dealer.page
    dealer.tap("#call-floor")
    expect(page.locator("#call-floor")).to_contain_text("Called")
    send_message(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        text="Chip race after this hand",
        actor=ACTOR,
        now=timezone.now(),
    )
    expect(page.get_by_text("Chip race after this hand")).to_be_visible()
    dealer.tap("#read-message")
    expect(page.get_by_text("Chip race after this hand")).to_have_count(0)
    hold_table(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        reason="Hand for hand",
        actor=ACTOR,
        now=timezone.now(),
    )
    expect(page.locator("#prompt")).to_contain_text("Hand for hand")
    expect(page.locator("#slot-deal")).to_have_attribute("aria-disabled", "true")
    release_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, actor=ACTOR, now=timezone.now())
    expect(page.locator("#slot-deal")).not_to_have_attribute("aria-disabled", "true")


def test_revoked_tablet_keeps_its_taps_and_is_told(dealer: Dealer, watch: Watch) -> None:
    watch.expected += ["410", "[object Event]"]
    revoke_device(
        tournament_id=dealer.felt.tournament.pk,
        device_id=dealer.device.pk,
        actor=ACTOR,
        now=timezone.now(),
    )
    expect(dealer.page.get_by_role("heading", name="The floor has ended this pairing")).to_be_visible(
        timeout=15_000
    )


def test_taps_of_a_former_pairing_are_shown_and_never_sent(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "Failed to load resource", "[object Event]"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    context.route("**/tablet/table/act/", lambda route: route.abort())
    dealer.slot("fold")
    expect(dealer.page.locator("#outbox-word")).to_have_text("Not sent yet: 1")
    context.unroute_all()
    dealer.page.goto("about:blank")
    dealer.pair()
    dialog = dealer.page.locator("#sheet-unapplied")
    expect(dialog.locator("li")).to_have_text(["Seat 3 folds"])
    dealer.tap("#unapplied-done")
    dealer.page.reload()
    expect(dealer.page.locator("html")).to_have_attribute("data-tablet", "ready")
    expect(dialog).to_be_hidden()
    assert codes() == []


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
        page.locator(selector).click()
    for card in ("Ah", "Kd", "7c"):
        page.locator(f'.pick__card:has(input[value="{card}"])').click()
    page.locator("#pick-done").click()
    page.locator("#slot-raise").click()
    page.locator("#amount").fill("200")
    page.locator("#keypad-done").click()
    page.locator("#slot-fold").click()
    expect(page.locator("#screen[data-stage=between]")).to_be_visible()
    assert codes() == ["c2", "k1", "b:AhKd7c", "r1:200", "f2"]
    context.close()


@pytest.mark.parametrize(
    ("language", "scheme", "rules"), [("en", "light", ALL), ("it", "dark", LOOKS)], ids=["en", "it"]
)
def test_axe_finds_nothing_on_any_state_of_the_tablet(
    dealer: Dealer, language: str, scheme: Any, rules: dict[str, Any], context: BrowserContext
) -> None:
    context.add_cookies([{"name": "django_language", "value": language, "url": dealer.live.url}])
    page = dealer.page
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{dealer.live.url}/tablet/")
    found = {"pair": objections(page, rules)}
    dealer.open()
    found["between"] = objections(page, rules)
    dealer.slot("deal")
    dealer.expect_actor(3)
    found["betting"] = objections(page, rules)
    dealer.slot("raise")
    found["bet sheet"] = objections(page, rules)
    dealer.tap(page.locator(".bet__choices .slot").last)
    dealer.expect_actor(1)
    dealer.slot("call")
    dealer.expect_actor(2)
    dealer.slot("fold")
    dealer.expect_stage("deal_board")
    found["run-out"] = objections(page, rules)
    dealer.slot("deal")
    found["picker"] = objections(page, rules)
    dealer.pick("Ah", "Td", "2c")
    for _street in range(2):
        dealer.expect_recorded()
        dealer.slot("unknown")
    dealer.expect_stage("showdown")
    dealer.slot("unknown")
    found["winners"] = objections(page, rules)
    dealer.tap("#sheet-winners [data-close-sheet]")
    dealer.tap("#open-menu")
    found["menu"] = objections(page, rules)
    assert {state: words for state, words in found.items() if words} == {}
