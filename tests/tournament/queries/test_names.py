"""Telling players of one name apart: by the last event in which they played."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, after, enter, make_player, make_tournament
from tests.factories.field import played_down
from tests.factories.imports import imported, take
from tests.tournament.rules.past.ttd_files import DAY, START
from tournament.models import Entry, EntryStatus, Player
from tournament.queries.names import LastPlayed, last_played
from tournament.services.imports import import_event
from tournament.services.people.house_log import NOBODY

pytestmark = pytest.mark.django_db


def test_it_is_the_last_event_of_ours_or_an_imported_one(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament, entries = played_down(6, left=3, out_at=after(3))
    players = [*Player.objects.order_by("pk")]
    imported(StartTime=START - 30 * DAY)
    imported(StartTime=START - 60 * DAY, Title="Earlier")
    undated = take(b"event,place,player\nUndated,1,Ada Alder\n", name="list.csv").events.get()
    import_event(event_id=undated.pk, visitor=NOBODY, now=NOW)
    ada, never = Player.objects.get(name="Ada Alder"), make_player("Ada Alder")
    void = entries[1].player_id
    Entry.objects.filter(player=void).update(status=EntryStatus.VOID)
    with django_assert_num_queries(2):
        found = last_played([ada.pk, never.pk, void, players[0].pk, players[-1].pk])
    ours = LastPlayed(event=tournament.name, day=date(2026, 3, 14), place=0)
    assert found == {
        ada.pk: LastPlayed(event="Friday in the Woods", day=date(2026, 2, 12), place=1),
        players[0].pk: ours,
        players[-1].pk: LastPlayed(event=tournament.name, day=date(2026, 3, 14), place=6),
    }


def test_an_event_that_has_not_begun_is_none() -> None:
    tournament = make_tournament()
    (entry,) = enter(tournament, "Ada Alder")
    assert last_played([entry.player_id]) == {}
