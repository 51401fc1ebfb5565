"""Which of the events that wait are known: nothing of any size costs more than two queries."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW
from tests.factories.imports import imported, take
from tests.tournament.rules.past.ttd_files import DAY, FOUR, START, make_ttd_file, uuid_of
from tournament.models import ImportedEvent
from tournament.queries.imports import sorted_waiting, waiting
from tournament.queries.known_imports import recognised
from tournament.services.imports import import_event
from tournament.services.people.house_log import NOBODY

pytestmark = pytest.mark.django_db

LIST = b"event,place,player\nMay,1,Ada Alder\nMay,2,Bo Birch\nMay,3,Cleo Cedar\n"


def known() -> list[tuple[str, str, bool]]:
    """By the names of the files: what waits, which earlier one it is, whether it says the same."""
    found = recognised(list(waiting()))
    return [(each.event.file.name, each.earlier.file.name, each.is_same) for each in found.values()]


def test_the_same_of_a_version_is_found_before_the_version() -> None:
    imported()
    take(make_ttd_file(prizes=(80, 29)), name="corrected.tdt")
    take(make_ttd_file(Comment="late"), name="again.tdt")
    take(make_ttd_file(StartTime=START + DAY), name="next.tdt")
    assert known() == [("corrected.tdt", "evening.tdt", False), ("again.tdt", "evening.tdt", True)]
    found = sorted_waiting()
    assert [event.file.name for event in found.events] == ["next.tdt"]
    assert [event.file.name for event in found.to_decide] == ["next.tdt", "corrected.tdt"]
    assert [each.event.file.name for each in found.known] == ["again.tdt"]


def test_of_two_that_wait_the_later_one_is_known() -> None:
    take(make_ttd_file(), name="first.tdt")
    take(make_ttd_file(Comment="late"), name="again.tdt")
    take(make_ttd_file(prizes=(80, 29)), name="corrected.tdt")
    assert known() == [("again.tdt", "first.tdt", True), ("corrected.tdt", "first.tdt", False)]


def test_the_version_with_its_id_goes_before_a_newer_one() -> None:
    first = imported()
    newer = take(make_ttd_file(UUID=None, prizes=(80, 29)), name="newer.tdt").events.get()
    import_event(event_id=newer.pk, visitor=NOBODY, now=NOW, is_another=True)
    take(make_ttd_file(prizes=(90, 19)), name="corrected.tdt")
    assert [each.earlier for each in recognised(list(waiting())).values()] == [first]


def test_an_event_without_a_day_is_known_by_its_places() -> None:
    event = take(LIST, name="may.csv").events.get()
    import_event(event_id=event.pk, visitor=NOBODY, now=NOW)
    take(LIST.replace(b",", b";"), name="again.csv")
    dated = LIST.replace(b"event", b"date,event").replace(b"May", b"2025-05-03,May")
    take(dated, name="dated.csv")
    take(LIST.replace(b"Bo", b"Dino"), name="other.csv")
    assert known() == [("dated.csv", "may.csv", False), ("again.csv", "may.csv", True)]


def test_what_an_older_release_has_read_is_known_by_what_is_said_of_it() -> None:
    imported()
    ImportedEvent.objects.update(own_id="")
    take(make_ttd_file(Comment="late"), name="again.tdt")
    assert known() == [("again.tdt", "evening.tdt", True)]


@pytest.mark.parametrize("count", [1, 3])
def test_it_costs_two_queries(count: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for day in range(count):
        imported(FOUR, StartTime=START + day * DAY)
        take(make_ttd_file(StartTime=START + day * DAY, Comment="late"), name=f"{day}.tdt")
    take(make_ttd_file(UUID=uuid_of(1), StartTime=START + 30 * DAY, Title="Other"), name="other.tdt")
    events = list(waiting())
    with django_assert_num_queries(2):
        found = recognised(events)
    assert len(found) == count
