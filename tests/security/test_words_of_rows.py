"""A row in a traceback or a log line is named by its own words."""

from __future__ import annotations

import re

import pytest
from django.apps import apps

from tests.factories.house import House

pytestmark = pytest.mark.django_db

SECRET = re.compile(r"secret|password|hash|seed|session_key|^key$")


def test_what_a_row_calls_itself_tells_no_secret(house: House) -> None:
    told, named = set(), set()
    for app in ("tournament", "tables"):
        for model in apps.get_app_config(app).get_models():
            secrets = [each.attname for each in model._meta.concrete_fields if SECRET.search(each.name)]
            for row in model._default_manager.all():
                words = str(row)
                assert words.strip(), model
                named.add(model)
                values = ((name, str(getattr(row, name) or "")) for name in secrets)
                told |= {f"{model.__name__}.{name}" for name, value in values if value and value in words}
    assert told == set()
    assert len(named) > 35
