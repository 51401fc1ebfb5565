"""The overlay to expect at the close, beside the one of this moment."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tests.factories import after, enter, names
from tests.factories.field import started
from tournament.models import Entry, Tournament
from tournament.queries.payouts.forecast import OverlayExpected
from tournament.queries.payouts.forecast import overlay_expected as forecast
from tournament.queries.registration import registration_closes_at

pytestmark = pytest.mark.django_db


def event(**changes: Any) -> Tournament:
    """Four entries at the start, registration open for 50 minutes, and one more in each of the first ten minutes."""
    tournament, _ = started(4, late_registration_level=2, guarantee=2_000_00, **changes)
    for entry in enter(tournament, *names(14)[4:]):
        Entry.objects.filter(pk=entry.pk).update(registered_at=after(10 + entry.number - 4))
    return tournament


def overlay_expected(tournament: Tournament, *, overlay: int, now: datetime) -> OverlayExpected | None:
    closes_at = registration_closes_at(tournament, now=now)
    return forecast(tournament, overlay=overlay, closes_at=closes_at, now=now)


def test_the_overlay_follows_from_the_range_of_entries() -> None:
    """Ten in 25 minutes, and as long again in all: 3 to 17 more at 45 each; 14 make 630 of the 2,000."""
    tournament = event()
    expected = overlay_expected(tournament, overlay=1_370_00, now=after(20))
    assert expected is not None
    assert (expected.least, expected.most) == (
        1_370_00 - (expected.high - 14) * 45_00,
        1_370_00 - (expected.low - 14) * 45_00,
    )
    assert 14 <= expected.low < expected.high


def test_the_field_ends_at_its_maximum() -> None:
    expected = overlay_expected(event(max_entries=16), overlay=50_00, now=after(20))
    assert expected is not None
    assert expected == OverlayExpected(low=expected.low, high=16, least=0, most=expected.most)


def test_without_an_overlay_or_once_registration_is_closed_nothing_is_said() -> None:
    tournament = event()
    assert overlay_expected(tournament, overlay=0, now=after(20)) is None
    assert overlay_expected(tournament, overlay=100_00, now=after(5)) is None
    assert overlay_expected(tournament, overlay=100_00, now=after(200)) is None
