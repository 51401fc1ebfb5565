"""Whether the rows keep what the database itself should refuse: a reference to nothing, twice what is there once, a
value out of bounds; and whether it still refuses that.

Anyone who alters rows past Floorman may drop an index first. So nothing here trusts the schema: what must hold is
read from the models, and asked of the rows. The texts of the queries are the models' own: nobody types any of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import CheckConstraint, Field, ForeignKey, Model, UniqueConstraint
from django.utils.translation import gettext as _

from tables.queries.checks import sqlite
from tables.queries.checks.findings import Finding

APPS: Final = ("tournament", "tables")


class Rule(NamedTuple):
    """What the rows of one table must keep: its name, and the query that counts those that do not."""

    table: str
    name: str
    wrong: str


def check_references() -> Iterator[Finding]:
    """I10, and every other reference: no row names one that is not there. One query."""
    says = _("%(count)d rows of %(table)s point in %(name)s to missing rows.")
    yield from _broken(_rules(_references), says)


def check_unique() -> Iterator[Finding]:
    """I10, I15 and the like: what is there once is there once, whatever the indexes say. One query."""
    says = _("%(count)d rows of %(table)s repeat what must be unique: %(name)s.")
    yield from _broken(_rules(_unique), says)


def check_bounds() -> Iterator[Finding]:
    """I02 and the like: no value is out of the bounds that the models set. One query."""
    says = _("%(count)d rows of %(table)s are out of bounds: %(name)s.")
    yield from _broken(_rules(_bounds), says)


def check_schema_refuses() -> Iterator[Finding]:
    """I32: the indexes and constraints by which the database itself refuses such rows are there."""
    connection: Any = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        for model in _models():
            read = (
                sqlite.constraints
                if connection.vendor == "sqlite"
                else connection.introspection.get_constraints
            )
            for name in _missing(model, read(cursor, model._meta.db_table)):
                yield Finding(
                    invariant="I32",
                    says=_("The database table %(table)s has lost a safeguard: %(name)s.")
                    % {"table": model._meta.db_table, "name": name},
                )


def _models() -> Iterator[type[Model]]:
    for app in APPS:
        yield from apps.get_app_config(app).get_models(include_auto_created=True)


@cache
def _rules(of: Callable[[], Iterator[Rule]]) -> tuple[Rule, ...]:
    """The models say the same for as long as the process lives, and take longer to say it than the rows to be asked."""
    return tuple(of())


def _broken(rules: Sequence[Rule], says: str) -> Iterator[Finding]:
    """All rules in one statement: there are hundreds, and nearly always nothing is found."""
    selects = (f"SELECT {at}, ({rule.wrong})" for at, rule in enumerate(rules))
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        for part in _parts(list(selects)):
            cursor.execute(" UNION ALL ".join(part))
            for at, count in cursor.fetchall():
                if count:
                    rule = rules[at]
                    words = {"count": count, "table": rule.table, "name": rule.name}
                    yield Finding(invariant="I32", says=says % words)


def _parts(selects: list[str]) -> Iterator[list[str]]:
    """SQLite joins five hundred queries at most."""
    for start in range(0, len(selects), 100):
        yield selects[start : start + 100]


_NOBODY: Final = (
    "SELECT COUNT(*) FROM {table} one LEFT JOIN {target} other ON one.{column} = other.{key} "
    "WHERE one.{column} IS NOT NULL AND other.{key} IS NULL"
)
_TWICE: Final = (
    "SELECT COALESCE(SUM(there), 0) FROM "
    "(SELECT COUNT(*) AS there FROM {table} WHERE {where} GROUP BY {columns} HAVING COUNT(*) > 1) twice"
)
_OUTSIDE: Final = "SELECT COUNT(*) FROM {table} WHERE NOT ({holds})"


def _references() -> Iterator[Rule]:
    for model in _models():
        field: Any
        for field in model._meta.concrete_fields:
            if _is_reference(field):
                target = field.target_field
                wrong = _NOBODY.format(
                    table=_quoted(model._meta.db_table),
                    target=_quoted(target.model._meta.db_table),
                    column=_quoted(_column(field)),
                    key=_quoted(_column(target)),
                )
                yield Rule(model._meta.db_table, _column(field), wrong)


def _unique() -> Iterator[Rule]:
    for model in _models():
        for name, fields, condition in _once(model):
            columns = [_quoted(_column(field)) for field in fields]
            where = " AND ".join([*(f"{column} IS NOT NULL" for column in columns), *condition])
            wrong = _TWICE.format(
                table=_quoted(model._meta.db_table), where=where, columns=", ".join(columns)
            )
            yield Rule(model._meta.db_table, name, wrong)


def _once(model: type[Model]) -> Iterator[tuple[str, Sequence[Field[Any, Any]], Sequence[str]]]:
    """What may be there once: its name, the columns, and of which rows."""
    for field in model._meta.concrete_fields:
        if field.unique and not field.primary_key:
            yield _column(field), [field], []
    for together in model._meta.unique_together:
        fields = [_field(model, name) for name in together]
        yield ", ".join(map(_column, fields)), fields, []
    constraint: Any
    for constraint in model._meta.constraints:
        if isinstance(constraint, UniqueConstraint):
            condition = [] if constraint.condition is None else [_condition_of(model, constraint)]
            yield constraint.name, [_field(model, name) for name in constraint.fields], condition


def _bounds() -> Iterator[Rule]:
    for model in _models():
        for constraint in model._meta.constraints:
            if isinstance(constraint, CheckConstraint):
                wrong = _OUTSIDE.format(
                    table=_quoted(model._meta.db_table), holds=_check_of(model, constraint)
                )
                yield Rule(model._meta.db_table, constraint.name, wrong)


def _missing(model: type[Model], there: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The names of what the models ask for and the table does not have."""
    unique = {tuple(each["columns"]) for each in there.values() if each["unique"]}
    references = {tuple(each["columns"]) for each in there.values() if each["foreign_key"]}
    for constraint in model._meta.constraints:
        if constraint.name not in there:
            yield constraint.name
    for field in model._meta.concrete_fields:
        column = _column(field)
        if field.unique and not field.primary_key and (column,) not in unique:
            yield f"{column} (unique)"
        if _is_reference(field) and (column,) not in references:
            yield f"{column} (foreign key)"


def _is_reference(field: Any) -> bool:
    return isinstance(field, ForeignKey) and _has_constraint(field)


def _has_constraint(field: Any) -> bool:
    """A foreign key's `db_constraint`, which its type does not know."""
    return bool(field.db_constraint)


def _condition_of(model: type[Model], constraint: Any) -> str:
    """The condition as a migration would write it; Django has no public way to ask."""
    return str(constraint._get_condition_sql(model, _editor()))


def _check_of(model: type[Model], constraint: Any) -> str:
    """The same of a check."""
    return str(constraint._get_check_sql(model, _editor()))


def _editor() -> Any:
    """What writes a condition as SQL; it changes nothing here."""
    return connections[DEFAULT_DB_ALIAS].schema_editor(collect_sql=True, atomic=False)


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    found = model._meta.get_field(name)
    if not isinstance(found, Field):
        raise TypeError(f"{model.__name__}.{name} has no column")
    return found


def _column(field: Field[Any, Any]) -> str:
    return str(field.get_attname_column()[1])


def _quoted(name: str) -> str:
    return connections[DEFAULT_DB_ALIAS].ops.quote_name(name)
