from __future__ import annotations

import pytest

from tests.factories import NOW
from tests.factories.field import started
from tournament.models import LogEntry, Tournament
from tournament.tasks import sweep_clocks

pytestmark = pytest.mark.django_db


def test_a_tournament_that_cannot_be_booked_stops_no_other_clock(caplog: pytest.LogCaptureFixture) -> None:
    broken, _ = started(3, now=NOW)
    whole, _ = started(2, now=NOW)
    Tournament.objects.filter(pk=broken.pk).update(structure_data={"periods": []})

    assert sweep_clocks() > 0

    assert set(LogEntry.objects.filter(verb="level_changed").values_list("tournament", flat=True)) == {
        whole.pk
    }
    (record,) = [record for record in caplog.records if record.name == "tournament.tasks"]
    assert record.exc_info is not None
    assert str(broken.pk) in record.getMessage()
