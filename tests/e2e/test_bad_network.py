"""Tablets on a network that is slow, loses much or comes and goes: nothing waits for it but the recording."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from tables.models import Hand, HandOperation
from tests.browsers import OpenDevice, Watch
from tests.e2e.dealer import Dealer, codes
from tests.factories.felt import Felt, add_felt, make_felt
from tests.processes import LiveFloorman

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

TAPS = re.compile(r"/tablet/table/(act|deal|undo)/")
LATENCY_MS = 3_000
LOST = 0.3
# What nobody waits for: the next seat lights up while the tap is on its way.
AT_ONCE_SECONDS = 2.0
RECORDED_WITHIN_SECONDS = 10.0
BACK_WITHIN_SECONDS = 10.0


def lose_some(context: BrowserContext, rng: random.Random) -> list[str]:
    """Of every ten taps three are lost, on their way or on the way back; gives what became of each."""
    seen: list[str] = []

    def pass_or_lose(route: Any) -> None:
        fate = rng.random()
        if fate < LOST / 2:
            seen.append("request")
            route.abort()
        elif fate < LOST:
            seen.append("answer")
            route.fetch()
            route.abort()
        else:
            seen.append("")
            route.continue_()

    context.route(TAPS, pass_or_lose)
    return seen


@pytest.mark.long(reason="every tap is on its way for three seconds and more")
def test_on_a_slow_network_that_loses_three_of_ten_the_dealer_never_waits_and_taps_are_recorded(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "[object Event]", "Failed to load resource"]
    page = dealer.page
    dealer.slot("deal")
    dealer.expect_actor(3)
    seen = lose_some(context, random.Random(28))
    slow = context.new_cdp_session(page)
    slow.send("Network.enable")
    slow.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY_MS, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    shown, recorded = [], []
    # Seat 3 calls, 1 calls, 2 checks; then they bet and raise the minimum until all are called.
    for seat, tap in ((1, "call"), (2, "call")):
        began = time.monotonic()
        dealer.slot(tap)
        expect(page.locator(f"#plate-{seat}")).to_have_class(re.compile("is-actor"))
        shown.append(time.monotonic() - began)
        dealer.expect_recorded()
        recorded.append(time.monotonic() - began)
    for _ in range(6):
        # Undone and called again: each is a tap of its own.
        for tap in ("#undo", "#slot-call"):
            before = page.locator("#prompt").inner_text()
            began = time.monotonic()
            dealer.tap(tap)
            expect(page.locator("#prompt")).not_to_have_text(before, use_inner_text=True)
            shown.append(time.monotonic() - began)
            dealer.expect_recorded()
            recorded.append(time.monotonic() - began)

    assert {"request", "answer", ""} <= set(seen), seen
    assert max(shown) < AT_ONCE_SECONDS, shown
    recorded.sort()
    assert recorded[int(0.95 * len(recorded))] <= RECORDED_WITHIN_SECONDS, recorded
    assert codes() == ["c3", "c1", *["u1", "c1"] * 6]
    assert Hand.objects.get().table.version == 1 + len(codes())


def test_tablets_that_lose_their_network_at_different_times_end_where_the_server_is(
    live_floorman: LiveFloorman,
    another_device: OpenDevice,
    watch: Watch,
) -> None:
    watch.expected += ["net::ERR_", "[object Event]", "Failed to load resource"]
    now = timezone.now()
    felts: list[Felt] = [make_felt(10_000, 10_000, 10_000, now=now, late_registration_level=3)]
    felts += [add_felt(felts[0].tournament, 10_000, 10_000, 10_000, number=n, now=now) for n in (2, 3)]
    rng = random.Random(27)
    contexts = [another_device(1024, 768) for _ in felts]
    dealers = []
    for felt, context in zip(felts, contexts, strict=True):
        dealer = Dealer(context.new_page(), live_floorman, felt)
        dealer.pair()
        dealer.slot("deal")
        dealer.expect_actor(3)
        dealers.append(dealer)

    for step in ("call", "call", "call"):
        # Each loses or regains its network, in another order each time.
        order = rng.sample(range(len(dealers)), len(dealers))
        for n in order:
            contexts[n].set_offline(rng.random() < 0.6)
        for n in rng.sample(order, len(order)):
            dealers[n].slot(step)
    for n in rng.sample(range(len(dealers)), len(dealers)):
        contexts[n].set_offline(False)
    began = time.monotonic()
    for dealer in dealers:
        dealer.expect_recorded()
        dealer.expect_stage("deal_board")
    assert time.monotonic() - began < BACK_WITHIN_SECONDS
    for felt in felts:
        rows = HandOperation.objects.filter(hand__table=felt.table).order_by("pk")
        assert [row.code for row in rows] == ["c3", "c1", "k2"]
        assert felt.fresh().version == 4
