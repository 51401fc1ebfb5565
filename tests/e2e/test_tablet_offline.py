"""A dealer continues without the network: everything of the betting is queued, shown and refused at once."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Hand, HandOperation
from tests.browsers import Watch, expect_soon
from tests.e2e.dealer import Dealer, codes
from tests.e2e.test_old_pages import WRONG_CLOCK
from tests.factories.felt import make_felt
from tests.factories.mixed import sheet
from tests.processes import LiveFloorman
from tests.tables.queries.tablet.test_offers import level_of
from tournament.models import StoredReply

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def away(dealer: Dealer, context: BrowserContext, watch: Watch) -> Dealer:
    """A hand has been dealt, and the network is gone. Seat 3 has the button, 1 and 2 the blinds."""
    watch.expected += ["net::ERR_", "[object Event]", "Failed to load resource"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    context.set_offline(True)
    return dealer


# Stack, and the bet in front of it.
PLATE = """plate => ["stack", "bet"].map(part => plate.querySelector(`.plate__${part}`)?.innerText ?? "")"""


def plate(dealer: Dealer, seat: int) -> tuple[str, str]:
    stack, bet = dealer.page.locator(f"#plate-{seat}").evaluate(PLATE)
    return stack, re.sub(r"\D", "", bet)


def expect_plates(dealer: Dealer, plates: Mapping[int, tuple[str, str]]) -> None:
    """Stack and bet of these seats."""
    expect_soon(dealer.page, lambda: {seat: plate(dealer, seat) for seat in plates}, dict(plates))


def expect_queued(dealer: Dealer, count: int) -> None:
    expect(dealer.page.locator("#outbox-word")).to_have_text(f"Not sent yet: {count}")


def expect_turn(dealer: Dealer, seat: int) -> None:
    expect(dealer.page.locator(f"#plate-{seat}")).to_have_class(re.compile("is-actor"))


def type_amount(dealer: Dealer, digits: str) -> None:
    dealer.slot("raise")
    for key in digits:
        dealer.tap(f'#keypad [data-key="{key}"]')
    dealer.tap("#keypad-done")


def expect_pot(dealer: Dealer, words: str) -> None:
    expect(dealer.page.locator(".felt__pots")).to_have_text(words, use_inner_text=True)


def back(dealer: Dealer, context: BrowserContext) -> None:
    context.set_offline(False)
    dealer.expect_recorded()


@pytest.mark.long(
    reason="another street of the same queue; test_hand_model.py compares its chips with the engine"
)
def test_raise_over_a_raise_is_queued_with_its_chips_and_sent_once(
    away: Dealer, context: BrowserContext
) -> None:
    type_amount(away, "150")
    expect_turn(away, 1)
    expect(away.page.locator("#slot-call")).to_contain_text("125")
    type_amount(away, "425")
    expect_turn(away, 2)
    away.slot("raise")
    expect(away.page.locator("#sheet-bet [data-limits]")).to_have_text("700 to 8,450 · in steps of 25")
    away.tap(away.page.get_by_role("button", name="All-in"))
    expect_plates(away, {1: ("9,575", "425"), 2: ("0", "8450"), 3: ("12,150", "150")})
    expect_pot(away, "Pot 9,025 incl. bets 9,025")
    expect(away.page.locator("#plate-2")).to_contain_text("All-in")
    expect(away.page.locator(".feed__last .is-queued")).to_have_text(
        ["Seat 2 all-in, 8,450", "Seat 1 raises to 425", "Seat 3 raises to 150"]
    )
    expect_queued(away, 3)
    assert codes() == []
    back(away, context)
    away.expect_actor(3)
    assert codes() == ["r3:150", "r1:425", "r2:8450"]
    keys = list(StoredReply.objects.values_list("key", flat=True))
    assert len(keys) == len(set(keys)) == 4


def test_whole_streets_are_played_without_the_network(away: Dealer, context: BrowserContext) -> None:
    page = away.page
    away.slot("call")
    away.slot("call")
    away.slot("call")
    expect(page.locator("#prompt")).to_contain_text("Deal the Flop")
    expect_pot(away, "Pot 150")
    away.slot("deal")
    away.pick("Ah", "Td", "2c")
    expect_turn(away, 1)
    expect(page.locator(".felt__board .card:not(.card--gap)")).to_have_count(3)
    away.slot("call")
    type_amount(away, "100")
    away.slot("call")
    away.slot("fold")
    expect(page.locator("#plate-1")).to_contain_text("Folded")
    expect_pot(away, "Pot 350")
    # A card that lies there already cannot be picked again.
    away.slot("deal")
    expect(page.locator('.pick__card input[value="Ah"]')).to_be_disabled()
    away.tap("#sheet-pick [data-close-sheet]")
    away.slot("unknown")
    expect(page.locator(".feed__last li").first).to_have_text("Turn without cards")
    away.slot("call")
    expect_queued(away, 10)
    back(away, context)
    away.expect_actor(3)
    assert codes() == ["c3", "c1", "k2", "b:AhTd2c", "k1", "r2:100", "c3", "f1", "b:??", "k2"]
    assert [row.number for row in HandOperation.objects.order_by("pk")] == list(range(1, 11))


def test_undo_takes_back_what_is_queued_and_what_was_recorded(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "[object Event]", "Failed to load resource"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.slot("call")
    dealer.expect_actor(1)
    dealer.expect_recorded()
    context.set_offline(True)
    type_amount(dealer, "300")
    expect_turn(dealer, 2)
    expect_plates(dealer, {1: ("9,700", "300")})
    dealer.tap("#undo")
    expect_turn(dealer, 1)
    expect_plates(dealer, {1: ("9,975", "25")})
    dealer.tap("#undo")
    expect_turn(dealer, 3)
    expect_plates(dealer, {3: ("12,300", "")})
    # Before the deal itself the server has to be asked.
    expect(dealer.page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    dealer.slot("fold")
    expect_queued(dealer, 4)
    back(dealer, context)
    dealer.expect_actor(1)
    assert codes() == ["c3", "r1:300", "u1", "u0", "f3"]


@pytest.mark.long(
    reason="the same keypad refuses in test_tablet_network.py, and nothing is sent there either"
)
def test_what_the_server_would_refuse_is_refused_at_once(away: Dealer, context: BrowserContext) -> None:
    type_amount(away, "150")
    expect_turn(away, 1)
    for digits, words in (
        ("200", "200 is too small: at least 250"),
        ("430", "430 cannot be made with the chips in play: 425 or 450"),
        ("12000", "12,000 is too large: at most 10,000"),
    ):
        type_amount(away, digits)
        expect(away.page.locator("#sheet-bet [data-refusal]")).to_have_text(words)
        away.tap("#sheet-bet [data-close-sheet]")
    expect_queued(away, 1)
    back(away, context)
    assert codes() == ["r3:150"]


MOST_TAPS = 200
# What was said of a tap that was not taken has been read by then.
TEN_SECONDS_ON = """() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 10_000;
}"""
# The tap that is stored already, again and again, each with a key of its own and none of them an action of the hand.
FILL_THE_OUTBOX = """(most) => {
    const place = Object.keys(localStorage).find((name) => name.startsWith("floorman-outbox-"));
    const { taps: [first], stopped } = JSON.parse(localStorage.getItem(place));
    const more = [...Array(most - 1).keys()].map((n) => ({ ...first, key: `${first.key}-${n}`, code: "" }));
    localStorage.setItem(place, JSON.stringify({ taps: [first, ...more], stopped }));
}"""


def test_a_queue_of_two_hundred_takes_no_more_and_says_so(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "[object Event]", "Failed to load resource"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    context.route("**/tablet/table/act/", lambda route: route.abort())
    dealer.slot("call")
    expect_queued(dealer, 1)
    dealer.page.evaluate(FILL_THE_OUTBOX, MOST_TAPS - 1)
    dealer.page.reload()
    expect_queued(dealer, MOST_TAPS - 1)
    expect_turn(dealer, 1)
    dealer.slot("fold")
    expect_queued(dealer, MOST_TAPS)
    expect_turn(dealer, 2)
    dealer.slot("call")
    word = dealer.page.locator("#outbox-word")
    expect(word).to_contain_text("nothing was recorded")
    # The count that comes every second does not wipe it away.
    dealer.page.wait_for_timeout(2_000)
    expect(word).to_contain_text("nothing was recorded")
    expect_turn(dealer, 2)
    dealer.page.evaluate(TEN_SECONDS_ON)
    expect_queued(dealer, MOST_TAPS)
    assert codes() == []


def test_the_count_is_red_when_the_network_has_been_away_for_thirty_seconds(
    live_page: Page, live_floorman: LiveFloorman, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "[object Event]", "Failed to load resource"]
    live_page.add_init_script(WRONG_CLOCK.replace("AHEAD", "0"))
    dealer = Dealer(live_page, live_floorman, make_felt(10_000, 8_450, 12_300, now=timezone.now()))
    dealer.pair()
    dealer.slot("deal")
    dealer.expect_actor(3)
    live_page.route("**/tablet/table/act/", lambda route: route.abort())
    dealer.slot("call")
    expect_queued(dealer, 1)
    outbox = dealer.page.locator("#outbox")
    is_red = re.compile("is-long")
    dealer.page.evaluate("window.deviceIsAhead = 10_000")
    # It is counted every second.
    dealer.page.wait_for_timeout(1_500)
    expect(outbox).not_to_have_class(is_red)
    dealer.page.evaluate("window.deviceIsAhead = 31_000")
    expect(outbox).to_have_class(is_red, timeout=10_000)
    expect_queued(dealer, 1)
    live_page.unroute_all()
    dealer.expect_recorded()
    expect(outbox).not_to_have_class(is_red)
    assert codes() == ["c3"]


@pytest.mark.long(
    reason="the queue of two hundred is read again too, and test_tablet_network.py sends one that outlived a reload"
)
def test_the_queue_stands_on_the_felt_after_a_reload_and_goes_on(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "[object Event]", "Failed to load resource"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    block = "**/tablet/table/act/"
    context.route(block, lambda route: route.abort())
    type_amount(dealer, "150")
    dealer.page.reload()
    expect_turn(dealer, 1)
    expect_plates(dealer, {3: ("12,150", "150")})
    dealer.slot("call")
    expect_turn(dealer, 2)
    expect(dealer.page.locator("#outbox-word")).to_have_text("Not sent yet: 2")
    context.unroute(block)
    dealer.expect_recorded()
    dealer.expect_actor(2)
    assert codes() == ["r3:150", "c1"]


def test_lost_answers_and_a_network_that_comes_and_goes_double_nothing(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "[object Event]", "Failed to load resource"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    seen: list[str] = []

    def every_second_answer_is_lost(route: Any) -> None:
        seen.append(route.request.url)
        if len(seen) % 2:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    context.route(re.compile(r"/tablet/table/(act|undo)/"), every_second_answer_is_lost)
    type_amount(dealer, "150")
    dealer.slot("call")
    dealer.tap("#undo")
    type_amount(dealer, "450")
    dealer.slot("fold")
    dealer.slot("call")
    expect(dealer.page.locator("#prompt")).to_contain_text("Deal the Flop")
    dealer.expect_recorded()
    dealer.expect_stage("deal_board")
    assert codes() == ["r3:150", "c1", "u1", "r1:450", "f2", "c3"]
    assert Hand.objects.get().table.version == 7


def test_a_bet_being_chosen_stays_open_when_the_answer_comes(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "Failed to load resource"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    answered = threading.Event()

    def slowly(route: Any) -> None:
        # The answer waits until the dealer has begun to type.
        if answered.is_set():
            route.continue_()
        else:
            route.abort()

    context.route("**/tablet/table/act/", slowly)
    dealer.slot("call")
    dealer.slot("raise")
    dealer.tap('#keypad [data-key="4"]')
    answered.set()
    dealer.expect_recorded()
    dealer.expect_actor(1)
    expect(dealer.page.locator("#sheet-bet")).to_be_visible()
    expect(dealer.page.locator("#amount")).to_have_value("4")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Waiting for the network"),
        pytest.param(
            "it", "In attesa della rete", marks=pytest.mark.long(reason="the same street in another language")
        ),
    ],
)
def test_a_street_of_stud_is_bet_out_and_then_the_cards_wait_for_the_server(
    live_page: Page,
    live_floorman: LiveFloorman,
    context: BrowserContext,
    watch: Watch,
    language: str,
    words: str,
) -> None:
    watch.expected += ["net::ERR_", "[object Event]", "Failed to load resource"]
    structure = sheet(level_of("F7S"), level_of("F7S"))
    felt = make_felt(5_000, 5_000, 5_000, now=timezone.now(), structure=structure)
    felt.deal(now=timezone.now())
    felt.play("t1:9h", "t2:3c", "t3:Kd", now=timezone.now())
    context.add_cookies([{"name": "django_language", "value": language, "url": live_floorman.url}])
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    dealer.expect_actor(2)
    context.set_offline(True)
    dealer.slot("call")
    expect_turn(dealer, 3)
    dealer.slot("raise")
    expect_turn(dealer, 1)
    dealer.slot("fold")
    expect_turn(dealer, 2)
    dealer.slot("call")
    expect(dealer.page.locator("#prompt")).to_contain_text(words)
    expect(dealer.page.locator("#slot-call")).to_have_attribute("aria-disabled", "true")
    back(dealer, context)
    dealer.expect_stage("deal_up")
    assert codes()[3:] == ["i2", "r3:50", "f1", "c2"]
