"""Staff, dealers and the desk who write to one log at once: every line gets a number of its own, and nobody waits in a
circle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from tables.models import Table
from tables.services.desk.players import edit_player
from tables.services.hands.absence import set_absence
from tables.services.table.messages import call_floor, hold_table
from tables.services.table.seats import lock_seat
from tests.factories import ACTOR, NOW, make_player, make_tournament
from tests.factories.floor import Floor
from tests.factories.lines import write_line
from tests.locks_held import no_row_locked
from tests.tables.races import IN_VAIN_SECONDS, SURELY_SECONDS, Rendezvous, at_once
from tournament.changes.house import LogInFailed
from tournament.models import ChainLink, HouseLine, LogEntry, Tournament, house_log, links
from tournament.queries.chain.house import broken_house_lines
from tournament.queries.chain.whole import broken_seals
from tournament.services.field.entries import register_entry
from tournament.services.people.house_log import MACHINE, write_house_line

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def meeting_at_the_seal(parties: int, *, patience_seconds: float) -> Iterator[None]:
    """Threads wait for each other where each has read the newest number and has not written its own."""
    point = Rendezvous(parties, patience_seconds=patience_seconds)

    def hash_of(before: str, **link: Any) -> str:
        point.wait()
        return usual(before, **link)

    usual = links.hash_of
    with patch.object(links, "hash_of", hash_of):
        yield


def calls(floor: Floor, tables: int) -> list[Callable[[], Any]]:
    """One of each kind at each table, as people in a full room do them."""
    here = floor.tournament.pk
    who: dict[str, Any] = {"tournament_id": here, "by": ACTOR.at(NOW)}
    every: list[Callable[[], Any]] = []
    for table in Table.objects.filter(tournament=here, number__lte=tables):
        every += [
            partial(call_floor, table_id=table.pk, **who),
            partial(hold_table, table_id=table.pk, reason="Spill", **who),
            partial(lock_seat, table_id=table.pk, number=9, locked=True, **who),
            partial(
                set_absence, table_id=table.pk, entry_id=floor.seats[table.number, 2].pk, absent=True, **who
            ),
            partial(register_entry, player_id=make_player(f"Late {table.number}").pk, **who),
        ]
    return every


def test_twenty_who_write_at_once_are_numbered_without_a_gap() -> None:
    floor = Floor(Client(), 4, 4, 4, 4)
    before = LogEntry.objects.count()

    answers = at_once(*calls(floor, 4))

    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert LogEntry.objects.count() >= before + 20
    assert list(broken_seals(floor.tournament)) == []


def write(tournament: Tournament) -> None:
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        write_line(tournament_id=tournament.pk, by=ACTOR.at(NOW), verb="clock_paused", data={})


@pytest.mark.postgres
def test_of_two_who_seal_at_once_the_second_waits_for_the_first() -> None:
    floor = Floor(Client(), 3, 3)
    tables = Table.objects.filter(tournament=floor.tournament)

    with meeting_at_the_seal(2, patience_seconds=IN_VAIN_SECONDS):
        answers = at_once(
            *(
                partial(call_floor, tournament_id=floor.tournament.pk, table_id=table.pk, by=ACTOR.at(NOW))
                for table in tables
            )
        )

    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert list(broken_seals(floor.tournament)) == []


@pytest.mark.postgres
def test_control_without_the_lock_two_want_one_number_and_the_database_refuses_the_second() -> None:
    tournament = make_tournament()

    with (
        no_row_locked(),
        patch("tests.locks_held._check"),
        meeting_at_the_seal(2, patience_seconds=SURELY_SECONDS),
    ):
        answers = at_once(partial(write, tournament), partial(write, tournament))

    assert [type(answer) for answer in answers if answer is not None] == [IntegrityError]
    assert ChainLink.objects.filter(tournament=tournament, kind="log").count() == 2
    assert list(broken_seals(tournament)) == []


def test_players_of_two_tournaments_are_edited_from_both_at_once() -> None:
    """Each edit writes a line in both, and the undo of each holds its own tournament first."""
    here, there = make_tournament(), make_tournament(name="Another one")
    player = make_player("Anna Verdi")
    who: dict[str, Any] = {"player_id": player.pk, "by": ACTOR.at(NOW)}
    for tournament in (here, there):
        register_entry(tournament_id=tournament.pk, **who)
    fields: dict[str, Any] = {"public_name": "", "club_number": "", **who}

    for turn in range(5):
        answers = at_once(
            *(
                partial(
                    edit_player, tournament_id=tournament.pk, name=f"Anna {turn} {tournament.pk}", **fields
                )
                for tournament in (here, there, here, there)
            )
        )
        assert [answer for answer in answers if isinstance(answer, Exception)] == []

    assert [*broken_seals(here), *broken_seals(there)] == []
    assert LogEntry.objects.filter(verb="player_edited", tournament=here).count() == (
        LogEntry.objects.filter(verb="player_edited", tournament=there).count()
    )


def test_thirty_lines_of_the_house_at_once_are_numbered_without_a_gap() -> None:
    come = partial(write_house_line, LogInFailed(name="Vera"), visitor=MACHINE, now=NOW)

    answers = at_once(*[come] * 30)

    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert sorted(HouseLine.objects.values_list("number", flat=True)) == list(range(1, 31))
    assert list(broken_house_lines()) == []


@pytest.mark.postgres
def test_of_two_lines_of_the_house_that_want_one_number_the_second_takes_the_next() -> None:
    point = Rendezvous(2, patience_seconds=SURELY_SECONDS)
    usual = house_log.seal_of
    met: list[int] = []

    def seal_of(line: HouseLine, before: str) -> str:
        met.append(line.number)
        if len(met) <= 2:
            point.wait()
        return usual(line, before)

    with patch.object(house_log, "seal_of", seal_of):
        at_once(*[partial(write_house_line, LogInFailed(name="Vera"), visitor=MACHINE, now=NOW)] * 2)

    assert met == [1, 1, 2]
    assert list(broken_house_lines()) == []
