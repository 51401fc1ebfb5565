from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, after, make_tournament
from tests.factories.field import bust, entered, started
from tournament.models import Tournament, TournamentStatus
from tournament.queries.tournaments import tournaments_shown

pytestmark = pytest.mark.django_db


def test_those_in_play_come_first_and_the_cancelled_not_at_all() -> None:
    entered(2, name="To come")
    _, entries = started(3, name="In play")
    over, finalists = started(2, name="Over")
    bust(over, finalists[1], winner=finalists[0], now=after(5))
    Tournament.objects.filter(pk=make_tournament(name="Off").pk).update(status=TournamentStatus.CANCELLED)
    lines = tournaments_shown(now=after(60))
    assert [(line.name, line.entries, line.left) for line in lines] == [
        ("In play", len(entries), 3),
        ("To come", 2, 2),
        ("Over", 2, 1),
    ]


def test_a_finished_tournament_leaves_the_front_page_after_three_days() -> None:
    over, finalists = started(2)
    bust(over, finalists[1], winner=finalists[0], now=NOW)
    assert len(tournaments_shown(now=after(3 * 24 * 60))) == 1
    assert tournaments_shown(now=after(3 * 24 * 60 + 1)) == ()


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_is_two_queries(count: int) -> None:
    for number in range(count):
        make_tournament(name=f"Number {number}")
    with CaptureQueriesContext(connection) as queries:
        assert len(tournaments_shown(now=NOW)) == count
    assert len(queries) == 2
