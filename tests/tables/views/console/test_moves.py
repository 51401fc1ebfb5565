"""Moves: proposed, waiting, made, dropped, and called out."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tables.changes.tables import HighCardDealt
from tables.models import Move, MoveKind, MoveStatus, Recording, Table
from tables.queries.console.moves import move_list, moves_to_announce
from tables.services.hands.dealing import start_hand
from tables.services.moves.moving import move_entry
from tests.factories import ACTOR, make_tournament
from tests.factories.floor import Floor, said
from tests.factories.mixed import STUD_LEVEL
from tournament.models import LogEntry, Player
from tournament.rules.structure.periods import Structure
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db

PROPOSED: dict[str, Any] = {"from_table": "1", "from_seat": "2", "to_table": "2", "to_seat": "5"}


def deal(floor: Floor, number: int) -> None:
    start_hand(
        tournament_id=floor.tournament.pk, table_id=floor.table(number).pk, by=ACTOR.at(timezone.now())
    )


def move(floor: Floor, seat: int, to_seat: int) -> Move:
    return move_entry(
        tournament_id=floor.tournament.pk,
        entry_id=floor.seats[1, seat].pk,
        to_table_id=floor.table(2).pk,
        to_seat=to_seat,
        kind=MoveKind.FLOOR,
        by=ACTOR.at(timezone.now()),
    )


@pytest.mark.parametrize("page", ["moves/", "?part=advice"])
def test_no_proposed_move_takes_a_query_of_its_own(client: Client, page: str) -> None:
    """One more for the names of all: part of `may_differ_by` of these pages in tests/bench/page_list.py."""
    asked = []
    for sizes in ((5, 5), (7, 4), (9, 9, 4)):
        floor = Floor(client, *sizes)
        floor.get(page)
        with CaptureQueriesContext(connection) as captured:
            answer = floor.get(page)
        asked.append((answer.content.decode().count('name="from_table"'), len(captured)))

    none = asked[0][1]
    assert asked == [(0, none), (1, none + 1), (3, none + 1)]


def test_one_proposed_move_is_made_with_its_reasons_kept(client: Client) -> None:
    floor = Floor(client, 7, 4)

    answer = floor.post("moves/apply/", **PROPOSED)

    assert said(answer) == ["Bruno Neri moves to table 2, seat 5."]
    assert floor.where(floor.seats[1, 2]) == (2, 5)
    assert [reason["code"] for reason in Move.objects.get().reasons] == [
        "tables_uneven",
        "due_big_blind",
        "seat_worst",
    ]


def test_a_proposal_that_is_outdated_is_refused(client: Client) -> None:
    floor = Floor(client, 4, 4)

    assert said(floor.post("moves/apply/", **PROPOSED)) == [
        "The room has changed; check the proposed moves again."
    ]
    assert Move.objects.count() == 0


def test_a_proposal_without_its_seats_is_not_understood(client: Client) -> None:
    floor = Floor(client, 7, 4)

    assert "was not recognised" in said(floor.post("moves/apply/", from_table="1"))[0]


def test_all_moves_are_made_by_one_tap_and_a_second_does_nothing_more(client: Client) -> None:
    floor = Floor(client, 8, 4)
    key = str(uuid4())

    answers = [said(floor.post("moves/apply-all/", key=key)) for _ in range(2)]

    assert answers == [["2 players move."]] * 2
    assert Move.objects.count() == 2
    assert said(floor.post("moves/apply-all/")) == ["The room has changed; check the proposed moves again."]


def test_a_waiting_move_is_shown_and_dropped(client: Client) -> None:
    floor = Floor(client, 4, 4)
    deal(floor, 1)
    waiting = move(floor, 1, 8)
    assert f'id="drop-{waiting.pk}"' in floor.get("moves/").content.decode()

    assert said(floor.post(f"moves/{waiting.pk}/drop/")) == ["Anna Verdi stays."]

    assert Move.objects.get().status == MoveStatus.DROPPED
    assert said(floor.post(f"moves/{waiting.pk}/drop/")) == ["This move is no longer pending."]


def test_a_move_of_another_tournament_is_not_dropped_here(client: Client) -> None:
    floor = Floor(client, 4, 4)
    deal(floor, 1)
    waiting = move(floor, 1, 8)
    other = make_tournament(account=floor.account, name="Another one")

    tap = {"key": str(uuid4())}
    assert client.post(f"/floor/{other.code}/moves/{waiting.pk}/drop/", tap).status_code == 404
    assert Move.objects.get().status == MoveStatus.WAITING


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_two_queries_however_many_moves(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    floor = Floor(client, 4, 4)
    deal(floor, 1)
    for seat in range(1, count + 1):
        move(floor, seat, 5 + seat)

    with django_assert_num_queries(2):
        assert len(move_list(floor.tournament, writer=PageWriter.of(floor.tournament)).waiting) == count


def test_what_is_called_out_are_waiting_and_fresh_moves_by_table_and_seat(client: Client) -> None:
    floor = Floor(client, 4, 4)
    writer = PageWriter.of(floor.tournament)
    for seat in (3, 1):
        move(floor, seat, 5 + seat)
    deal(floor, 1)
    move(floor, 2, 7)
    now = timezone.now()

    called = moves_to_announce(floor.tournament, writer=writer, now=now)
    later = moves_to_announce(floor.tournament, writer=writer, now=now + timedelta(minutes=11))

    assert [(m.name, m.is_waiting) for m in called] == [
        ("Anna Verdi", False),
        ("Bruno Neri", True),
        ("Carla Rossi", False),
    ]
    assert [m.name for m in later] == ["Bruno Neri"]
    page = floor.get("moves/announce/").content.decode()
    assert "Table 2, seat 6" in page
    assert "after this hand" in page


def test_the_room_reads_the_names_that_players_chose(client: Client) -> None:
    floor = Floor(client, 4, 4)
    Player.objects.filter(name="Anna Verdi").update(public_name="The Owl")
    move(floor, 1, 8)

    called = floor.get("moves/announce/").content.decode()

    assert "The Owl" in called
    assert "Verdi" not in called
    assert "Anna Verdi" in floor.get("moves/").content.decode()


def test_the_moves_page_comes_in_parts_for_htmx(client: Client) -> None:
    floor = Floor(client, 7, 4)

    assert "<html" not in floor.get("moves/", htmx=True).content.decode()
    assert "<html" not in floor.get("moves/announce/", htmx=True).content.decode()


def stud_floor(client: Client) -> Floor:
    """Seven and four at stud by WSOP: a high card decides who moves (WSOP 67b)."""
    return Floor(client, 7, 4, rule_profile="wsop2024", structure=Structure(periods=(STUD_LEVEL,) * 4))


def high_card(floor: Floor) -> dict[str, Any]:
    """The form of the page; the free seat is drawn, as nobody has left one yet."""
    page = floor.get("moves/").content.decode()
    fields = {"from_table": "1", "to_table": "2"}
    return fields | dict(re.findall(r'name="(to_seat)" value="(\d+)"', page))


def test_a_high_card_is_drawn_by_one_tap_and_the_player_moves(client: Client) -> None:
    floor = stud_floor(client)
    page = floor.client.get(f"/floor/{floor.tournament.code}/moves/").content.decode()
    assert "High card at table 1" in page
    assert "one card each to 7 players (WSOP 67b)." in page

    asked = high_card(floor)

    answer = floor.post("moves/high-card/", **asked, way="draw")

    move = Move.objects.get()
    name, seat = move.entry.player.name, asked["to_seat"]
    assert said(answer) == [f"Seat {move.from_seat} has the high card: {name} moves to table 2, seat {seat}."]
    line = LogEntry.objects.get(verb="high_card_dealt")
    dealt = HighCardDealt.of(line)
    assert (len(dealt.seed), len(dealt.cards)) == (64, 7)


def test_cards_dealt_at_the_table_are_entered_seat_by_seat(client: Client) -> None:
    floor = stud_floor(client)

    asked = high_card(floor)

    answer = floor.post("moves/high-card/", **asked, way="dealt", typed="2c Kd 9s 10h Ks 3d 4d")

    drawn = int(asked["to_seat"])
    assert said(answer) == [f"Seat 5 has the high card: Elena Gallo moves to table 2, seat {drawn}."]
    assert floor.where(floor.seats[1, 5]) == (2, drawn)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "Enter the cards as dealt."),
        ("2c Kd", "Enter 7 cards, one for each player who is dealt one; you entered 2."),
        ("2c 2c Kd 9s 10h Ks 3d", "A card appears twice."),
        ("what", "Enter each card as rank and suit"),
    ],
)
def test_cards_that_were_not_dealt_so_move_nobody(client: Client, typed: str, words: str) -> None:
    floor = stud_floor(client)

    answer = floor.post("moves/high-card/", **high_card(floor), way="dealt", typed=typed)

    assert words in said(answer)[0]
    assert not Move.objects.exists()


def test_a_high_card_without_its_seats_is_not_understood(client: Client) -> None:
    assert "was not recognised" in said(stud_floor(client).post("moves/high-card/", way="draw"))[0]


def test_where_a_button_is_unknown_the_proposal_leads_to_it(client: Client) -> None:
    floor = Floor(client, 7, 3)
    Table.objects.filter(tournament=floor.tournament, number=2).update(recording=Recording.BUSTS)

    for page in ("?part=advice", "moves/"):
        shown = floor.get(page).content.decode()
        assert "The button at table 2 is unknown" in shown
        assert f'href="{floor.home}tables/2/?button=0#button"' in shown
        assert "tables/1/?button=0" not in shown
    form = floor.get("tables/2/", button="0").content.decode()
    assert 'id="button-draw"' in form
