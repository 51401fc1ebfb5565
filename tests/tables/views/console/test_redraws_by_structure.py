"""A structure that says with how many players left all seats are redrawn: the console asks for it at each, once."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client

from tables.models import Seat, SeatDraw, Table, TableStatus
from tables.services.hands.busting import Out, bust_players
from tests.factories import ACTOR
from tests.factories.floor import Floor, said
from tournament.models import Entry, LogEntry, Role
from tournament.services.field.registration import close_registration
from tournament.services.undo import undo_line
from tournament.timekeeping import house_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(client: Client) -> Floor:
    """Twenty-five players at four tables of eight, registration over: WPT's structure redraws at 24, 16 and 9."""
    floor = Floor(client, 7, 6, 6, 6, role=Role.DIRECTOR, seats_per_table=8, redraws="24, 16, 9")
    close_registration(tournament_id=floor.tournament.pk, by=ACTOR.at(house_now()))
    return floor


def bust_from_fullest(floor: Floor, players: int, *, spared: Entry | None = None) -> None:
    """So many players go, each from the table that has most; `spared` stays in."""
    for _ in range(players):
        seated = Seat.objects.filter(entry__isnull=False).select_related("entry")
        sizes = Counter(seat.table_id for seat in seated)
        seat = min(
            (seat for seat in seated if seat.entry != spared),
            key=lambda seat: (-sizes[seat.table_id], seat.table_id, seat.number),
        )
        assert seat.entry_id is not None
        bust_players(
            tournament_id=floor.tournament.pk,
            table_id=seat.table_id,
            out=Out(entries=[seat.entry_id]),
            by=ACTOR.at(house_now()),
        )


def advised(floor: Floor) -> str:
    return " ".join(floor.get("?part=advice").content.decode().split())


def sizes() -> list[int]:
    tables = Table.objects.exclude(status=TableStatus.CLOSED).order_by("number")
    return [table.seats.filter(entry__isnull=False).count() for table in tables]


@pytest.mark.rule("RDR-03")
def test_rdr_03_a_room_is_redrawn_at_24_16_and_9_players(floor: Floor) -> None:
    assert "Redraw to 3 tables with 24 players left" in advised(floor)
    assert 'id="redraw"' not in advised(floor)

    bust_from_fullest(floor, 1)
    assert "24 players left: redraw to 3 tables." in advised(floor)
    assert said(floor.post("redraw/", tables_left="3")) == ["All players redrawn to 3 tables."]
    assert sizes() == [8, 8, 8]
    assert 'id="redraw"' not in advised(floor)
    assert "Redraw to 2 tables with 16 players left" in advised(floor)

    bust_from_fullest(floor, 7)
    assert 'id="redraw"' not in advised(floor)
    bust_from_fullest(floor, 1)
    assert "16 players left: redraw to 2 tables." in advised(floor)
    floor.post("redraw/", tables_left="2")
    assert sizes() == [8, 8]
    assert "Final table with 9 players left" in advised(floor)

    bust_from_fullest(floor, 7)
    assert "9 players left: draw the final table." in advised(floor)
    assert said(floor.post("redraw/", tables_left="1")) == ["The final table is drawn."]
    assert (sizes(), [draw.tables_left for draw in SeatDraw.objects.filter(kind="redraw")]) == (
        [9],
        [3, 2, 1],
    )
    assert "players left: " not in advised(floor)
    assert 'id="next-redraw"' not in advised(floor)


@pytest.mark.rule("RDR-03")
def test_rdr_03_an_undone_redraw_is_due_again(floor: Floor) -> None:
    bust_from_fullest(floor, 1)
    floor.post("redraw/", tables_left="3")
    line = LogEntry.objects.get(verb="tables_redrawn")
    undo_line(tournament_id=floor.tournament.pk, line_id=line.pk, by=ACTOR.at(house_now()))
    assert "24 players left: redraw to 3 tables." in advised(floor)


def test_while_registration_is_open_no_redraw_is_announced(client: Client) -> None:
    floor = Floor(client, 5, 5, role=Role.DIRECTOR, seats_per_table=8, redraws="9")
    assert 'id="next-redraw"' not in advised(floor)
