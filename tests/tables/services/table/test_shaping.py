"""The number painted on a table, its name, its size and its zone are changed in play, and undone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tables.changes.shaping import TableShape, TableShaped
from tables.models import Seat, Table, Zone
from tables.services.desk.seating import make_seat_draw, open_table
from tables.services.table.shaping import shape_of, shape_table, widen_every_table
from tables.services.table.zones import save_zone
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, add_table, make_felt
from tests.factories.field import entered
from tests.tables.services.undo.test_one_table import can_undo, newest, undo
from tournament.models import LogEntry
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def felt() -> Felt:
    """Three players at table 1 with nine seats; nobody at table 2."""
    felt = make_felt(1000, 1000, 1000, late_registration_level=3)
    add_table(felt.tournament, number=2)
    return felt


def change(felt: Felt, *, minutes: float = 1, **changes: Any) -> LogEntry | None:
    return shape_table(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        shape=replace(shape_of(felt.fresh()), **changes),
        by=ACTOR.at(after(minutes)),
    )


def test_a_table_in_play_gets_another_number_name_size_and_zone(felt: Felt) -> None:
    save_zone(tournament_id=felt.tournament.pk, name="Garden", staff="Lia", by=ACTOR.at(after(0)))
    version = felt.fresh().version

    line = change(felt, number=31, name="Feature table", seats=8, zone="Garden")

    assert line is not None
    table = felt.fresh()
    assert shape_of(table) == TableShape(number=31, name="Feature table", seats=8, zone="Garden")
    assert table.version == version + 1
    assert list(Seat.objects.filter(table=table).order_by("number").values_list("number", flat=True)) == list(
        range(1, 9)
    )
    assert TableShaped.of(line).before == TableShape(number=1, name="", seats=9, zone="")


def test_the_change_is_undone_and_done_again(felt: Felt) -> None:
    before = shape_of(felt.fresh())
    change(felt, number=31, seats=10)

    undo(newest("table_shaped"))
    assert shape_of(felt.fresh()) == before
    assert felt.fresh().seats.count() == 9

    undo(newest("table_shaped"))
    assert shape_of(felt.fresh()) == replace(before, number=31, seats=10)


def test_nothing_is_written_for_what_is_so_already(felt: Felt) -> None:
    assert change(felt) is None
    assert not LogEntry.objects.filter(verb="table_shaped").exists()


def test_a_number_that_another_table_has_is_refused(felt: Felt) -> None:
    with pytest.raises(Refused, match="There is a table 2 already"):
        change(felt, number=2)


def test_a_number_given_away_since_is_not_taken_back(felt: Felt) -> None:
    change(felt, number=31)
    add_table(felt.tournament, number=1)

    assert not can_undo(newest("table_shaped"))


def test_a_zone_that_does_not_exist_is_refused(felt: Felt) -> None:
    with pytest.raises(Refused, match="no zone called “Attic”"):
        change(felt, zone="Attic")


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [(2, "Cesare Galli sits in seat 3 of table 1"), (5, "locked seat of table 1 would go")],
)
def test_a_seat_that_somebody_needs_is_not_taken_away(felt: Felt, seats: int, sentence: str) -> None:
    name = felt.entries[3].player.name
    Seat.objects.filter(table=felt.table, number=7).update(is_locked=True)

    with pytest.raises(Refused, match=sentence.replace("Cesare Galli", name)):
        change(felt, seats=seats)
    assert felt.fresh().seats.count() == 9


def test_the_seat_of_a_waiting_move_and_of_the_last_big_blind_stay(felt: Felt) -> None:
    other = Table.objects.get(number=2)
    felt.deal()
    felt.send(3, other, 8)
    with pytest.raises(Refused, match="in the hand in play or awaits a player"):
        shape_table(
            tournament_id=felt.tournament.pk,
            table_id=other.pk,
            shape=replace(shape_of(other), seats=7),
            by=ACTOR.at(after(1)),
        )
    felt.play("f3", "f1")
    # Seat 2 had the big blind; the player there leaves, and nobody sits above seat 1.
    Seat.objects.filter(table=felt.table, number__gt=1).update(entry=None)
    Table.objects.filter(pk=felt.table.pk).update(
        positions_data={**(felt.fresh().positions_data or {}), "big_blind_position": 3}
    )
    with pytest.raises(Refused, match="The big blind of the last hand at table 1"):
        change(felt, seats=2)


def test_a_break_is_undone_at_the_table_whatever_number_it_has_by_then(felt: Felt) -> None:
    """The line of a break tells of the table by its id: another table may have got its number."""
    from tables.services.moves.breaking import break_table

    other = Table.objects.get(number=2)
    break_table(tournament_id=felt.tournament.pk, table_id=other.pk, seed="s", by=ACTOR.at(after(1)))
    shape_table(
        tournament_id=felt.tournament.pk,
        table_id=other.pk,
        shape=replace(shape_of(other), number=40),
        by=ACTOR.at(after(2)),
    )
    change(felt, number=2, minutes=3)

    undo(newest("table_broken"))

    assert dict(Table.objects.values_list("number", "status")) == {2: "open", 40: "open"}


def test_a_zone_goes_with_its_staff_and_its_tables_stay(felt: Felt) -> None:
    from tables.services.table.zones import remove_zone

    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(after(1))}
    save_zone(name="Garden", staff="Lia", **ids)
    change(felt, zone="Garden")
    zone = Zone.objects.get()
    save_zone(name="Veranda", staff="Lia, Ugo", zone_id=zone.pk, **ids)
    assert save_zone(name="Veranda", staff="Lia, Ugo", zone_id=zone.pk, **ids) is None

    remove_zone(zone_id=zone.pk, **ids)
    assert (Zone.objects.count(), felt.fresh().zone) == (0, None)

    undo(newest("zone_changed"))
    back = felt.fresh().zone
    assert back is not None
    assert (back.name, back.staff) == ("Veranda", "Lia, Ugo")


def test_each_change_of_a_zone_is_undone(felt: Felt) -> None:
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(after(1))}
    made = save_zone(name="Garden", staff="", **ids)
    renamed = save_zone(name="Veranda", staff="Ugo", zone_id=Zone.objects.get().pk, **ids)
    assert made is not None
    assert renamed is not None
    # The older line tells of a zone that is called otherwise by now.
    assert not can_undo(made)

    undo(renamed)
    assert list(Zone.objects.values_list("name", "staff")) == [("Garden", "")]
    undo(made)
    assert Zone.objects.count() == 0


def test_two_zones_have_two_names(felt: Felt) -> None:
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(after(1))}
    save_zone(name="Garden", staff="", **ids)

    with pytest.raises(Refused, match="There is a zone called “Garden” already"):
        save_zone(name="Garden", staff="Ugo", **ids)


def test_every_table_gets_one_more_seat_and_one_tap_undoes_it(felt: Felt) -> None:
    add_table(felt.tournament, number=3)
    Table.objects.filter(tournament=felt.tournament, number=2).update(seats_count=10)
    by = ACTOR.at(after(1))

    line = widen_every_table(tournament_id=felt.tournament.pk, by=by)

    assert seats(felt) == {1: 10, 2: 10, 3: 10}
    assert felt.fresh().seats.filter(number=10, entry=None).exists()
    with pytest.raises(Refused, match="Every table has 10 seats already"):
        widen_every_table(tournament_id=felt.tournament.pk, by=by)
    undo(line, now=after(2))
    assert seats(felt) == {1: 9, 2: 10, 3: 9}


def test_a_draw_fills_tables_that_were_widened_before_it_opens_another() -> None:
    tournament, _entries = entered(20)
    for _ in range(2):
        open_table(tournament_id=tournament.pk, by=ACTOR.at(after(0)))
    widen_every_table(tournament_id=tournament.pk, by=ACTOR.at(after(1)))
    make_seat_draw(tournament_id=tournament.pk, by=ACTOR.at(after(2)))
    assert Table.objects.filter(tournament=tournament).count() == 2


def seats(felt: Felt) -> dict[int, int]:
    return dict(Table.objects.filter(tournament=felt.tournament).values_list("number", "seats_count"))
