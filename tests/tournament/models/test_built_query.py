"""What is built once finds what the ORM finds when it builds it anew (tournament/models/built_query.py)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from tests.factories import make_tournament
from tests.factories.field import started
from tournament.models import Entry, Tournament
from tournament.models.built_query import BuiltQuery

BY_KEY = BuiltQuery(lambda key: Entry.objects.select_related("player", "tournament").filter(pk=key), int)
LOCKED = BuiltQuery(lambda key: Tournament.objects.select_for_update(no_key=True).filter(pk=key), int)


@pytest.mark.django_db
def test_models_with_what_belongs_to_them_are_found_in_one_query() -> None:
    for tournament, entries in (started(3), started(2)):
        for entry in entries:
            with CaptureQueriesContext(
                connection,
            ) as asked:
                found = BY_KEY.get(entry.pk)
                read = (found, found.number, found.registered_at, found.player, found.tournament)
            assert len(asked) == 1
            entry.refresh_from_db()
            assert read == (entry, entry.number, entry.registered_at, entry.player, tournament)
            assert (found._state.adding, found._state.db) == (False, "default")


@pytest.mark.django_db
def test_values_are_found_as_the_query_says_and_it_is_said_once() -> None:
    said: list[str] = []

    def pairs(code: str, number: int) -> QuerySet[Entry, tuple[int, int]]:
        said.append(code)
        later = Entry.objects.filter(tournament__code=code, pk__gt=number, tournament_id=F("tournament__pk"))
        return later.order_by("-number").values_list("pk", "number")

    one, (first, second, third) = started(3)
    other, (_, last) = started(2)
    later_ones = BuiltQuery(pairs, str, int)
    assert later_ones.all(one.code, first.pk) == [(third.pk, third.number), (second.pk, second.number)]
    assert later_ones.first(one.code, second.pk) == (third.pk, third.number)
    assert later_ones.all(other.code, first.pk)[0] == (last.pk, last.number)
    assert later_ones.all(one.code, None) == []
    assert later_ones.first(one.code, third.pk) is None
    assert len(said) == 1
    flat = BuiltQuery(lambda code: Tournament.objects.filter(code=code).values_list("name", flat=True), str)
    assert flat.all(one.code) == [one.name]


@pytest.mark.django_db
def test_what_is_not_there_is_said_by_the_models_own_error() -> None:
    with pytest.raises(Entry.DoesNotExist, match="no entry by \\(0,\\)"):
        BY_KEY.get(0)


@pytest.mark.django_db
def test_a_value_that_would_be_changed_on_its_way_is_refused_when_the_query_is_built() -> None:
    named = BuiltQuery(lambda text: Tournament.objects.filter(name__icontains=text), str)
    with pytest.raises(ValueError, match="does not compare"):
        named.all("Deepstack")


@pytest.mark.django_db(transaction=True)
def test_a_lock_is_taken_in_a_transaction_of_the_thread_that_asks() -> None:
    tournament = make_tournament()
    with pytest.raises(TransactionManagementError):
        LOCKED.get(tournament.pk)
    with transaction.atomic():
        assert LOCKED.get(tournament.pk) == tournament
        with ThreadPoolExecutor(1) as elsewhere, pytest.raises(TransactionManagementError):
            elsewhere.submit(LOCKED.get, tournament.pk).result()
