from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache

from tests.factories import NOW
from tests.factories.house import House, build_house


@pytest.fixture
def house(db: None) -> Iterator[House]:
    """A house with an event in every state, half a minute after it was built."""
    with time_machine.travel(NOW + timedelta(seconds=30), tick=False):
        house = build_house(NOW)
        cache.clear()
        yield house
