"""The floor breaks, redraws and balances tables beside the tablets, which say who is to go."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Move, MoveKind, MoveStatus, Seat
from tables.views.tablet.access import COOKIE
from tests.breadth import GOES_LONG
from tests.browsers import OpenDevice, log_in
from tests.e2e.dealer import Tablet
from tests.e2e.steps import keep_the_message
from tests.factories import give_role
from tests.factories.felt import Felt, add_felt, make_felt
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

STACK = 10_000


@pytest.fixture
def tablets(another_device: OpenDevice, live_floorman: LiveFloorman) -> Sequence[Tablet]:
    """The tablets of a room of six, two and two players; one hand was folded at tables 1 and 2."""
    now = timezone.now() - timedelta(minutes=1)
    first = make_felt(*[STACK] * 6, now=now, late_registration_level=3)
    felts = [first, *(add_felt(first.tournament, STACK, STACK, number=n, now=now) for n in (2, 3))]
    first.deal(now=now)
    first.play("f3", "f4", "f5", "f6", "f1", now=now)
    felts[1].deal(now=now)
    felts[1].play("f2", now=now)
    return [paired(another_device(1024, 768), live_floorman, felt) for felt in felts]


def paired(context: BrowserContext, live: LiveFloorman, felt: Felt) -> Tablet:
    _device, secret = felt.pair(now=timezone.now())
    context.add_cookies([{"name": COOKIE, "value": secret, "url": live.url, "httpOnly": True}])
    tablet = Tablet(context.new_page(), live)
    tablet.open()
    return tablet


@pytest.fixture
def floor(live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, tablets: object) -> Page:
    """The console of somebody of the floor, opened at table 3."""
    tournament = Seat.objects.filter(table__number=3).select_related("table__tournament")[0].table.tournament
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/tables/3/")
    return live_page


def says_nobody_goes(page: Page) -> None:
    expect(page.locator(".feed__floor")).not_to_contain_text("now")
    expect(page.locator(".plate__word--leaves")).to_have_count(0)


@pytest.mark.sampled
def test_tablets_send_only_who_really_leaves_through_a_break_undone_and_made_again(
    tablets: Sequence[Tablet], floor: Page
) -> None:
    one, two, three = (tablet.page for tablet in tablets)
    broken = ("Irene Costa", "Luca Ferri")

    floor.locator("#break").click()
    keep_the_message(floor)
    for name in broken:
        expect(three.locator(".feed__floor")).to_contain_text(f"{name} to T2")
    says_nobody_goes(two)

    floor.locator("#messages").get_by_role("button", name="Undo").click()
    says_nobody_goes(three)
    expect(two.locator(".feed__floor")).to_contain_text("Move undone: Irene Costa stays at T3 S1")
    says_nobody_goes(two)

    floor.locator("#break").click()
    keep_the_message(floor)
    for name in broken:
        expect(three.locator(".feed__floor")).to_contain_text(f"{name} to T2")
    floor.goto(floor.url.replace("tables/3/", ""))
    floor.locator("#advice").get_by_role("button", name="Make this move").click()
    expect(floor.locator("#messages")).to_contain_text("moves to table 2")

    moved = Move.objects.select_related("entry__player", "to_table").get(kind=MoveKind.BALANCE)
    assert moved.status == MoveStatus.APPLIED
    order = f"Seat {moved.from_seat} ({moved.entry.player.name}) moves now to T2 S{moved.to_seat}."
    # What a screen says that is read whole is what the views say: in `make test` it is what was heard.
    for reloaded in (False, True) if GOES_LONG else (False,):
        for tablet in tablets:
            if reloaded:
                tablet.open()
        expect(one.locator(".feed__floor")).to_contain_text(order)
        says_nobody_goes(two)
        expect(two.locator("#screen")).not_to_contain_text("Move undone")
        for name in broken:
            expect(three.locator(".feed__floor")).to_contain_text(f"{name} to T2")

    # A hand is dealt where they sit now: they have come, and nobody is sent any more.
    tablets[1].slot("deal")
    tablets[1].expect_stage("betting")
    says_nobody_goes(three)
    says_nobody_goes(one)


@pytest.mark.long(reason="the same screens and tablets, for the draw of the final table")
def test_the_final_table_is_drawn_and_undone_and_a_broken_table_comes_back(
    tablets: Sequence[Tablet], floor: Page
) -> None:
    one, _two, three = (tablet.page for tablet in tablets)
    floor.goto(floor.url.replace("tables/3/", ""))
    floor.get_by_text("Redraw", exact=True).click()
    floor.locator("#redraw-now").click()

    expect(floor.locator("#messages")).to_contain_text("The final table is drawn.")
    keep_the_message(floor)
    expect(three.locator("#prompt")).to_contain_text("This table is closed")
    expect(three.locator(".feed__floor")).to_contain_text("Irene Costa to T1")
    expect(one.locator("#screen")).not_to_contain_text("to T1")
    floor.locator("#messages").get_by_role("button", name="Undo").click()
    expect(three.locator("#prompt")).to_contain_text("is next")
    says_nobody_goes(three)
    says_nobody_goes(one)

    floor.goto(f"{floor.url}tables/3/")
    floor.locator("#break").click()
    expect(three.locator("#prompt")).to_contain_text("This table is closed")
    tablets[2].tap("#open-menu")
    expect(three.locator("#pair-another")).to_be_visible()
    floor.locator("#open-again").click()
    expect(floor.locator("#messages")).to_contain_text("Table 3 is open.")
    expect(three.locator("#prompt")).to_contain_text("Waiting for players")
    says_nobody_goes(three)
    tablets[2].tap("#pair-another")
    expect(three.get_by_role("link", name="Continue at table 3")).to_be_visible()
