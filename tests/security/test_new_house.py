"""A house that has just been opened: nobody can get in but its director, by a link that works once."""

from __future__ import annotations

import sqlite3
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tables.models import Device, PairingCode
from tests.running_house import opened
from tournament.models import Account, Entry, LoginLink, Player, StaffMember, Tournament


@pytest.mark.django_db
def test_a_new_database_has_no_account_no_player_and_no_tournament() -> None:
    models = (Account, LoginLink, StaffMember, Player, Tournament, Entry, Device, PairingCode)
    assert {model.__name__: model._default_manager.count() for model in models} == {
        model.__name__: 0 for model in models
    }

    call_command("login_link", "--base-url", "http://10.0.0.2:8000/", stdout=StringIO())

    [director] = Account.objects.all()
    assert (director.username, director.has_usable_password(), director.is_superuser) == (
        "director",
        False,
        False,
    )


@pytest.mark.long(reason="opens a whole house; what is in its database is asked above")
def test_a_house_opened_without_the_demo_has_its_director_and_nothing_else(tmp_path: Path) -> None:
    with opened(tmp_path / "data") as house:
        assert house.answers()
        [file] = (tmp_path / "data").glob("*.sqlite3")
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            accounts = database.execute("SELECT username, password FROM tournament_account").fetchall()
            counts = [
                database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("tournament_tournament", "tournament_player", "tables_device")
            ]
    [(name, password)] = accounts
    # Django's mark of a password that nothing matches.
    assert (name, password[0], counts) == ("director", "!", [0, 0, 0])
