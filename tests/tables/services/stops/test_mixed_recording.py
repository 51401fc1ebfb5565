"""Hand-for-hand in a room where one table is recorded hand by hand, one by results, one by busts only."""

from __future__ import annotations

import pytest

from tables.models import Recording
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.counted import Result, count_hand
from tables.services.stops.announcing import mark_table_done
from tables.services.table.ways import set_recording
from tests.factories import ACTOR, NOW, after
from tests.factories.rounds import Rounds
from tournament.models import LogEntry
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

EIGHT_PAID = (60_000_00, 50_000_00, 40_000_00, 30_000_00, 20_000_00, 16_000_00, 15_000_00, 15_000_00)


@pytest.fixture
def room() -> Rounds:
    """Three tables of three, eight places paid; each table recorded in another way."""
    room = Rounds((9000, 9000, 5000), (9000, 9000, 7000), (9000, 9000, 8000), paid=EIGHT_PAID)
    for number, recording in ((2, Recording.RESULTS), (3, Recording.BUSTS)):
        set_recording(**room.at(number), recording=recording, by=ACTOR.at(NOW))
    return room


def out_at(room: Rounds, number: int) -> Out:
    return Out(entries=[room.entry(number, 3).pk], credited_to=[room.entry(number, 1).pk])


@pytest.mark.rule("H4H-01..06")
def test_the_busts_of_one_hand_at_three_tables_are_ranked_together_however_they_are_recorded(
    room: Rounds,
) -> None:
    room.deal(1)
    room.announce(until_left=8)

    room.lose(1, 3, deal=False)
    count_hand(**room.at(2), by=ACTOR.at(NOW), result=Result(out=out_at(room, 2)))
    bust_players(**room.at(3), out=out_at(room, 3), by=ACTOR.at(NOW))
    before = room.prize(1, 3)
    mark_table_done(**room.at(3), by=ACTOR.at(NOW))

    assert before is None
    assert [room.place(number, 3) for number in (1, 2, 3)] == [(7, 9)] * 3
    assert [room.prize(number, 3) for number in (1, 2, 3)] == [10_000_00] * 3
    assert room.stop is None


def test_a_bust_by_hand_is_undone_and_the_others_are_ranked_again(room: Rounds) -> None:
    room.deal(1)
    room.announce(until_left=7)
    room.lose(1, 3, deal=False)
    bust_players(**room.at(3), out=out_at(room, 3), by=ACTOR.at(after(1)))
    shared = [room.place(1, 3), room.place(3, 3)]

    line = LogEntry.objects.get(verb="players_busted")
    undo_line(tournament_id=room.tournament.pk, line_id=line.pk, by=ACTOR.at(after(2)))

    assert shared == [(8, 9), (8, 9)]
    assert [room.place(1, 3), room.place(3, 3)] == [(9, 9), (None, None)]
