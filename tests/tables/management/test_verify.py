"""`manage.py verify`: what it says of rows that hold, of rows that do not, and of a code that there is not."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client

from tests.factories.floor import Floor
from tournament.models import Entry

pytestmark = pytest.mark.django_db


def verify(*codes: str) -> tuple[str, str]:
    """What the command says, and the error that it ends with."""
    said = StringIO()
    try:
        call_command("verify", *codes, stdout=said)
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
