"""One house for all tests of this folder: built once, lent to each test inside a savepoint."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.core.cache import cache
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.factories.house import House, build_house
from tests.security.forms import Trial, all_forms


@pytest.fixture(scope="package")
def _built_house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield build_house()
        transaction.set_rollback(True)


@pytest.fixture(scope="package")
def trials(_built_house: House) -> list[Trial]:
    """Every form of the house's pages, found once."""
    return all_forms(_built_house)


@pytest.fixture
def house(_built_house: House, db: None) -> House:
    """The house as it was built; what a test changes is undone after it."""
    cache.clear()
    return deepcopy(_built_house)
