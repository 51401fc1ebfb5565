"""Chops in a browser: a three-way ICM chop with money left to play for, and a further one of those then left."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role
from tests.factories.field import bust, started
from tests.processes import LiveFloorman
from tournament.models import Entry, Payout, Role, Tournament
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def three_left() -> tuple[Tournament, list[Entry]]:
    """Of six players at 45 three are left: 40,000, 10,000 and 10,000 for 108, 81 and 54."""
    scheme = payout_scheme_to_dict(FixedShares(shares=(400_000, 300_000, 200_000, 100_000)))
    tournament, entries = started(6, now=timezone.now(), payout_scheme_data=scheme)
    for loser in (5, 4, 3):
        bust(tournament, entries[loser], winner=entries[0], now=timezone.now())
    return tournament, entries


@pytest.mark.long(
    reason="plain forms; the tests of the views send them, and tests/tables/test_money_balances.py chops and pays"
)
@pytest.mark.sampled
def test_three_players_chop_by_icm_and_play_for_the_rest(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    tournament, entries = three_left()
    live_page.set_viewport_size({"width": 1180, "height": 820})
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/")
    live_page.locator("#to-chop").click()
    live_page.get_by_label("Left for 1st place").fill("30")
    live_page.get_by_role("button", name="Show shares").click()
    expect(live_page.locator("#chop")).to_contain_text("€78")
    assert objections_in_both_themes(live_page) == []

    live_page.locator("#show-chop").click()
    expect(live_page.locator("#chop-shown")).to_contain_text(
        "€30 is left to play for and goes to the winner."
    )
    assert objections_in_both_themes(live_page) == []
    live_page.go_back()

    live_page.locator("#propose-icm").click()
    live_page.set_viewport_size({"width": 390, "height": 844})
    for entry in entries[:2]:
        live_page.locator(f"#agree-{entry.pk}").click()
        expect(live_page.locator(f"#withdraw-{entry.pk}")).to_be_visible()
    live_page.set_viewport_size({"width": 1180, "height": 820})
    assert objections_in_both_themes(live_page) == []
    live_page.locator(f"#agree-{entries[2].pk}").click()
    expect(live_page.locator("#chop")).to_contain_text("All players have agreed")

    for loser in (0, 1):
        bust(tournament, entries[loser], winner=entries[2], now=timezone.now())
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/payouts/")
    expect(live_page.locator("#pay")).to_contain_text("€30 is left to play for.")
    paid = Payout.objects.filter(tournament=tournament).order_by("entry__place_first")
    assert list(paid.values_list("entry", "amount")) == [
        (entries[2].pk, 97_00),
        (entries[1].pk, 68_00),
        (entries[0].pk, 78_00),
        (entries[3].pk, 27_00),
    ]


@pytest.mark.long(reason="a second chop of the same kind, after a first")
def test_two_players_chop_what_three_have_left_to_play_for(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    tournament, entries = three_left()
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/chop/")
    live_page.get_by_label("Left for 1st place").fill("30")
    live_page.get_by_label("Left for 2nd place").fill("12")
    live_page.get_by_role("button", name="Show shares").click()
    expect(live_page.locator("#chop")).to_contain_text("€30 + €12")
    live_page.locator("#propose-equal").click()
    for entry in entries[:3]:
        live_page.locator(f"#agree-{entry.pk}").click()
        expect(live_page.locator(f"#agree-{entry.pk}")).to_have_count(0)
    expect(live_page.get_by_role("heading", name="Further chop")).to_be_visible()

    bust(tournament, entries[2], winner=entries[0], now=timezone.now())
    expect(live_page.locator("#chop")).to_contain_text("€176")
    # Without the messages.
    live_page.reload()
    live_page.set_viewport_size({"width": 1180, "height": 820})
    assert objections_in_both_themes(live_page) == []
    live_page.locator("#propose-icm").click()
    expect(live_page.locator("#chop")).to_contain_text("Every player left has to agree")
    for entry in entries[:2]:
        live_page.locator(f"#agree-{entry.pk}").click()
        expect(live_page.locator(f"#agree-{entry.pk}")).to_have_count(0)
    expect(live_page.locator("#chop")).to_contain_text("All players have agreed")

    live_page.locator("#undo-chop").click()
    expect(live_page.locator(f"#agree-{entries[0].pk}, #agree-{entries[1].pk}")).to_have_count(1)
    # On the same spot a second tap means nothing for a while; a hand that comes back means it.
    live_page.mouse.move(5, 5)
    live_page.locator("#undo-chop").click()
    expect(live_page.get_by_role("heading", name="Further chop")).to_be_visible()


@pytest.mark.long(reason="what the wall shows is read by the tests of the views")
@pytest.mark.sampled
def test_the_floor_puts_the_chop_on_the_board_of_the_room_and_it_goes_with_the_proposal(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    tournament, _entries = three_left()
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    live_page.set_viewport_size({"width": 1180, "height": 820})
    wall = context.new_page()
    wall.set_viewport_size({"width": 1920, "height": 1080})
    wall.goto(f"{live_floorman.url}/t/{tournament.code}/room/")
    expect(wall.locator("#board")).to_be_visible()
    expect(wall.locator("#chop-on-wall")).to_have_count(0)

    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/chop/")
    live_page.locator("#wall-chop").click()
    expect(live_page.locator("#hide-chop")).to_be_visible()
    assert objections_in_both_themes(live_page) == []
    expect(wall.locator("#chop-on-wall")).to_contain_text("Chip chop")
    expect(wall.locator("#chop-on-wall")).to_contain_text("40,000")
    assert objections_in_both_themes(wall) == []

    live_page.locator("#propose-icm").click()
    expect(wall.locator("#chop-on-wall")).to_contain_text("Chop · ICM")
    live_page.locator("#undo-chop").click()
    expect(wall.locator("#chop-on-wall")).to_have_count(0)
    expect(live_page.locator("#wall-chop")).to_be_visible()
