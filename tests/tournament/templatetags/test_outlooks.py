"""An expected time says its day only where somebody might take it for another one."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from tournament.templatetags.outlooks import expected_at

ROME = "Europe/Rome"


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(ROME))


@pytest.mark.parametrize(
    ("now", "moment", "said"),
    [
        ("2026-11-21 20:00", "2026-11-21 23:30", "23:30"),
        ("2026-11-21 20:00", "2026-11-22 05:55", "05:55"),  # the same night
        ("2026-11-21 20:00", "2026-11-22 06:00", "Sun 22 Nov, 06:00"),
        ("2026-11-21 20:00", "2026-11-22 13:00", "Sun 22 Nov, 13:00"),  # seventeen hours ahead
        ("2026-11-21 05:00", "2026-11-21 23:30", "23:30"),  # the same day, more than eighteen hours ahead
        ("2026-11-22 02:00", "2026-11-22 07:00", "07:00"),  # as late as it is, that is today
        ("2026-11-22 02:00", "2026-11-23 05:00", "Mon 23 Nov, 05:00"),
    ],
)
def test_a_time_of_another_day_says_its_day(now: str, moment: str, said: str) -> None:
    assert expected_at(at(moment), at(now), ROME) == said


def test_the_day_is_that_of_the_place() -> None:
    assert expected_at(at("2026-11-22 00:30"), at("2026-11-21 23:30"), "America/New_York") == "18:30"
    assert expected_at(at("2026-11-22 20:00"), at("2026-11-21 20:00"), "Asia/Tokyo") == "Mon 23 Nov, 04:00"


def test_the_day_is_said_in_the_language_of_the_page() -> None:
    with translation.override("it"):
        assert expected_at(at("2026-11-22 13:00"), at("2026-11-21 20:00"), ROME) == "Dom 22 Nov, 13:00"
