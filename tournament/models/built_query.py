"""Queries that the ORM builds once, and the database answers often.

The ORM takes longer to build a query than the database to answer it, a third of a millisecond for some fifty columns
of an event, and a bust asks forty. What is asked of one row or one tournament, by its key, is the same text each time:

    _LOCKED = BuiltQuery(lambda key: Tournament.objects.select_for_update(no_key=True).filter(pk=key), int)
    tournament = _LOCKED.get(17)

It is said as any other query, and finds what that would find: models, tuples or values. What every tap asks is
written by hand (`tournament.models.rows`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

R = TypeVar("R")

# Which row or tournament: other values are changed on their way to the database, each in its own manner.
Key = int | str
# No key is so low, and no code has such a text.
_STANDS_FOR: Final[Mapping[type, Callable[[int], Key]]] = {
    int: lambda place: -7_000_000_000 - place,
    str: lambda place: f"(the value {place})",
}


class BuiltQuery(Generic[R]):
    """A query that is built when it is first asked, and from then on with other values.

    `build` is called once, with something that stands for each value in its place, whose types are `kinds`, and says
    the query. It may not look at them, and each is compared as it is: no `__in`, no `__icontains`.
    """

    def __init__(self, build: Callable[..., models.QuerySet[Any, R]], *kinds: type[Key]) -> None:
        self._build, self._kinds = build, kinds

    def all(self, *values: Key | None) -> list[R]:
        """What it finds with these values. One query; nothing is equal to None, as in SQL."""
        queryset: Any = self._queryset
        return list(queryset._iterable_class(_AsQuerySet(queryset, self._compiler_for(values))))

    def first(self, *values: Key | None) -> R | None:
        return next(iter(self.all(*values)), None)

    def get(self, *values: Key | None) -> R:
        """What it finds first. Raises the model's DoesNotExist where there is nothing."""
        for found in self.all(*values):
            return found
        model = self._queryset.model
        raise model.DoesNotExist(f"no {model._meta.verbose_name} by {values}")

    @cached_property
    def _queryset(self) -> models.QuerySet[Any, R]:
        return self._build(*self._stand_ins)

    @cached_property
    def _stand_ins(self) -> list[Key]:
        return [_STANDS_FOR[kind](place) for place, kind in enumerate(self._kinds)]

    @cached_property
    def _built(self) -> tuple[SQLCompiler, str, Sequence[Any], Any]:
        """The compiler after its work, the statement, its values with the stand-ins, and how columns are read."""
        compiler = self._queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, values = compiler.as_sql()
        lost = [stand_in for stand_in in self._stand_ins if stand_in not in values]
        if lost:
            raise ValueError(f"the query does not compare {lost} as they are: {sql}")
        fields = [selected[0] for selected in compiler.select[: compiler.col_count]]
        return compiler, sql, values, compiler.get_converters(fields)

    def _compiler_for(self, values: Sequence[Key | None]) -> Any:
        """A compiler that has done its work, at this thread's connection and with these values."""
        built, sql, with_stand_ins, converters = self._built
        given = dict(zip(self._stand_ins, values, strict=True))
        parameters = tuple(given.get(value, value) for value in with_stand_ins)
        compiler: Any = copy(built)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        # What Django asks while it builds a query.
        if self._queryset.query.select_for_update and not compiler.connection.in_atomic_block:
            raise TransactionManagementError("a lock is taken in a transaction")
        compiler.as_sql = lambda: (sql, parameters)
        compiler.get_converters = lambda _fields: converters
        return compiler


class _AsQuerySet:
    """As much of a query set as what makes models and tuples of its rows wants to know."""

    _known_related_objects: Final[Mapping[Any, Any]] = {}

    def __init__(self, queryset: models.QuerySet[Any, Any], compiler: Any) -> None:
        self.model, self.db, self.query = queryset.model, DEFAULT_DB_ALIAS, self
        self._compiler = compiler

    def get_compiler(self, using: str) -> Any:  # noqa: ARG002  # as Django calls it
        return self._compiler
