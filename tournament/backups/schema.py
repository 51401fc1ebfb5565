"""Which migrations a database has, beside those that this version knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """What is applied as "app.name"; of it what this version does not know; how many it would still apply."""

    applied: tuple[str, ...]
    unknown: tuple[str, ...]
    missing: int

    @property
    def is_empty(self) -> bool:
        return not self.applied


def schema_now() -> Schema:
    """Look at the database of the settings."""
    executor = MigrationExecutor(connection)
    applied = sorted(f"{app}.{name}" for app, name in executor.loader.applied_migrations)
    return Schema(
        applied=tuple(applied),
        unknown=unknown_of(applied),
        missing=len(executor.migration_plan(executor.loader.graph.leaf_nodes())),
    )


def unknown_of(applied: Iterable[str]) -> tuple[str, ...]:
    """Of these migrations, those that a later version has made. Asks no database."""
    loader = MigrationLoader(None)
    known = {f"{app}.{name}" for app, name in loader.disk_migrations}
    return tuple(name for name in applied if name not in known)


def applied_now() -> list[str]:
    """The migrations of the database of the settings; none where it has no tables yet."""
    recorder = MigrationRecorder(connection)
    return sorted(f"{app}.{name}" for app, name in recorder.applied_migrations())
