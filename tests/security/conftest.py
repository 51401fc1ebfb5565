"""One house for all tests of this folder: built once, lent to each test inside a savepoint."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import transaction
from pytest_django import DjangoDbBlocker, Settings

from tests.factories.house import House, build_house
from tests.security.forms import Trial, all_forms
from tournament.config.certificates import house_certificate, house_of


@pytest.fixture(scope="package")
def _built_house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield build_house()
        transaction.set_rollback(True)


@pytest.fixture(scope="package")
def trials(_built_house: House) -> list[Trial]:
    """Every form of the house's pages, found once."""
    return all_forms(_built_house)


@pytest.fixture(scope="package")
def _certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("certificate")
    house_of(directory, hosts=["localhost"])
    return house_certificate(directory)


@pytest.fixture
def house(_built_house: House, _certificate: Path, db: None, settings: Settings) -> House:
    """The house as it was built, with a certificate of its own; what a test changes is undone after it."""
    cache.clear()
    settings.IS_HOUSE_CERTIFICATE = True
    settings.HOUSE_CERTIFICATE_FILE = _certificate
    return deepcopy(_built_house)
