"""The floor enters one bust twice at the same moment: one wins, the others are told; without the lock nobody is."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tables.models import Bust, Table
from tables.services.hands import busting
from tests.factories import make_account
from tests.factories.felt import Felt, make_felt
from tests.tables.races import IN_VAIN_SECONDS, SURELY_SECONDS, Rendezvous, at_once
from tournament.models import Entry, EntryStatus, LogEntry, Tournament
from tournament.services.field.entries import eliminate_entries

pytestmark = pytest.mark.django_db(transaction=True)


def flooding(felt: Felt, number: int, **fields: int) -> list[Any]:
    """So many requests of the floor at once, each with a key of its own."""
    clients = []
    for _each in range(number):
        client = Client()
        client.force_login(make_account())
        clients.append(client)
    address = f"/floor/{felt.tournament.code}/tables/1/bust/"
    return at_once(*[partial(c.post, address, {"key": str(uuid4()), **fields}) for c in clients])


@pytest.mark.parametrize(
    "requests",
    [8, pytest.param(50, marks=pytest.mark.long(reason="fifty threads that wait for one another"))],
)
def test_many_requests_put_a_player_out_once(requests: int) -> None:
    felt = make_felt(10_000, 10_000, 10_000, now=timezone.now())

    answers = flooding(felt, requests, out=felt.entries[3].pk, nobody=1)

    statuses = Counter(getattr(answer, "status_code", 0) for answer in answers)
    assert statuses[302] == 1
    assert Bust.objects.count() == 1
    assert LogEntry.objects.filter(verb="players_busted").count() == 1
    assert Entry.objects.get(pk=felt.entries[3].pk).place_first == 3
    assert sum(felt.stacks().values()) == 30_000
    told = [a for a in answers if getattr(a, "status_code", 0) == 422]
    assert all("Carla Rossi is already out: entered by" in a.content.decode() for a in told)
    assert told


@pytest.mark.usefixtures("without_seals")
def test_without_the_locks_two_requests_put_two_players_in_the_same_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: the same requests, but nobody waits for anybody. On SQLite one writer is alone all the same."""
    has_row_locks = connection.vendor == "postgresql"
    patience = SURELY_SECONDS if has_row_locks else IN_VAIN_SECONDS
    felt = make_felt(10_000, 10_000, 10_000, 10_000, now=timezone.now())
    meeting = Rendezvous(2, patience_seconds=patience)

    def unlocked(tournament_id: int) -> Tournament:
        meeting.wait()
        return Tournament.objects.get(pk=tournament_id)

    def table_unlocked(*, tournament_id: int, table_id: int) -> Table:
        return Table.objects.select_related("tournament").get(pk=table_id, tournament_id=tournament_id)

    monkeypatch.setattr(busting, "lock_tournament", unlocked)
    monkeypatch.setattr(busting, "lock_table", table_unlocked)
    # In vain: on PostgreSQL too the second waits for rows that the first has written.
    both = Rendezvous(2, patience_seconds=10 * IN_VAIN_SECONDS if has_row_locks else IN_VAIN_SECONDS)
    place = eliminate_entries

    def place_together(**named: Any) -> object:
        both.wait()
        return place(**named)

    monkeypatch.setattr(busting, "eliminate_entries", place_together)
    address = f"/floor/{felt.tournament.code}/tables/1/bust/"
    clients = [Client(), Client()]
    for client in clients:
        client.force_login(make_account())

    at_once(
        *[
            partial(client.post, address, {"key": str(uuid4()), "out": felt.entries[seat].pk, "nobody": "1"})
            for client, seat in zip(clients, (3, 4), strict=True)
        ]
    )

    out = Entry.objects.filter(status=EntryStatus.ELIMINATED)
    assert ({entry.place_first for entry in out} != {3, 4}) == has_row_locks
