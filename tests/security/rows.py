"""Every row of the database in one digest, to say that nothing was changed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model, QuerySet

from tables.models import Device, FloorMessage, Hand, HandOperation, Seat, Table
from tournament.models import OpenSession

# A session is read and kept alive by looking, and says nothing about a tournament.
NOT_COUNTED = (Session, OpenSession)


def counted_models() -> list[type[Model]]:
    return [model for model in apps.get_models() if model not in NOT_COUNTED]


def digest(*, only: Table | None = None) -> dict[str, str]:
    """A hash of all rows of each table of the database; `only` those of one poker table."""
    if only:
        return {
            name: _hash(list(rows.order_by("pk").values_list())) for name, rows in _of_table(only).items()
        }
    # Asked for after each statement that a write makes: to build the queries took ten times as long as to answer them.
    with connection.cursor() as cursor:
        return {model.__name__: _hash(_all_rows(cursor, model)) for model in counted_models()}


def row_counts() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in counted_models()}


def _hash(rows: list[tuple[Any, ...]]) -> str:
    return f"{len(rows)} rows {hashlib.sha256(repr(rows).encode()).hexdigest()[:16]}"


def _all_rows(cursor: Any, model: type[Model]) -> list[tuple[Any, ...]]:
    quoted, key = connection.ops.quote_name, model._meta.pk.column
    assert key
    cursor.execute(f"SELECT * FROM {quoted(model._meta.db_table)} ORDER BY {quoted(key)}")
    return list(cursor.fetchall())


def _of_table(table: Table) -> Mapping[str, QuerySet[Any]]:
    return {
        "Table": Table.objects.filter(pk=table.pk),
        "Seat": Seat.objects.filter(table=table),
        "Hand": Hand.objects.filter(table=table),
        "HandOperation": HandOperation.objects.filter(hand__table=table),
        "Device": Device.objects.filter(table=table),
        "FloorMessage": FloorMessage.objects.filter(table=table),
    }
