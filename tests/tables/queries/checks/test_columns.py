"""Every column of every table, altered past the application: `manage.py verify` names the row, the database refuses it,
or docs/reliability.md lists the column as one that follows from nothing.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import DatabaseError, models, transaction
from django.db.models import Field, ForeignKey, Model

from tables.queries.checks.every import CHECKS, HOUSE_CHECKS
from tests.factories import NOW
from tests.factories.house import build_house
from tests.factories.sealing import seal_as_it_stands
from tests.tampering import past_the_triggers
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).resolve().parents[4] / "docs" / "reliability.md"
ROW = re.compile(r"^\| `((?:tournament|tables)_\w+)` \| (.+?) \|", re.MULTILINE)
MODELS = [
    model
    for app in ("tournament", "tables")
    for model in apps.get_app_config(app).get_models(include_auto_created=True)
]
# The quick ones first: nearly every column is named by one of them.
ASKED = sorted(CHECKS, key=["changes", "chain", "money", "chips", "seats"].__contains__, reverse=True)


def listed() -> set[tuple[str, str]]:
    """What the page lists, by table and column."""
    page = PAGE.read_text(encoding="utf-8").partition("## What follows from nothing")[2].partition("\n## ")[0]
    return {(table, column) for table, said in ROW.findall(page) for column in re.findall(r"`(\w+)`", said)}


def test_the_page_lists_no_column_that_there_is_not() -> None:
    there = {
        (model._meta.db_table, field.column) for model in MODELS for field in model._meta.concrete_fields
    }
    assert listed() - there == set()


def test_every_column_is_named_refused_or_listed() -> None:
    house = build_house(NOW)
    assert house.mine.tournament.pk
    seal_as_it_stands(*Tournament.objects.order_by("pk"))
    before = {pk: set(findings_of(pk)) for pk in [None, *Tournament.objects.values_list("pk", flat=True)]}

    silent = {
        (model._meta.db_table, field.column)
        for model in MODELS
        for field in model._meta.concrete_fields
        if not field.primary_key and is_silent(model, field, before)
    }

    assert sorted(silent - listed()) == []
    with_rows = {model._meta.db_table for model in MODELS if model._base_manager.exists()}
    assert sorted((table, column) for table, column in listed() - silent if table in with_rows) == []


def is_silent(model: type[Model], field: Field[Any, Any], before: dict[int | None, set[str]]) -> bool:
    """Whether nobody says anything when the newest row has something else in this column."""
    row = model._base_manager.order_by("-pk").first()
    if row is None:
        return False
    where = [each for each in (tournament_of(row), None) if each in before]
    try:
        with transaction.atomic():
            with past_the_triggers():
                rows = models.QuerySet(model).filter(pk=row.pk)
                rows.update(**{field.name: another(field, getattr(row, field.attname))})
            said = any(finding not in before[each] for each in where for finding in findings_of(each))
            transaction.set_rollback(True)
    except DatabaseError:
        return False
    return not said


def findings_of(tournament: int | None) -> Iterator[str]:
    """What is found in one tournament, or in what belongs to none."""
    if tournament is None:
        checks: Iterable[Any] = (HOUSE_CHECKS[name] for name in ("log-ins", "references", "unique", "bounds"))
        yield from (str(finding) for check in checks for finding in check())
        return
    for name in ASKED:
        try:
            for finding in CHECKS[name](Tournament.objects.get(pk=tournament)):
                yield str(finding)
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001  # the command says that too
            yield f"could not be checked: {error}"


def tournament_of(row: Model) -> int | None:
    """The tournament that a row belongs to, by the shortest way of its references."""
    waiting, seen = deque([row]), {(type(row), row.pk)}
    while waiting:
        each = waiting.popleft()
        if isinstance(each, Tournament):
            return each.pk
        for field in each._meta.concrete_fields:
            if isinstance(field, ForeignKey) and (next_one := getattr(each, field.name)) is not None:
                if (type(next_one), next_one.pk) not in seen:
                    seen.add((type(next_one), next_one.pk))
                    waiting.append(next_one)
    return None


def another(field: Field[Any, Any], value: Any) -> Any:
    """Something else that the column takes."""
    if isinstance(field, ForeignKey):
        others = field.related_model._base_manager.exclude(pk=value).order_by("-pk")
        return others.first() or (None if field.null else 999_999)
    if field.choices:
        return next(choice for choice, _label in field.flatchoices if choice not in (value, ""))
    match field:
        case models.BooleanField():
            return not value
        case models.JSONField():
            return [value, "altered"] if not isinstance(value, dict) else {**value, "altered": 1}
        case models.DateTimeField():
            return (value or NOW) + timedelta(hours=1)
        case models.UUIDField():
            return uuid4()
        case models.BinaryField():
            return bytes(value or b"") + b"x"
        case models.IntegerField():
            return (value or 0) + 1
        case models.CharField() | models.TextField():
            longest = field.max_length or 1_000
            return f"{value or ''}x"[-longest:] if f"{value or ''}x"[-longest:] != value else "y"
    raise TypeError(f"{field} has no other value here")
