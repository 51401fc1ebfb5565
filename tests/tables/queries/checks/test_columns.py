"""Every column of every table, altered past the application: `manage.py verify` names the row, the database refuses it,
or docs/reliability.md lists the column as one that follows from nothing.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, models, transaction
from django.db.models import Field, ForeignKey, Model

from tables.models import Hand, HandOperation, HandSeat
from tables.queries.checks.every import CHECKS, HOUSE_CHECKS
from tests.factories import NOW
from tests.factories.house import build_house
from tests.factories.sealing import seal_as_it_stands
from tests.tampering import past_the_triggers
from tournament.changes.house import LogInFailed
from tournament.models import Season, Tournament
from tournament.services.people.house_log import MACHINE, write_house_line

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.long(reason="each of five hundred columns is altered by itself, and every row asked anew"),
]

PAGE = Path(__file__).resolve().parents[4] / "docs" / "reliability.md"
ROW = re.compile(r"^\| `((?:tournament|tables)_\w+)` \| (.+?) \|", re.MULTILINE)
MODELS = [
    model
    for app in ("tournament", "tables")
    for model in apps.get_app_config(app).get_models(include_auto_created=True)
]
# The quick ones first: nearly every column is named by one of them.
QUICK = ["changes", "chain", "chips", "seats", "money"]
ASKED = [*QUICK, *(name for name in CHECKS if name not in QUICK)]


def listed() -> set[tuple[str, str]]:
    """What the page lists, by table and column."""
    page = PAGE.read_text(encoding="utf-8").partition("## What follows from nothing")[2].partition("\n## ")[0]
    return {(table, column) for table, said in ROW.findall(page) for column in re.findall(r"`(\w+)`", said)}


def test_the_page_lists_no_column_that_there_is_not() -> None:
    there = {
        (model._meta.db_table, field.column) for model in MODELS for field in model._meta.concrete_fields
    }
    assert listed() - there == set()


@pytest.mark.slow
def test_every_column_is_named_refused_or_listed() -> None:
    build_house(NOW)
    write_house_line(LogInFailed(name="Vera"), visitor=MACHINE, now=NOW)
    for model in MODELS:
        if not model._base_manager.exists():
            make_row(model)
    seal_as_it_stands(*Tournament.objects.order_by("pk"))
    before = {pk: set(findings_of(pk)) for pk in [None, *Tournament.objects.values_list("pk", flat=True)]}

    silent = {
        (model._meta.db_table, field.column)
        for model in MODELS
        for field in model._meta.concrete_fields
        if not field.primary_key and is_silent(model, field, before)
    }

    assert sorted(silent - listed()) == []
    assert sorted(listed() - silent) == []


def is_silent(model: type[Model], field: Field[Any, Any], before: dict[int | None, set[str]]) -> bool:
    """Whether nobody says anything when the newest row has something else in this column."""
    row = row_of(model)
    try:
        with transaction.atomic():
            with past_the_triggers():
                rows: models.QuerySet[Any] = models.QuerySet(model).filter(pk=row.pk)
                rows.update(**{field.name: another(field, getattr(row, field.attname))})
            now = model._base_manager.filter(pk=row.pk).defer(field.name).first()
            where = dict.fromkeys([tournament_of(row), tournament_of(now or row), None])
            said = any(finding not in before[each] for each in where for finding in findings_of(each))
            transaction.set_rollback(True)
    except DatabaseError:
        return False
    return not said


def row_of(model: type[Model]) -> Model:
    """The newest row; of hands one that is over, card by card: of others nothing is sealed yet."""
    over = Hand.objects.filter(status="complete", is_counted=False)
    of_hands: dict[type[Model], dict[str, Any]] = {
        Hand: {"pk__in": over},
        HandOperation: {"hand__in": over},
        HandSeat: {"hand__in": over},
        HandSeat.knocked_out_by.through: {"handseat__hand__in": over},
    }
    return model._base_manager.filter(**of_hands.get(model, {})).latest("pk")


def make_row(model: type[Model]) -> Model:
    """A row of a table that the house has left empty, with something in every column that asks for it."""
    values: dict[str, Any] = {}
    for each in model._meta.concrete_fields:
        if isinstance(each, ForeignKey):
            values[each.name] = each.related_model._base_manager.first() or make_row(each.related_model)
        elif not each.has_default() and not each.null and not each.blank and each.name != "id":
            values[each.name] = another(each, None)
    return model._base_manager.create(**values)


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
    """The tournament that a row belongs to, by the shortest way of its references; of a season its first event."""
    if isinstance(row, Season):
        return row.events.order_by("pk")[0].tournament_id
    waiting, seen = deque([row]), {(type(row), row.pk)}
    while waiting:
        each = waiting.popleft()
        if isinstance(each, Tournament):
            return each.pk
        for field in each._meta.concrete_fields:
            found = None
            with suppress(ObjectDoesNotExist):
                found = getattr(each, field.name) if isinstance(field, ForeignKey) else None
            if found is not None and (type(found), found.pk) not in seen:
                seen.add((type(found), found.pk))
                waiting.append(found)
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
        case models.DateField():
            return (value or NOW.date()) + timedelta(days=1)
        case models.UUIDField():
            return uuid4()
        case models.BinaryField():
            return bytes(value or b"") + b"x"
        case models.IntegerField() | models.DecimalField():
            return (value or 0) + 1
        case models.CharField() | models.TextField():
            longest = field.max_length or 1_000
            return f"{value or ''}x"[-longest:] if f"{value or ''}x"[-longest:] != value else "y"
    raise TypeError(f"{field} has no other value here")
