"""The database of each test process: migrated once, copied for the others.

To migrate an empty database takes seconds of processor, and a run has half a dozen processes that want one. On
SQLite the migrated file also stays in pytest's cache, named by a hash of whatever makes it, for the next run. A test of
the migrations migrates by itself.

After a test that commits, the tables that have rows are emptied. Django's own flush takes all of them, makes content
types and permissions anew and, on PostgreSQL, gives each table a new file: half a second.
"""

import hashlib
import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import TransactionTestCase
from filelock import FileLock
from pytest_django import DjangoDbBlocker

from tests.worlds import filled_tables, our_tables

# What a migrated database is made of: our migrations, and the packages (their own) in their pinned versions.
MADE_OF = ("tournament/migrations/*.py", "tables/migrations/*.py", "requirements.txt")


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, django_test_environment: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A migrated database of this process's own, without rows."""
    source = request.config.cache.mkdir("databases") / f"{digest(MADE_OF)}.sqlite3"
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    with django_db_blocker.unblock():
        usual = connection.settings_dict["NAME"]
        with FileLock(Path(os.environ["FLOORMAN_TEST_DIR"]) / "migrating.lock"), FileLock(f"{source}.lock"):
            migrate_once(source)
            connection.creation.clone_test_db(worker, verbosity=0)
        become(connection.creation.get_test_db_clone_settings(worker)["NAME"])
        with patch.object(TransactionTestCase, "_fixture_teardown", lambda _test: empty()):
            yield
        ours = connection.settings_dict["NAME"]
        connection.close()
        become(usual)
        creation_of_tests()._destroy_test_db(ours, verbosity=0)


def migrate_once(source: Path) -> None:
    """Make the test database of this run unless it is there, and leave the connection at it.

    On SQLite it comes from `source` if that is there, and is kept there if not.
    """
    creation = creation_of_tests()
    migrated = creation._get_test_db_name()
    mark = Path(os.environ["FLOORMAN_TEST_DIR"]) / "is-migrated"
    if mark.exists():
        become(migrated)
    elif connection.vendor == "sqlite" and source.exists():
        shutil.copy(source, migrated)
        become(migrated)
    else:
        creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        # With the last connection its journal goes into the file.
        connection.close()
        if connection.vendor == "sqlite":
            shutil.copy(migrated, source.with_suffix(".new"))
            source.with_suffix(".new").rename(source)
    mark.touch()


def creation_of_tests() -> Any:
    """Return what makes and removes databases of tests: its inner parts, of which the types know nothing."""
    return connection.creation


def empty() -> None:
    """Delete every row that a test has left."""
    if connection.vendor == "sqlite":
        connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), filled_tables()))
    elif may_put_triggers_away():
        with transaction.atomic(), connection.cursor() as cursor:
            # Neither foreign keys nor the triggers of append-only tables are asked.
            cursor.execute("SET LOCAL session_replication_role = replica")
            # What another process is writing at this moment is waited for, and deleted with the rest.
            cursor.execute(f"LOCK TABLE {', '.join(our_tables())} IN SHARE ROW EXCLUSIVE MODE")
            for table in filled_tables():
                cursor.execute(f'DELETE FROM "{table}"')
    else:
        call_command("flush", verbosity=0, interactive=False, reset_sequences=False)


@cache
def may_put_triggers_away() -> bool:
    """Say whether PostgreSQL lets this user: in the cluster of a run it does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])


def become(name: str) -> None:
    """Let the connection be one to the database of this name, in threads to come too."""
    connection.close()
    settings.DATABASES["default"]["NAME"] = name
    connection.settings_dict["NAME"] = name


def digest(patterns: tuple[str, ...]) -> str:
    """Return what changes with any of these files of the project."""
    made = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in Path(settings.BASE_DIR).glob(pattern)):
        made.update(path.name.encode() + path.read_bytes())
    return made.hexdigest()[:16]
