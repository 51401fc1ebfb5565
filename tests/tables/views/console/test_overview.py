"""The floor's console: what it shows to whom, and how players are found; its taps are in test_overview_taps.py."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tables.models import Hand, Seat, Table, TableStatus
from tables.queries.console.grid import table_grid
from tables.queries.console.overview import advice_shown, open_messages
from tables.services.table.messages import call_floor
from tables.services.table.tablets import make_pairing_code, pair_device
from tests.factories import ACTOR, NOW
from tests.factories.floor import Floor
from tests.factories.seasons import RULES
from tests.pages import squeeze
from tournament.models import Entry, Role, Season, StaffMember
from tournament.services.clock import next_period
from tournament.services.setup.seasons import start_season
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def marks(floor: Floor) -> dict[int, tuple[str, ...]]:
    return {card.number: card.marks for card in table_grid(floor.tournament, now=timezone.now()).cards}


# --- What it shows ------------------------------------------------------------------------------------------------


def test_the_page_shows_the_clock_the_field_and_every_table(client: Client) -> None:
    floor = Floor(client, 4, 4)

    page = floor.get().content.decode()

    assert "Level 1" in page
    assert "25/50" in page
    assert page.count('class="tmap ') == 2
    assert page.count("4/9") == 2


@pytest.mark.parametrize("sizes", [(3,), (3, 3, 3)])
def test_the_console_takes_the_same_queries_however_many_tables(
    client: Client, sizes: tuple[int, ...], django_assert_num_queries: Any
) -> None:
    floor = Floor(client, *sizes)
    for number in range(1, len(sizes) + 1):
        floor.deal(number, "f3", "f1")
        call_floor(tournament_id=floor.tournament.pk, table_id=floor.table(number).pk, by=ACTOR.at(NOW))

    with django_assert_num_queries(13):
        table_grid(floor.tournament, now=timezone.now())
    with django_assert_num_queries(8):
        advice_shown(floor.tournament, writer=PageWriter.of(floor.tournament))
    with django_assert_num_queries(1):
        open_messages(floor.tournament)


def test_the_points_and_the_seasons_of_the_event_are_a_tap_away(client: Client) -> None:
    floor = Floor(client, 4, points_formula="n - r + 1")
    tools = floor.get(part="tools").content.decode()
    assert f'id="to-points" href="/t/{floor.tournament.code}/points/"' in tools
    assert "/seasons/" not in tools

    plain = Floor(client, 4)
    start_season(
        tournament_id=plain.tournament.pk,
        league="Thursday League",
        name="2027",
        rules=RULES,
        by=ACTOR.at(timezone.now()),
    )
    for page in (plain.get(part="tools"), plain.get()):
        words = squeeze(page.content.decode())
        assert f'href="/seasons/{Season.objects.get().code}/"' in words
        assert "Thursday League · 2027" in words
        assert "to-points" not in words


def test_a_table_without_a_tablet_is_marked_until_one_is_paired(client: Client) -> None:
    floor = Floor(client, 4, 4)
    now = timezone.now()
    code = make_pairing_code(tournament_id=floor.tournament.pk, table_id=floor.table(1).pk, by=ACTOR.at(now))
    pair_device(code=code.code, now=now)

    assert marks(floor) == {1: (), 2: ("no_tablet",)}


def test_tables_too_far_apart_are_marked_short_and_long(client: Client) -> None:
    floor = Floor(client, 7, 4)

    assert marks(floor) == {1: ("long", "no_tablet"), 2: ("short", "no_tablet")}
    # Three short, but nobody has gone out there: it deals on (TDA 11-D).
    assert "Play halts" not in floor.get(part="advice").content.decode()


def test_a_table_within_the_tolerance_of_all_others_has_no_mark(client: Client) -> None:
    floor = Floor(client, 6, 5, 4)

    assert [set(m) - {"no_tablet", "halted"} for m in marks(floor).values()] == [{"long"}, set(), {"short"}]


def test_held_and_breaking_tables_and_calls_are_marked(client: Client) -> None:
    floor = Floor(client, 4, 4, 4)
    Table.objects.filter(pk=floor.table(1).pk).update(status=TableStatus.HELD)
    Table.objects.filter(pk=floor.table(2).pk).update(status=TableStatus.BREAKING)
    call_floor(tournament_id=floor.tournament.pk, table_id=floor.table(3).pk, by=ACTOR.at(NOW))

    assert marks(floor) == {
        1: ("held", "no_tablet"),
        2: ("breaking", "no_tablet"),
        3: ("called", "no_tablet"),
    }


def test_a_table_says_that_somebody_is_absent_or_on_a_penalty(client: Client) -> None:
    floor = Floor(client, 4, 4, 4)
    Entry.objects.filter(pk=floor.seats[1, 2].pk).update(is_absent=True)
    Entry.objects.filter(pk__in=[floor.seats[2, 1].pk, floor.seats[2, 3].pk]).update(penalty_hands=4)

    assert marks(floor) == {1: ("absent", "no_tablet"), 2: ("penalty", "no_tablet"), 3: ("no_tablet",)}


def test_a_closed_table_is_listed_apart(client: Client) -> None:
    floor = Floor(client, 4, 4)
    Table.objects.filter(pk=floor.table(2).pk).update(status=TableStatus.CLOSED)

    shown = table_grid(floor.tournament, now=timezone.now())

    assert ([card.number for card in shown.cards], shown.closed) == ([1], (2,))


def test_a_hand_that_began_at_an_earlier_level_is_seen_as_such(client: Client) -> None:
    floor = Floor(client, 3, 3)
    floor.deal(1)
    next_period(tournament_id=floor.tournament.pk, by=ACTOR.at(timezone.now()))
    floor.tournament.refresh_from_db()
    floor.deal(2)

    shown = table_grid(floor.tournament, now=timezone.now())

    assert [(c.level_number, c.is_level_behind, c.is_in_hand) for c in shown.cards] == [
        (1, True, True),
        (2, False, True),
    ]


def dealt_at(hand: Hand, moment: datetime) -> None:
    Hand.objects.filter(pk=hand.pk).update(started_at=moment, ended_at=moment)


def test_the_pace_is_that_of_the_last_hour_or_since_the_first_hand(client: Client) -> None:
    floor = Floor(client, 3)
    now = timezone.now()
    # Longer ago than the clock runs.
    for minutes, codes in ((-90, ("f3", "f1")), (-30, ("f1", "f2")), (-20, ("f2", "f3"))):
        dealt_at(floor.deal(1, *codes), now + timedelta(minutes=minutes))

    two_in_the_hour = table_grid(floor.tournament, now=now).cards[0]
    dealt_at(floor.deal(1, "f3", "f1"), now - timedelta(minutes=10))
    three_in_half_an_hour = table_grid(floor.tournament, now=now).cards[0]

    assert (two_in_the_hour.hands_per_hour, two_in_the_hour.hand_number) == (None, 3)
    assert (three_in_half_an_hour.hands_per_hour, three_in_half_an_hour.hand_number) == (6, 4)


@pytest.mark.parametrize(
    "part", ["status", "calls", "advice", "odd", "grid", "tools", "notes", "found", "seat"]
)
def test_each_part_is_fetched_by_itself(client: Client, part: str) -> None:
    floor = Floor(client, 4, 4)

    response = floor.get(part=part, htmx=True)

    text = response.content.decode()
    assert response.status_code == 200
    assert f'id="{part}"' in text
    assert "<html" not in text


def test_registration_reads_the_console_and_finds_nothing_to_press(client: Client) -> None:
    floor = Floor(client, 7, 4, role=Role.REGISTRATION)
    call_floor(tournament_id=floor.tournament.pk, table_id=floor.table(1).pk, by=ACTOR.at(NOW))

    page = floor.get().content.decode().split("<main")[1].split("<footer")[0]

    assert 'method="post"' not in page
    assert f'href="{floor.home}log/"' not in page
    assert floor.post("tables/open/").status_code == 403


def test_nobody_without_a_role_learns_that_the_tournament_exists(client: Client) -> None:
    floor = Floor(client, 4)
    StaffMember.objects.filter(account=floor.account).delete()

    assert floor.get().status_code == 404


# --- Find ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("anna", ["Anna Verdi"]),
        ("VERDI", ["Anna Verdi"]),
        ("2/1", ["Dario Conti"]),
        ("2-1", ["Dario Conti"]),
        ("2 1", ["Dario Conti"]),
        ("T2 S1", ["Dario Conti"]),
        ("t2s1", ["Dario Conti"]),
        ("T2 P1", ["Dario Conti"]),
        ("2", ["Dario Conti", "Elena Gallo", "Fabio Riva"]),
        ("2/9", []),
        ("77/1", []),
        ("", []),
        ("a", []),
        ("%", []),
        ("x" * 500, []),
        ("9999999999/1", []),
    ],
)
def test_a_player_is_found_by_name_table_or_seat(client: Client, typed: str, names: list[str]) -> None:
    floor = Floor(client, 3, 3)

    response = floor.get(part="found", q=typed, htmx=True)

    found = response.context["found"]
    assert [entry.name for entry in found.entries] == names if found else names == []


def test_a_player_who_is_found_is_looked_at_on_the_console(client: Client) -> None:
    floor = Floor(client, 3, 3)

    page = floor.get(part="found", q="dario", show="need", htmx=True).content.decode()

    assert f'href="{floor.home}?show=need&amp;table=2&amp;seat=1"' in page
    assert f'hx-get="{floor.home}?show=need&amp;table=2&amp;seat=1&amp;part=seat"' in page


def test_a_player_who_is_out_is_found_with_the_place(client: Client) -> None:
    floor = Floor(client, 3, 3)
    Seat.objects.filter(entry=floor.seats[1, 1]).update(entry=None)
    Entry.objects.filter(pk=floor.seats[1, 1].pk).update(
        status="eliminated", stack=0, place_first=6, place_last=6
    )

    assert "out, 6th" in floor.get(q="anna").content.decode()
