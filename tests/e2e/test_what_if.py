"""A night that grows is planned again: twelve come late, and it shall still end at half past eleven."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.services.desk.seating import register_and_seat
from tests.browsers import log_in
from tests.e2e.axe import objections, objections_in_both_themes
from tests.factories import ACTOR, make_account, make_player
from tests.factories.field import bust, started
from tests.processes import LiveFloorman
from tests.tournament.rules.structures import level
from tournament.models import Tournament
from tournament.rules.structure.levels import Break
from tournament.rules.structure.periods import Structure

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SMALLS = (25, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000)
LEVELS = tuple(level(small, 2 * small) for small in SMALLS)
PAUSE = Break(duration_seconds=600)
NIGHT = Structure(periods=(*LEVELS[:4], PAUSE, *LEVELS[4:8], PAUSE, *LEVELS[8:12], PAUSE, *LEVELS[12:]))


def where_it_is_nine_in_the_evening(now: datetime) -> str:
    """A time zone; their names count westward."""
    east = (21 - now.astimezone(UTC).hour + 12) % 24 - 12
    return f"Etc/GMT{-east:+d}"


def minutes_after_noon(shown: str) -> int:
    hours, minutes = shown.removeprefix("about ").split(":")
    return (int(hours) - 12) % 24 * 60 + int(minutes)


def expected_end(page: Page, column: int) -> int:
    return minutes_after_noon(page.locator("#expected-end td").nth(column).locator(".strong").inner_text())


@pytest.mark.long(reason="plain forms; the tests of the views send them")
def test_a_night_is_planned_to_end_at_half_past_eleven_after_twelve_late_entries(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    now = timezone.now()
    began = now - timedelta(minutes=70)
    given: dict[str, Any] = {"structure": NIGHT, "time_zone": where_it_is_nine_in_the_evening(now)}
    tournament, entries = started(18, now=began, late_registration_level=6, **given)
    for loser in entries[-3:]:
        bust(tournament, loser, winner=entries[0], now=began + timedelta(minutes=50))
    log_in(context, make_account(), live_floorman)
    page = live_page
    page.goto(f"{live_floorman.url}/floor/{tournament.code}/clock/")
    page.click("#what-if")
    before = expected_end(page, 0)

    for number in range(12):
        player = make_player(f"Late {number}")
        register_and_seat(
            tournament_id=tournament.pk, player_id=player.pk, seed=str(number), by=ACTOR.at(now)
        )
    page.reload()
    half_past_eleven = minutes_after_noon("23:30")
    assert expected_end(page, 0) > max(before, half_past_eleven + 15)

    page.fill("#end-at", "23:30")
    page.click("#end-preview")
    expect(page.locator("#comparison-title")).to_contain_text("Levels from level 5 on last")
    assert abs(expected_end(page, 1) - half_past_eleven) <= 15
    expect(page.locator("#expected-end .what-if__minutes")).to_contain_text("−")
    assert objections_in_both_themes(page) == []

    page.click("#apply")
    said = page.locator("#messages [data-message]").last
    expect(said).to_contain_text("Levels from level 5 on last")
    assert abs(expected_end(page, 0) - half_past_eleven) <= 15
    planned = Tournament.objects.get().structure
    assert planned.periods[:5] == NIGHT.periods[:5]
    assert planned.periods[5].duration_seconds < 20 * 60

    said.get_by_role("button", name="Undo").click()
    expect(page.locator("#messages [data-message]").last).to_contain_text("Undone")
    assert Tournament.objects.get().structure == NIGHT

    page.goto(f"{live_floorman.url}/floor/{tournament.code}/structure/make/")
    page.fill("[name=ends]", "23:30")
    page.fill("[name=level_minutes]", "")
    page.click("#make")
    expect(page.locator(".made__sheet")).to_have_count(3)
    assert objections(page) == []
    page.click("#put-gentle")
    expect(page.locator("#messages [data-message]").last).to_contain_text("Nothing is saved yet.")
    page.locator("#editor [value=save]").first.click()
    expect(page.locator("#messages [data-message]").last).to_contain_text("Structure saved.")
    # The level in play and those before it; the break behind it is made with the rest.
    assert Tournament.objects.get().structure.periods[:4] == NIGHT.periods[:4]
