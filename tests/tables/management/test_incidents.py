"""What happens besides hands in a simulated room."""

from __future__ import annotations

import pytest

from tables.management.incidents import INCIDENTS
from tables.management.simulation import Options, simulate
from tests.factories import make_account

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
@pytest.mark.long_on_postgresql(reason="the services it calls are asked one by one there")
def test_everything_that_can_happen_does_in_an_evening() -> None:
    report = simulate(Options(entries=16, seed="4", incidents=100), account=make_account())

    assert set(report.incidents) - {""} == {name for name, _incident in INCIDENTS}
    assert sum(report.incidents.values()) == report.hands
    assert report.places[0] == (report.winner, 1, 1)
