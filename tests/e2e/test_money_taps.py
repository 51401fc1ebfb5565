"""How many taps money takes at the desk: at most three for an entry, two for a rebuy, three for a payout."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browsers import log_in
from tests.factories import give_role, make_player
from tests.factories.felt import Felt, make_felt
from tests.factories.field import bust, started
from tests.factories.sales import selling
from tests.processes import LiveFloorman
from tournament.models import ChipSale, Entry, Payout, Role, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# Between two sales the desk is where it was left, whoever came before.
DESK = (1180, 820)
PHONE = (390, 844)


@dataclass(slots=True)
class Thumb:
    """One thumb at one page; it counts. Letters typed are no taps."""

    page: Page
    taps: int = 0

    def tap(self, target: Locator) -> None:
        target.click()
        self.taps += 1

    def type(self, field: Locator, text: str) -> None:
        self.tap(field)
        field.press_sequentially(text)


@pytest.fixture(
    params=[DESK, pytest.param(PHONE, marks=pytest.mark.long(reason="the same taps on a phone"))],
    ids=["desk", "phone"],
)
def thumb(live_page: Page, request: pytest.FixtureRequest) -> Thumb:
    width, height = request.param
    live_page.set_viewport_size({"width": width, "height": height})
    return Thumb(live_page)


def open_page(
    thumb: Thumb, context: BrowserContext, live: LiveFloorman, tournament: Tournament, address: str
) -> None:
    log_in(context, give_role(tournament, Role.REGISTRATION, "rita"), live)
    thumb.page.goto(f"{live.url}/floor/{tournament.code}/{address}")


def in_play() -> Felt:
    return make_felt(10_000, 10_000, 10_000, now=timezone.now(), **selling())


def test_an_entry_of_a_known_player_takes_two_taps(
    thumb: Thumb, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = in_play()
    zoe = make_player("Zoe Alba")
    open_page(thumb, context, live_floorman, felt.tournament, "desk/")

    thumb.type(thumb.page.locator("#q"), "zoe")
    thumb.tap(thumb.page.locator(f"#register-{zoe.pk}"))

    expect(thumb.page.locator(".desk-receipt")).to_contain_text("Zoe Alba")
    assert Entry.objects.filter(player=zoe).count() == 1
    assert thumb.taps == 2


@pytest.mark.long(reason="the same two taps as for an entry")
def test_a_rebuy_takes_two_taps(thumb: Thumb, context: BrowserContext, live_floorman: LiveFloorman) -> None:
    felt = in_play()
    open_page(thumb, context, live_floorman, felt.tournament, "desk/")

    thumb.type(thumb.page.locator("#q"), "bruno")
    thumb.tap(thumb.page.locator(f"#rebuy-{felt.entries[2].pk}"))

    expect(thumb.page.locator("#messages")).to_contain_text("Rebuy of Bruno Neri")
    assert ChipSale.objects.filter(entry=felt.entries[2]).count() == 1
    assert thumb.taps == 2


def test_a_payout_takes_two_taps_from_the_desk_and_three_by_its_player_s_name(
    thumb: Thumb, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    tournament, entries = started(5, now=timezone.now())
    for loser in reversed(entries[1:]):
        bust(tournament, loser, winner=entries[0], now=timezone.now())
    first, second, _third = Payout.objects.order_by("entry__place_first")
    open_page(thumb, context, live_floorman, tournament, "desk/")
    page = thumb.page

    thumb.tap(page.locator(f"a[href='/floor/{tournament.code}/payouts/']:visible").first)
    thumb.tap(page.locator(f"#pay-{first.pk}"))
    expect(page.locator("tr", has_text=first.entry.player.name).first).to_contain_text("Paid")
    assert thumb.taps == 2

    # From the payouts, where the next player comes: the name, found, paid.
    thumb.taps = 0
    thumb.type(page.locator("#q"), second.entry.player.name)
    thumb.tap(page.get_by_role("button", name="Find"))
    expect(page.locator(f"#pay-{first.pk}")).to_have_count(0)
    thumb.tap(page.locator(f"#pay-{second.pk}"))
    expect(page.locator("tr", has_text=second.entry.player.name).first).to_contain_text("Paid")
    assert thumb.taps == 3
    assert Payout.objects.exclude(paid_at=None).count() == 2
