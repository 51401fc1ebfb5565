"""What is in the database of an earlier release is brought forward with its meaning."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from tables.changes.moves import EntryMoved, OfMove
from tables.models import Move, MoveKind, MoveStatus, Table
from tests.factories import ACTOR, after
from tests.factories.felt import Felt, add_table, make_felt
from tests.factories.lines import write_line
from tournament.models import LogEntry

pytestmark = pytest.mark.django_db


def told(
    felt: Felt, there: Table, *, minutes: int, back: bool = False, undoes: LogEntry | None = None
) -> LogEntry:
    """A move as it was kept until now: each way, and each way back, an applied one of its own."""
    chairs = [(felt.table, 1), (there, 5)]
    (start, start_seat), (end, end_seat) = reversed(chairs) if back else chairs
    move = Move.objects.create(
        tournament=felt.tournament,
        entry=felt.entries[1],
        kind=MoveKind.FLOOR,
        status=MoveStatus.APPLIED,
        from_table=start,
        from_seat=start_seat,
        to_table=end,
        to_seat=end_seat,
        created_at=after(minutes),
        applied_at=after(minutes),
    )
    return write_line(
        tournament_id=felt.tournament.pk,
        by=ACTOR.at(after(minutes)),
        verb="entry_moved",
        data=EntryMoved(
            move=move.pk,
            entry=felt.entries[1].pk,
            name="Anna Verdi",
            from_table=start.number,
            from_seat=start_seat,
            to_table=end.number,
            to_seat=end_seat,
        ).to_data(),
        undoes=undoes,
    )


def test_moves_undone_by_an_earlier_release_send_nobody_away() -> None:
    felt = make_felt(1000, 1000)
    there = add_table(felt.tournament, number=2)
    first = told(felt, there, minutes=1)
    back = told(felt, there, minutes=2, back=True, undoes=first)
    again = told(felt, there, minutes=3, undoes=back)
    back_again = told(felt, there, minutes=4, back=True, undoes=again)
    last = told(felt, there, minutes=5, undoes=back_again)
    migration = import_module("tables.migrations.0002_moves_are_undone")

    migration.undo_moves_and_their_ways_back(apps, None)

    statuses = dict(Move.objects.values_list("pk", "status"))
    assert [statuses[OfMove.of(line).move] for line in (first, back, again, back_again, last)] == [
        *[MoveStatus.UNDONE] * 4,
        MoveStatus.APPLIED,
    ]
    assert Move.objects.get(pk=OfMove.of(first).move).undone_at == after(2)
