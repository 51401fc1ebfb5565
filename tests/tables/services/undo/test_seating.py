"""The seat draw and an opened table are undone whole, as long as nobody has played on them."""

from __future__ import annotations

import pytest

from tables.models import MoveKind, Seat, SeatDraw, Table
from tables.services.desk.seating import (
    make_seat_draw,
    open_table,
    register_and_seat,
    void_and_unseat,
)
from tables.services.hands.busting import Out, bust_players
from tables.services.moves.moving import move_entry
from tables.services.table.tablets import make_pairing_code
from tests.factories import ACTOR, NOW, after, enter, make_player, make_tournament
from tests.factories.felt import sit_down, start_play
from tests.tables.services.undo.test_one_table import can_undo, newest, refused, undo
from tournament.models import Entry, EntryStatus, Tournament
from tournament.services.clock import start_clock

pytestmark = pytest.mark.django_db

NAMES = [f"Player {number}" for number in range(12)]


@pytest.fixture
def drawn() -> Tournament:
    """Twelve players at two tables, of which the floor opened the first."""
    tournament = make_tournament(seats_per_table=9)
    open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    enter(tournament, *NAMES)
    draw(tournament)
    return tournament


def draw(tournament: Tournament, minutes: int = 1) -> None:
    make_seat_draw(tournament_id=tournament.pk, seed="00" * 16, by=ACTOR.at(after(minutes)))


def seated() -> int:
    return Seat.objects.filter(entry__isnull=False).count()


def test_a_draw_taken_back_leaves_everybody_waiting_for_the_next(drawn: Tournament) -> None:
    late = register_and_seat(
        tournament_id=drawn.pk, player_id=make_player("Late One").pk, seed="1", by=ACTOR.at(after(2))
    )
    assert (late.seat is not None, seated(), Table.objects.count()) == (True, 13, 2)

    undo(newest("seats_drawn"))

    drawn.refresh_from_db()
    assert drawn.draw_made_at is None
    assert set(Entry.objects.values_list("status", flat=True)) == {EntryStatus.REGISTERED}
    # The table that the draw opened is gone, the floor's own one is empty.
    assert list(Table.objects.values_list("number", flat=True)) == [1]
    assert seated() == 0

    draw(drawn, minutes=9)
    assert (seated(), Table.objects.count(), SeatDraw.objects.filter(kind="seating").count()) == (13, 2, 2)
    assert not can_undo(newest("draw_undone"))


def test_a_table_with_a_tablet_outlives_the_draw_that_opened_it(drawn: Tournament) -> None:
    second = Table.objects.get(number=2)
    make_pairing_code(tournament_id=drawn.pk, table_id=second.pk, by=ACTOR.at(after(2)))
    undo(newest("seats_drawn"))
    assert Table.objects.filter(pk=second.pk).exists()
    assert seated() == 0


def test_a_draw_stands_once_the_clock_runs(drawn: Tournament) -> None:
    start_clock(tournament_id=drawn.pk, by=ACTOR.at(after(2)))
    assert refused(newest("seats_drawn"))
    assert seated() == 12


def test_a_draw_stands_once_somebody_was_moved(drawn: Tournament) -> None:
    assert can_undo(newest("seats_drawn"))
    free = Seat.objects.filter(entry=None).select_related("table").first()
    assert free is not None
    move_entry(
        tournament_id=drawn.pk,
        entry_id=Entry.objects.exclude(seat__table=free.table).earliest("pk").pk,
        to_table_id=free.table_id,
        to_seat=free.number,
        kind=MoveKind.FLOOR,
        by=ACTOR.at(after(2)),
    )
    assert refused(newest("seats_drawn"))
    undo(newest("entry_moved"))
    undo(newest("seats_drawn"))
    assert seated() == 0


def test_an_opened_table_is_taken_away_while_nothing_has_happened_there() -> None:
    tournament = make_tournament()
    open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    open_table(tournament_id=tournament.pk, by=ACTOR.at(after(1)))
    undo(newest("table_opened"))
    assert list(Table.objects.values_list("number", flat=True)) == [1]
    # The number is free again; the line of the first table 2 tells of that table and not of this one.
    open_table(tournament_id=tournament.pk, by=ACTOR.at(after(2)))
    assert list(Table.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


def test_a_table_at_which_somebody_sits_is_not_taken_away(drawn: Tournament) -> None:
    assert refused(newest("table_opened"))


def test_a_table_of_another_tournament_is_not_taken_away() -> None:
    mine, other = make_tournament(name="Mine"), make_tournament(name="Other")
    for tournament in (mine, other):
        open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    undo(newest("table_opened"))
    assert list(mine.tables.values_list("number", flat=True)) == [1]
    assert not other.tables.exists()


def test_a_table_where_a_bust_was_undone_stays_open() -> None:
    tournament = make_tournament(seats_per_table=9, late_registration_level=2)
    opened = open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    entries = enter(tournament, *NAMES[:3])
    sit_down(opened, entries)
    start_play(tournament, now=NOW)
    out = Out(entries=[entries[2].pk], credited_to=[entries[0].pk])
    line = bust_players(tournament_id=tournament.pk, table_id=opened.pk, out=out, by=ACTOR.at(after(1)))
    undo(line)
    for entry in entries:
        void_and_unseat(
            tournament_id=tournament.pk, entry_id=entry.pk, reason="Called off", by=ACTOR.at(after(2))
        )

    assert not can_undo(newest("table_opened"))
