"""PostgreSQL's own programs: pg_dump makes the copy of one moment while others write, pg_restore puts it back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

from django.db import connection, transaction
from django.db.backends.postgresql.client import DatabaseClient

# Where Debian keeps the programs of each version.
PLACES: Final = Path("/usr/lib/postgresql")
# For a table that a migration locks: play waits for it too.
LOCK_PATIENCE: Final = "20s"
# What a restore set aside is no part of the next backup.
ASIDE: Final = "before_restore_"
# One that takes longer hangs: the largest room's takes seconds.
PATIENCE_SECONDS: Final = 600


# How the server says that what lies on its disk is not what was written; one with lc_messages of another language says
# it otherwise, and the failure is one of the disk that did not answer.
DAMAGE: Final = ("invalid page in block", "could not read block", "missing chunk number")


class ToolMissing(Exception):
    """pg_dump or pg_restore is not installed."""


class ToolFailed(Exception):
    """The program's own words."""


def dump(target: Path) -> None:
    """Write the database of the settings to `target`, compressed; read back by `check`."""
    _run(
        "pg_dump",
        "--format=custom",
        "--compress=1",
        "--no-owner",
        "--no-privileges",
        "--no-password",
        f"--exclude-schema={ASIDE}*",
        f"--lock-wait-timeout={LOCK_PATIENCE}",
        f"--file={target}",
        "--dbname",
    )


def is_damage(says: str) -> bool:
    """Whether a program's words are of a damaged database."""
    return any(words in says for words in DAMAGE)


def check(path: Path) -> None:
    """Read the list of what is in a dump: ToolFailed where it cannot be read."""
    _call([_tool("pg_restore"), "--list", str(path)], {})


def put_back(path: Path) -> None:
    """Make the tables of the dump and fill them, in one transaction: all or nothing."""
    _run(
        "pg_restore",
        "--single-transaction",
        "--exit-on-error",
        "--no-owner",
        "--no-privileges",
        "--no-password",
        str(path),
        "--dbname",
    )


def database_size() -> int:
    """Bytes that the database takes at the server; the dump is smaller."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def others_connected() -> int:
    """How many connections to this database there are besides our own."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


def has_rows(tables: tuple[str, ...]) -> bool:
    """Whether one of the tables is there and not empty."""
    names = connection.introspection.table_names()
    with connection.cursor() as cursor:
        for table in tables:
            if table in names:
                cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})")  # noqa: S608  # ours
                if cursor.fetchone()[0]:
                    return True
    return False


def set_aside(name: str) -> None:
    """Rename the schema with all tables, and make an empty one."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"ALTER SCHEMA public RENAME TO {connection.ops.quote_name(name)}")
        cursor.execute("CREATE SCHEMA public")


def take_back(name: str) -> None:
    """Undo `set_aside`, whatever has come into the new schema."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE")
        cursor.execute(f"ALTER SCHEMA {connection.ops.quote_name(name)} RENAME TO public")


def set_aside_once() -> str:
    """The newest schema that a restore has set aside; "" where there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(nspname) FROM pg_namespace WHERE starts_with(nspname, %s)", [ASIDE])
        return str(cursor.fetchone()[0] or "")


def way_back(name: str) -> str:
    """What puts a schema that was set aside in its place again, for psql."""
    return f'DROP SCHEMA public CASCADE; ALTER SCHEMA "{name}" RENAME TO public;'


def forget(name: str) -> None:
    """Drop what was set aside."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA {connection.ops.quote_name(name)} CASCADE")


def _run(program: str, *arguments: str) -> None:
    """Run a program on the database of the settings; `--dbname` comes last."""
    given: dict[str, Any] = connection.settings_dict
    (_psql, *where), environment = DatabaseClient.settings_to_cmd_args_env(given, [])
    *place, name = where
    _call([_tool(program), *place, *arguments, name], environment or {})


def _call(command: list[str], environment: dict[str, str]) -> None:
    try:
        done = subprocess.run(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=PATIENCE_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise ToolFailed(
            f"{Path(command[0]).name} had not ended after {PATIENCE_SECONDS // 60} minutes"
        ) from error
    if done.returncode != 0:
        raise ToolFailed(" ".join(done.stderr.split())[:400] or f"{command[0]} failed")


def _tool(name: str) -> str:
    """The program of the server's own version, else the newest that there is: an older one refuses."""
    versions = {_number(path): path for path in PLACES.glob(f"*/bin/{name}") if _number(path)}
    if found := versions.get(_server_version()):
        return str(found)
    if versions:
        return str(versions[max(versions)])
    if on_path := shutil.which(name):
        return on_path
    raise ToolMissing(
        f"{name} is not installed: install PostgreSQL's client programs (Debian: apt install postgresql-client)."
    )


def _server_version() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10_000


def _number(path: Path) -> int:
    found = re.fullmatch(r"\d+", path.parts[-3])
    return int(found[0]) if found else 0
