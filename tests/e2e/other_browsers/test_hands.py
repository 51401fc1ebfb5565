"""Hands recorded by thumb in the browsers promised beside Chromium, on a network that is lost and comes back."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tables.models import Hand
from tables.views.tablet.access import COOKIE
from tests.e2e.dealer import codes
from tests.e2e.other_browsers.network import Network, State
from tests.e2e.other_browsers.page import OtherBrowser, Page
from tests.factories.felt import Felt, make_felt
from tests.processes import wait_until
from tournament.models import StoredReply

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.django_db(transaction=True),
    pytest.mark.long(
        reason="the tablet that Chromium is asked about, in the other engines that are promised"
    ),
]

# How htmx tells in the console of a stream that ended: the network was lost.
STREAM_ENDED = "[object Event]"
# What is ringed because it has the focus, although a finger has brought the focus there.
RINGED = """() => [...document.querySelectorAll("#screen *, dialog *")]
    .filter((each) => each.checkVisibility() && each.matches(":focus-visible"))
    .filter((each) => getComputedStyle(each).outlineStyle !== "none")
    .map((each) => each.outerHTML.slice(0, 120))"""


def pair(browser: OtherBrowser, network: Network, felt: Felt) -> Page:
    """A tablet of the felt's table, at its table's page."""
    _device, secret = felt.pair(now=timezone.now())
    tablet = browser.new_page(1024, 768)
    tablet.go(f"{network.url}/")
    tablet.take_cookie(COOKIE, secret)
    tablet.open(f"{network.url}/tablet/table/")
    tablet.expect("html[data-tablet=ready]")
    return tablet


def pick(tablet: Page, *cards: str) -> None:
    tablet.tap("#slot-deal")
    for card in cards:
        tablet.tap(f'.pick__card:has(input[value="{card}"])')


def expect_recorded(tablet: Page) -> None:
    tablet.expect("#outbox[data-state=idle]")
    tablet.expect_connection("live")


def test_hands_by_thumb_wait_for_a_lost_network_and_are_recorded_once(
    other_browser: OtherBrowser, network: Network
) -> None:
    felt = make_felt(10_000, 8_450, 12_300, now=timezone.now())
    tablet = pair(other_browser, network, felt)
    assert tablet.too_wide() == []
    tablet.tap("#slot-deal")
    tablet.expect("#screen[data-actor='3']")

    network.turn(State.LOST)
    tablet.tap("#slot-raise")
    tablet.expect("#sheet-bet[open]")
    assert tablet.look(RINGED) == []
    for digit in "150":
        tablet.tap(f'#keypad [data-key="{digit}"]')
    tablet.tap("#keypad-done")
    tablet.expect("#plate-1.is-actor")
    tablet.tap("#slot-call")
    tablet.expect("#plate-2.is-actor")
    tablet.tap("#slot-call")
    tablet.expect("#prompt", "Deal the Flop")
    pick(tablet, "Ah", "Td", "2c")
    tablet.expect("#plate-1.is-actor", "9,850")
    tablet.expect("#outbox-word", "Not sent yet: 4")
    tablet.expect("#connection", "Connection lost")
    assert tablet.look(RINGED) == []
    assert codes() == []

    network.turn(State.THERE)
    expect_recorded(tablet)
    assert codes() == ["r3:150", "c1", "c2", "b:AhTd2c"]

    # The house has it and its answer is lost: the same tap is sent again, and is not another one.
    network.turn(State.DEAF)
    tablet.tap("#slot-call")
    wait_until(lambda: codes()[-1] == "k1", "a check that is recorded")
    network.turn(State.LOST)
    tablet.tap("#slot-call")
    tablet.expect("#outbox-word", "Not sent yet: 2")
    network.turn(State.THERE)
    expect_recorded(tablet)
    tablet.expect("#screen[data-actor='3']")
    assert codes()[4:] == ["k1", "k2"]

    # What the house knows is what a tablet shows that is started anew; it goes on to the end of the hand.
    tablet.open(f"{network.url}/tablet/table/")
    tablet.tap("#slot-call")
    for _street in range(2):
        tablet.expect("#screen[data-stage=deal_board]")
        tablet.tap("#slot-unknown")
        for seat in (1, 2, 3):
            tablet.expect(f"#screen[data-actor='{seat}']")
            tablet.tap("#slot-call")
    tablet.expect("#screen[data-stage=showdown]")
    tablet.tap("#slot-unknown")
    tablet.tap('#sheet-winners button[name=operation][value$=":1"]')
    tablet.expect("#screen[data-stage=between]")
    expect_recorded(tablet)
    assert felt.stacks() == {1: 10_300, 2: 8_300, 3: 12_150}

    # The next hand goes to the big blind, a fold undone on the way.
    tablet.tap("#slot-deal")
    for tap, actor in (("#slot-fold", 2), ("#undo", 1), ("#slot-fold", 2)):
        tablet.tap(tap)
        tablet.expect(f"#screen[data-actor='{actor}']")
    tablet.tap("#slot-fold")
    tablet.expect("#screen[data-stage=between]")
    expect_recorded(tablet)
    assert felt.stacks() == {1: 10_300, 2: 8_275, 3: 12_175}
    assert Hand.objects.count() == 2
    keys = list(StoredReply.objects.values_list("key", flat=True))
    assert len(keys) == len(set(keys))
    assert [words for words in tablet.went_wrong() if STREAM_ENDED not in words] == []
