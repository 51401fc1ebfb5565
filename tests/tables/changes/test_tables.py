"""Tables, seats and draws as the log says them, where tests/told has no line of the kind, and older lines."""

from __future__ import annotations

from typing import Final

import pytest

from tables.changes.breaks import TableBroken, TablesRedrawn
from tables.changes.seats import SeatLock, SeatLocked, SeatUnlocked
from tables.changes.tables import DrawUndone, SeatsDrawn, TableOpened
from tests.factories import STRUCTURE
from tournament.changes.change import Change
from tournament.templatetags.writing import PageWriter

WRITER: Final = PageWriter(currency="EUR", structure=STRUCTURE)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (SeatsDrawn(entries=18, tables=2, seed="1"), "Drew the seats of 18 players at 2 tables."),
        (DrawUndone(entries=1), "Undid the seat draw of 1 player."),
        (
            TablesRedrawn(players=18, tables=2, seed="1", busts_only=(3, 4)),
            (
                "Redrew 18 players to 2 tables. Only busts are entered at tables 3, 4: stacks known now stay known "
                "until the next bust or level."
            ),
        ),
    ],
)
def test_a_draw_reads_as_a_floor_manager_says_it(change: Change, sentence: str) -> None:
    assert change.said(WRITER) == sentence


@pytest.mark.parametrize(
    ("change", "data", "sentence"),
    [
        (TableOpened, {"table": 3, "seats": 9}, "Opened table 3 with 9 seats."),
        (TableBroken, {"table": 3, "seed": "1"}, "Broke table 3."),
        (SeatLocked, {"table": 3, "table_id": 31, "seat": 7}, "Locked seat 7 at table 3."),
        (TablesRedrawn, {"players": 9, "tables": 1, "seed": "1"}, "Drew the final table: 9 players."),
    ],
)
def test_an_older_line_is_said_too(change: type[Change], data: dict[str, object], sentence: str) -> None:
    assert change.from_data(data).said(WRITER) == sentence


def test_an_older_lock_has_no_name() -> None:
    data = {"table": 3, "table_id": 31, "seat": 7}
    locked, unlocked = SeatLocked.from_data(data), SeatUnlocked.from_data(data)

    assert (locked.before, locked.after) == (SeatLock(locked=False), SeatLock(locked=True))
    assert (unlocked.before, unlocked.after) == (SeatLock(locked=True), SeatLock(locked=False))
