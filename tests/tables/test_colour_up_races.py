"""Two floors colour up one table at the same moment, and what they both saw is booked once.

The control leaves the locks out: each then counts from the stacks before the other, and the ledger of
chips no longer adds up to what lies on the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.db.models import Sum

from tables.models import Table
from tables.queries.table.seat_stacks import TakenSeat, seat_stacks, stacks_fingerprint
from tables.services.chips import booking
from tables.services.chips.colour_up import colour_up_table
from tables.services.hands.dealing import start_hand
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, make_felt
from tests.tables.races import IN_VAIN_SECONDS, SURELY_SECONDS, Rendezvous, at_once
from tournament.models import ChipRow, LogEntry, Tournament
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


@contextmanager
def meeting_after_the_look(patience_seconds: float = IN_VAIN_SECONDS) -> Iterator[None]:
    """Let both floors read the stacks before either writes; with the lock one of them waits in vain."""
    point = Rendezvous(2, patience_seconds=patience_seconds)

    def look_and_wait(table: Table) -> tuple[TakenSeat, ...]:
        stacks = seat_stacks(table)
        point.wait()
        return stacks

    with patch.object(booking, "seat_stacks", look_and_wait):
        yield


def counting(felt: Felt, stack: int, seen: str = "") -> Callable[[], Any]:
    return lambda: colour_up_table(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        stacks={1: stack},
        by=ACTOR.at(after(1)),
        seen=seen,
    )


def missing_chips(felt: Felt) -> int:
    """What the stacks have more than the ledger."""
    rows = ChipRow.objects.filter(tournament=felt.tournament)
    return sum(felt.stacks().values()) - (rows.aggregate(total=Sum("amount"))["total"] or 0)


def outcome(answer: Any) -> str:
    return answer.code if isinstance(answer, Refused) else type(answer).__name__


def test_of_two_floors_that_saw_the_same_stacks_one_books_and_one_looks_again() -> None:
    felt = make_felt(10_000, 10_000)
    seen = stacks_fingerprint(seat_stacks(felt.table))

    with meeting_after_the_look():
        answers = at_once(counting(felt, 10_025, seen), counting(felt, 10_100, seen))

    assert Counter(map(outcome, answers)) == {"LogEntry": 1, "stacks_changed": 1}
    assert LogEntry.objects.filter(verb="table_coloured_up").count() == 1
    assert missing_chips(felt) == 0


def test_two_counts_at_once_are_booked_one_after_the_other() -> None:
    felt = make_felt(10_000, 10_000)

    with meeting_after_the_look():
        answers = at_once(counting(felt, 10_025), counting(felt, 10_100))

    assert Counter(map(outcome, answers)) == {"LogEntry": 2}
    assert missing_chips(felt) == 0


@pytest.mark.postgres
@pytest.mark.usefixtures("without_seals")
def test_control_without_the_locks_both_count_from_the_same_stacks() -> None:
    felt = make_felt(10_000, 10_000)

    def read_table(*, tournament_id: int, table_id: int) -> Table:
        return Table.objects.select_related("tournament").get(pk=table_id, tournament_id=tournament_id)

    def read_tournament(tournament_id: int) -> Tournament:
        return Tournament.objects.get(pk=tournament_id)

    with (
        meeting_after_the_look(SURELY_SECONDS),
        patch.object(booking, "lock_table", read_table),
        patch.object(booking, "lock_tournament", read_tournament),
    ):
        answers = at_once(counting(felt, 10_025), counting(felt, 10_100))

    assert Counter(map(outcome, answers)) == {"LogEntry": 2}
    assert missing_chips(felt) != 0


def test_a_deal_at_the_same_moment_comes_before_or_after_the_colour_up() -> None:
    felt = make_felt(10_000, 10_000, 10_000)

    def deal() -> Any:
        return start_hand(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(1)))

    with meeting_after_the_look():
        booked, hand = at_once(counting(felt, 10_100), deal)

    dealt_with = hand.hand_seats.get(seat_number=1).starting_stack
    assert (outcome(booked), dealt_with) in {("LogEntry", 10_100), ("hand_open", 10_000)}
    assert felt.stack(1) == dealt_with
    assert missing_chips(felt) == 0
