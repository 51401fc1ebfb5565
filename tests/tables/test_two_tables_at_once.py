"""Two tables of one tournament at the same moment: a hand that is booked, and a tap next door.

The control takes locks that are too strong, and shows whom they stop.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.db import transaction

from tables.models import Table
from tables.models.writing import write_if_unchanged
from tables.services.hands import recording, settling
from tables.services.moves import moving
from tables.services.table import lease
from tables.services.table.lease import TableChange, answer_change
from tables.views.tablet import table as view
from tests.factories import NOW, enter
from tests.factories.felt import Felt, add_table, make_felt
from tests.tables.races import IN_VAIN_SECONDS, SURELY_SECONDS, Tablet, at_once, statuses
from tournament.models import Entry, EntryStatus, Tournament
from tournament.services.locks import lock_tournament
from tournament.services.replies import Reply

# Row locks are PostgreSQL's: on SQLite one of two writers always waits for the other.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


@pytest.fixture
def two_tables() -> tuple[Felt, Felt]:
    """Two tables of one tournament, each with three players and a hand in play."""
    felt = make_felt(1000, 1000, 1000, late_registration_level=2)
    table = add_table(felt.tournament, number=2)
    entries = dict(enumerate(enter(felt.tournament, "Paola Blu", "Quinto Sole", "Rosa Lago"), start=1))
    for seat, entry in entries.items():
        table.seats.filter(number=seat).update(entry=entry)
        Entry.objects.filter(pk=entry.pk).update(status=EntryStatus.PLAYING)
    other = Felt(tournament=felt.tournament, table=table, entries=entries)
    felt.deal()
    other.deal()
    return felt, other


def book_here_and_tap_there(felt: Felt, other: Felt) -> list[Any]:
    """Table 1 ends a hand and sends a player to table 2, whose dealer taps at that moment."""
    felt.send(3, other.table, 7)
    felt.play("f3")
    here, there = Tablet(felt), Tablet(other)
    tap_has_its_table, hand_is_booked = threading.Event(), threading.Event()
    carry_out = settling.settle_hand

    @transaction.atomic
    def answer_and_wait(change: TableChange, **of_tap: Any) -> Reply:
        reply = answer_change(change, **of_tap)
        if change.before.table.pk == other.table.pk:
            tap_has_its_table.set()
            hand_is_booked.wait(IN_VAIN_SECONDS)
        return reply

    def settle_once_the_tap_holds_its_table(*args: Any, **of_hand: Any) -> None:
        tap_has_its_table.wait(SURELY_SECONDS)
        hand_is_booked.set()
        carry_out(*args, **of_hand)

    with (
        patch.object(view, "answer_change", answer_and_wait),
        patch.object(recording, "settle_hand", settle_once_the_tap_holds_its_table),
    ):
        return at_once(
            here.sending("act", here.fields(operation="f1")),
            there.sending("act", there.fields(operation="c3")),
        )


def test_hand_booked_at_one_table_and_tap_at_another_do_not_stop_each_other(
    two_tables: tuple[Felt, Felt],
) -> None:
    assert statuses(book_here_and_tap_there(*two_tables)) == {200: 2}


def test_control_locks_that_shut_out_foreign_keys_stop_one_of_two_tables(
    two_tables: tuple[Felt, Felt],
) -> None:
    def lock_whole_table(*, tournament_id: int, table_id: int) -> Table:
        rows = Table.objects.select_for_update(of=("self",)).select_related("tournament")
        return rows.get(pk=table_id, tournament_id=tournament_id)

    def lock_whole_tournament(tournament_id: int) -> Tournament:
        Tournament.objects.select_for_update().get(pk=tournament_id)
        return lock_tournament(tournament_id)

    def write_to_whole_table(table: Table, **rows: Any) -> bool:
        lock_whole_table(tournament_id=table.tournament_id, table_id=table.pk)
        return write_if_unchanged(table, **rows)

    with (
        patch.object(lease, "write_if_unchanged", write_to_whole_table),
        patch.object(moving, "lock_table", lock_whole_table),
        patch.object(lease, "lock_tournament", lock_whole_tournament),
    ):
        answers = book_here_and_tap_there(*two_tables)
    assert statuses(answers) != {200: 2}
