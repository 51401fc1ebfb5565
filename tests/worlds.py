"""Worlds that tests begin with, built once in a run by the services and then given back by their rows.

A builder of tests/factories that carries `@kept` is asked hundreds of times for the same tournament. Where nothing is
in the database yet, its answer depends on its arguments alone: the first time the services build it, and what they have
left is kept, every row and what the builder returned; from then on the rows are put back as they were, which takes a
tenth of the time. Where there is something already, or the arguments cannot be compared, the services build it anew.
"""

import os
import pickle
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from django.apps import apps
from django.db import connection, transaction

P = ParamSpec("P")
T = TypeVar("T")

# Enough for the folders that a process is in; those it has left are built anew if they are asked for again.
AT_MOST = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Rows by table, as the database's driver writes them, and what the builder returned."""

    rows: Sequence[tuple[str, Any]]
    returned: bytes


_worlds: OrderedDict[bytes, World] = OrderedDict()


class _Building(threading.local):
    """How many builders are at work in this thread, one called by the other."""

    depth = 0


_building = _Building()


def is_building() -> bool:
    """Say whether a kept builder is at work: what is asked now is not what the test asks, and not asked each time."""
    return _building.depth > 0


def kept(builder: Callable[P, T]) -> Callable[P, T]:
    """Have a builder's world built once, for each way it is asked."""

    @wraps(builder)
    def build(*arguments: P.args, **named: P.kwargs) -> T:
        _building.depth += 1
        try:
            return _built(builder, arguments, named)
        finally:
            _building.depth -= 1

    return build


def _built(builder: Callable[..., T], arguments: tuple[Any, ...], named: dict[str, Any]) -> T:
    key = _key(builder, arguments, named)
    if key is None or not is_empty():
        return builder(*arguments, **named)
    if world := _worlds.get(key) or _of_another_process(key):
        _keep(key, world)
        _put_back(world.rows)
        return cast("T", pickle.loads(world.returned))
    returned = builder(*arguments, **named)
    world = World(rows=_rows(), returned=pickle.dumps(returned))
    _keep(key, world)
    _leave_for_others(key, world)
    return returned


def _keep(key: bytes, world: World) -> None:
    _worlds[key] = world
    _worlds.move_to_end(key)
    if len(_worlds) > AT_MOST:
        _worlds.popitem(last=False)


# The processes of a run share its folder: who is first leaves a world for the others.


def _of_another_process(key: bytes) -> World | None:
    file = _file_of(key)
    return cast("World", pickle.loads(file.read_bytes())) if file.exists() else None


def _leave_for_others(key: bytes, world: World) -> None:
    file = _file_of(key)
    file.parent.mkdir(exist_ok=True)
    # Nobody reads half of it.
    half = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    half.write_bytes(pickle.dumps(world))
    half.replace(file)


def _file_of(key: bytes) -> Path:
    name = f"{connection.vendor} {sha256(key).hexdigest()}.pickle"
    return Path(os.environ["FLOORMAN_TEST_DIR"]) / "worlds" / name


def _key(builder: Callable[..., object], arguments: object, named: object) -> bytes | None:
    try:
        return pickle.dumps((builder.__module__, builder.__qualname__, arguments, named))
    except (pickle.PicklingError, TypeError, AttributeError):
        return None


@cache
def our_tables() -> tuple[str, ...]:
    """Return our tables, and those of the packages that tests fill."""
    models = apps.get_models(include_auto_created=True)
    filled_by_migrations = {"django_content_type", "auth_permission"}
    return tuple(
        model._meta.db_table
        for model in models
        if model._meta.managed and not model._meta.proxy and model._meta.db_table not in filled_by_migrations
    )


def is_empty() -> bool:
    """Say whether the database is as its migrations left it."""
    with connection.cursor() as cursor:
        cursor.execute(_anything())
        return not cursor.fetchone()[0]


def filled_tables() -> list[str]:
    """Return which of them have rows."""
    with connection.cursor() as cursor:
        cursor.execute(_which())
        return [table for (table,) in cursor.fetchall()]


@cache
def _which() -> str:
    return " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM \"{table}\")" for table in our_tables()
    )


@cache
def _anything() -> str:
    return "SELECT " + " OR ".join(f'EXISTS (SELECT 1 FROM "{table}")' for table in our_tables())


def _rows() -> list[tuple[str, Any]]:
    """Return what every table holds, those without rows left out."""
    read = _copied_out if connection.vendor == "postgresql" else _selected
    with connection.cursor() as cursor:
        return [(table, read(cursor, table)) for table in filled_tables()]


def _put_back(rows: Sequence[tuple[str, Any]]) -> None:
    write = _copied_in if connection.vendor == "postgresql" else _inserted
    with transaction.atomic(), connection.cursor() as cursor:
        for table, of_table in rows:
            write(cursor, table, of_table)
        if connection.vendor == "postgresql":
            cursor.execute(_go_on_counting(tuple(table for table, _ in rows)))


# --- SQLite: values as they lie in the file ------------------------------------------------------------------------


def _selected(cursor: Any, table: str) -> list[tuple[object, ...]]:
    # Without the columns' names the driver makes no dates and truths of what it reads.
    columns = ", ".join(f'+"{name}"' for name in _columns(table))
    return cast(
        "list[tuple[object, ...]]",
        connection.connection.execute(f'SELECT {columns} FROM "{table}" ORDER BY rowid').fetchall(),
    )


def _inserted(cursor: Any, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    connection.connection.executemany(_insert(table), rows)


@cache
def _insert(table: str) -> str:
    columns = _columns(table)
    names = ", ".join(f'"{name}"' for name in columns)
    return f'INSERT INTO "{table}" ({names}) VALUES ({", ".join("?" * len(columns))})'


@cache
def _columns(table: str) -> tuple[str, ...]:
    found = connection.connection.execute(f'SELECT * FROM "{table}" LIMIT 0')
    return tuple(name for name, *_ in found.description)


# --- PostgreSQL: its own copies ------------------------------------------------------------------------------------


def _copied_out(cursor: Any, table: str) -> bytes:
    with cursor.copy(f'COPY "{table}" TO STDOUT') as copy:
        return b"".join(copy)


def _copied_in(cursor: Any, table: str, rows: bytes) -> None:
    with cursor.copy(f'COPY "{table}" FROM STDIN') as copy:
        copy.write(rows)


@cache
def _go_on_counting(tables: tuple[str, ...]) -> str:
    """Return a statement that lets the numbers of new rows begin behind those that are there."""
    with connection.cursor() as cursor:
        sequences = [
            (table, sequence["column"])
            for table in tables
            for sequence in connection.introspection.get_sequences(cursor, table)
        ]
    return "SELECT " + ", ".join(
        f'setval(pg_get_serial_sequence(\'"{table}"\', \'{column}\'), (SELECT max("{column}") FROM "{table}"))'
        for table, column in sequences
    )
