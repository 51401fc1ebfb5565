"""Rows for the few statements that every tap runs, written by hand; their columns come from the models.

The ORM builds a query again each time it is asked for, and that takes longer than the database needs to answer it:
0.4 ms a statement, twenty of which were two thirds of a tap. A statement that is written once is sent as it stands,
and PostgreSQL keeps it prepared. What a column holds, how its value is read and how it is stored is still said by
the model alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from types import NoneType
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import CharField, Field, ForeignKey, IntegerField, Model, TextField
from django.db.models.base import ModelState

M = TypeVar("M", bound=Model)
Convert = Callable[[Any], Any]


class Columns(Generic[M]):
    """Columns of one model in a SELECT, and the way back from a row to the model.

    `names` are the fields by their attribute (`table_id`), all of them unless said otherwise; a field that was left
    out is read from the database when somebody asks for it, as after `QuerySet.only`.
    """

    def __init__(self, model: type[M], alias: str, names: Collection[str] = ()) -> None:
        fields = model._meta.concrete_fields
        self._model = model
        self._fields = [field for field in fields if not names or field.attname in names]
        self._names = [field.attname for field in self._fields]
        self._key = next(at for at, field in enumerate(self._fields) if field.primary_key)
        self.sql = ", ".join(f"{alias}.{field.column}" for field in self._fields)
        self.count = len(self._fields)

    def find(self, row: Sequence[Any], at: int) -> M | None:
        """What an outer join has found: `read`, or None for nothing."""
        values = self.find_values(row, at)
        return None if values is None else self.made(values)

    def find_values(self, row: Sequence[Any], at: int) -> Mapping[str, Any] | None:
        """The values of what an outer join has found, or None for nothing."""
        return None if row[at + self._key] is None else self.values(row, at)

    def read(self, row: Sequence[Any], at: int) -> M:
        """The model whose columns stand in a row from `at` on."""
        return self.made(self.values(row, at))

    def values(self, row: Sequence[Any], at: int) -> Mapping[str, Any]:
        """The values of the columns that stand in a row from `at` on, by their names."""
        values = dict(zip(self._names, row[at : at + self.count], strict=True))
        for name, convert in self._conversions:
            values[name] = convert(values[name])
        return values

    def made(self, values: Mapping[str, Any]) -> M:
        """The model with these values.

        They are put in place as `Model.from_db` would, without asking each field and every signal: a tap reads
        thirty rows, and this is a twentieth of it.
        """
        found = self._model.__new__(self._model)
        state = ModelState()
        state.db, state.adding = DEFAULT_DB_ALIAS, False
        found.__dict__ |= {"_state": state, **values}
        return found

    @cached_property
    def _conversions(self) -> list[tuple[str, Convert]]:
        """The names of values that the database gives in another form than Python's, and what makes them right."""
        return [(field.attname, convert) for field in self._fields for convert in _conversions_of(field)]


def _conversions_of(field: Field[Any, Any]) -> list[Convert]:
    column, connection = field.get_col(""), connections[DEFAULT_DB_ALIAS]
    found = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]

    def bound(convert: Callable[..., Any]) -> Convert:
        return lambda value: convert(value, column, connection)

    return [bound(convert) for convert in found]


class Insertion(Generic[M]):
    """The INSERT of one model.

    `sql` selects the values of one row, so that a statement may go on with FROM and say whether it is stored at all.
    """

    def __init__(self, model: type[M]) -> None:
        self._fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        names = ", ".join(field.get_attname_column()[1] or "" for field in self._fields)
        places = ", ".join(["%s"] * len(self._fields))
        # The names are the model's, the values are sent beside.
        self.sql = f"INSERT INTO {model._meta.db_table} ({names}) SELECT {places}"

    def store(self, row: M) -> None:
        """Store a new row, without its key."""
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(self.sql, self.values(row))

    def values(self, row: M) -> list[Any]:
        """What `sql` asks for."""
        return [
            value if type(value) in plain else field.get_db_prep_save(value, connections[DEFAULT_DB_ALIAS])
            for field, plain, value in [
                (field, plain, getattr(row, field.attname)) for field, plain in self._stored_as_they_are
            ]
        ]

    @cached_property
    def _stored_as_they_are(self) -> list[tuple[Field[Any, Any], Collection[type]]]:
        """The fields with the types of values that each hands on to the database untouched."""
        return [(field, _as_it_is(field)) for field in self._fields]


def _as_it_is(field: Field[Any, Any]) -> Collection[type]:
    if isinstance(field, ForeignKey):
        return _as_it_is(field.target_field)
    if isinstance(field, IntegerField):
        return (int, NoneType)
    # Not of its descendants: one may store a text otherwise.
    return (str, NoneType) if type(field) in (CharField, TextField) else ()
