"""What the floor did at the tables is undone exactly, or refused once something has gone on."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.db.models import Sum

from tables.models import Move, MoveKind, Seat, Table, TableStatus
from tables.services.chips.corrections import correct_stack
from tables.services.hands.dealing import start_hand
from tables.services.moves.moving import move_entry
from tables.services.table.messages import hold_table, release_table
from tables.services.table.seats import lock_seat
from tests.factories import ACTOR, NOW, after, enter
from tests.factories.felt import Felt, add_table, make_felt
from tournament.models import ChipRow, Entry, EntryStatus, LogEntry, Tournament
from tournament.services.clock import pause_clock
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def newest(verb: str) -> LogEntry:
    return LogEntry.objects.filter(verb=verb).latest("pk")


def undo(line: LogEntry, *, now: datetime | None = None) -> LogEntry:
    return undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(now or after(5)))


def can_undo(line: LogEntry) -> bool:
    fresh = LogEntry.objects.select_related("undone_by").get(pk=line.pk)
    tournament = Tournament.objects.get(pk=line.tournament_id)
    return line.pk in lines_to_undo(tournament, [fresh])


def refused(line: LogEntry, code: str = "cannot_undo") -> bool:
    with pytest.raises(Refused) as refusal:
        undo(line)
    return refusal.value.code == code


def open_felt(players: int) -> Felt:
    """A table in play with registration still open, so that a second one can be filled."""
    return make_felt(*[10_000] * players, late_registration_level=3)


def second_table(felt: Felt, *names: str) -> Table:
    """A table 2 with these players from seat 1 on."""
    table = add_table(felt.tournament, number=2)
    for number, entry in enumerate(enter(felt.tournament, *names), start=1):
        Seat.objects.filter(table=table, number=number).update(entry=entry)
        Entry.objects.filter(pk=entry.pk).update(status=EntryStatus.PLAYING)
    return table


def move(felt: Felt, seat: int, table: Table, to_seat: int, *, now: datetime = NOW) -> Move:
    return move_entry(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[seat].pk,
        to_table_id=table.pk,
        to_seat=to_seat,
        kind=MoveKind.FLOOR,
        by=ACTOR.at(now),
    )


def deal(felt: Felt, table: Table, *, now: datetime) -> None:
    start_hand(tournament_id=felt.tournament.pk, table_id=table.pk, by=ACTOR.at(now))


def seat_of(entry: Entry) -> tuple[int, int]:
    seat = Seat.objects.select_related("table").get(entry=entry)
    return seat.table.number, seat.number


# --- The register -----------------------------------------------------------------------------------------------


def test_a_line_is_undone_once_and_names_who_undid_it() -> None:
    felt = make_felt(10_000, 10_000)
    hold_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, reason="cards", by=ACTOR.at(NOW))
    line = newest("table_held")

    undo(line)

    assert LogEntry.objects.get(pk=line.pk).undone_by == newest("table_released")
    assert refused(line, "undone_already")


def test_a_line_of_another_tournament_is_not_found() -> None:
    felt, other = make_felt(10_000, 10_000), make_felt(10_000, 10_000)
    hold_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, reason="", by=ACTOR.at(NOW))

    with pytest.raises(LogEntry.DoesNotExist):
        undo_line(tournament_id=other.tournament.pk, line_id=newest("table_held").pk, by=ACTOR.at(after(1)))


def test_what_nobody_registered_cannot_be_undone() -> None:
    make_felt(10_000, 10_000)

    assert refused(newest("entry_registered"))


# --- The clock --------------------------------------------------------------------------------------------------


def test_the_newest_change_of_the_clock_is_put_back_from_the_log() -> None:
    felt = make_felt(10_000, 10_000)
    pause_clock(tournament_id=felt.tournament.pk, by=ACTOR.at(after(1)))
    line = newest("clock_paused")

    undo(line, now=after(2))

    assert Tournament.objects.get(pk=felt.tournament.pk).clock_state == "running"
    assert newest("clock_restored").undoes == line
    assert refused(line, "undone_already")


# --- Holds ------------------------------------------------------------------------------------------------------


def test_an_undone_hold_lets_the_table_deal_and_can_be_put_back_with_its_reason() -> None:
    felt = make_felt(10_000, 10_000)
    hold_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, reason="cards", by=ACTOR.at(NOW))

    undo(newest("table_held"))
    assert felt.fresh().status == TableStatus.OPEN

    undo(newest("table_released"))
    assert (felt.fresh().status, felt.table.hold_reason) == (TableStatus.HELD, "cards")


def test_only_the_last_word_about_a_table_can_be_undone() -> None:
    felt = make_felt(10_000, 10_000)
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk}
    hold_table(**ids, reason="", by=ACTOR.at(NOW))
    first = newest("table_held")
    release_table(**ids, by=ACTOR.at(after(1)))
    hold_table(**ids, reason="", by=ACTOR.at(after(2)))

    assert not can_undo(first)
    assert not can_undo(newest("table_released"))
    assert can_undo(newest("table_held"))
    assert refused(first)


# --- Locked seats -----------------------------------------------------------------------------------------------


def test_a_locked_seat_takes_nobody_until_the_lock_is_undone() -> None:
    felt = open_felt(3)
    table = second_table(felt, "Nina Sala", "Otto Valle")
    lock_seat(tournament_id=felt.tournament.pk, table_id=table.pk, number=5, locked=True, by=ACTOR.at(NOW))

    with pytest.raises(Refused) as refusal:
        move(felt, 1, table, 5)
    assert refusal.value.code == "seat_taken"

    undo(newest("seat_locked"))
    move(felt, 1, table, 5)
    assert seat_of(felt.entries[1]) == (2, 5)


def test_locking_a_seat_twice_changes_nothing_and_a_seat_must_exist() -> None:
    felt = make_felt(10_000, 10_000)
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "table_id": felt.table.pk}

    assert lock_seat(**ids, number=5, locked=True, by=ACTOR.at(NOW)) is not None
    assert lock_seat(**ids, number=5, locked=True, by=ACTOR.at(NOW)) is None
    with pytest.raises(Refused) as refusal:
        lock_seat(**ids, number=10, locked=True, by=ACTOR.at(NOW))
    assert refusal.value.code == "no_such_seat"


# --- Corrections ------------------------------------------------------------------------------------------------


def correct(felt: Felt, seat: int, stack: int) -> LogEntry:
    line = correct_stack(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[seat].pk,
        stack=stack,
        reason="counted",
        by=ACTOR.at(after(1)),
    )
    assert line is not None
    return line


def test_an_undone_correction_books_the_chips_back() -> None:
    felt = make_felt(10_000, 10_000)
    before = ChipRow.objects.aggregate(total=Sum("amount"))["total"]
    line = correct(felt, 1, 9_000)

    undo(line)

    assert felt.stack(1) == 10_000
    assert ChipRow.objects.aggregate(total=Sum("amount"))["total"] == before
    assert ChipRow.objects.filter(kind="correction").values_list("amount", flat=True).count() == 2


def test_a_correction_stays_once_the_player_was_dealt_in() -> None:
    felt = make_felt(10_000, 10_000, 10_000)
    line = correct(felt, 3, 9_000)
    deal(felt, felt.table, now=after(2))
    felt.play("f3", "f1", now=after(3))

    # Seat 3 folded and has the corrected stack still; but it was played with.
    assert felt.stack(3) == 9_000
    assert refused(line)


def test_a_correction_that_was_corrected_again_stays() -> None:
    felt = make_felt(10_000, 10_000)
    first = correct(felt, 1, 9_000)
    correct(felt, 1, 9_500)

    assert refused(first)
