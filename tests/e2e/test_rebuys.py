"""Rebuys in a browser: set, sold by the floor in two taps and at the desk in one, undone."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.services.hands.busting import Out, bust_players
from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import ACTOR, give_role
from tests.factories.felt import Felt, make_felt
from tests.factories.sales import selling
from tests.processes import LiveFloorman
from tournament.models import Role, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def open_floor(page: Page, context: BrowserContext, live: LiveFloorman, address: str, role: Role) -> Felt:
    """Three at the only table; Carla Rossi, in seat 3, has just lost everything."""
    now = timezone.now()
    felt = make_felt(10_000, 10_000, 10_000, now=now, **selling())
    out = Out(entries=[felt.entries[3].pk], credited_to=[felt.entries[1].pk])
    bust_players(tournament_id=felt.tournament.pk, table_id=felt.table.pk, out=out, by=ACTOR.at(now))
    log_in(context, give_role(felt.tournament, role), live)
    page.goto(f"{live.url}/floor/{felt.tournament.code}/{address}")
    return felt


@pytest.mark.long(reason="the same panel of a seat, with another form")
@pytest.mark.sampled
def test_two_taps_on_the_seat_map_bring_a_player_back_and_one_takes_it_back(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = open_floor(live_page, context, live_floorman, "", Role.FLOOR)

    live_page.locator("#seat-1-3").click()
    live_page.locator(f"#rebuy-{felt.entries[3].pk}").click()

    expect(live_page.locator("#messages")).to_contain_text(
        "Carla Rossi is back in play by a rebuy: 8,000 for €30."
    )
    expect(live_page.locator("#seat-1-3")).to_contain_text("Carla Rossi")
    assert felt.stack(3) == 8_000
    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.locator("#seat-1-3")).to_contain_text("Rebuy? Carla Rossi")
    assert felt.stack(3) == 0
    live_page.reload()
    expect(live_page.locator(f"#rebuy-{felt.entries[3].pk}")).to_be_visible()
    assert objections_in_both_themes(live_page) == []


@pytest.mark.long(reason="the same sale from another page")
@pytest.mark.sampled
def test_one_tap_sells_a_rebuy_to_the_player_found_at_the_desk(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    live_page.set_viewport_size({"width": 390, "height": 844})
    felt = open_floor(live_page, context, live_floorman, "desk/", Role.REGISTRATION)

    live_page.locator("#q").fill("bruno")
    live_page.locator(f"#rebuy-{felt.entries[2].pk}").click()

    expect(live_page.locator("#messages")).to_contain_text("Rebuy of Bruno Neri: 8,000 for €30.")
    assert felt.stack(2) == 18_000
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/desk/?q=anna")
    expect(live_page.locator(f"#rebuy-{felt.entries[1].pk}")).to_be_hidden()
    assert live_page.evaluate("document.documentElement.scrollWidth") <= 390
    live_page.set_viewport_size({"width": 1180, "height": 820})
    assert objections_in_both_themes(live_page) == []


@pytest.mark.long(reason="one field of the settings that shows another")
@pytest.mark.sampled
def test_the_director_sets_a_rebuy_where_its_fields_show_only_once_it_is_sold(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = open_floor(live_page, context, live_floorman, "settings/", Role.DIRECTOR)
    live_page.locator("#id_add_on-sold").uncheck()
    expect(live_page.locator("#id_add_on-chips")).to_be_hidden()
    live_page.locator("#id_rebuy-chips").fill("9000")
    live_page.get_by_role("button", name="Save").click()
    expect(live_page.locator("#messages")).to_contain_text("Settings saved.")
    stored = Tournament.objects.get(pk=felt.tournament.pk)
    offer = stored.offer("rebuy")
    assert (offer and offer.chips, stored.offer("add_on")) == (9_000, None)
    assert objections_in_both_themes(live_page) == []
