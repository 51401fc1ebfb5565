"""One house for all tests of this folder: built once in a process, put back for each test, as it was at that moment."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.cache import cache
from pytest_django import Settings

from tests.factories import NOW
from tests.factories.house import House, build_house, undone
from tests.security.forms import Trial, forms_on, pages_with_forms
from tests.security.poison import poison_house
from tournament.config.certificates import house_certificate, house_of
from tournament.models import Entry


@pytest.fixture(scope="session")
def _certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("certificate")
    house_of(directory, hosts=["localhost"])
    return house_certificate(directory)


@pytest.fixture
def house(_certificate: Path, db: None, settings: Settings) -> Iterator[House]:
    """The house as it was built a moment ago, with a certificate of its own.

    Time stands still: codes and pairings end, and no test may depend on how long others have taken.
    """
    settings.IS_HOUSE_CERTIFICATE = True
    settings.HOUSE_CERTIFICATE_FILE = _certificate
    with time_machine.travel(NOW + timedelta(seconds=30), tick=False):
        house = build_house(NOW)
        cache.clear()
        yield house


@pytest.fixture
def poisoned_house(house: House) -> House:
    """The house with a nasty string wherever somebody may have typed one."""
    poison_house()
    return house


@pytest.fixture(scope="session")
def _found() -> dict[str, list[Trial]]:
    """By the code of a tournament: a house that was built again has others."""
    return {}


@pytest.fixture
def trials(_found: dict[str, list[Trial]], house: House) -> list[Trial]:
    """Every form of the house's pages, found once: they are the same each time that the house is put back.

    Nobody knows a stack of its second table: its tablet asks for the counts.
    """
    Entry.objects.filter(seat__table=house.mine.tables[1]).update(is_stack_known=False)
    if house.mine.code not in _found:
        with undone():
            _found[house.mine.code] = forms_on(pages_with_forms(house), house)
    return _found[house.mine.code]
