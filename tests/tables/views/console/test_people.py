"""The floor and a player: the clock called, a penalty out of a table's call."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tables.changes.decision_clock import ClockCalled
from tables.services.table.messages import call_floor
from tests.factories import ACTOR
from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tournament.models import Entry, LogEntry, Penalty
from tournament.services.undo import lines_to_undo

pytestmark = pytest.mark.django_db


def dealt(client: Client) -> Floor:
    floor = Floor(client, 4, 3)
    floor.deal(1)
    return floor


@pytest.mark.rule("CLK-01")
def test_clk_01_the_floor_calls_the_clock_from_the_console_and_from_the_table(client: Client) -> None:
    floor = dealt(client)
    assert "Call the clock" in floor.get(part="seat", table="1", seat="3").content.decode()
    # Only at the player in turn, and at the table.
    assert "Call the clock" not in floor.get(part="seat", table="1", seat="2").content.decode()
    assert "Call the clock" in floor.get(part="seat", table="1").content.decode()
    assert "Call the clock" in floor.get("tables/1/", part="felt").content.decode()

    answer = floor.post("tables/1/clock/", stop="0")

    assert said(answer) == ["Called the clock on seat 3 at table 1, hand 1 (TDA 29)."]
    line = LogEntry.objects.get(verb="clock_called")
    assert (ClockCalled.of(line).seat, line.account) == (3, floor.account)
    shown = floor.get("tables/1/", part="felt").content.decode()
    assert re.search(r'role="timer">.*Clock.*data-until="\d+"\s*>0:(2\d|30)<', shown, re.DOTALL)
    assert "Stop the clock" in shown

    assert said(floor.post("tables/1/clock/", stop="0")) == [
        "The clock has already been called on this player."
    ]
    floor.post("tables/1/clock/", stop="1")
    assert "Call the clock" in floor.get("tables/1/", part="felt").content.decode()


def test_the_tablet_counts_down_what_the_floor_has_called(client: Client) -> None:
    floor = dealt(client)
    before = floor.table(1).version
    floor.post("tables/1/clock/", stop="0")
    table = floor.table(1)
    clock = table.decision_data or {}
    assert (table.version, clock["seat"], clock["seconds"]) == (before + 1, 3, 30)


@pytest.mark.rule("CLK-01")
@pytest.mark.parametrize("way", ["hands", "results", "busts"])
def test_clk_01_the_clock_is_called_on_any_seat_where_no_hand_is_recorded(client: Client, way: str) -> None:
    floor = Floor(client, 4, 3)
    if way != "hands":
        floor.post("tables/1/recording/", recording=way)

    def seat(number: int) -> str:
        page: str = squeeze(floor.get(part="seat", table="1", seat=number).content.decode())
        return page

    assert "Call the clock" in seat(2)
    assert "Call the clock" not in seat(7)
    answer = floor.post("tables/1/clock/", stop="0", seat=2)

    assert said(answer) == ["Called the clock on seat 2 at table 1 (TDA 29)."]
    assert re.search(r'role="timer">.*Clock.*data-until="\d+" ?>0:(2\d|30)<', seat(2))
    assert "Stop the clock" in seat(2)
    assert "Call the clock" in seat(3)
    assert said(floor.post("tables/1/clock/", stop="0", seat=2)) == [
        "The clock has already been called on this player."
    ]
    assert said(floor.post("tables/1/clock/", stop="1")) == ["Stopped the clock on seat 2 at table 1."]
    assert "Call the clock" in seat(2)


def test_a_clock_without_a_hand_is_undone_and_goes_with_the_next_hand(client: Client) -> None:
    floor = Floor(client, 4)
    floor.post("tables/1/recording/", recording="results")
    answer = floor.post("tables/1/clock/", stop="0", seat=2)
    [message] = answer.context["messages"]
    floor.client.post(message.extra_tags.split()[0], {"key": "6d4c2c2e-4dd5-4a8e-9a3e-0b8a9c0f5b13"})
    assert floor.table(1).decision_data is None

    floor.post("tables/1/clock/", stop="0", seat=3)
    floor.post("tables/1/over/")

    assert "Stop the clock" not in floor.get(part="seat", table="1", seat="3").content.decode()
    called = list(LogEntry.objects.filter(verb="clock_called").select_related("undone_by"))
    assert lines_to_undo(floor.tournament, called) == frozenset()


@pytest.mark.parametrize("stop", ["", "2"])
def test_a_clock_that_no_page_sends_calls_nothing(client: Client, stop: str) -> None:
    floor = dealt(client)
    assert said(floor.post("tables/1/clock/", stop=stop)) == [
        "This tap was not recognised. Nothing was changed."
    ]


def test_nobody_is_to_act_between_hands(client: Client) -> None:
    floor = Floor(client, 3)
    assert "Call the clock" not in floor.get("tables/1/").content.decode()
    assert said(floor.post("tables/1/clock/", stop="0")) == [
        "No hand is open at this table. Deal the next hand."
    ]


def test_with_a_shot_clock_no_clock_is_called(client: Client) -> None:
    floor = Floor(client, 3, rule_overrides={"floor": {"shot_clock_first": 20}})
    floor.deal(1)
    assert "Call the clock" not in floor.get("tables/1/").content.decode()


def test_a_penalty_is_three_taps_from_the_call_of_a_table(client: Client) -> None:
    floor = Floor(client, 4, 3, 3, 3, 3, 3, 3)
    call_floor(tournament_id=floor.tournament.pk, table_id=floor.table(2).pk, by=ACTOR.at(floor.began))
    calls = floor.get(part="calls", show="need").content.decode()
    first = re.search(r'id="open-call-\d+"\s+href="([^"]+)"', calls)
    assert first is not None
    way = first[1].replace("&amp;", "&")
    assert way == f"{floor.home}?show=need&table=2&seat=&do=penalty"

    players = client.get(way).content.decode()
    second = re.search(r'id="open-penalty-2"\s+href="([^"]+)"', players)
    assert second is not None
    sheet = client.get(second[1].replace("&amp;", "&")).content.decode()
    assert re.search(r'<details class="details" open>\s*<summary id="penalty">', sheet)

    entry = floor.seats[2, 2]
    floor.post("tables/2/penalty/", entry=entry.pk, give="rounds-1", offence="conduct", note="")
    assert Penalty.objects.get().entry_id == entry.pk


def test_closing_the_panel_and_finding_a_player_keep_the_tables_that_are_shown(client: Client) -> None:
    floor = Floor(client, 3, 3, 3, 3, 3, 3, 3)
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{floor.home}?show=need&table=3"}
    panel = client.get(floor.home, {"part": "seat", "table": "3"}, headers=headers).content.decode()
    close = re.search(r'id="seat-close" href="([^"]+)"', panel)
    found = client.get(floor.home, {"part": "found", "q": "Anna"}, headers=headers).content.decode()
    opened = re.search(r'id="open-entry-1"\s+href="([^"]+)"', found)
    assert (close and close[1], opened and opened[1]) == (
        f"{floor.home}?show=need",
        f"{floor.home}?show=need&amp;table=1&amp;seat=1",
    )


@pytest.mark.rule("ABS-03")
def test_abs_03_a_player_alone_at_a_table_gets_the_blinds_hand_by_hand(client: Client) -> None:
    floor = Floor(client, 3, 3)
    for seat in (1, 2):
        floor.post("tables/1/absence/", entry=floor.seats[1, seat].pk, absent="1")
    said_there = "Only seat 3 is there: five minutes after the start deal a hand every two minutes"
    for page in (floor.get("tables/1/"), floor.get(part="seat", table="1")):
        assert said_there in page.content.decode()
    for _hand in range(3):
        floor.deal(1)
    stacks = Entry.objects.filter(seat__table=floor.table(1)).order_by("seat__number")
    # Blinds of 25 and 50, from each of the absent players twice in three hands.
    assert list(stacks.values_list("stack", flat=True)) == [9_925, 9_925, 10_150]
    floor.post("tables/1/absence/", entry=floor.seats[1, 1].pk, absent="0")
    assert "Only seat 3" not in floor.get("tables/1/").content.decode()
