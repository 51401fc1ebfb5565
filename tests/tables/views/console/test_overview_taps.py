"""Taps on the floor's console (overview.py): what one does, what is advised, and that a double tap does it once."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tables.models import FloorMessage, Move, Seat, Table, TableStatus
from tables.queries.room.odd_stacks import odd_stacks
from tables.services.table.messages import call_floor, send_message
from tests.factories import ACTOR, NOW, after, enter, give_role, make_tournament
from tests.factories.field import bust
from tests.factories.floor import Floor, said
from tests.pages import squeeze
from tournament.models import Entry, LogEntry, Role, Tournament
from tournament.services.clock import next_period

pytestmark = pytest.mark.django_db


# --- The room -----------------------------------------------------------------------------------------------------


def test_a_table_is_opened_once_however_often_the_tap_arrives(client: Client) -> None:
    floor = Floor(client, 4)
    key = str(uuid4())

    answers = [said(floor.post("tables/open/", key=key)) for _ in range(3)]

    assert answers == [["Table 2 is open."]] * 3
    assert Table.objects.filter(tournament=floor.tournament).count() == 2


def test_a_key_used_for_something_else_does_nothing(client: Client) -> None:
    floor = Floor(client, 4)
    key = str(uuid4())
    floor.post("tables/open/", key=key)

    assert (
        "This page has expired, and nothing was changed"
        in said(floor.post("tables/open/", key=key, seats="6"))[0]
    )
    assert Table.objects.filter(tournament=floor.tournament).count() == 2


def test_a_tap_leads_back_to_where_it_came_from_and_to_no_other_house(client: Client) -> None:
    floor = Floor(client, 4)
    path = f"{floor.home}tables/open/"
    here = f"{floor.home}tables/1/?seat=2"

    back = client.post(path, headers={"Referer": f"http://testserver{here}"})
    elsewhere = client.post(path, headers={"Referer": "http://elsewhere.example/floor/"})
    nowhere = client.post(path)

    assert [answer.headers["Location"] for answer in (back, elsewhere, nowhere)] == [
        here,
        floor.home,
        floor.home,
    ]


def test_a_broken_table_is_opened_again_or_a_new_one_beside_it(client: Client) -> None:
    floor = Floor(client, 4, 2)
    floor.post("tables/2/break/")
    page = floor.get().content.decode()
    assert "Reopen table 2" in page
    assert "Open table 3" in page
    assert 'id="open-again"' in floor.get("tables/2/").content.decode()

    assert said(floor.post("tables/open/", number="3")) == ["Table 3 is open."]
    answer = floor.post("tables/open/")
    assert said(answer) == ["Table 2 is open."]
    assert f"/log/{LogEntry.objects.get(verb='table_reopened').pk}/undo/" in answer.content.decode()

    page = floor.get().content.decode()
    assert ("Open a table" in page, 'id="open-new-table"' in page) == (True, False)


def test_the_final_table_offers_its_undo_where_it_was_drawn(client: Client) -> None:
    floor = Floor(client, 4, 2)
    chairs = {entry.pk: floor.where(entry) for entry in floor.entries}

    answer = floor.post("redraw/", tables_left="1")
    assert said(answer) == ["The final table is drawn."]
    line = LogEntry.objects.get(verb="tables_redrawn")
    assert f"/log/{line.pk}/undo/" in answer.content.decode()
    floor.post(f"log/{line.pk}/undo/")

    assert {entry.pk: floor.where(entry) for entry in floor.entries} == chairs
    log = floor.get("log/").content.decode()
    assert "Undid the draw of the final table: 6 players." in log


def test_with_htmx_the_room_comes_back_with_the_message(client: Client) -> None:
    floor = Floor(client, 4)

    text = floor.post("tables/open/", htmx=True).content.decode()

    assert 'id="calls"' in text
    assert "Table 2 is open." in text
    assert 'hx-swap-oob="beforeend"' in text
    assert "<html" not in text


def test_all_tables_are_held_and_released(client: Client) -> None:
    floor = Floor(client, 3, 3, 3)

    assert said(floor.post("tables/hold/", reason="Announcement")) == ["3 tables on hold."]
    assert set(Table.objects.values_list("status", "hold_reason")) == {("held", "Announcement")}
    assert said(floor.post("tables/release/")) == ["3 tables released."]
    assert set(Table.objects.values_list("status", flat=True)) == {"open"}
    assert said(floor.post("tables/release/")) == ["0 tables released."]


def test_the_seats_are_drawn_from_the_console(client: Client) -> None:
    tournament = make_tournament()
    enter(tournament, *[f"Player {n}" for n in range(12)])
    client.force_login(give_role(tournament, Role.DIRECTOR, "dora"))
    home = f"/floor/{tournament.code}/"
    assert "12 players waiting for the seat draw." in client.get(home).content.decode()

    response = client.post(f"{home}draw/", {"key": str(uuid4())}, follow=True)

    assert said(response) == ["12 players have a seat."]
    assert Seat.objects.filter(entry__isnull=False).count() == 12
    assert said(client.post(f"{home}draw/", {"key": str(uuid4())}, follow=True)) == [
        "The seats have already been drawn."
    ]


def test_what_is_refused_is_said_and_changes_nothing(client: Client) -> None:
    floor = Floor(client, 4, 4)
    floor.deal(1)

    answer = floor.post("redraw/", tables_left="1")

    assert said(answer) == ["A hand is in play at table 1. Put the tables on hold and wait for it."]
    assert Table.objects.filter(status=TableStatus.CLOSED).count() == 0


@pytest.mark.parametrize("typed", ["", "0", "-1", "x", "99999999999999999999"])
def test_a_number_of_tables_that_makes_no_sense_is_not_understood(client: Client, typed: str) -> None:
    floor = Floor(client, 4, 4)

    assert "was not recognised" in said(floor.post("redraw/", tables_left=typed))[0]
    assert Table.objects.filter(status=TableStatus.CLOSED).count() == 0


def test_the_final_table_is_advised_and_made(client: Client) -> None:
    floor = Floor(client, 5, 4, registration=0)
    Tournament.objects.filter(pk=floor.tournament.pk).update(registration_closed_at=timezone.now())
    page = floor.get().content.decode()
    assert "9 players left: draw the final table." in page

    assert said(floor.post("redraw/", tables_left="1")) == ["The final table is drawn."]
    assert Seat.objects.filter(table=floor.table(1), entry__isnull=False).count() == 9
    assert floor.table(2).status == TableStatus.CLOSED


def test_a_redraw_waits_for_the_hands_in_play(client: Client) -> None:
    floor = Floor(client, 5, 4, registration=0)
    Tournament.objects.filter(pk=floor.tournament.pk).update(registration_closed_at=timezone.now())
    floor.deal(2)

    page = floor.get(part="advice").content.decode()

    assert "A hand is in play at table 2." in page
    assert 'id="hold-for-redraw"' in page
    assert 'id="redraw"' not in page


# --- Calls and messages -------------------------------------------------------------------------------------------


def test_a_call_is_answered_by_the_first_and_closed(client: Client) -> None:
    floor = Floor(client, 4)
    call = call_floor(
        tournament_id=floor.tournament.pk, table_id=floor.table(1).pk, by=ACTOR.at(NOW), text="Chip count"
    )
    assert "Chip count" in floor.get(part="calls").content.decode()

    assert said(floor.post(f"calls/{call.pk}/")) == ["flora moves to table 1."]
    assert "flora is on the way" in floor.get(part="calls").content.decode()
    client.force_login(give_role(floor.tournament, Role.DIRECTOR, "dora"))
    assert said(floor.post(f"calls/{call.pk}/")) == ["flora moves to table 1."]
    assert said(floor.post(f"messages/{call.pk}/done/")) == ["Table 1: done."]

    call.refresh_from_db()
    assert (call.data["coming"], call.done_by) == ("flora", "dora")
    assert "Chip count" not in floor.get(part="calls").content.decode()


def test_a_note_is_no_call_to_answer(client: Client) -> None:
    floor = Floor(client, 4)
    note = send_message(
        tournament_id=floor.tournament.pk, table_id=floor.table(1).pk, text="Deal on", by=ACTOR.at(NOW)
    )

    assert floor.post(f"calls/{note.pk}/").status_code == 404
    assert "Deal on" in floor.get(part="notes").content.decode()
    assert FloorMessage.objects.get(pk=note.pk).data == {}


def test_a_message_of_another_tournament_is_not_closed_here(client: Client) -> None:
    floor = Floor(client, 4)
    other = make_tournament(name="Another one")
    table = Table.objects.create(tournament=other, number=1, seats_count=9, opened_at=NOW)
    call = call_floor(tournament_id=other.pk, table_id=table.pk, by=ACTOR.at(after(1)))

    assert floor.post(f"messages/{call.pk}/done/").status_code == 404
    assert FloorMessage.objects.get(pk=call.pk).done_at is None


def test_moves_are_advised_with_every_reason_in_the_readers_language(client: Client) -> None:
    floor = Floor(client, 7, 4)

    english = floor.get(part="advice").content.decode()
    client.cookies["django_language"] = "it"
    italian = floor.get(part="advice").content.decode()

    assert "Table 1 has 7 players and table 2 has 4: tables may be at most 1 apart (TDA 11-D" in english
    assert (
        "Seat 2 (Bruno Neri) at table 1 is due for the big blind next (TDA 11-A, 11-B, WSOP 67)." in english
    )
    assert "Bruno Neri" in italian
    assert "is due for" not in italian
    assert Move.objects.count() == 0


def test_from_its_break_on_stacks_with_removed_chips_are_named_until_they_are_right(client: Client) -> None:
    """The break after level 2 takes the 25s out; 100 is the smallest chip left."""
    floor = Floor(client, 4, 4)
    for chair, stack in (((1, 2), 10_025), ((1, 3), 10_100), ((2, 1), 9_975)):
        Entry.objects.filter(pk=floor.seats[chair].pk).update(stack=stack)
    assert "not a multiple" not in floor.get().content.decode()
    for _ in range(2):
        next_period(tournament_id=floor.tournament.pk, by=ACTOR.at(timezone.now()))

    in_the_break = floor.get(part="odd")
    next_period(tournament_id=floor.tournament.pk, by=ACTOR.at(timezone.now()))
    after_it = floor.get()

    for page in (in_the_break, after_it):
        odd = page.context["odd"]
        assert (odd.chip, odd.count, odd.more) == (100, 2, 0)
        assert [(row.name, row.table, row.seat, row.stack) for row in odd.first] == [
            ("Bruno Neri", 1, 2, 10_025),
            ("Elena Gallo", 2, 1, 9_975),
        ]
        text = page.content.decode().split('id="odd"')[1]
        assert "2 stacks are not multiples of 100" in text
        assert f'href="{floor.home}tables/1/?seat=2#seat"' in text
        for table in (1, 2):
            assert text.count(f'href="{floor.home}tables/{table}/?colour_up=race#colour-up"') == 1
    Entry.objects.filter(tournament=floor.tournament).update(stack=10_000)
    assert "not a multiple" not in floor.get(part="odd").content.decode()


def test_of_many_odd_stacks_the_first_are_named(client: Client, django_assert_num_queries: Any) -> None:
    floor = Floor(client, 9, 9)
    for _ in range(2):
        next_period(tournament_id=floor.tournament.pk, by=ACTOR.at(timezone.now()))
    Entry.objects.filter(tournament=floor.tournament).update(stack=10_025)
    floor.tournament.refresh_from_db()

    with django_assert_num_queries(2):
        odd = odd_stacks(floor.tournament, now=timezone.now())

    assert odd is not None
    assert (odd.count, len(odd.first), odd.more) == (18, 12, 6)


def test_a_draw_and_an_opened_table_offer_their_undo(client: Client) -> None:
    tournament = make_tournament()
    enter(tournament, *[f"Player {n}" for n in range(12)])
    client.force_login(give_role(tournament, Role.DIRECTOR, "dora"))
    home = f"/floor/{tournament.code}/"

    for path, verb in (("draw/", "seats_drawn"), ("tables/open/", "table_opened")):
        page = client.post(f"{home}{path}", {"key": str(uuid4())}, follow=True)
        line = LogEntry.objects.filter(verb=verb).latest("pk")
        undo = f"{home}log/{line.pk}/undo/"
        assert undo in page.content.decode()
        client.post(undo, {"key": str(uuid4())})
        assert LogEntry.objects.filter(undoes=line).exists()
    assert not Seat.objects.filter(entry__isnull=False).exists()


def test_with_one_player_left_and_registration_open_the_floor_is_told_how_to_end_it(client: Client) -> None:
    floor = Floor(client, 2)
    loser, winner = floor.seats[1, 1], floor.seats[1, 2]
    assert "One player is left" not in floor.get(part="advice").content.decode()
    bust(floor.tournament, loser, winner=winner)

    page = floor.get(part="advice").content.decode()
    assert "One player is left and registration is still open" in page
    assert "Close registration now" in page
    answer = floor.post("registration/close/")

    assert said(answer) == ["Registration is closed. The tournament has its winner."]
    winner.refresh_from_db()
    assert winner.place_first == 1


# --- The clock in the strip ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.FLOOR, Role.REGISTRATION])
def test_the_clock_is_paused_and_resumed_where_the_time_is_read_by_its_key(
    client: Client, role: Role
) -> None:
    floor = Floor(client, 4, role=role)

    def strip() -> str:
        return squeeze(floor.get(part="status").content.decode())

    def tap(step: str) -> list[str]:
        version = re.search(r'name="version" value="(\d+)"', strip())
        assert version is not None
        headers = {
            "HX-Request": "true",
            "HX-Target": "console",
            "HX-Current-URL": f"http://testserver{floor.home}",
        }
        fields = {"key": str(uuid4()), "version": version[1]}
        return said(client.post(f"{floor.home}clock/{step}/", fields, headers=headers, follow=True))

    if role == Role.REGISTRATION:
        assert "<button" not in strip()
        return
    assert 'id="status-pause" data-shortcut=" "' in strip()
    assert tap("pause") == ["The clock is paused."]
    assert 'id="status-resume" data-shortcut=" "' in strip()
    assert tap("resume") == ["The clock is running."]


def test_after_the_end_the_strip_shows_the_result_and_no_break(client: Client) -> None:
    floor = Floor(client, 3)
    assert "Next break" in squeeze(floor.get(part="status").content.decode())
    Tournament.objects.update(registration_closed_at=timezone.now())
    floor.tournament.refresh_from_db()
    for loser in (3, 2):
        bust(floor.tournament, floor.seats[1, loser], winner=floor.seats[1, 1])

    shown = squeeze(re.sub(r"<[^>]+>", " ", floor.get(part="status").content.decode()))

    assert "Anna Verdi Finished 2nd Bruno Neri · 3rd Carla Rossi" in shown
    assert "Next break" not in shown
    assert "Level" not in shown
