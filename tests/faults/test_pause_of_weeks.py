"""An event that rests for three weeks between two days: backed up, restored on another machine, upgraded, played on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from tables.models import Hand, Table, TimeChip
from tables.queries.checks.every import findings_in
from tests.factories.flights import Flights
from tests.factories.house.tables import play_folded_hand
from tests.faults.test_restore_drill import Machine, bare_database, manage
from tests.nursery import nursery_if_any
from tests.processes import LiveFloorman, free_port
from tests.test_upgrade import instead_of_the_default
from tournament.models import Entry, Tournament
from tournament.services.clock import sweep_clock
from tournament.services.locks import lock_tournament

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.django_db(transaction=True),
    pytest.mark.long(reason="a backup, a second machine and a browser; each has tests of its own"),
]

STACKS = {"Anna": 19_500, "Bruno": 13_500, "Carla": 17_000}


def played_until_the_final_table() -> Flights:
    """Two flights and some of Day 2, three weeks ago: the last three are in their bags."""
    flights = Flights(began=timezone.now() - timedelta(weeks=3), flight_stacks="added")
    flights.play("Day 1A", ["Anna", "Bruno", "Dario"], {"Anna": 18_000, "Bruno": 12_000})
    flights.play("Day 1B", ["Carla", "Elena"], {"Carla": 15_000, "Elena": 5_000})
    flights.event.refresh_from_db()
    flights.bring()
    flights.begin(flights.event)
    for _hand in range(3):
        play_folded_hand(Table.objects.get(tournament=flights.event), flights.now().now)
    use_time_chip(flights)
    flights.lose(flights.event, {"Anna": 20_000, "Bruno": 14_000, "Carla": 16_000})
    flights.stop(flights.event)
    flights.bag_again(flights.event, STACKS)
    return flights


def use_time_chip(flights: Flights) -> None:
    with transaction.atomic():
        lock_tournament(flights.event.pk)
        TimeChip.objects.create(
            entry=Entry.objects.get(tournament=flights.event, player__name="Anna"),
            hand=Hand.objects.filter(table__tournament=flights.event).latest("pk"),
            operations=1,
            seconds=30,
            is_final=False,
            used_at=flights.now().now,
        )


def as_it_rests(event: Tournament) -> Mapping[str, Any]:
    """What a player would look at before sitting down again."""
    event = Tournament.objects.get(pk=event.pk)
    table = Table.objects.get(tournament=event)
    return {
        "stacks": dict(
            Entry.objects.filter(tournament=event, status="playing").values_list("player__name", "stack")
        ),
        "button": (table.positions_data, table.hands_dealt),
        "clock": (event.clock_index, event.clock_elapsed_ms, event.clock_state),
        "time chips": TimeChip.objects.filter(entry__tournament=event).count(),
    }


def test_bags_button_clock_and_time_chips_outlast_a_pause_of_three_weeks(
    page: Page, live_floorman: LiveFloorman, tmp_path: Path
) -> None:
    flights = played_until_the_final_table()
    event = flights.event
    rests = as_it_rests(event)
    assert rests["stacks"] == STACKS
    manage(live_floorman, "backup", str(tmp_path / "stick"))
    (file,) = (tmp_path / "stick").glob("floorman-*.zip")

    directory = tmp_path / "machine"
    directory.mkdir(mode=0o700)
    with ExitStack() as stack:
        url, name = stack.enter_context(bare_database(directory))
        environment = {**live_floorman.environment, "FLOORMAN_DATA_DIR": str(directory), "DATABASE_URL": url}
        nursery = stack.enter_context(nursery_if_any(environment))
        machine = Machine(environment=environment, nursery=nursery)
        assert "3 tournaments: everything holds." in manage(machine, "restore", str(file))
        # The release before has no festivals: its database goes forward with the event as it rests.
        manage(machine, "migrate", "tournament", "0047")
        manage(machine, "migrate")
        with instead_of_the_default(name):
            assert as_it_rests(event) == rests
        house = LiveFloorman(
            port=free_port(), environment=environment, valkey=live_floorman.valkey, nursery=nursery
        )
        try:
            house.start()
            link = manage(machine, "login_link", "vera", "--base-url", house.url)
            go_on(page, house, link, event)
            with instead_of_the_default(name):
                check_it_goes_on(event, rests)
            page.goto("about:blank")
        finally:
            house.stop(*house.children)


def go_on(page: Page, house: LiveFloorman, link: str, event: Tournament) -> None:
    """The director logs in, looks at the bags, and lets the room deal on."""
    found = re.search(r"http\S+", link)
    assert found is not None
    page.goto(found[0])
    page.locator("main button[type=submit]").first.click()
    page.goto(f"{house.url}/floor/{event.code}/bags/restart/")
    for name, chips in STACKS.items():
        expect(page.locator("main")).to_contain_text(name)
        expect(page.locator("main")).to_contain_text(f"{chips:,}")
    page.goto(f"{house.url}/floor/{event.code}/")
    page.locator("#resume-room").click()
    expect(page.locator("#status-pause")).to_be_visible()


def check_it_goes_on(event: Tournament, rests: Mapping[str, Any]) -> None:
    event = Tournament.objects.get(pk=event.pk)
    now = as_it_rests(event)
    index, _elapsed, state = rests["clock"]
    assert (state, event.clock_state, event.clock_index) == ("paused", "running", index)
    assert {name: now[name] for name in ("stacks", "button", "time chips")} == {
        name: rests[name] for name in ("stacks", "button", "time chips")
    }
    # The three weeks are no part of the level.
    sweep_clock(tournament_id=event.pk, now=timezone.now())
    assert Tournament.objects.get(pk=event.pk).clock_index == index
    assert [str(finding) for finding in findings_in(*Tournament.objects.order_by("pk"))] == []
