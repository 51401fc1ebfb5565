"""A season in a browser: started, joined, what counts, points taken, and its standings on a phone while two bust; its
money paid, and a finale that begins with stacks from points.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import ACTOR, make_account, make_player, make_tournament
from tests.factories.field import bust
from tests.factories.seasons import (
    RULES,
    exchange_the_first_two,
    in_play,
    play_to_its_end,
    played,
    season_with,
)
from tests.processes import LiveFloorman
from tournament.models import Entry, Player, Season, Tournament
from tournament.services.field.entries import register_entry

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_a_season_of_three_events_is_set_up_and_followed_on_a_phone_while_two_bust(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    now = timezone.now()
    anna, bruno, carla, dario = (
        make_player(name) for name in ("Anna Verdi", "Bruno Neri", "Carla Rossi", "Dario Conti")
    )
    january = played(anna, bruno, carla, name="January", at=now - timedelta(days=60))
    february = played(bruno, anna, dario, name="February", at=now - timedelta(days=30))
    march = in_play(anna, bruno, carla, dario, name="March", at=now)
    log_in(context, make_account(), live_floorman)
    page = live_page
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(f"{live_floorman.url}/floor/{january.code}/settings/")
    page.locator("#to-seasons").click()
    page.locator("#id_league_name").fill("Thursday League")
    page.locator("#id_name").fill("2027")
    assert objections_in_both_themes(page) == []
    page.locator("#start-season").click()
    expect(page.locator("#messages")).to_contain_text("Started the season “Thursday League · 2027”")
    season = Season.objects.get()
    for event in (february, march):
        page.goto(f"{live_floorman.url}/floor/{event.code}/seasons/")
        page.locator("#join-season").click()
        expect(page.locator("#messages")).to_contain_text("with 100% of its points")
    page.locator(f"#to-rules-{season.pk}").click()
    page.locator("#id_best").fill("2")
    page.locator("#save-rules").click()
    expect(page.locator("#messages")).to_contain_text("Changed the rules of the season")
    page.locator("#id_points-player").fill("carla rossi")
    page.locator("#id_points-points").fill("-0.5")
    page.locator("#id_points-reason").fill("Late twice")
    page.locator("#give-points").click()
    expect(page.locator("#messages")).to_contain_text("−0.5 points for Carla Rossi")
    assert objections_in_both_themes(page) == []

    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_floorman.url}/")
    page.get_by_role("link", name="Thursday League · 2027").click()
    rows = page.locator("#season tbody tr")
    # Of Anna's 3, 2 and 4 points the best two count.
    expect(rows.nth(0)).to_contain_text("Anna Verdi")
    expect(rows.nth(0).locator("td").last).to_have_text("7")
    rows.nth(0).locator("summary").click()
    expect(rows.nth(0)).to_contain_text("2, dropped")
    assert objections_in_both_themes(page) == []

    entries = {entry.player_id: entry for entry in Entry.objects.filter(tournament=march)}
    for loser in (anna, bruno):
        bust(march, entries[loser.pk], winner=entries[dario.pk], now=timezone.now())
    # Every fifteen seconds it asks again by itself; here at once.
    expect(page.locator("#season")).to_have_attribute("hx-trigger", "every 15s")
    page.evaluate("() => htmx.ajax('GET', location.href, {target: '#season'})")
    # Carla and Dario are left with four and three points to come.
    expect(rows.nth(0)).to_contain_text("Bruno Neri")
    # What was opened stays open.
    expect(rows.nth(1).locator("details[open]")).to_contain_text("Anna Verdi")
    expect(page.locator("#season")).to_contain_text("As if the events in play ended now")


@pytest.fixture
def club() -> list[Player]:
    return [make_player(name) for name in ("Anna Verdi", "Bruno Neri", "Carla Rossi", "Dario Conti")]


@pytest.fixture
def six_events(club: list[Player]) -> tuple[Season, list[Tournament]]:
    """Anna, Bruno and Carla win two each; the worst of six counts for nobody, and Dario comes to three of them."""
    anna, bruno, carla, dario = club
    orders = [
        (anna, bruno, carla, dario),
        (bruno, anna, carla),
        (carla, anna, bruno, dario),
        (anna, carla, bruno),
        (bruno, carla, anna, dario),
        (carla, bruno, anna),
    ]
    now = timezone.now()
    events = [
        played(*order, name=f"Night {number}", at=now - timedelta(days=70 - 10 * number), buy_in_other=5_00)
        for number, order in enumerate(orders, start=1)
    ]
    return season_with(*events, rules=replace(RULES, drop=1)), events


@pytest.mark.long(
    reason="plain forms; the tests of the views send them, and tests/tables/test_money_ways_out.py pays a season"
)
@pytest.mark.sampled
def test_a_season_of_six_events_is_corrected_paid_and_goes_into_its_finale(
    live_page: Page,
    context: BrowserContext,
    live_floorman: LiveFloorman,
    club: list[Player],
    six_events: tuple[Season, list[Tournament]],
) -> None:
    season, events = six_events
    last = events[-1]
    log_in(context, make_account(), live_floorman)
    page = live_page
    page.set_viewport_size({"width": 1180, "height": 820})
    messages = page.locator("#messages")

    def open_rules(event: Tournament) -> None:
        page.goto(f"{live_floorman.url}/floor/{event.code}/seasons/{season.pk}/")

    # Dario only plays along; from the day of the last event on points are doubled; two events collect for the season.
    open_rules(last)
    page.locator("#id_guest-guest").fill("Dario Conti")
    page.locator("#name-guest").click()
    expect(messages).to_contain_text("Dario Conti is a guest")
    page.locator("#id_since").fill((timezone.now() - timedelta(days=12)).date().isoformat())
    page.locator("#id_next_formula").fill("2 * (n - r + 1)")
    page.locator("#id_split").fill("60 40")
    page.locator("#save-rules").click()
    expect(messages).to_contain_text("Changed the rules of the season")
    for event in events[-2:]:
        open_rules(event)
        page.locator("#id_share-share").fill("5")
        page.locator("#save-share").click()
        expect(messages).to_contain_text("Of each entry €5 goes into the season")
    expect(page.locator("#season-money")).to_contain_text("Collected: €35")

    # Carla, who won the last night, leads, until the two best there are exchanged in its log.
    page.goto(f"{live_floorman.url}/seasons/{season.code}/")
    rows = page.locator("#season table[aria-label=Standings] tbody tr")
    expect(rows.nth(0)).to_contain_text("Carla Rossi")
    anna, bruno, carla, _dario = club
    exchange_the_first_two(last, carla, bruno, at=timezone.now())
    page.reload()
    expect(rows.nth(0)).to_contain_text("Bruno Neri")
    open_rules(last)
    page.locator("#id_points-player").fill("Carla Rossi")
    page.locator("#id_points-points").fill("-1")
    page.locator("#id_points-reason").fill("Late twice")
    page.locator("#give-points").click()
    expect(messages).to_contain_text("−1 points for Carla Rossi")
    page.goto(f"{live_floorman.url}/seasons/{season.code}/")
    # Carla has as many points as Anna, who has won more often.
    expect(rows.locator("td:last-child")).to_have_text(["18", "14", "14"])
    expect(rows.nth(1)).to_contain_text("Anna Verdi")
    rows.nth(2).locator("summary").click()
    expect(rows.nth(2)).to_contain_text("Late twice")
    expect(page.locator("#season")).to_contain_text("Guests, without points: Dario Conti")
    assert objections_in_both_themes(page) == []

    # The finale: Bruno has an entry already, the others come later, and all begin with their points.
    finale = make_tournament(name="Finale")
    register_entry(tournament_id=finale.pk, player_id=bruno.pk, by=ACTOR.at(timezone.now()))
    page.goto(f"{live_floorman.url}/floor/{finale.code}/seasons/")
    page.locator("#id_join-is_finale").check()
    page.locator("#join-season").click()
    expect(messages).to_contain_text("the finale of the season")
    page.locator(f"#to-rules-{season.pk}").click()
    page.locator("#to-stacks").click()
    page.locator("#id_per_point").fill("1250")
    page.locator("#id_most").fill("22000")
    page.locator("#load-stacks").click()
    expect(messages).to_contain_text("Starting stacks from the points of the season")
    expect(page.locator("[data-rows=stacks] tr")).to_have_text(
        ["Bruno Neri 22,000", "Anna Verdi 17,500", "Carla Rossi 17,500"], use_inner_text=True
    )
    assert objections_in_both_themes(page) == []
    for player in (anna, carla):
        register_entry(tournament_id=finale.pk, player_id=player.pk, by=ACTOR.at(timezone.now()))
    stacks = {
        entry.player_id: entry.stack for entry in Entry.objects.filter(tournament=finale).order_by("number")
    }
    assert stacks == {bruno.pk: 22_000, anna.pk: 17_500, carla.pk: 17_500}
    play_to_its_end(finale, carla, bruno, anna, at=timezone.now())

    # The end: final, paid at the desk of the last event.
    open_rules(last)
    page.locator("#freeze-season").click()
    expect(messages).to_contain_text("are final")
    open_rules(last)
    due = page.locator("#season-money tbody tr")
    expect(due).to_have_count(2)
    due.nth(0).get_by_role("button").click()
    # The finale gives Carla six points and Bruno four, beside the best five.
    expect(messages).to_contain_text("Paid Bruno Neri €21 of the money of the season")
    expect(due.nth(0)).to_contain_text("Paid")
    assert objections_in_both_themes(page) == []
    page.goto(f"{live_floorman.url}/floor/{last.code}/reconciliation/")
    expect(page.locator("main")).to_contain_text("Money of a season paid")
