"""Whatever changes a seat, a stack or the status of a table counts a version of it.

A tap looks at its table without a lock and writes if the version is still the one it saw: what it has thought out is
right only if nothing that it thought about can change without counting one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tables.models import Hand, HandOperation, Seat, Table
from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, enter, make_player, make_tournament
from tests.tables.test_screens_hear import CHANGES, Room, make_room
from tournament.models import LogEntry, Tournament
from tournament.services.field.entries import register_entry
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]


def rested_on(tournament: Tournament) -> dict[int, tuple[int, object]]:
    """By table its version, and all that a tap may think about without a lock: its row, seats, stacks and hands."""
    found: dict[int, tuple[int, object]] = {}
    for table in Table.objects.filter(tournament=tournament):
        seats = Seat.objects.filter(table=table).order_by("number")
        hands = Hand.objects.filter(table=table).order_by("pk")
        found[table.pk] = (
            table.version,
            (
                (table.status, table.seats_count, table.positions_data, table.first_button),
                (table.hands_dealt, table.hands_before),
                list(
                    seats.values_list(
                        "number", "entry", "entry__status", "entry__stack", "is_newcomer", "came_by_balancing",
                        "told_to_wait", "is_locked",
                    )  # fmt: skip
                ),
                list(hands.values_list("pk", "status", "is_redealt", "setup_data")),
                list(HandOperation.objects.filter(hand__table=table).order_by("pk").values_list("code")),
            ),
        )
    return found


def changed_in_silence(change: Callable[[], object], tournament: Tournament) -> list[int]:
    """Do it, and number the tables that it changed without counting a version; a new table has none yet."""
    before = rested_on(tournament)
    change()
    after = rested_on(tournament)
    silent = [
        pk
        for pk, (version, shape) in before.items()
        if pk in after and after[pk][1] != shape and after[pk][0] <= version
    ]
    return sorted(Table.objects.filter(pk__in=silent).values_list("number", flat=True))


@pytest.mark.parametrize("change", CHANGES)
def test_a_version_is_counted_when(change: str) -> None:
    room = make_room()
    before, do = CHANGES[change]
    before(room)
    assert changed_in_silence(lambda: do(room), room.one.tournament) == []


@pytest.mark.parametrize("step", ["enter", "draw", "draw at an open table", "undo the draw"])
def test_a_version_is_counted_before_the_start(step: str) -> None:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "actor": ACTOR, "now": NOW}
    if step == "draw at an open table":
        Room.open_a_table(tournament)
    if step == "undo the draw":
        make_seat_draw(seed="1", **ids)
    late = make_player("Dario Conti")
    steps: dict[str, Callable[[], object]] = {
        "enter": lambda: register_entry(player_id=late.pk, **ids),
        "draw": lambda: make_seat_draw(seed="1", **ids),
        "draw at an open table": lambda: make_seat_draw(seed="1", **ids),
        "undo the draw": lambda: undo_line(line_id=LogEntry.objects.get(verb="seats_drawn").pk, **ids),
    }
    assert changed_in_silence(steps[step], tournament) == []


def test_a_change_in_silence_is_found() -> None:
    """The check itself: a stack that is written without a version is named with its table."""
    room = make_room()

    def silently() -> None:
        Seat.objects.get(table=room.two.table, number=2).entry.__class__.objects.update(stack=1)

    assert changed_in_silence(silently, room.one.tournament) == [1, 2]
