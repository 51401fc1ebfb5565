"""Tablets on a network that comes and goes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext

from tables.models import HandOperation
from tests.browsers import Watch
from tests.e2e.dealer import Dealer
from tests.factories.felt import Felt, add_felt, make_felt
from tests.processes import LiveFloorman

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

BACK_WITHIN_SECONDS = 10.0


def test_tablets_that_lose_their_network_at_different_times_end_where_the_server_is(
    live_floorman: LiveFloorman,
    another_device: Callable[[int, int], BrowserContext],
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
