"""A tournament that an earlier version has in play is played on by this one, on either database.

The databases are those of tests/saved, one for each release. On SQLite it is the saved file itself; on PostgreSQL the
schema of that release is made by its own migrations and takes the same rows. Each is migrated once, and copied for each
test.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Sum
from django.db.utils import load_backend
from django.test import Client
from django.urls import reverse
from filelock import FileLock
from psycopg import sql
from pytest_django import DjangoDbBlocker

from tables.models import Hand, HandOperation, HandStatus, Table
from tables.queries.checks.every import findings_in
from tables.queries.table.hand import load_hand
from tables.services.hands.recording import record_operation, undo_operation
from tests.saved_database import read_saved, restore, saved_versions
from tests.saved_evening import ACTOR, dealers_operation
from tests.schema import schema
from tournament.draws.chance import SeededRng
from tournament.models import (
    Account,
    ChainLink,
    ChipRow,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyRow,
    Payout,
    Tournament,
)
from tournament.rules.clock import remaining
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.clock import pause_clock, resume_clock, sweep_clock

*BEFORE, NEWEST = saved_versions()
# tests/test_released_migrations.py sees that nobody alters what was released.
ON_THE_WAY = pytest.mark.long(
    reason="migrations that were released stay; those since are asked of the newest"
)


@pytest.fixture(params=[*(pytest.param(each, marks=ON_THE_WAY) for each in BEFORE), NEWEST])
def saved(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    _migrated_ones: dict[str, str],
    tmp_path: Path,
) -> Iterator[Tournament]:
    """The tournament of a saved database, migrated forward; the run's own database comes back afterwards."""
    copied = copy_on_sqlite if connection.vendor == "sqlite" else copy_on_postgresql
    with django_db_blocker.unblock(), copied(request.param, tmp_path, _migrated_ones):
        yield Tournament.objects.get()


@pytest.fixture(scope="session")
def schema_of_a_new_house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[str]:
    """The schema that the run's own database was made with, in one go."""
    with django_db_blocker.unblock():
        return schema()


@pytest.fixture(scope="session")
def _migrated_ones(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """By version the databases that this process has migrated in the run's cluster; each test works on a copy."""
    names: dict[str, str] = {}
    yield names
    with django_db_blocker.unblock():
        for name in names.values():
            drop(name)


@contextmanager
def copy_on_sqlite(version: str, folder: Path, _names: dict[str, str]) -> Iterator[None]:
    """A copy of the file that the first who wants one has migrated, whichever process of the run that is."""
    migrated = Path(os.environ["FLOORMAN_TEST_DIR"]) / f"saved-{version}.sqlite3"
    with FileLock(f"{migrated}.lock"):
        if not migrated.exists():
            made = folder / "made.sqlite3"
            restore(read_saved(version), made)
            with instead_of_the_default(str(made)):
                call_command("migrate", verbosity=0)
            shutil.copy(made, migrated)
    copy = folder / "saved.sqlite3"
    shutil.copy(migrated, copy)
    with instead_of_the_default(str(copy)):
        yield


@contextmanager
def copy_on_postgresql(version: str, folder: Path, names: dict[str, str]) -> Iterator[None]:
    """A copy in the run's cluster: the tables were made by the migrations of then, the rows come from the file."""
    if version not in names:
        file = folder / "saved.sqlite3"
        restore(read_saved(version), file)
        names[version] = f"saved_{uuid4().hex}"
        create(names[version])
        with instead_of_the_default(names[version]):
            copy_rows(file)
            call_command("migrate", verbosity=0)
    copy = f"saved_{uuid4().hex}"
    create(copy, of=names[version])
    try:
        with instead_of_the_default(copy):
            yield
    finally:
        drop(copy)


def create(name: str, *, of: str = "template1") -> None:
    at_the_server(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(of)))


def drop(name: str) -> None:
    at_the_server(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def at_the_server(statement: sql.Composed) -> None:
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as server:
        server.execute(statement)


@contextmanager
def instead_of_the_default(name: str) -> Iterator[None]:
    """Everything in this thread works on another database of the same kind."""
    usual = connections["default"]
    other = usual.copy("default")
    other.settings_dict = {**usual.settings_dict, "NAME": name}
    connections["default"] = other
    try:
        yield
    finally:
        other.close()
        connections["default"] = usual


class StepByStep(MigrationLoader):
    """Knows the migrations of then, and none that makes a new house in one go."""

    def load_disk(self) -> None:
        super().load_disk()
        self.disk_migrations = {key: each for key, each in self.disk_migrations.items() if not each.replaces}


def copy_rows(file: Path) -> None:
    """Make the tables as they were and copy every row, whatever the models of today look like."""
    settings = {
        **connection.settings_dict,
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {},
    }
    connections["saved"] = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "saved")
    try:
        applied = list(MigrationRecorder(connections["saved"]).applied_migrations())
        executor = MigrationExecutor(connection)
        executor.loader = StepByStep(connection)
        executor.migrate(applied)
        models = executor.loader.project_state(applied).apps.get_models()
        with transaction.atomic():
            for model in models:
                rows = model._base_manager.using("saved").all()
                model._base_manager.using("default").bulk_create(list(rows))
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
    finally:
        connections["saved"].close()
        del connections["saved"]


def last_moment(tournament: Tournament) -> datetime:
    """When the last thing was recorded, before the upgrade."""
    return HandOperation.objects.filter(hand__table__tournament=tournament).latest("at").at


def hands_of(tournament: Tournament, **which: object) -> list[Hand]:
    return list(Hand.objects.filter(table__tournament=tournament, **which).order_by("pk"))


def test_a_house_brought_forward_step_by_step_has_the_tables_of_a_new_one(
    schema_of_a_new_house: list[str], saved: Tournament
) -> None:
    assert schema() == schema_of_a_new_house


def test_every_recorded_hand_is_replayed_to_the_stacks_of_then(saved: Tournament) -> None:
    complete = hands_of(saved, status=HandStatus.COMPLETE)
    assert len(complete) > 20
    for hand in complete:
        rows = hand.hand_seats.values_list("seat_number", "finishing_stack")
        assert load_hand(hand).state.stacks == dict(rows), hand
    assert len({hand.game for hand in hands_of(saved)}) > 2


def test_whatever_was_written_before_adds_up_and_is_sealed(saved: Tournament) -> None:
    """As `manage.py verify` says it: chips, money, places, hands, and a seal for each row of log and ledgers."""
    rows = sum(model.objects.filter(tournament=saved).count() for model in (LogEntry, MoneyRow, ChipRow))
    written_once = ChainLink.objects.filter(tournament=saved, kind__in=["log", "money", "chips"])
    assert written_once.count() == rows > 50
    assert [str(finding) for finding in findings_in(saved)] == []


@pytest.mark.long_on_postgresql(reason="a page is put together from what is read in the other tests")
def test_every_page_of_the_tournament_opens(saved: Tournament, client: Client) -> None:
    client.force_login(Account.objects.get(username="director"))
    names = ["console", "desk", "players", "moves", "hands", "rules", "standings"]
    paths = [reverse(f"tables:{name}", args=[saved.code]) for name in names]
    names = ["clock_controls", "log", "pay", "settings", "edit_structure", "clock", "payouts", "structure"]
    paths += [reverse(f"tournament:{name}", args=[saved.code]) for name in names]
    for hand in {(hand.game, hand.status): hand for hand in hands_of(saved)}.values():
        paths.append(reverse("tables:table", args=[saved.code, hand.table.number]))
        paths.append(reverse("tables:hand", args=[saved.code, hand.table.number, hand.number]))
    assert {path: client.get(path).status_code for path in paths} == dict.fromkeys(paths, 200)


def test_the_hands_in_play_are_dealt_to_their_end_and_no_chip_is_lost(saved: Tournament) -> None:
    issued = ChipRow.objects.filter(tournament=saved).aggregate(all=Sum("amount"))["all"]
    rng = SeededRng("upgrade")
    for hand in hands_of(saved, status=HandStatus.OPEN):
        state = load_hand(hand).state
        while not state.is_complete:
            state = record_operation(
                tournament_id=saved.pk,
                table_id=hand.table_id,
                operation=dealers_operation(state, rng),
                by=ACTOR.at(last_moment(saved)),
            ).state
        rows = hand.hand_seats.values_list("seat_number", "finishing_stack")
        assert dict(rows) == state.stacks
    stacks = Entry.objects.filter(tournament=saved, status=EntryStatus.PLAYING).aggregate(all=Sum("stack"))
    assert stacks["all"] == issued
    assert hands_of(saved, status=HandStatus.OPEN) == []


def test_a_hand_recorded_before_the_upgrade_is_undone_and_recorded_again(saved: Tournament) -> None:
    table = Table.objects.filter(tournament=saved).earliest("number")
    hand = Hand.objects.get(table=table, status=HandStatus.OPEN)
    before = Hand.objects.get(table=table, number=hand.number - 1)
    stacks = dict(before.hand_seats.values_list("seat_number", "finishing_stack"))
    last = load_hand(before).state.history[-1]

    undo = partial(undo_operation, tournament_id=saved.pk, table_id=table.pk, by=ACTOR.at(last_moment(saved)))
    for _ in load_hand(hand).state.history:
        undo()
    undo()
    hand.refresh_from_db()
    assert hand.status == HandStatus.VOID
    undo()
    before.refresh_from_db()
    assert before.status == HandStatus.OPEN
    again = record_operation(
        tournament_id=saved.pk, table_id=table.pk, operation=last, by=ACTOR.at(last_moment(saved))
    )
    assert again.state.stacks == stacks
    before.refresh_from_db()
    assert before.status == HandStatus.COMPLETE


def test_the_clock_is_paused_and_runs_on_to_the_next_level(saved: Tournament) -> None:
    now = last_moment(saved)
    index, left = saved.clock_index, remaining(saved.clock, saved.structure, now=now)
    paused = pause_clock(tournament_id=saved.pk, by=ACTOR.at(now))
    assert remaining(paused.clock, paused.structure, now=now + timedelta(minutes=5)) == left
    resume_clock(tournament_id=saved.pk, by=ACTOR.at(now + timedelta(minutes=5)))

    moment = now + timedelta(minutes=5) + left
    assert sweep_clock(tournament_id=saved.pk, now=moment - timedelta(seconds=1)) == 0
    assert sweep_clock(tournament_id=saved.pk, now=moment) == 1
    saved.refresh_from_db()
    assert saved.clock_index == index + 1


def test_a_prize_of_then_is_paid_now_and_one_paid_then_comes_back(saved: Tournament) -> None:
    paid = Payout.objects.get(tournament=saved, paid_at__isnull=False)
    due = Payout.objects.get(tournament=saved, paid_at__isnull=True)
    booked = MoneyRow.objects.filter(tournament=saved).aggregate(all=Sum("amount"))["all"]

    now = last_moment(saved)
    void_payment(tournament_id=saved.pk, payout_id=paid.pk, by=ACTOR.at(now), reason="Wrong player")
    pay_out(tournament_id=saved.pk, payout_id=due.pk, by=ACTOR.at(now))

    assert dict(Payout.objects.filter(tournament=saved).values_list("pk", "paid_at")) == {
        paid.pk: None,
        due.pk: now,
    }
    after = MoneyRow.objects.filter(tournament=saved).aggregate(all=Sum("amount"))["all"]
    assert after == booked + paid.amount - due.amount
