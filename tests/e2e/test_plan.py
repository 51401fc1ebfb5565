"""A floor manager sets up the room with one thumb, and everything is undone from the messages."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Table
from tests.browsers import log_in
from tests.e2e.axe import AXE, objections
from tests.factories import give_role
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
def page(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, tournament: Tournament
) -> Page:
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    live_page.add_init_script(AXE)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/room/")
    return live_page


def test_a_room_is_set_up_and_the_breaking_order_posted(
    page: Page, tournament: Tournament, live_floorman: LiveFloorman
) -> None:
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
