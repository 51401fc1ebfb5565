"""The room is set up with one thumb; a short table waits and goes on; a full room has a waiting list."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Table
from tables.services.desk.alternates import call_alternates
from tables.services.hands.busting import Out, bust_players
from tables.views.tablet.access import COOKIE
from tests.browsers import OpenDevice, Watch, log_in
from tests.e2e.axe import objections
from tests.factories import ACTOR, give_role, make_player
from tests.factories.felt import add_felt, make_felt
from tests.processes import LiveFloorman
from tournament.models import Role, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament() -> Tournament:
    """Two tables in play."""
    felt = make_felt(10_000, 10_000, 10_000, now=timezone.now(), late_registration_level=3)
    add_felt(felt.tournament, 10_000, 10_000, number=2, now=timezone.now())
    return felt.tournament


@pytest.fixture
def room_page(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, tournament: Tournament
) -> Page:
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/room/")
    return live_page


@pytest.mark.long(reason="plain forms; the tests of the views send them")
def test_a_room_is_set_up_and_the_breaking_order_posted(room_page: Page, tournament: Tournament) -> None:
    page = room_page
    page.fill("#zone-name", "Garden")
    page.fill("#zone-staff", "Lia, Ugo")
    page.click("#zone-add")
    expect(page.locator("#plan-tables")).to_contain_text("Lia, Ugo")

    page.fill("#add-numbers", "21-24")
    page.select_option("#add-zone", "Garden")
    page.click("#add-tables")
    expect(page.locator(".ptable.is-closed")).to_have_count(4)

    page.locator(".ptable", has_text="21").click()
    page.fill("#shape-number", "31")
    page.fill("#shape-name", "Feature")
    page.click("#shape-save")
    expect(page.locator(".ptable", has_text="Feature")).to_contain_text("31")

    page.click("#breaking-earlier-1")
    expect(page.locator("#order-breaking")).to_contain_text("Posted")
    expect(page.locator("#order-breaking .porder__number")).to_have_text(["1", "2"])
    page.reload()
    assert objections(page) == []
    page.click("#breaking-clear")

    page.locator("#messages [data-message]").last.get_by_role("button", name="Undo").click()
    expect(page.locator("#order-breaking .porder__number")).to_have_text(["1", "2"])
    assert Table.objects.filter(tournament=tournament, number=31, name="Feature").exists()


@pytest.mark.long(reason="one more thing that the tablet hears by itself")
def test_a_short_table_waits_and_goes_on_by_itself_when_the_floor_lets_it(
    live_page: Page, context: BrowserContext, another_device: OpenDevice, live_floorman: LiveFloorman
) -> None:
    """TDA 11-D: the tablet says why, and deals again without a touch."""
    now = timezone.now()
    first = make_felt(*[10_000] * 9, now=now, late_registration_level=3)
    second = add_felt(first.tournament, *[10_000] * 9, number=2, now=now)
    ids: dict[str, Any] = {"tournament_id": first.tournament.pk, "by": ACTOR.at(timezone.now())}
    out = Out(
        entries=[second.entries[seat].pk for seat in (1, 2, 3)],
        credited_to=[second.entries[9].pk],
        order={second.entries[seat].pk: seat for seat in (1, 2, 3)},
    )
    bust_players(table_id=second.table.pk, out=out, **ids)
    _device, secret = second.pair(now=timezone.now())
    of_tablet = another_device(1180, 820)
    of_tablet.add_cookies([{"name": COOKIE, "value": secret, "url": live_floorman.url, "httpOnly": True}])
    tablet = of_tablet.new_page()
    tablet.goto(f"{live_floorman.url}/tablet/table/")
    expect(tablet.locator("main")).to_contain_text("Play halts at this table")

    log_in(context, give_role(first.tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{first.tournament.code}/")
    live_page.click("#play-on-2")

    expect(tablet.locator("main")).not_to_contain_text("Play halts at this table")
    expect(tablet.locator("main")).to_contain_text("Hand 1 is next")


@pytest.mark.long(reason="plain forms; the tests of the views send them")
def test_the_desk_puts_an_entry_on_the_waiting_list_and_seats_it(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    now = timezone.now()
    felt = make_felt(*[10_000] * 4, seats=4, now=now, late_registration_level=3)
    player = make_player("Nina Sala")
    page = live_page
    # The desk is asked before anything is done: an answer that browsers list among the errors.
    watch.expected.append("422")
    log_in(context, give_role(felt.tournament, Role.REGISTRATION), live_floorman)
    page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/desk/?q=Nina")

    page.click(f"#register-{player.pk}")
    expect(page.locator("#room-full")).to_contain_text("Every seat is taken.")
    assert objections(page) == []
    page.click("#full-wait")
    expect(page.locator("#alternates")).to_contain_text("Nina Sala")

    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(timezone.now())}
    out = Out(entries=[felt.entries[2].pk], credited_to=[felt.entries[1].pk])
    bust_players(table_id=felt.table.pk, out=out, **ids)
    call_alternates(seed="s", **ids)
    page.reload()
    page.locator("#alternates [value=seat]").click()

    expect(page.locator("body")).to_contain_text("sits down at table 1, seat 2")
    expect(page.locator("#alternates")).not_to_contain_text("Nina Sala")
