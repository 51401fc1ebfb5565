"""Two tables finish the hand of hand-for-hand at the same moment: one next hand, one deduction from the clock.

The control lets each of them look at the round before the other has written.
"""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from tables.queries.room.rounds import tables_in_round
from tables.services.stops import rounds
from tables.services.stops.announcing import deal_next_round
from tables.services.table import lease
from tests.factories import ACTOR, NOW
from tests.factories.rounds import Rounds
from tests.tables.races import IN_VAIN_SECONDS, Rendezvous, at_once
from tournament.models import LogEntry, Tournament

# Row locks are PostgreSQL's: on SQLite one of two writers always waits for the other.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

THREE = (9000, 9000, 5000)


@pytest.fixture
def room() -> Rounds:
    """Hand-for-hand, a hand in play at each of two tables, both one fold from their end."""
    room = Rounds(THREE, THREE, paid=(200_00, 100_00))
    for number in (1, 2):
        room.deal(number)
        room.fold_all_but_last(number)
    room.announce(until_left=2)
    return room


def lines(room: Rounds, verb: str) -> int:
    return LogEntry.objects.filter(tournament=room.tournament, verb=verb).count()


def finish_at_once(room: Rounds) -> list[Any]:
    return at_once(*(lambda number=number: room.finish(number) for number in (1, 2)))


def outcome(room: Rounds) -> tuple[int, int, int]:
    """The round in play, the rounds that were dealt, the deductions from the clock."""
    stop = room.stop
    return (stop.round if stop else 0), lines(room, "round_dealt"), lines(room, "time_deducted")


def test_two_tables_that_finish_at_once_make_one_next_hand(room: Rounds) -> None:
    answers = finish_at_once(room)

    assert answers == [None, None]
    assert outcome(room) == (2, 1, 1)


@pytest.mark.usefixtures("without_seals")
def test_the_control_two_tables_that_do_not_see_each_other_make_none_or_two(room: Rounds) -> None:
    """Without the tournament's lock both look while the other's hand is not over: nobody ends the round."""
    meeting = Rendezvous(2, patience_seconds=IN_VAIN_SECONDS)
    looked_at = tables_in_round

    def look_together(*args: Any, **of_call: Any) -> Any:
        found = looked_at(*args, **of_call)
        meeting.wait()
        return found

    def without_a_lock(tournament_id: int) -> Tournament:
        return Tournament.objects.get(pk=tournament_id)

    with (
        patch.object(lease, "lock_tournament", without_a_lock),
        patch.object(rounds, "tables_in_round", look_together),
    ):
        finish_at_once(room)

    assert outcome(room) != (2, 1, 1)


def test_two_directors_who_release_the_next_hand_release_one(room: Rounds) -> None:
    stop = room.stop
    assert stop is not None
    type(stop).objects.filter(pk=stop.pk).update(next_by_itself=False)
    for number in (1, 2):
        room.finish(number)

    def release() -> str:
        return str(deal_next_round(tournament_id=room.tournament.pk, by=ACTOR.at(NOW)).round)

    answers = at_once(release, release)

    assert sorted(type(answer).__name__ for answer in answers) == ["Refused", "str"]
    assert outcome(room)[:2] == (2, 1)
