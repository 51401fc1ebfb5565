"""Many rows of one model at once: COPY on PostgreSQL, one prepared statement on SQLite."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.core.management.color import no_style
from django.db import connection
from django.db.models import Field, Max, Model

Value = int | str | bool | datetime | None
Row = Sequence[Value]


def first_free_id(model: type[Model]) -> int:
    """The first of the ids that rows to be inserted may have."""
    newest = model._default_manager.aggregate(newest=Max("pk"))["newest"]
    return 1 + (newest or 0)


def moment(at: datetime) -> Value:
    """A time as the database stores it."""
    value: Value = connection.ops.adapt_datetimefield_value(at)
    return value


def as_json(value: object) -> str:
    """A value of a JSON column."""
    return json.dumps(value, separators=(",", ":"))


def insert(model: type[Model], names: Sequence[str], rows: Iterable[Row]) -> None:
    """Insert rows of these fields; every other field has its default. Ids may be among them."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    others = [field for name, field in fields.items() if name not in names and not field.primary_key]
    defaults = tuple(_default(field) for field in others)
    columns = [str(field.column) for field in (*(fields[name] for name in names), *others)]
    whole = ((*row, *defaults) for row in rows)
    quoted = ", ".join(f'"{column}"' for column in columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f'COPY "{model._meta.db_table}" ({quoted}) FROM STDIN') as copy:
                for row in whole:
                    copy.write("\t".join(map(_text, row)) + "\n")
        else:
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(
                f'INSERT INTO "{model._meta.db_table}" ({quoted}) VALUES ({places})', list(whole)
            )
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)


def _default(field: Field[object, object]) -> Value:
    value: Value = field.get_db_prep_save(field.get_default(), connection)
    if value is None or isinstance(value, int | str | datetime):
        return value
    # A JSON column on PostgreSQL is prepared as an object of the driver.
    return as_json(field.get_default())


def _text(value: Value) -> str:
    """A value in the text format of COPY."""
    if value is None:
        return r"\N"
    text = value if type(value) is str else str(value)
    return text.replace("\\", "\\\\") if "\\" in text else text
