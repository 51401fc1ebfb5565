"""`manage.py verify`: what it says of rows that hold, of rows that do not, and of a code that there is not."""

from __future__ import annotations

import re
from io import StringIO
from typing import Never
from unittest.mock import Mock, patch

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import F
from django.test import Client

from tables.management.commands import verify as command
from tables.queries.checks.every import CHECKS
from tests.factories import NOW
from tests.factories.floor import Floor
from tests.tampering import past_the_triggers
from tournament.changes.house import LogInFailed
from tournament.models import ChainLink, Entry, HouseLine, LogEntry, Tournament
from tournament.queries.chain.seals import head
from tournament.services.people.house_log import MACHINE, write_house_line

pytestmark = pytest.mark.django_db


def verify(*codes: str, **options: list[str]) -> tuple[str, str]:
    """What the command says, and the error that it ends with."""
    said = StringIO()
    try:
        call_command("verify", *codes, stdout=said, **options)
    except CommandError as error:
        return said.getvalue(), str(error)
    return said.getvalue(), ""


def test_everything_holds_in_every_tournament(client: Client) -> None:
    floors = [Floor(client, 3), Floor(client, 2)]

    said, error = verify()

    assert error == ""
    for floor in floors:
        assert f"ok     {floor.tournament.code} chips" in said
    assert "2 tournaments: everything holds." in said


def test_a_thousand_chips_by_hand_are_named_and_the_command_fails(client: Client) -> None:
    floor, other = Floor(client, 3), Floor(client, 2)
    Entry.objects.filter(pk=floor.seats[1, 2].pk).update(stack=F("stack") + 1_000)

    said, error = verify(floor.tournament.code)

    assert f"BROKEN {floor.tournament.code} chips" in said
    assert "I01: 30000 chips were issued, 31000 are in stacks." in said
    assert other.tournament.code not in said
    assert error.startswith("1 thing does not hold.")


def test_of_many_findings_the_first_are_shown_and_all_are_counted(client: Client) -> None:
    floor = Floor(client, *[9] * 3)
    Entry.objects.update(status="void")

    said, error = verify(floor.tournament.code)

    assert said.count("I01: ") + said.count("I02: ") == 20
    assert "and 8 more" in said
    assert "things do not hold." in error


def test_a_tournament_that_is_not_there_is_said(client: Client) -> None:
    assert verify("NOWHERE")[1] == "There is no tournament NOWHERE."


def test_f20_a_line_that_was_altered_is_named_with_its_seal(client: Client) -> None:
    floor = Floor(client, 3)
    line = LogEntry.objects.filter(tournament=floor.tournament, verb="entry_registered").earliest("pk")
    with past_the_triggers():
        LogEntry.objects.filter(pk=line.pk).update(actor="Somebody else")

    said, error = verify()

    number = ChainLink.objects.get(kind="log", row=line.pk).number
    assert f"BROKEN {floor.tournament.code} chain" in said
    assert f"I30: Seal {number}: line {line.pk} of the log (" in said
    assert "Somebody else) was altered after it was written." in said
    assert error.startswith("1 thing does not hold.")


def test_a_check_that_fails_is_named_with_its_tournament_and_the_others_go_on(client: Client) -> None:
    floor, other = Floor(client, 3), Floor(client, 2)

    def fail(tournament: Tournament) -> Never:
        raise KeyError(tournament.name)

    with patch.dict(CHECKS, {"seats": fail}):
        said, error = verify()

    for each in (floor, other):
        assert re.search(
            f"BROKEN {each.tournament.code} seats, .* s\n"
            f"       could not be checked: KeyError: '{each.tournament.name}'\n"
            f"ok     {each.tournament.code} places",
            said,
        )
    assert error.startswith("2 things do not hold.")


def test_a_database_that_goes_away_is_not_said_to_be_broken(client: Client) -> None:
    Floor(client, 3)
    with (
        patch.dict(CHECKS, {"seats": Mock(side_effect=OperationalError("the connection is lost"))}),
        pytest.raises(
            CommandError, match=r"did not answer \(the connection is lost\): run verify again"
        ) as ended,
    ):
        call_command("verify", stdout=(said := StringIO()))
    assert "do not hold" not in str(ended.value)
    assert "BROKEN" not in said.getvalue()


def test_f20_no_forged_kind_of_a_seal_keeps_the_command_from_its_end(client: Client) -> None:
    floor, other = Floor(client, 3), Floor(client, 2)
    with past_the_triggers():
        ChainLink.objects.filter(tournament=floor.tournament, number=1).update(kind="x")

    said, error = verify()

    assert f"BROKEN {floor.tournament.code} chain" in said
    assert "I30: Seal 1 refers to a row that cannot exist: 'x', " in said
    assert f"ok     {other.tournament.code} hands" in said
    assert error.startswith("3 things do not hold.")


@pytest.mark.parametrize("tournaments", [0, 2])
def test_the_log_of_the_house_is_checked_once_however_many_tournaments_there_are(
    client: Client, tournaments: int
) -> None:
    for _ in range(tournaments):
        Floor(client, 2)
    line = write_house_line(LogInFailed(name="Vera"), visitor=MACHINE, now=NOW)
    with past_the_triggers():
        HouseLine.objects.filter(pk=line.pk).update(address="192.0.2.1")

    said, error = verify()

    assert "BROKEN house log-ins" in said
    assert said.count(f"line {line.number} (log_in_failed) was altered after it was written.") == 1
    assert "ok     house triggers" in said
    assert error.startswith("1 thing does not hold.")


def test_i32_an_open_table_is_said_once_however_many_tournaments_there_are(client: Client) -> None:
    Floor(client, 2)
    Floor(client, 2)

    with patch(
        "tournament.queries.chain.whole.missing_triggers", return_value=["tournament_logentry_no_update"]
    ):
        said, error = verify()

    assert "BROKEN house triggers" in said
    assert said.count("Rows of the table tournament_logentry can be altered") == 1
    assert error.startswith("1 thing does not hold.")


def test_a_seal_that_cannot_be_compared_is_broken(client: Client) -> None:
    floor = Floor(client, 3)
    with patch.object(command, "differs_from_paper", side_effect=TypeError("no text")):
        said, error = verify(head=[f"{floor.tournament.code}:3:00000000"])

    assert f"BROKEN {floor.tournament.code} seal 3" in said
    assert "could not be checked: TypeError: no text" in said
    assert error.startswith("1 thing does not hold.")


def test_a_seal_from_paper_is_compared_as_it_was_printed(client: Client) -> None:
    floor = Floor(client, 3)
    code, printed = floor.tournament.code, head(floor.tournament.pk)
    assert printed is not None

    for written in (
        f"{code}:{printed.number}:{printed.short}",
        f"{code.lower()}: {printed.number:,} :{printed.short.upper()}",
        f"{code}:{printed.number}:{printed.hash}",
    ):
        said, error = verify(head=[written])
        assert (f"ok     {code} seal {printed.number}" in said, error) == (True, "")

    said, error = verify(head=[f"{code}:{printed.number + 3}:{printed.short}"])
    assert f"BROKEN {code} seal {printed.number + 3}" in said
    assert f"I30: The chain ends at seal {printed.number}: the 3 after it" in said
    assert error.startswith("1 thing does not hold.")
    assert verify(head=[f"{code}:{printed.number}:00000000"])[1].startswith("1 thing does not hold.")


@pytest.mark.parametrize(
    "written", ["", "BCDFGHJK", "BCDFGHJK:12", "BCDFGHJK:x:9f3ac27b", "BCDFGHJK:12:9f3a"]
)
def test_what_is_no_seal_is_said(written: str) -> None:
    assert verify(head=[written])[1] == (
        f'"{written}" is no seal: write CODE:NUMBER:HASH, such as BCDFGHJK:1284:9f3ac27b.'
    )


def test_a_seal_of_a_tournament_that_is_not_there_is_said() -> None:
    assert verify(head=["NOWHERE:1:9f3ac27b"])[1] == "There is no tournament NOWHERE."


def test_a_database_of_an_earlier_version_is_said_to_be_one_and_not_to_be_waited_for(client: Client) -> None:
    Floor(client, 2)
    ((_app, newest),) = MigrationLoader(connection).graph.leaf_nodes("tournament")
    MigrationRecorder(connection).record_unapplied("tournament", newest)

    said, error = verify()

    assert said == ""
    assert error.startswith("The database is of an earlier version of Floorman: 1 migration is missing.")
    assert error.endswith("run manage.py migrate first.")
