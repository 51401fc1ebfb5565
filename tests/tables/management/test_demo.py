"""The demo: a club night in play that anybody can look at, with one table left for the visitor."""

from __future__ import annotations

import re
import time
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tables.management import demo
from tables.models import Hand, HandOperation, HandStatus, Table, TableStatus
from tests.factories import make_tournament
from tournament.models import Account, Entry, Tournament, TournamentStatus

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


class Enough(Exception):
    """The dealers of the demo have dealt as long as the test wants."""


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the demo of a club night, of two tables and with two hands behind it."""
    monkeypatch.setattr(demo, "ENTRIES", 10)
    monkeypatch.setattr(demo, "LATE_ENTRIES", 1)
    monkeypatch.setattr(demo, "PAST_HANDS_PER_TABLE", 2)


def said(*arguments: str) -> str:
    stream = StringIO()
    call_command("demo", "--base-url", "http://house", "--seed", "1", *arguments, stdout=stream)
    return stream.getvalue()


# Its dealers look after their connection themselves.
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_small")
def test_the_demo_is_made_once_shows_its_addresses_and_is_dealt_but_for_the_table_left_for_you(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = said()
    tournament = Tournament.objects.get()
    assert "Preparing the demo tournament" in first
    assert f"Wall display: http://house/t/{tournament.code}/clock/" in first
    assert "Tablet of table 1: http://house/tablet/" in first
    screens = re.findall(r"Screen “(\w+)”: http://house(/screen/open/\S+)", first)
    assert [name for name, _path in screens] == ["Stage", "Lobby", "Bar"]
    assert Client().get(screens[1][1], follow=True).content.count(b'class="on-event"') == 1
    assert (tournament.is_demo, tournament.status) == (True, TournamentStatus.RUNNING)
    assert Entry.objects.count() == 11
    assert Hand.objects.filter(status=HandStatus.COMPLETE).exists()

    second = said()
    assert "Preparing" not in second
    assert re.findall(r"Screen “(\w+)”: http://house(/screen/open/\S+)", second) == screens
    assert Tournament.objects.count() == Account.objects.count() == 1
    log_ins = [next(line for line in words.splitlines() if "log-in" in line) for words in (first, second)]
    assert log_ins[0] != log_ins[1], "each opens once"

    yours = Table.objects.get(number=demo.YOUR_TABLE)
    others = Table.objects.filter(status=TableStatus.OPEN).exclude(pk=yours.pk)
    assert demo.scripted_tables(now=timezone.now()) == list(others.order_by("number"))
    before = {table.pk: operations(table) for table in (yours, *others)}
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 8:
            raise Enough

    monkeypatch.setattr(time, "sleep", pause)
    with pytest.raises(Enough):
        call_command("demo_dealers", "--seconds", "2")
    assert pauses == [2 / len(others)] * 8
    assert operations(yours) == before.pop(yours.pk)
    assert all(operations(table) != before[table.pk] for table in others)


def operations(table: Table) -> tuple[int, int]:
    """What has been dealt at a table: hands, and operations in them."""
    return (
        Hand.objects.filter(table=table).count(),
        HandOperation.objects.filter(hand__table=table).count(),
    )


def test_where_another_tournament_is_in_play_no_demo_comes_beside_it() -> None:
    make_tournament()
    assert said("--if-empty") == ""
    assert not Tournament.objects.filter(is_demo=True).exists()


def test_dealers_without_a_demo_wait_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        raise Enough

    monkeypatch.setattr(time, "sleep", pause)
    with pytest.raises(Enough):
        call_command("demo_dealers")
    assert pauses == [2.5]
